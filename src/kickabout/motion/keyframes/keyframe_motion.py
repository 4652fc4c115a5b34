"""Key-frame motions as data: frames, conditions, balance, compensation, and mirror images."""

import enum
import math
from dataclasses import dataclass, replace

import numpy as np

from kickabout.geometry import Pose2, Robot, Vec
from kickabout.robots.nao.joints import JOINT_COUNT, Joint
from kickabout.robots.nao.kind import KIND as NAO_KIND


class Quantity(enum.Enum):
    """Quantities for conditions; `…_deg` are degrees or degrees per second."""

    PITCH_DEG = "pitch_deg"  # forward is positive; beyond ±90° the robot is upside down
    ROLL_DEG = "roll_deg"  # positive when the right side is down
    GYRO_DEG = "gyro_deg"  # largest recent turn rate about x or y
    ARM_ERROR_DEG = "arm_error_deg"  # largest difference of an arm joint from its target
    WAIT_EXPIRED = "wait_expired"  # 1 if the wait of the frame before timed out
    ABORTED = "aborted"  # 1 if a tilt limit was exceeded in the frame before
    TRIES = "tries"  # failed get-ups
    DAMAGE = "damage"  # number from the robot's damage configuration


LATERAL = (Quantity.ROLL_DEG,)  # change sign when mirrored


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A range of a quantity."""

    quantity: Quantity
    low: float = -math.inf
    high: float = math.inf

    def holds(self, values: dict[Quantity, float]) -> bool:
        return self.low <= values.get(self.quantity, 0.0) <= self.high

    def mirrored(self) -> "Condition":
        if self.quantity not in LATERAL:
            return self
        return replace(self, low=-self.high, high=-self.low)


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """Gains from the center of mass and the gyroscope to pitch and roll of hips and ankles."""

    goal: tuple[float, float] = (0.0, 0.0)  # m, of the center of mass over the soles
    hip_pitch: tuple[float, float, float] = (0.0, 0.0, 0.0)  # rad/m, rad/(m·s), s: P, I, D
    ankle_pitch: tuple[float, float, float] = (0.0, 0.0, 0.0)
    roll: tuple[float, float, float] = (0.0, 0.0, 0.0)  # of both hips and ankles
    limit: float = 0.3  # rad, of each correction

    def mirrored(self) -> "Balance":
        return replace(self, goal=(self.goal[0], -self.goal[1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Compensation:
    """Helper joints that compensate for a jammed joint."""

    joint: Joint
    helpers: tuple[tuple[Joint, float], ...]  # with the fraction of the error that each takes

    def mirrored(self) -> "Compensation":
        helpers = tuple((_mirrored_joint(joint), factor) for joint, factor in self.helpers)
        return Compensation(joint=_mirrored_joint(self.joint), helpers=helpers)


@dataclass(frozen=True, slots=True, kw_only=True)
class TiltLimits:
    """Ranges in rad outside of which the motion has failed."""

    pitch: tuple[float, float] = (-math.inf, math.inf)
    roll: tuple[float, float] = (-math.inf, math.inf)

    def broken_by(self, pitch: float, roll: float) -> bool:
        return not (
            self.pitch[0] <= pitch <= self.pitch[1] and self.roll[0] <= roll <= self.roll[1]
        )

    def mirrored(self) -> "TiltLimits":
        return replace(self, roll=(-self.roll[1], -self.roll[0]))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Keyframe:
    """One posture of a motion, how to get there and when to continue."""

    angles: Vec  # rad; NaN: the joint is not controlled
    duration: float  # s
    interpolated: bool = True  # otherwise the target is commanded at once and held
    off: tuple[Joint, ...] = ()  # joints without power
    stiffness: Vec | None = None  # NaN keeps a joint's value; None keeps all
    stiffness_duration: float = 0.0  # s, to reach the stiffness, across frames if longer
    only_if: tuple[Condition, ...] = ()  # skipped unless all hold
    linked: bool = False  # runs or is skipped together with the frame before
    wait: Condition | None = None  # after the frame, until it holds
    wait_limit: float = 0.0  # s
    limits: TiltLimits = TiltLimits()
    balance: Balance | None = None
    compensations: tuple[Compensation, ...] = ()
    resume_at: int | None = None  # frame to continue with after an abort here, instead of a new try
    label: str = ""  # target of jumps

    def mirrored(self) -> "Keyframe":
        return replace(
            self,
            angles=NAO_KIND.mirrored(self.angles),
            off=tuple(_mirrored_joint(joint) for joint in self.off),
            stiffness=None if self.stiffness is None else self.stiffness[NAO_KIND.mirror_partners],
            only_if=tuple(condition.mirrored() for condition in self.only_if),
            wait=None if self.wait is None else self.wait.mirrored(),
            limits=self.limits.mirrored(),
            balance=None if self.balance is None else self.balance.mirrored(),
            compensations=tuple(entry.mirrored() for entry in self.compensations),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """Jump after `position` frames to `label` of `motion`, if `selected` is requested."""

    position: int
    selected: str  # name of a motion; ANY for all
    motion: str  # EXTERN: another engine may take over
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A target of jumps: the next frame, and the first transition to check there."""

    name: str
    frame: int
    transition: int = 0


ANY = "allMotions"
EXTERN = "extern"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KeyframeMotion:
    """A complete motion."""

    name: str
    frames: tuple[Keyframe, ...]
    stiffness: Vec  # at the beginning
    transitions: tuple[Transition, ...] = ()  # without any, the motion holds its end
    labels: tuple[Label, ...] = ()
    step: Pose2[Robot, Robot] = Pose2()  # motion of the robot at the end
    stable: bool = True  # camera poses are valid during the motion

    @property
    def duration(self) -> float:
        """Duration in s of all frames, without waits."""
        return sum(frame.duration for frame in self.frames)

    def mirrored(self, name: str) -> "KeyframeMotion":
        return replace(
            self,
            name=name,
            frames=tuple(frame.mirrored() for frame in self.frames),
            stiffness=self.stiffness[NAO_KIND.mirror_partners],
            step=Pose2(self.step.x, -self.step.y, -self.step.theta),
        )

    def label(self, name: str) -> Label:
        for label in self.labels:
            if label.name == name:
                return label
        raise ValueError(f"motion '{self.name}' has no label '{name}'")


def _mirrored_joint(joint: Joint) -> Joint:
    return Joint(int(NAO_KIND.mirror_partners[joint]))


def uniform(value: float) -> Vec:
    """Return a joint vector with the same value for all joints."""
    return np.full(JOINT_COUNT, value)
