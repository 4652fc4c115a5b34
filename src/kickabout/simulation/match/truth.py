"""Ground truth: from snapshots to poses, for oracles, referee, reports and viewers."""

import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import (
    Camera,
    Field,
    FloatArray,
    Pose2,
    Pose3,
    Robot,
    Torso,
    Vec3,
    Vector2,
    World,
    matrix_from_quaternion,
)
from kickabout.geometry.pose3 import sealed
from kickabout.geometry.rotations import chained_with_all, matrices_from_quaternions
from kickabout.representations import GroundTruth, TrueRobot
from kickabout.representations.truth import RobotOutline
from kickabout.robots.kind import LinkPoses, RobotKind
from kickabout.simulation.physics.physics_world import middle
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide

HALF_TURN: Pose3[World, Field] = Pose3.rotation_z(math.pi)
NO_TURN: Pose3[World, Field] = Pose3.identity()


def torso_to_world(snapshot: Snapshot, robot: int) -> Pose3[Torso, World]:
    rotation = sealed(matrix_from_quaternion(snapshot.torso_quaternions[robot]))
    return Pose3(rotation, snapshot.torso_positions[robot])


@functools.lru_cache(maxsize=32)  # called by oracles, referee and reports for the same snapshot
def body_poses(snapshot: Snapshot, robot: int) -> LinkPoses:
    return snapshot.kinds[robot].kinematics().forward(snapshot.angles_of(robot))


def camera_to_torso(snapshot: Snapshot, robot: int, camera: str) -> Pose3[Camera, Torso] | None:
    """Return the pose of a camera; None if the robot does not have it."""
    kind, poses = snapshot.kinds[robot], body_poses(snapshot, robot)
    name = f"{camera}_camera"
    if name not in kind.frames:
        return None
    row = kind.row(name)
    return Pose3(poses.rotations[row], poses.translations[row])


def robot_to_world(
    torso: Pose3[Torso, World], body: LinkPoses, kind: RobotKind
) -> Pose2[Robot, World]:
    """Return the point on the ground midway between the feet, with the torso's heading."""
    feet = [torso @ body.translations[kind.row(foot)] for foot in kind.feet]
    heading = math.atan2(torso.rotation[1, 0], torso.rotation[0, 0])
    x, y, _ = middle(feet).tolist()
    return Pose2(x, y, heading)


def is_upright(snapshot: Snapshot, robot: int) -> bool:
    w, x, y, z = snapshot.torso_quaternions[robot].tolist()
    upward = (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y))
    height = float(snapshot.torso_positions[robot, 2])
    return stands_up(snapshot.kinds[robot], upward, height)


def stands_up(kind: RobotKind, upward: Sequence[float], height: float) -> bool:
    """Return whether a torso is upright, with the vertical in its frame and its height."""
    upright, (x, y, z) = kind.upright, upward
    forward, left, up = upright.axis
    cosine = forward * x + left * y + up * z
    return cosine > upright.min_cosine and height > upright.min_height


def turned_pose(pose: Pose2[Robot, World], direction: float) -> Pose2[Robot, Field]:
    """Transform from the world to the field frame of a team with a direction of attack."""
    if direction > 0.0:
        return Pose2(pose.x, pose.y, pose.theta)
    return Pose2[Robot, Field](-pose.x, -pose.y, pose.theta + math.pi).normalized()


def turned_back(pose: Pose2[Robot, Field], direction: float) -> Pose2[Robot, World]:
    """Transform from a team's field frame to the world."""
    if direction > 0.0:
        return Pose2(pose.x, pose.y, pose.theta)
    return Pose2[Robot, World](-pose.x, -pose.y, pose.theta + math.pi).normalized()


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotTruth:
    """The true pose of a robot in the world."""

    pose: Pose2[Robot, World]
    upright: bool


@functools.lru_cache(maxsize=1)  # called by both teams and the referee for the same snapshot
def _torsos(snapshot: Snapshot) -> tuple[FloatArray, FloatArray]:
    """Return rotations and positions of all torsos in the world."""
    quaternions = np.ascontiguousarray(snapshot.torso_quaternions)
    rotations = matrices_from_quaternions(quaternions)
    return sealed(rotations), sealed(np.array(snapshot.torso_positions))


