"""Outputs of the motion engines, and the selection of the engine that controls the body."""

from kickabout.framework import frozen, representation
from kickabout.geometry import Pose2, Robot, Vec, zeros
from kickabout.representations.defaults import zeros_per
from kickabout.representations.requests import Motion


@frozen
class EngineOutput:
    """Output of an engine for the whole body; NaN marks joints it does not control."""

    angles: Vec = zeros_per("joints")  # rad
    stiffness: Vec = zeros_per("joints")  # 0 limp … 1
    leaving_possible: bool = True  # another engine may take over now
    finished: bool = False  # the request has been executed
    step: Pose2[Robot, Robot] = Pose2()  # planned movement of the robot in this frame


@representation
class WalkOutput(EngineOutput):
    """Output of the engine for walking and standing."""

    standing: bool = True
    speed: Pose2[Robot, Robot] = Pose2()  # m/s, m/s, rad/s, over the last step
    kicking: str = ""  # name of the current in-walk kick, if any
    phase: float = 0.0  # 0 … 1 within the step
    left_swings: bool = False
    remaining: Pose2[Robot, Robot] = Pose2()  # what remains to the target of a walk request
    kick_possible: bool = False  # from a stand, if walking to the ball was requested


@representation
class KickOutput(EngineOutput):
    """Output of the engine for standing kicks."""

    name: str = ""


@representation
class KeyframeOutput(EngineOutput):
    """Output of the engine for key-frame motions: sit, dives, gestures, high stand."""

    name: str = ""


@representation
class GetUpOutput(EngineOutput):
    """Output of the engine for getting up after a fall."""

    tries: int = 0
    needs_help: bool = False  # all attempts failed


@representation
class FallOutput(EngineOutput):
    """Output of the engine that limits damage from a fall."""


@representation
class HeadOutput:
    """Desired head angles in this frame."""

    yaw: float = 0.0  # rad
    pitch: float = 0.0  # rad
    stiffness: float | None = None  # 0 limp … 1; None: not specified
    reachable: bool = True
    moving: bool = False


@representation
class NeckOutput:
    """Desired angles of a head with three axes in this frame."""

    angles: Vec = zeros(3)  # rad, in the order of the joints of the head
    stiffness: float = 1.0  # 0 limp … 1
    reachable: bool = True
    moving: bool = False


@representation
class ArmOutput:
    """Output of the engine for key-frame motions of the arms; entries are left, right."""

    active: tuple[bool, bool] = (False, False)
    angles: Vec = zeros_per("joints")  # rad, only those of the arms are used
    stiffness: Vec = zeros_per("joints")
    names: tuple[str, str] = ("", "")


@representation
class MotionSelection:
    """The engine that controls the body, and the progress of the transition to it."""

    target: Motion = Motion.PLAY_DEAD
    ratios: Vec = zeros(len(Motion))  # blend weight of each motion in the order of Motion, sum 1
    arms_by_keyframe: tuple[float, float] = (0.0, 0.0)  # weight of the arm engine, left and right


@representation
class MotionNetState:
    """The motion that a motion net runs, which may only lead to the requested one."""

    motion: str = ""  # name
    requested: str = ""
    finished: bool = False  # the requested motion has ended and holds its last posture
    parameters: Vec = zeros(3)  # of a walk: fractions of the fastest forward, to the left, turning
    report: str = ""  # what became of the last upload of motions
