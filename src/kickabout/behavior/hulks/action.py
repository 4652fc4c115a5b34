"""Actions: what a role wants the body, the head and the team to do in this cycle."""

import enum
from dataclasses import dataclass

from kickabout.behavior.shared.tactical.kicks import Kick
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import Motion

HERE: Pose2[Robot, Field] = Pose2()


class WalkingMode(enum.Enum):
    """How a walk is meant (HULKs 2021, 5.9.3)."""

    PATH = "path"  # around obstacles, facing the way
    PATH_WITH_ORIENTATION = "path with orientation"  # the same, turned as at the end at once
    DIRECT = "direct"  # no avoiding
    DIRECT_WITH_ORIENTATION = "direct with orientation"
    WALK_BEHIND_BALL = "walk behind ball"  # by a waypoint that leaves the ball alone
    DRIBBLE = "dribble"  # the same, then through the ball
    VELOCITY = "velocity"  # as told, for trying out


class HeadAim(enum.Enum):
    """What the eyes are for (HULKs 2021, 5.6)."""

    LOOK_AROUND = "look around"
    LOOK_AROUND_BALL = "look around ball"
    BALL_TRACKER = "ball tracker"
    LOCALIZATION = "localization"
    SEARCH_FOR_BALL = "search for ball"
    LOOK_FORWARD = "look forward"


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """Walking somewhere."""

    mode: WalkingMode = WalkingMode.PATH
    target: Pose2[Robot, Field] = HERE
    velocity: Pose2[Robot, Robot] = Pose2()  # m/s, m/s, rad/s; only with VELOCITY
    speed: float = 1.0  # share of the largest
    direction: float = 0.0  # rad in the field, where the ball should go; only with the ball modes


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """A kick from a stand, now."""

    kick: Kick
    left: bool
    direction: float  # rad in the field


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """The single output of all roles."""

    name: str  # to be shown
    body: Walk | Strike | Motion = Motion.STAND
    head: HeadAim = HeadAim.LOOK_AROUND_BALL
    special: str = ""  # key frames, with DIVE
    shooting_to: Vector2[Field] | None = None
    passing_to: int = 0  # player number
    side: float = 0.0  # chosen for a place, to be kept: 1 left, −1 right, 0 none
    line: float | None = None  # m, x of the defenders' line, to be kept
