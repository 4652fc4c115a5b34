"""Evaluation of localization: from recordings to errors over time and their summary."""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kickabout.framework import KickaboutError
from kickabout.geometry import Field, Pose2, Pose3, Robot, Torso, World, matrix_from_quaternion
from kickabout.recording import Recording
from kickabout.representations import RobotPose, TrueWorld
from kickabout.robots.kind import RobotKind, kind_of
from kickabout.simulation.match.truth import (
    robot_to_world,
    stands_up,
    turned_pose,
)

LOST = 1.0  # m
TRUTH = f"truth/{TrueWorld.__name__}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorsOverTime:
    """Errors of one robot in one recording, while it is upright."""

    file: str
    robot: str  # "home/2"
    times: npt.NDArray[np.float64]  # s
    distances: npt.NDArray[np.float64]  # m
    turns: npt.NDArray[np.float64]  # rad

    @property
    def summary(self) -> "ErrorSummary":
        return summary_of([self])


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorSummary:
    """Summary of localization errors."""

    samples: int
    median: float  # m
    p95: float  # m
    turn_median: float  # rad
    lost: float  # fraction of the samples with an error of more than LOST


def summary_of(errors: list[ErrorsOverTime]) -> ErrorSummary:
    """Return the summary of all samples of all robots."""
    distances = np.concatenate([one.distances for one in errors]) if errors else np.zeros(0)
    turns = np.concatenate([one.turns for one in errors]) if errors else np.zeros(0)
    if not len(distances):
        return ErrorSummary(
            samples=0, median=math.nan, p95=math.nan, turn_median=math.nan, lost=0.0
        )
    return ErrorSummary(
        samples=len(distances),
        median=float(np.median(distances)),
        p95=float(np.quantile(distances, 0.95)),
        turn_median=float(np.median(turns)),
        lost=float(np.mean(distances > LOST)),
    )


def localization_errors(path: Path) -> list[ErrorsOverTime]:
    """Return the errors of every robot in a recording."""
    with Recording(path) as recording:
        if TRUTH not in recording.topics:
            raise KickaboutError(f"{path}: has no ground truth, so errors cannot be computed")
        topics = [name for name in recording.topics if name.endswith(f"/{RobotPose.__name__}")]
        if not topics:
            raise KickaboutError(f"{path}: has no {RobotPose.__name__} of any robot")
        return [_errors(recording, path, topic) for topic in sorted(topics)]


def _errors(recording: Recording, path: Path, topic: str) -> ErrorsOverTime:
    team, number, *_ = topic.split("/")
    program = recording.programs.get(f"{team} {number}")
    kind = kind_of(program.team) if program else None
    if kind is None:
        raise KickaboutError(f"{path}: does not say what kind of robot {team}/{number} is")
    rows: list[tuple[float, float, float]] = []
    for time, world in recording.values(TRUTH):
        true_pose = _true_pose(world, f"{team} {number}", kind, is_home=team == "home")
        estimated = recording.value(topic, time)
        if true_pose is None or estimated is None:
            continue
        pose: Pose2[Robot, Field] = estimated.robot_to_field
        turn = abs(math.remainder(pose.theta - true_pose.theta, 2.0 * math.pi))
        rows.append((time, pose.position.distance_to(true_pose.position), turn))
    table = np.array(rows).reshape(-1, 3)
    return ErrorsOverTime(
        file=path.name,
        robot=f"{team}/{number}",
        times=table[:, 0],
        distances=table[:, 1],
        turns=table[:, 2],
    )


def _true_pose(
    world: TrueWorld, name: str, kind: RobotKind, *, is_home: bool
) -> Pose2[Robot, Field] | None:
    """Return the pose in the robot's own field frame; None if it is fallen or missing."""
    if name not in world.robots:
        return None
    row = world.robots.index(name)
    rotation = matrix_from_quaternion(world.torso_quaternions[row])
    torso: Pose3[Torso, World] = Pose3(rotation, world.torso_positions[row])
    if not stands_up(kind, rotation[2].tolist(), float(torso.translation[2])):
        return None
    angles = world.joint_angles[row, : len(kind.joints)].astype(np.float64)
    body = kind.kinematics().forward(angles)
    direction = world.home_direction if is_home else -world.home_direction
    return turned_pose(robot_to_world(torso, body, kind), direction)
