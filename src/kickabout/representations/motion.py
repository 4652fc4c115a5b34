"""What the motion engines say to each other: outputs of engines, and which of them has the body."""

from kickabout.framework import frozen, representation
from kickabout.geometry import Pose2, Robot, Vec, zeros
from kickabout.representations.body import JOINTS
from kickabout.representations.requests import Motion


@frozen
class EngineOutput:
    """What every engine for the whole body says; NaN marks joints it has no wish for."""

    angles: Vec = zeros(JOINTS)  # rad
    stiffness: Vec = zeros(JOINTS)  # 0 limp … 1
    leaving_possible: bool = True  # another engine may take over now
    finished: bool = False  # what was asked for is done
    step: Pose2[Robot, Robot] = Pose2()  # how far the robot moved in this frame, by plan


@representation
class WalkOutput(EngineOutput):
    """Walking and standing."""

    standing: bool = True
    speed: Pose2[Robot, Robot] = Pose2()  # m/s, m/s, rad/s, over the last step
    kicking: str = ""  # in-walk kick under way
    phase: float = 0.0  # 0 … 1 within the step
    left_swings: bool = False
    remaining: Pose2[Robot, Robot] = Pose2()  # to the target of a walk request
    kick_possible: bool = False  # out of a stand, for who was asked to walk to the ball


@representation
class KickOutput(EngineOutput):
    """Standing kicks."""

    name: str = ""


@representation
class KeyframeOutput(EngineOutput):
    """Special actions: sit, dives, gestures, high stand."""

    name: str = ""


@representation
class GetUpOutput(EngineOutput):
    """Getting up after a fall."""

    tries: int = 0
    needs_help: bool = False  # gave up


@representation
class FallOutput(EngineOutput):
    """Falling without breaking anything."""


@representation
class HeadOutput:
    """Where the head should be in this frame."""

    yaw: float = 0.0  # rad
    pitch: float = 0.0  # rad
    stiffness: float | None = None  # 0 limp … 1; None: not told
    reachable: bool = True
    moving: bool = False


@representation
class ArmOutput:
    """Key-frame motions of the arms; entries are left, right."""

    active: tuple[bool, bool] = (False, False)
    angles: Vec = zeros(JOINTS)  # rad, only arms are read
    stiffness: Vec = zeros(JOINTS)
    names: tuple[str, str] = ("", "")


@representation
class MotionSelection:
    """Which engine has the body, and how far the change to it has come."""

    target: Motion = Motion.PLAY_DEAD
    ratios: Vec = zeros(len(Motion))  # share of each motion in the order of Motion, sum 1
    arms_by_keyframe: tuple[float, float] = (0.0, 0.0)  # share of the arm engine, left and right
