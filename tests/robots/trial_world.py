"""A physics world with robots at given poses, for tests of the robots' physics."""

from collections.abc import Sequence

import numpy as np

from kickabout.geometry import Pose2, Vec
from kickabout.representations import FieldDimensions
from kickabout.robots.nao.joints import JOINT_COUNT
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.robots.servo import ServoBank
from kickabout.simulation.physics.physics_world import PhysicsWorld


class TrialWorld(PhysicsWorld):
    """A physics world in which robots stand at the given poses (x, y, yaw) in a posture."""

    def __init__(self, poses: Sequence[tuple[float, float, float]], posture: Vec) -> None:
        super().__init__(FieldDimensions(), [NAO] * len(poses))
        for robot, pose in enumerate(poses):
            self.place_robot(robot, Pose2(*pose), posture)

    @property
    def servos(self) -> ServoBank:
        return self.groups[0].servos

    def move(self, robot: int, angles: Vec, stiffness: float) -> None:
        """Command angles with the same stiffness for all joints."""
        self.command(robot, angles, np.full(JOINT_COUNT, stiffness))

    def run(self, seconds: float) -> None:
        """Advance time by whole frames."""
        for _ in range(round(seconds / self.frame_time)):
            self.advance()
