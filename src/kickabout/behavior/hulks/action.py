"""Actions: the output of a role for body, head and team in one cycle."""

import enum
from dataclasses import dataclass

from kickabout.behavior.shared.tactical.kicks import Kick
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import Motion

HERE: Pose2[Robot, Field] = Pose2()


class WalkingMode(enum.Enum):
    """How to walk to a target (HULKs 2021, 5.9.3)."""

    PATH = "path"  # around obstacles, facing the direction of walking
    PATH_WITH_ORIENTATION = (
        "path with orientation"  # the same, with the target's heading from the start
    )
    DIRECT = "direct"  # without avoiding obstacles
    DIRECT_WITH_ORIENTATION = "direct with orientation"
    WALK_BEHIND_BALL = "walk behind ball"  # via a waypoint that keeps away from the ball
    DRIBBLE = "dribble"  # the same, then through the ball
    VELOCITY = "velocity"  # at a given velocity


class HeadAim(enum.Enum):
    """The purpose of looking (HULKs 2021, 5.6)."""

    LOOK_AROUND = "look around"
    LOOK_AROUND_BALL = "look around ball"
    BALL_TRACKER = "ball tracker"
    LOCALIZATION = "localization"
    SEARCH_FOR_BALL = "search for ball"
    LOOK_FORWARD = "look forward"


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """A walk to a target or at a velocity."""

    mode: WalkingMode = WalkingMode.PATH
    target: Pose2[Robot, Field] = HERE
    velocity: Pose2[Robot, Robot] = Pose2()  # m/s, m/s, rad/s; only with VELOCITY
    speed: float = 1.0  # fraction of the maximum
    direction: float = 0.0  # rad in the field, target direction of the ball; only in ball modes


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """A kick from a stand in this cycle."""

    kick: Kick
    left: bool
    direction: float  # rad in the field


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """The output of a role."""

    name: str  # for display
    body: Walk | Strike | Motion = Motion.STAND
    head: HeadAim = HeadAim.LOOK_AROUND_BALL
    special: str = ""  # name of key frames; only with DIVE
    shooting_to: Vector2[Field] | None = None
    passing_to: int = 0  # player number
    side: float = 0.0  # side of the position, to be kept: 1 left, −1 right, 0 none
    line: float | None = None  # m, x of the defenders' line, to be kept
