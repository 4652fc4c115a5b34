"""SkillRequests of behavior to motion, and what motion says it is doing."""

import enum

from kickabout.framework import frozen, representation
from kickabout.geometry import Field, Pose2, Robot, Vector2


class Motion(enum.Enum):
    """What the whole body does."""

    PLAY_DEAD = "play dead"
    STAND = "stand"
    STAND_HIGH = "stand high"
    SIT = "sit"
    WALK = "walk"
    KICK = "kick"
    FALL = "fall"
    GET_UP = "get up"
    SPECIAL = "special"
    DIVE = "dive"


class WalkMode(enum.Enum):
    """How a walk request is meant."""

    SPEED = "speed"  # m/s, m/s, rad/s
    RELATIVE_SPEED = "relative speed"  # −1 … 1 of the largest speeds
    TARGET = "target"  # a pose to reach
    STEP = "step"  # size of the next step
    BALL = "ball"  # to where the kick of the request is possible, and kick; the target if it is far


@frozen
class PathCorner:
    """A circle to walk around on the way to a target."""

    center_in_robot: Vector2[Robot]
    radius: float  # m
    clockwise: bool


@frozen
class WalkRequest:
    """Where or how fast to walk."""

    mode: WalkMode = WalkMode.SPEED
    speed: Pose2[Robot, Robot] = Pose2(1.0, 1.0, 1.0)  # with a target: the share to use
    target_in_robot: Pose2[Robot, Robot] = Pose2()
    path: tuple[PathCorner, ...] = ()
    keep_heading: bool = False  # face the target all the way


@frozen
class KickRequest:
    """Which kick, which leg, where to."""

    name: str = ""  # of the kick catalogue
    left: bool = False
    ball_in_robot: Vector2[Robot] = Vector2()  # m
    direction_in_robot: float = 0.0  # rad, where the ball should go
    distance: float = 0.0  # m, how far
    align_precisely: bool = False  # for a kick out of a stand


@representation
class MotionRequest:
    """What the body should do next."""

    motion: Motion = Motion.PLAY_DEAD
    walk: WalkRequest = WalkRequest()
    kick: KickRequest | None = None  # with WALK: an in-walk kick; with KICK: a standing kick
    special: str = ""  # name of a key-frame motion


class HeadMode(enum.Enum):
    """How the head is told where to look."""

    ANGLES = "angles"
    TARGET_IN_ROBOT = "target in robot"
    LIMP = "limp"


class HeadCamera(enum.Enum):
    """Which camera should see the target."""

    AUTOMATIC = "automatic"
    UPPER = "upper"
    LOWER = "lower"


@representation
class HeadRequest:
    """Where to look."""

    mode: HeadMode = HeadMode.ANGLES
    pan: float = 0.0  # rad, left is positive
    tilt: float = 0.0  # rad, down is positive
    target_in_robot: tuple[float, float, float] = (1.0, 0.0, 0.0)  # m
    camera: HeadCamera = HeadCamera.AUTOMATIC
    speed: float = 2.6  # rad/s


@representation
class ArmRequest:
    """Key-frame motions of the arms; "" keeps what walking does. Entries are left, right."""

    motions: tuple[str, str] = ("", "")
    fast: tuple[bool, bool] = (False, False)


@representation
class MotionState:
    """What the body is doing."""

    motion: Motion = Motion.PLAY_DEAD
    stable: bool = False  # upright and able to take any request
    walking_at: Pose2[Robot, Robot] = Pose2()  # m/s, m/s, rad/s
    kicking: str = ""  # name of the kick under way
    last_kick_at: float = -1e9  # s
    remaining_target: Pose2[Robot, Robot] = Pose2()  # of a walk to a target


@representation
class HeadState:
    """What the head is doing."""

    pan: float = 0.0  # rad
    tilt: float = 0.0
    reached: bool = False
    reachable: bool = True
    moving: bool = False


@representation
class PathModel:
    """The planned way around obstacles."""

    corners: tuple[PathCorner, ...] = ()
    target_in_field: Pose2[Robot, Field] = Pose2()
    length: float = 0.0  # m
    valid: bool = False
