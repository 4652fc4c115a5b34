"""The experiments of GermanTeam 2001, section 5.2.5: from a localization to its errors."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from kickabout.evaluation.trials.landmarks.landmark_world import (
    SCAN_TIME,
    LandmarkWorld,
    Moment,
    WorldErrors,
    error_of,
)
from kickabout.framework import Module
from kickabout.framework.module import declaration_of, random_stream_of, seeded_generator
from kickabout.geometry import FloatArray, Vec
from kickabout.representations import FieldDimensions, PoseQuality, RobotPose

Case = Literal["initial", "scan", "displaced", "walking"]
CASES: tuple[Case, ...] = ("initial", "scan", "displaced", "walking")
Locate = Callable[[Moment], RobotPose]
ERRORS = WorldErrors()


@dataclass(frozen=True, slots=True, kw_only=True)
class SteadyWalk:
    """Errors of a robot that found its pose before, and how far its pose moves without reason."""

    errors: FloatArray  # rows of position (m) and heading (rad)
    moves: Vec  # m, change of the position in an image, beyond odometry


def locator(module: type[Module[Any]], seed: int = 0, **values: object) -> Locate:
    """Return a localization as a function of a moment."""
    made = module(declaration_of(module).parameters(**values))
    made.random = seeded_generator(seed, random_stream_of(module))
    update: Callable[..., Any] = made.update

    def locate(now: Moment) -> RobotPose:
        found = update(now.frame, now.seen, now.known, now.motion)
        pose: RobotPose = found[0] if isinstance(found, tuple) else found
        return pose

    return locate


def experiment(
    case: Case, field: FieldDimensions, locate: Locate, *, seed: int, errors: WorldErrors = ERRORS
) -> tuple[Vec, bool]:
    """Return the errors at the end of an experiment, and whether the pose was certain then.

    `initial`: after the first image. `scan`: after a complete scan while standing. `displaced`:
    after that, put elsewhere by hand, and one more scan. `walking`: after a scan while walking.
    """
    world = LandmarkWorld(field, seed=seed, errors=errors)
    if case == "initial":
        return _last(locate, world.moments(0.04, walks=False))
    result = _last(locate, world.moments(SCAN_TIME, walks=case == "walking"))
    if case != "displaced":
        return result
    world.truth = world.anywhere()
    return _last(locate, world.moments(SCAN_TIME, walks=False))


def _last(locate: Locate, moments: Iterable[Moment]) -> tuple[Vec, bool]:
    for now in moments:
        pose = locate(now)
    return error_of(pose.robot_to_field, now.truth), pose.quality is PoseQuality.SUPERB


def steady_walk(
    field: FieldDimensions,
    locate: Locate,
    *,
    seed: int,
    errors: WorldErrors = ERRORS,
    seconds: float = 10.0,
) -> SteadyWalk:
    """Walk for 12 s to find the pose, then compare it with the truth."""
    world = LandmarkWorld(field, seed=seed, errors=errors)
    for now in world.moments(12.0, walks=True):
        locate(now)
    rows, moves = [], []
    before, odometry = locate(now).robot_to_field, now.motion.odometry.robot_to_start
    for now in world.moments(seconds, walks=True):
        pose, place = locate(now).robot_to_field, now.motion.odometry.robot_to_start
        expected = before @ (odometry.inverse() @ place)
        rows.append(error_of(pose, now.truth))
        moves.append(expected.position.distance_to(pose.position))
        before, odometry = pose, place
    return SteadyWalk(errors=np.array(rows), moves=np.array(moves))
