"""HULKs' kick player: from a kick and the gyroscope to joint angles."""

import numpy as np

from kickabout.geometry import Vec
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.kick.bezier_kick import smooth
from kickabout.motion.kick.hulks_kick import HulksKick, postures, shift_to
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND

LEFT_ANKLE = (Joint.LEFT_ANKLE_ROLL, Joint.LEFT_ANKLE_PITCH)
RIGHT_ANKLE = (Joint.RIGHT_ANKLE_ROLL, Joint.RIGHT_ANKLE_PITCH)


class HulksKickPlayer:
    """Playback of a kick: joint angles of all keys are solved once and interpolated.

    The filtered gyroscope corrects the ankle of the support leg. Call `advance` once per frame.
    """

    def __init__(self) -> None:
        self.kick: HulksKick | None = None
        self.left = False
        self.index = 0
        self.elapsed = 0.0  # s, since the last key
        self._postures: list[Vec] = []
        self._gyro = np.zeros(2)  # rad/s, about x and y, filtered

    @property
    def begins(self) -> bool:
        """Whether no frame was played yet."""
        return self.kick is not None and self.index == 0 and self.elapsed == 0.0

    @property
    def finished(self) -> bool:
        return self.kick is None or self.index >= len(self.kick.keys)

    def start(self, kick: HulksKick, *, left: bool, ball: tuple[float, float] | None) -> None:
        """Begin a kick with the left or right foot; `ball` is its position in the robot frame."""
        self.kick, self.left = kick, left
        self.index, self.elapsed = 0, 0.0
        shift = shift_to(kick, ball, left=left) if ball is not None else (0.0, 0.0)
        self._postures = [np.array(STAND), *postures(kick, shift, left=left)]
        self._gyro = np.zeros(2)

    def advance(self, body: BodyReading, dt: float) -> Vec:
        """Return the joint angles of the next frame."""
        if self.kick is None or self.finished:
            return np.array(STAND)
        key = self.kick.keys[self.index]
        self.elapsed += dt
        ratio = min(1.0, self.elapsed / key.duration)
        before, after = self._postures[self.index : self.index + 2]
        angles = before + (swing(ratio) if key.swings else smooth(ratio)) * (after - before)
        self._balance(angles, body)
        if ratio >= 1.0:
            self.index += 1
            self.elapsed = 0.0
        return nao_kinematics().clamped(angles)

    def _balance(self, angles: Vec, body: BodyReading) -> None:
        assert self.kick is not None
        feedback = self.kick.feedback
        keep = feedback.smoothing
        self._gyro = keep * self._gyro + (1.0 - keep) * np.array(body.gyro)
        corrections = np.array((feedback.roll, feedback.pitch)) * self._gyro
        ankle = RIGHT_ANKLE if self.left else LEFT_ANKLE
        angles[list(ankle)] += np.clip(corrections, -feedback.limit, feedback.limit)


def swing(ratio: float) -> float:
    """Map 0 … 1 to 0 … 1, fast at first and slow at the end, to disturb the torso less."""
    return ratio * (2.0 - ratio)
