"""The view of a game that the referee gets at one time."""

import math
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import NamedTuple

from kickabout.geometry import Pose2, Robot, Vector2, World
from kickabout.robots.kind import CoveredArea


class TeamSide(StrEnum):
    """The home team defends the goal at negative x of the world in the first half."""

    HOME = auto()
    AWAY = auto()

    @property
    def other(self) -> "TeamSide":
        return TeamSide.AWAY if self is TeamSide.HOME else TeamSide.HOME


class RobotId(NamedTuple):
    team: TeamSide
    number: int  # on the jersey

    def __str__(self) -> str:
        return f"{self.team} {self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotView:
    """One robot in a view; the world carries out placements before the next view."""

    id: RobotId
    robot_to_world: Pose2[Robot, World]
    fallen_since: float | None = None  # s; None while it stands on its feet
    walks: bool = False  # the legs make steps; false while it gets up
    is_active: bool = True  # any joint moves, also if only the head
    touches_ball: bool = False
    touches_ball_with_arm: bool = False
    last_touch_at: float = -math.inf  # s; touches between two views count too
    stands_wide: bool = False  # feet farther apart than the shoulders
    pushed_by: RobotId | None = None  # an opponent that presses against it
    covers: CoveredArea = CoveredArea()

    @property
    def position(self) -> Vector2[World]:
        return self.robot_to_world.position


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeView:
    time: float  # s of the simulation, never decreasing
    ball_in_world: Vector2[World] = field(default_factory=Vector2)
    ball_height: float = 0.05  # m, of the ball's center
    ball_velocity_in_world: Vector2[World] = field(default_factory=Vector2)
    robots: tuple[RobotView, ...] = ()

    def robot(self, id: RobotId) -> RobotView | None:  # noqa: A002 (the field's name)
        return next((robot for robot in self.robots if robot.id == id), None)
