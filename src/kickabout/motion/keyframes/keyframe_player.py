"""Key-frame player: from a motion and the state of the body to joint angles and stiffness.

Used for special actions and get-up. Frames are linear interpolations from the last target; the
first begins at the measured angles. Frames may be skipped, followed by a wait, balanced and
compensated by other joints; exceeding a tilt limit aborts the motion unless the next frame is an
alternative.
"""

import enum
import math
from collections import deque

import numpy as np

from kickabout.geometry import Vec
from kickabout.motion.keyframes.keyframe_balance import BalanceController, BodyReading
from kickabout.motion.keyframes.keyframe_compensation import JointCompensation
from kickabout.motion.keyframes.keyframe_motion import Keyframe, KeyframeMotion, Quantity
from kickabout.robots.nao.joints import JOINT_COUNT, LEFT_ARM, RIGHT_ARM

GYRO_FRAMES = 10  # window for the largest recent turn rate
ROUNDING = 1e-9  # s


class PlayerStage(enum.Enum):
    """Stage of the player."""

    MOVING = "moving"
    WAITING = "waiting"
    HOLDING = "holding"  # at the end of the motion
    ABORTED = "aborted"


class KeyframePlayer:
    """Player for one motion at a time; call `advance` once per frame."""

    def __init__(self) -> None:
        self.motion: KeyframeMotion | None = None
        self.stage = PlayerStage.HOLDING
        self.index = 0
        self.elapsed = 0.0  # s, in the frame or its wait
        self.target = np.zeros(JOINT_COUNT)  # without corrections
        self.stiffness = np.zeros(JOINT_COUNT)
        self.balance = BalanceController()
        self.compensation = JointCompensation()
        self.tries = 0
        self._begin = self.target
        self._wait_expired = False
        self._stiffness_begin = self.stiffness
        self._stiffness_goal = self.stiffness
        self._stiffness_time = (0.0, 0.0)  # s, elapsed and total
        self._gyros: deque[float] = deque(maxlen=GYRO_FRAMES)
        self._ran_last = True
        self._entered = False  # conditions of the first frame are not checked yet

    @property
    def frame(self) -> Keyframe | None:
        """The frame that is played, or held at the end."""
        if self.motion is None or not self.motion.frames:
            return None
        return self.motion.frames[min(self.index, len(self.motion.frames) - 1)]

    @property
    def finished(self) -> bool:
        return self.stage is PlayerStage.HOLDING

    def start(self, motion: KeyframeMotion, angles: Vec, index: int = 0) -> None:
        """Begin a motion at a frame, from these joint angles."""
        self.motion = motion
        self.target = np.array(angles)
        self.stiffness = np.array(motion.stiffness)
        self._stiffness_goal = self.stiffness
        self._stiffness_time = (0.0, 0.0)
        self.balance.reset()
        self.compensation.reset()
        self._gyros.clear()
        self.enter(motion, index)

    def enter(self, motion: KeyframeMotion, index: int) -> None:
        """Continue with a frame of this or another motion, from the current target."""
        self.motion = motion
        self._wait_expired = False
        self._ran_last = True
        self._entered = True
        self.index, self.elapsed = index, 0.0
        self.stage = PlayerStage.MOVING

    def advance(self, body: BodyReading, dt: float) -> tuple[Vec, Vec]:
        """Return joint angles and stiffness of the next frame; NaN marks uncontrolled joints."""
        self._gyros.append(max(abs(body.gyro[0]), abs(body.gyro[1])))
        if self._entered:
            self._entered = False
            self._skip(body)
        self._move(body, dt)
        self._stiffen(dt)
        frame = self.frame
        if frame is None:
            return np.full(JOINT_COUNT, math.nan), self.stiffness
        compensations = frame.compensations if self.stage is not PlayerStage.ABORTED else ()
        helped = self.compensation.corrections(body.angles, compensations, dt)
        self.compensation.requested(self.target)
        balanced = self.balance.corrections(body, frame.balance, dt)
        angles = np.array(self.target)
        stiffness = np.array(self.stiffness)
        off = list(frame.off)
        angles[np.isnan(frame.angles)] = math.nan
        angles[off], stiffness[off] = body.angles[off], 0.0
        return angles + helped + balanced, stiffness

    def values(self, body: BodyReading) -> dict[Quantity, float]:
        """Return the quantities that conditions are evaluated with."""
        error = np.abs(body.angles - self.target)
        arms = np.concatenate((error[LEFT_ARM][:4], error[RIGHT_ARM][:4]))  # wrists carry no load
        return {
            Quantity.PITCH_DEG: math.degrees(body.pitch),
            Quantity.ROLL_DEG: math.degrees(body.roll),
            Quantity.GYRO_DEG: math.degrees(max(self._gyros, default=0.0)),
            Quantity.ARM_ERROR_DEG: math.degrees(float(np.nanmax(arms, initial=0.0))),
            Quantity.WAIT_EXPIRED: float(self._wait_expired),
            Quantity.ABORTED: float(self.stage is PlayerStage.ABORTED),
            Quantity.TRIES: float(self.tries),
            Quantity.DAMAGE: body.damage,
        }

    def _move(self, body: BodyReading, dt: float) -> None:
        frame = self.frame
        if frame is None or self.stage in (PlayerStage.HOLDING, PlayerStage.ABORTED):
            return
        if frame.limits.broken_by(body.pitch, body.roll):
            self._abort(body)
            return
        self.elapsed += dt
        if self.stage is PlayerStage.MOVING:
            self._interpolate(frame)
            if self.elapsed < frame.duration - ROUNDING:
                return
            self.stage, self.elapsed = PlayerStage.WAITING, 0.0
            self._wait_expired = False
        if frame.wait is not None and not frame.wait.holds(self.values(body)):
            if self.elapsed < frame.wait_limit - ROUNDING:
                return
            self._wait_expired = True
        self.index, self.elapsed = self.index + 1, 0.0
        self._skip(body)

    def _interpolate(self, frame: Keyframe) -> None:
        done = 1.0 if not frame.interpolated else min(1.0, self.elapsed / frame.duration)
        target = np.where(np.isnan(frame.angles), self._begin, frame.angles)
        self.target = self._begin + done * (target - self._begin)

    def _skip(self, body: BodyReading) -> None:
        """Skip frames whose conditions do not hold; linked frames follow the frame before."""
        values, frames = self.values(body), self.motion.frames if self.motion else ()
        self.stage = PlayerStage.MOVING
        while self.index < len(frames):
            frame = frames[self.index]
            runs = self._ran_last if frame.linked else all(c.holds(values) for c in frame.only_if)
            self._ran_last = runs
            if runs:
                self._begin_frame()
                return
            self.index += 1
        self.stage = PlayerStage.HOLDING

    def _begin_frame(self) -> None:
        frame = self.frame
        self._begin = self.target
        if frame is not None and frame.stiffness is not None:
            keep = np.isnan(frame.stiffness)
            self._stiffness_begin = self.stiffness
            self._stiffness_goal = np.where(keep, self._stiffness_goal, frame.stiffness)
            self._stiffness_time = (0.0, frame.stiffness_duration)

    def _stiffen(self, dt: float) -> None:
        elapsed, total = self._stiffness_time
        elapsed = min(total, elapsed + dt)
        self._stiffness_time = (elapsed, total)
        ratio = 1.0 if total <= 0.0 else elapsed / total
        self.stiffness = (
            self._stiffness_goal
            if ratio >= 1.0
            else self._stiffness_begin + ratio * (self._stiffness_goal - self._stiffness_begin)
        )

    def _abort(self, body: BodyReading) -> None:
        """Continue with the next frame if it is an alternative, otherwise stay aborted."""
        self.stage = PlayerStage.ABORTED
        values, frames = self.values(body), self.motion.frames if self.motion else ()
        following = self.index + 1
        if following < len(frames):
            conditions = frames[following].only_if
            alternative = any(c.quantity is Quantity.ABORTED and c.low > 0.0 for c in conditions)
            if alternative and all(condition.holds(values) for condition in conditions):
                self.index, self.elapsed = following, 0.0
                self.stage, self._ran_last = PlayerStage.MOVING, True
                self._begin_frame()
