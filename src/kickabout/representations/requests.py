"""Requests of behavior to motion, and the state that motion reports."""

import enum
from collections.abc import Mapping
from dataclasses import field

from kickabout.framework import frozen, representation
from kickabout.geometry import Field, Pose2, Robot, Vector2


class Motion(enum.Enum):
    """Motions of the whole body."""

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
    """How a walk request specifies the walk."""

    SPEED = "speed"  # m/s, m/s, rad/s
    RELATIVE_SPEED = "relative speed"  # −1 … 1, in units of the maximum speeds
    TARGET = "target"  # a pose to reach
    STEP = "step"  # size of the next step
    BALL = "ball"  # to where the kick is possible, then kick; to the target if that is far


@frozen
class PathCorner:
    """A circle to walk around on the path to a target."""

    center_in_robot: Vector2[Robot]
    radius: float  # m
    clockwise: bool


@frozen
class WalkRequest:
    """Target or speed of a walk."""

    mode: WalkMode = WalkMode.SPEED
    speed: Pose2[Robot, Robot] = Pose2(1.0, 1.0, 1.0)  # with a target: fraction of the maximum
    target_in_robot: Pose2[Robot, Robot] = Pose2()
    path: tuple[PathCorner, ...] = ()
    keep_heading: bool = False  # keep the heading of the target along the whole path


@frozen
class KickRequest:
    """A kick: its type, leg, direction and distance."""

    name: str = ""  # as in the kick catalogue
    left: bool = False
    ball_in_robot: Vector2[Robot] = Vector2()  # m
    direction_in_robot: float = 0.0  # rad, desired direction of the ball
    distance: float = 0.0  # m, desired distance of the ball
    align_precisely: bool = False  # for a kick from a stand


@representation
class MotionRequest:
    """The requested motion of the whole body."""

    motion: Motion = Motion.PLAY_DEAD
    walk: WalkRequest = WalkRequest()
    kick: KickRequest | None = None  # if WALK: an in-walk kick; if KICK: a standing kick
    special: str = ""  # name of a key-frame motion


class HeadMode(enum.Enum):
    """How a head request specifies where to look."""

    ANGLES = "angles"
    TARGET_IN_ROBOT = "target in robot"
    LIMP = "limp"


AUTOMATIC = "automatic"  # the engine chooses the camera


@representation
class HeadRequest:
    """Requested direction of the head."""

    mode: HeadMode = HeadMode.ANGLES
    pan: float = 0.0  # rad, left is positive
    tilt: float = 0.0  # rad, down is positive
    roll: float = 0.0  # rad, to the right is positive; of heads with such an axis
    neck_tilt: float = 0.0  # rad, down is positive; of heads with a second tilt axis below
    target_in_robot: tuple[float, float, float] = (1.0, 0.0, 0.0)  # m
    camera: str = AUTOMATIC  # name of the one that should see the target
    speed: float = 2.6  # rad/s


class HeadTask(enum.Enum):
    """What the head is for, where another module controls it by what the robot knows."""

    AUTOMATIC = "automatic"  # scan for landmarks while the pose is uncertain, else track the ball
    TRACK_BALL = "track ball"  # and search for it while it is not seen
    SCAN_LANDMARKS = "scan landmarks"
    FIXED = "fixed"  # at the requested angles


@representation
class HeadTaskRequest:
    """Requested task of the head."""

    task: HeadTask = HeadTask.AUTOMATIC
    scan_speed: float = 1.0  # fraction of the usual speed of a scan
    pan: float = 0.0  # rad, left is positive; of a fixed head
    tilt: float = 0.0  # rad, down is positive


@frozen
class GroupTarget:
    """Target of a group of joints, reached at limited speed."""

    angles: tuple[float, ...]  # rad, one for each joint of the group
    speed: float = 3.0  # rad/s
    stiffness: float = 1.0  # 0 limp … 1


@representation
class JointGroupRequest:
    """Requests for joints that no engine moves, such as mouth, tail and ears, by joint group."""

    targets: Mapping[str, GroupTarget] = field(default_factory=dict)


@representation
class ArmRequest:
    """Key-frame motions of the arms; "" leaves an arm to the walk. Entries are left, right."""

    motions: tuple[str, str] = ("", "")
    fast: tuple[bool, bool] = (False, False)


@representation
class MotionState:
    """The motion that is executed."""

    motion: Motion = Motion.PLAY_DEAD
    stable: bool = False  # upright and able to execute any request
    walking_at: Pose2[Robot, Robot] = Pose2()  # m/s, m/s, rad/s
    kicking: str = ""  # name of the current kick, if any
    last_kick_at: float = -1e9  # s
    remaining_target: Pose2[Robot, Robot] = Pose2()  # what remains of a walk to a target


@representation
class HeadState:
    """Angles of the head and progress towards the requested ones."""

    pan: float = 0.0  # rad
    tilt: float = 0.0
    reached: bool = False
    reachable: bool = True
    moving: bool = False


@representation
class PathModel:
    """A planned path around obstacles."""

    corners: tuple[PathCorner, ...] = ()
    target_in_field: Pose2[Robot, Field] = Pose2()
    length: float = 0.0  # m
    valid: bool = False
