"""Jammed joints in key-frame motions: from the error of a joint to corrections of other joints.

Hip yaw-pitch jams when legs under load are moved together. The error between its angle and the
request of some frames before, which accounts for the delay of the servos, is added to helper
joints. If the joint suddenly frees itself, the help would throw the robot over, so it fades within
a few frames as soon as the joint moves (B-Human team report 2019).
"""

from collections import deque

import numpy as np

from kickabout.geometry import Vec
from kickabout.motion.keyframes.keyframe_motion import Compensation
from kickabout.robots.nao.joints import JOINT_COUNT

DELAY_FRAMES = 3  # from a request to the measured movement
FREED_SPEED = 0.6  # rad/s towards the request; a jammed joint is slower
RELEASE_FRAMES = 8
TOLERATED = 0.05  # rad, normal lag of a loaded servo


class JointCompensation:
    """Recent requests and the current help; call `corrections` once per frame."""

    def __init__(self) -> None:
        self.requests: deque[Vec] = deque(maxlen=DELAY_FRAMES + 1)
        self.last_angles: Vec | None = None
        self.help: dict[Compensation, float] = {}
        self.released: dict[Compensation, float] = {}

    def reset(self) -> None:
        self.requests.clear()
        self.last_angles = None
        self.help.clear()
        self.released.clear()

    def requested(self, angles: Vec) -> None:
        """Store the angles requested in this frame, without any help."""
        self.requests.append(angles)

    def corrections(self, angles: Vec, wanted: tuple[Compensation, ...], dt: float) -> Vec:
        """Return the corrections to add to the joint angles."""
        added = np.zeros(JOINT_COUNT)
        for compensation in {**self.help, **self.released, **dict.fromkeys(wanted)}:
            self._follow(compensation, angles, active=compensation in wanted, dt=dt)
            for joint, factor in compensation.helpers:
                added[joint] += factor * self.help.get(compensation, 0.0)
        self.last_angles = angles
        return added

    def _follow(self, compensation: Compensation, angles: Vec, *, active: bool, dt: float) -> None:
        if self.last_angles is None or len(self.requests) <= DELAY_FRAMES:
            return
        joint = compensation.joint
        error = float(angles[joint] - self.requests[0][joint])
        speed = float(angles[joint] - self.last_angles[joint]) / dt
        if error * speed < 0.0 and abs(speed) > FREED_SPEED and compensation in self.help:
            self.released.setdefault(compensation, self.help[compensation] / RELEASE_FRAMES)
        if not active:
            step = self.help.get(compensation, 0.0) / RELEASE_FRAMES
            self.released.setdefault(compensation, step)
        if compensation in self.released:
            self._fade(compensation, active=active)
        elif abs(error) > TOLERATED:
            self.help[compensation] = error

    def _fade(self, compensation: Compensation, *, active: bool) -> None:
        """Reduce the help step by step; a freed joint gets none again in this key frame."""
        step, left = self.released[compensation], self.help.get(compensation, 0.0)
        if abs(left) > abs(step):
            self.help[compensation] = left - step
            return
        self.help.pop(compensation, None)
        if not active:
            self.released.pop(compensation)
