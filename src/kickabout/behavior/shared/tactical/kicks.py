"""Kicks for behaviors to choose from, and the poses from which they hit the ball."""

import math
from dataclasses import dataclass

from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.robots.nao.configuration import NAO
from kickabout.soccer.kick_catalogue import kick_catalogue

WALK_SPEED = 0.25  # m/s, with turning and aligning
TURN_SPEED = 1.2  # rad/s
AIM_SPREAD = 0.1  # rad; heading error of a robot that walked to the ball


@dataclass(frozen=True, slots=True, kw_only=True)
class Kick:
    """A kick with the right foot; with the left foot everything is mirrored."""

    name: str  # in the kick catalogue
    walking: bool  # within the walk; False: from a stand
    reach: float  # m that the ball rolls
    ball_x: float  # m; position of the ball in front of the robot
    ball_y: float  # m, negative is right
    turn: float  # rad; direction of the ball relative to the robot's heading
    duration: float  # s
    spread: float  # rad; error of the direction

    def __str__(self) -> str:
        return f"{'walking' if self.walking else 'standing'} {self.name}"

    def ball_in_robot(self, left: bool) -> Vector2[Robot]:
        return Vector2(self.ball_x, -self.ball_y if left else self.ball_y)

    def turned(self, left: bool) -> float:
        return -self.turn if left else self.turn


def _measured(name: str, *, walking: bool) -> Kick:
    """Return a kick of the catalogue, with at least the spread of the robot's own pose."""
    entry = kick_catalogue(NAO).kick(name, walking=walking)
    return Kick(
        name=name,
        walking=walking,
        reach=entry.reach,
        ball_x=entry.ball_x,
        ball_y=entry.ball_y,
        turn=entry.direction,
        duration=entry.duration,
        spread=max(entry.direction_spread, AIM_SPREAD),
    )


WALK_FORWARD = _measured("forward", walking=True)
WALK_LONG = _measured("forward_long", walking=True)
WALK_TURN = _measured("turn", walking=True)
WALK_SIDE = _measured("side", walking=True)
STAND_LONG = _measured("forward_long", walking=False)
SHOTS = (WALK_FORWARD, WALK_LONG, STAND_LONG)  # straight kicks, which robots aim best


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """A chosen kick."""

    kick: Kick
    left: bool  # foot
    direction: float  # rad in the field

    def is_like(self, other: "Aim | None") -> bool:
        return other is not None and self.kick is other.kick and self.left == other.left

    def pose(self, ball: Vector2[Field]) -> Pose2[Robot, Field]:
        return kick_pose(ball, self.direction, self.kick, self.left)


def kick_pose(
    ball: Vector2[Field], direction: float, kick: Kick, left: bool
) -> Pose2[Robot, Field]:
    """Return the pose from which a kick sends the ball in a direction."""
    heading = wrapped(direction - kick.turned(left))
    there = kick.ball_in_robot(left)
    offset: Vector2[Field] = Vector2(there.x, there.y).rotated(heading)
    return Pose2.from_position(ball - offset, heading)


def better_foot(
    robot_to_field: Pose2[Robot, Field], ball: Vector2[Field], direction: float, kick: Kick
) -> bool:
    """Return whether the left foot is nearer to its kick pose than the right one."""
    here = robot_to_field.position
    left = kick_pose(ball, direction, kick, True).position.distance_to(here)
    right = kick_pose(ball, direction, kick, False).position.distance_to(here)
    return left < right


def time_to(robot_to_field: Pose2[Robot, Field], pose: Pose2[Robot, Field]) -> float:
    """Return the approximate time to walk to a pose, in s."""
    offset = pose.position - robot_to_field.position
    if offset.norm < 0.3:
        turn = abs(wrapped(pose.theta - robot_to_field.theta))
    else:
        turn = abs(wrapped(offset.angle - robot_to_field.theta)) + abs(
            wrapped(pose.theta - offset.angle)
        )
    return offset.norm / WALK_SPEED + turn / TURN_SPEED


def time_to_kick(
    robot_to_field: Pose2[Robot, Field], ball: Vector2[Field], direction: float, kick: Kick
) -> float:
    """Return the time until a kick with the better foot is done, in s."""
    left = better_foot(robot_to_field, ball, direction, kick)
    return time_to(robot_to_field, kick_pose(ball, direction, kick, left)) + kick.duration


def time_to_reach(
    robot_to_field: Pose2[Robot, Field], ball: Vector2[Field], goal: Vector2[Field]
) -> float:
    """Return the time until the robot stands behind the ball, facing the goal, in s."""
    behind = (goal - ball).angle
    pose: Pose2[Robot, Field] = Pose2.from_position(ball - Vector2.from_polar(0.2, behind), behind)
    offset = ball - robot_to_field.position
    detour = 0.3 * abs(wrapped(offset.angle - behind)) if offset.norm > 0.0 else 0.0
    around = detour / WALK_SPEED
    return time_to(robot_to_field, pose) + min(around, math.pi)
