"""A small walk for tests of sensing: steps of a quarter second that end on measured weight."""

import math

import numpy as np

from kickabout.geometry import Pose3, Sole, Torso, Vec
from kickabout.representations import SensorFrame
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND

STEP = 0.25  # s
LIFT = 0.012  # m
FEET = 0.05  # m, half their distance
HIP = 0.227  # m, above the soles


class ToyWalk:
    """After rUNSWift's Walk2014: lifting a foot makes the robot rock, pressure ends the step."""

    def __init__(self, speed: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> None:
        self.speed = speed  # m/s, m/s, rad/s
        self.since_switch = 0.0
        self.left_swings = False
        self.start = np.zeros((2, 3))  # x, y, turn of left and right foot at the switch
        self.now = np.zeros((2, 3))
        self.gyro = 0.0
        self.lift = 0.0

    def update(self, sensors: SensorFrame, dt: float) -> Vec:
        """Return the joint angles of the next frame."""
        self.gyro = 0.8 * self.gyro + 0.2 * float(sensors.gyro[1])
        self.since_switch += dt
        self.lift = min(LIFT, self.lift + LIFT * dt / 1.0)
        left, right = sensors.foot_forces.sum(axis=1).tolist()
        arrived = left > right if self.left_swings else right > left
        if (arrived and self.since_switch > 0.75 * STEP) or self.since_switch > 1.5 * STEP:
            self.since_switch = 0.0
            self.left_swings = not self.left_swings
            self.start = self.now.copy()
        return self._posture()

    def _posture(self) -> Vec:
        phase = min(1.0, self.since_switch / STEP)
        swing = 0 if self.left_swings else 1
        forward, left, turn = (0.5 * STEP * speed for speed in self.speed)
        outward = left if (left > 0.0) == self.left_swings else 0.0
        goal = np.array((forward, outward, turn))
        smooth = 0.5 * (1.0 - math.cos(math.pi * phase))
        self.now[swing] = self.start[swing] + smooth * (goal - self.start[swing])
        self.now[1 - swing] = self.start[1 - swing] + phase * (-goal - self.start[1 - swing])
        height = self.lift * 4.0 * phase * (1.0 - phase)
        soles = [self._sole(side, height if side == swing else 0.0) for side in (0, 1)]
        legs = nao_kinematics().legs(left_sole_to_torso=soles[0], right_sole_to_torso=soles[1])
        angles = nao_kinematics().with_legs(STAND, legs)
        ankle = Joint.RIGHT_ANKLE_PITCH if swing == 0 else Joint.LEFT_ANKLE_PITCH
        angles[ankle] += 0.1 * self.gyro
        angles[Joint.LEFT_SHOULDER_PITCH] -= 2.0 * self.now[1, 0]
        angles[Joint.RIGHT_SHOULDER_PITCH] -= 2.0 * self.now[0, 0]
        return angles

    def _sole(self, side: int, height: float) -> Pose3[Sole, Torso]:
        x, y, turn = self.now[side]
        sole: Pose3[Sole, Torso] = Pose3.from_translation(
            x, y + (FEET if side == 0 else -FEET), height - HIP
        )
        turned: Pose3[Sole, Sole] = Pose3.rotation_z(turn)
        return sole @ turned
