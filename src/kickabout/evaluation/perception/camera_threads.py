"""A team's perception alone: from labeled images to the outputs of the camera threads."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from kickabout.evaluation.perception.perception_scenes import IMAGE_TIME, LabeledImage
from kickabout.framework import Agent, ConfigurationError, NoParameters, Team, clock
from kickabout.framework.module import declaration_of
from kickabout.framework.registry import module_named
from kickabout.framework.running.supply import missing
from kickabout.framework.teams.team import ThreadPlan
from kickabout.representations import (
    BodyModel,
    CameraImage,
    CameraInfo,
    CameraMatrix,
    FieldDimensions,
    GameControllerData,
    GameInfo,
    GameTeam,
    JointState,
    PlayerInfo,
    TeamColor,
)
from kickabout.robots.nao.kind import KIND
from kickabout.sensing.joints.body_model_calculator import BodyModelCalculator

GIVEN = (CameraImage, CameraInfo, CameraMatrix, BodyModel, JointState, GameInfo)


class CameraPipeline:
    """Runs the modules of a team's camera threads on one image after the other.

    The camera matrix comes with the images, so its provider is left out. Inputs from other threads
    are at their defaults, except the body's posture and the jersey colors.
    """

    def __init__(self, team: Team, *, field: FieldDimensions, seed: int = 1) -> None:
        self.team = camera_team(team)
        constants = (field, PlayerInfo())
        self.agent = Agent(
            self.team, name="eyes", seed=seed, constants=constants, defaults=KIND.defaults
        )
        self.modeler = BodyModelCalculator(NoParameters())
        self.seconds = 0.0  # that the newest image took
        self.module_seconds: dict[str, float] = {}  # the same, of each module

    def see(self, shot: LabeledImage) -> Mapping[type, Any]:
        """Process an image; return everything that the modules of its camera thread provide."""
        thread, now = shot.info.camera, self._time(shot)
        body = BodyModel() if shot.joints is None else self.modeler.update(shot.joints)
        common = (
            shot.info,
            body,
            shot.joints or KIND.defaults(JointState),
            game_info(shot.jerseys),
        )
        if shot.matrix_before is not None:
            blind = CameraImage(camera=shot.info.camera, taken_at=now - IMAGE_TIME)
            self.agent.run(thread, now - IMAGE_TIME, (blind, shot.matrix_before, *common))
        begin = clock.monotonic()
        self.agent.run(thread, now, (shot.image, shot.matrix, *common))
        self.seconds = clock.monotonic() - begin
        steps = self.agent.threads[thread].steps
        self.module_seconds = {
            step.node.name: 1e-9 * float(step.stopwatch.latest(1)[-1]) for step in steps
        }
        known = self.agent.threads[thread].published
        provided = (
            kind for node in self.agent.graph.thread(thread).nodes for kind in node.provides
        )
        return {kind: known[kind] for kind in provided if kind is not None}

    def _time(self, shot: LabeledImage) -> float:
        return shot.image.taken_at + 0.5 * shot.info.row_time * shot.info.height


def camera_team(team: Team) -> Team:
    """Return the team with only those threads that get images."""
    plans = [_alone(team, plan) for plan in team.threads if CameraImage.__name__ in plan.inputs]
    if not plans:
        raise ConfigurationError(f"team {team.name} has no thread that gets a CameraImage")
    constants = tuple(dict.fromkeys((*team.constants, "FieldDimensions", "PlayerInfo")))
    alone = dataclasses.replace(team, threads=tuple(plans), constants=constants)
    gaps: dict[str, list[str]] = {}
    for thread, key in missing(alone):
        gaps.setdefault(thread, []).append(key.representation.__name__)
    filled = [
        dataclasses.replace(
            plan, defaults=tuple(dict.fromkeys((*plan.defaults, *gaps.get(plan.name, ()))))
        )
        for plan in plans
    ]
    return dataclasses.replace(alone, threads=tuple(filled))


def _alone(team: Team, plan: ThreadPlan) -> ThreadPlan:
    given = {representation.__name__ for representation in GIVEN}
    names = [name for name in plan.module_names if not _only_provides(team, name, given)]
    return dataclasses.replace(
        plan,
        after=(),
        inputs=tuple(dict.fromkeys((*plan.inputs, *sorted(given)))),
        modules=tuple(names),
        add=(),
        remove=(),
        defaults=tuple(name for name in plan.defaults if name not in given),
    )


def _only_provides(team: Team, name: str, given: set[str]) -> bool:
    provides = declaration_of(module_named(name, team.packages)).provides
    return all(representation.__name__ in given for representation in provides)


def game_info(jerseys: tuple[str, str]) -> GameInfo:
    """Return the GameController's packet with the jersey colors of both teams."""
    own, opponent = (TeamColor(color) for color in jerseys)
    return GameInfo(
        received=True,
        data=GameControllerData(
            teams=(
                GameTeam(number=1, color=own, goalkeeper_color=own),
                GameTeam(number=2, color=opponent, goalkeeper_color=opponent),
            )
        ),
    )
