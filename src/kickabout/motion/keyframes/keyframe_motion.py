"""Key-frame motions as data: frames, conditions, balance, compensation, and mirror images."""

import enum
import math
from dataclasses import dataclass, replace

import numpy as np

from kickabout.geometry import Pose2, Robot, Vec
from kickabout.robots.nao.joints import JOINT_COUNT, MIRRORED_JOINT, Joint, mirrored


class Quantity(enum.Enum):
    """What conditions may look at; degrees and degrees per second where the name says so."""

    PITCH_DEG = "pitch_deg"  # forward is positive; beyond ±90° the robot stands on its head
    ROLL_DEG = "roll_deg"  # positive when the right side is down
    GYRO_DEG = "gyro_deg"  # largest recent turning speed about x or y
    ARM_ERROR_DEG = "arm_error_deg"  # largest difference of an arm joint from its target
    WAIT_EXPIRED = "wait_expired"  # 1 if the frame before waited in vain
    ABORTED = "aborted"  # 1 if a tilt limit was broken in the frame before
    TRIES = "tries"  # get-ups that went wrong so far
    DAMAGE = "damage"  # number from the robot's damage configuration


LATERAL = (Quantity.ROLL_DEG,)  # change sign in the mirror


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """True while a quantity lies within a range."""

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

    goal: tuple[float, float] = (0.0, 0.0)  # m, where the center of mass should be over the soles
    hip_pitch: tuple[float, float, float] = (0.0, 0.0, 0.0)  # rad/m, rad/(m·s), s: P, I, D
    ankle_pitch: tuple[float, float, float] = (0.0, 0.0, 0.0)
    roll: tuple[float, float, float] = (0.0, 0.0, 0.0)  # of hips and ankles alike
    limit: float = 0.3  # rad, of each correction

    def mirrored(self) -> "Balance":
        return replace(self, goal=(self.goal[0], -self.goal[1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Compensation:
    """Other joints take over what a jammed joint does not do."""

    joint: Joint
    helpers: tuple[tuple[Joint, float], ...]  # with the share of the error that each takes

    def mirrored(self) -> "Compensation":
        helpers = tuple((_mirrored_joint(joint), factor) for joint, factor in self.helpers)
        return Compensation(joint=_mirrored_joint(self.joint), helpers=helpers)


@dataclass(frozen=True, slots=True, kw_only=True)
class TiltLimits:
    """Outside of these the motion has failed; rad."""

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
    """One posture on the way, how to get there and when to go on."""

    angles: Vec  # rad; NaN leaves a joint to others
    duration: float  # s
    interpolated: bool = True  # otherwise the target is commanded at once and held
    off: tuple[Joint, ...] = ()  # joints without power
    stiffness: Vec | None = None  # NaN keeps a joint's value; None keeps all
    stiffness_duration: float = 0.0  # s, in which the stiffness gets there, frames or not
    only_if: tuple[Condition, ...] = ()  # skipped unless all hold
    linked: bool = False  # runs or is skipped together with the frame before
    wait: Condition | None = None  # afterwards, until it holds
    wait_limit: float = 0.0  # s
    limits: TiltLimits = TiltLimits()
    balance: Balance | None = None
    compensations: tuple[Compensation, ...] = ()
    resume_at: int | None = None  # after an abort here, go on with this frame; not a new try
    label: str = ""  # to jump to

    def mirrored(self) -> "Keyframe":
        return replace(
            self,
            angles=mirrored(self.angles),
            off=tuple(_mirrored_joint(joint) for joint in self.off),
            stiffness=None if self.stiffness is None else self.stiffness[MIRRORED_JOINT],
            only_if=tuple(condition.mirrored() for condition in self.only_if),
            wait=None if self.wait is None else self.wait.mirrored(),
            limits=self.limits.mirrored(),
            balance=None if self.balance is None else self.balance.mirrored(),
            compensations=tuple(entry.mirrored() for entry in self.compensations),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """After `position` frames: if `selected` is what is wished, go on in `motion` at `label`."""

    position: int
    selected: str  # name of a motion; ANY for all
    motion: str  # EXTERN leaves to other engines
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A place to jump to: the frame that follows, and the first transition that counts there."""

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
    stiffness: Vec  # to begin with
    transitions: tuple[Transition, ...] = ()  # without any, the motion holds its end
    labels: tuple[Label, ...] = ()
    step: Pose2[Robot, Robot] = Pose2()  # by which the robot has moved at the end
    stable: bool = True  # camera poses can be computed meanwhile

    @property
    def duration(self) -> float:
        """s, without waiting, with every frame run."""
        return sum(frame.duration for frame in self.frames)

    def mirrored(self, name: str) -> "KeyframeMotion":
        return replace(
            self,
            name=name,
            frames=tuple(frame.mirrored() for frame in self.frames),
            stiffness=self.stiffness[MIRRORED_JOINT],
            step=Pose2(self.step.x, -self.step.y, -self.step.theta),
        )

    def label(self, name: str) -> Label:
        for label in self.labels:
            if label.name == name:
                return label
        raise ValueError(f"motion '{self.name}' has no label '{name}'")


def _mirrored_joint(joint: Joint) -> Joint:
    return Joint(int(MIRRORED_JOINT[joint]))


def uniform(value: float) -> Vec:
    """The same for all joints."""
    return np.full(JOINT_COUNT, value)