@functools.lru_cache(maxsize=1)  # the same
def all_robots(snapshot: Snapshot) -> list[tuple[Pose3[Torso, World], RobotTruth]]:
    """Return true torso and robot poses in the order of the match."""
    robots = []
    for index, (rotation, position) in enumerate(zip(*_torsos(snapshot), strict=True)):
        torso: Pose3[Torso, World] = Pose3(rotation, position)
        pose = robot_to_world(torso, body_poses(snapshot, index), snapshot.kinds[index])
        robots.append((torso, RobotTruth(pose=pose, upright=is_upright(snapshot, index))))
    return robots


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The true state of the world."""

    time: float  # s
    ball: Vector2[World]
    ball_velocity: Vector2[World]
    robots: dict[tuple[str, int], RobotTruth]


def truth_of(snapshot: Snapshot, ids: Sequence[RobotId]) -> Truth:
    """Return the true state of a snapshot."""
    robots = {
        (str(robot.team), robot.number): truth
        for robot, (_, truth) in zip(ids, all_robots(snapshot), strict=True)
    }
    return Truth(
        time=snapshot.time,
        ball=Vector2.from_array(snapshot.ball_position[:2]),
        ball_velocity=Vector2.from_array(snapshot.ball_velocity[:2]),
        robots=robots,
    )


class TeamTruth:
    """All robots in the field frame of one team; shared by the players of a process."""

    def __init__(self, ids: tuple[RobotId, ...], team: TeamSide) -> None:
        self.ids = ids
        self.team = team
        self._made_of: tuple[Snapshot, float] | None = None
        self._robots: tuple[TrueRobot, ...] = ()

    def robots(self, snapshot: Snapshot, direction: float) -> tuple[TrueRobot, ...]:
        made_of = self._made_of
        if made_of is None or made_of[0] is not snapshot or made_of[1] != direction:
            self._robots = tuple(self._placed(snapshot, direction))
            self._made_of = snapshot, direction
        return self._robots

    def _placed(self, snapshot: Snapshot, direction: float) -> Iterator[TrueRobot]:
        turn = NO_TURN if direction > 0.0 else HALF_TURN
        torsos = chained_with_all(turn.rotation, turn.translation, *_torsos(snapshot))
        rotations, positions = map(sealed, torsos)
        robots = zip(
            self.ids, snapshot.kinds, all_robots(snapshot), rotations, positions, strict=True
        )
        for robot, kind, (_, truth), rotation, position in robots:
            yield TrueRobot(
                own_team=robot.team is self.team,
                number=robot.number,
                robot_to_field=turned_pose(truth.pose, direction),
                torso_to_field=Pose3(rotation, position),
                upright=truth.upright,
                outline=outline_of(kind),
            )


@functools.cache
def outline_of(kind: RobotKind) -> RobotOutline:
    """Return the sizes that oracles know of robots of a kind."""
    shape = kind.shape
    return RobotOutline(
        radius=shape.radius,
        height=shape.height,
        half_width=shape.half_width,
        fallen_radius=shape.fallen_radius,
        fallen_height=shape.fallen_height,
        half_length=shape.half_length,
        long_axis=shape.long_axis,
    )


@functools.cache
def _turn(direction: float) -> Vec3:
    """Return the factors that transform coordinates between world and field."""
    return np.array((direction, direction, 1.0))


@functools.lru_cache(maxsize=4)
def _team_truth(ids: tuple[RobotId, ...], team: TeamSide) -> TeamTruth:
    return TeamTruth(ids, team)


class GroundTruthSource:
    """The ground truth for the oracles of one robot."""

    def __init__(self, own: int, ids: Sequence[RobotId]) -> None:
        self.own = own
        self.mine = ids[own]
        self._team = _team_truth(tuple(ids), self.mine.team)

    def value(
        self, snapshot: Snapshot, camera: str, *, home_direction: float, whistle_at: float
    ) -> GroundTruth:
        """Return the ground truth in the field frame of the robot's team."""
        direction = home_direction if self.mine.team is TeamSide.HOME else -home_direction
        robots = self._team.robots(snapshot, direction)
        own = robots[self.own]
        to_torso = camera_to_torso(snapshot, self.own, camera) or Pose3.identity()
        camera_to_field: Pose3[Camera, Field] = own.torso_to_field @ to_torso
        turn = _turn(direction)
        return GroundTruth(
            ball_in_field=snapshot.ball_position * turn,
            ball_velocity=snapshot.ball_velocity * turn,
            own=own,
            others=robots[: self.own] + robots[self.own + 1 :],
            camera=camera,
            camera_to_field=camera_to_field,
            whistle_at=whistle_at,
            direction=direction,
        )
