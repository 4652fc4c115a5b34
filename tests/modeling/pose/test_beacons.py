"""Do beacons and colored goals improve localization, with and without a whole team?"""

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest
from tests.modeling.pose.test_hulks_self_locator import LocatorAdapter
from tests.modeling.pose.wanderer import Wanderer, game

from kickabout import Match
from kickabout.evaluation.trials.pose_trials import (
    MIRRORED_START,
    seconds_until_localized,
    staged,
)
from kickabout.geometry import Pose2
from kickabout.modeling.pose.field_model import field_model
from kickabout.modeling.pose.pose_percepts import frame_percepts
from kickabout.representations import GameState, LandmarksPercept
from kickabout.simulation.match.scene import RobotPlan
from kickabout.soccer.league import load_league

LEAGUE = str(Path(__file__).parents[2] / "leagues" / "beacons.toml")
FIELD = load_league(LEAGUE).field
BLIND = """
name = "blind"
extends = "bhuman2019"

[threads.upper]
defaults = ["LandmarksPercept"]

[threads.lower]
defaults = ["LandmarksPercept"]
"""


class BlindToBeacons:
    """An oracle that sees no beacon."""

    def update(self, *_: object) -> LandmarksPercept:
        return LandmarksPercept()


def wanderer(seed: int, *, hulks: bool, blind: bool) -> Wanderer:
    made = Wanderer(seed, Pose2(-3.0, -3.0, 0.5 * math.pi), field=FIELD, number=2)
    if hulks:
        made.locator = LocatorAdapter(seed)  # type: ignore[assignment]
    for camera in made.cameras if blind else ():
        camera.beacons = BlindToBeacons()
    made.game, made.walks = game(GameState.INITIAL), False
    for _ in made.run(1.0):
        pass
    made.game, made.walks = game(GameState.PLAYING), True
    return made


def mean_error(seed: int, *, hulks: bool, blind: bool) -> float:
    steps = list(wanderer(seed, hulks=hulks, blind=blind).run(15.0))
    return float(np.mean([step.distance for step in steps]))


@pytest.mark.slow
@pytest.mark.parametrize("hulks", [False, True])
def test_positions_are_more_precise_with_beacons_for_every_seed(hulks: bool) -> None:
    with_beacons, without = (
        np.array([mean_error(seed, hulks=hulks, blind=blind) for seed in range(8)])
        for blind in (False, True)
    )
    assert (with_beacons < without).all()
    assert with_beacons.mean() < 0.93 * without.mean()


def test_without_a_message_of_the_game_controller_beacons_are_not_used() -> None:
    robot = wanderer(1, hulks=False, blind=False)
    frame = robot.frame()
    robot.truth = Pose2(0.0, 0.0, 0.0)
    seen = [robot.seen(dataclasses.replace(frame, cycle=cycle)) for cycle in range(4)]
    percepts = next(percepts for percepts in seen if percepts.beacons.landmarks)
    known = frame_percepts(percepts, field_model(FIELD, 1.0))
    unknown = frame_percepts(percepts, field_model(FIELD))
    assert len(known.points) == len(unknown.points) + len(percepts.beacons.landmarks)


def time_to_find_the_right_end(team: str, seed: int) -> float:
    """Return how long a robot needs that lined up alone at the wrong end; infinite: too long."""
    robots = (RobotPlan(number=5, pose=MIRRORED_START),)
    scene = dataclasses.replace(staged(robots, (1.0, 0.5)), league=LEAGUE, fidelity="percepts")
    with Match(team, "dummies", scene=scene, seed=seed, workers=0) as match:
        return seconds_until_localized(match, "home", 5, limit=15.0)


@pytest.mark.slow
@pytest.mark.parametrize("team", ["bhuman2019", "hulks2021"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_robot_finds_the_right_end_of_the_field_by_beacons(team: str, seed: int) -> None:
    assert time_to_find_the_right_end(team, seed) < 13.0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_robot_that_sees_no_beacons_stays_at_the_wrong_end(tmp_path: Path, seed: int) -> None:
    team = tmp_path / "blind.toml"
    team.write_text(BLIND, encoding="utf-8")
    assert time_to_find_the_right_end(str(team), seed) == math.inf
