"""The actuators of a simulated robot: from joint requests to the commands of its servos."""

import numpy as np

from kickabout.geometry import Vec, readonly
from kickabout.geometry.arrays import shared_zeros
from kickabout.representations import JointRequest
from kickabout.robots.kind import RobotKind
from kickabout.simulation.match.faults import FaultKind, Faults


class ActuatorModel:
    """Changes the joint requests of one robot by its faults, and keeps the last command."""

    def __init__(self, kind: RobotKind, faults: Faults) -> None:
        self.kind = kind
        self.faults = faults
        self.angles: Vec = kind.stand
        self.stiffness: Vec = shared_zeros(len(kind.joints))
        self._stuck: dict[int, float] = {}

    def command(self, request: JointRequest, *, measured: Vec, now: float) -> None:
        """Take a joint request; a joint that gets stuck keeps its measured angle."""
        angles, stiffness = readonly(request.angles), readonly(request.stiffness)
        if self.faults:
            angles, stiffness = self._faulty(angles, stiffness, measured, now)
        self.angles, self.stiffness = angles, readonly(stiffness)

    def _faulty(self, requested: Vec, stiffness: Vec, measured: Vec, now: float) -> tuple[Vec, Vec]:
        angles = requested - self.faults.joint_offsets(self.kind, now)
        stiffness = stiffness * self._strength(now)
        stuck = [self.kind.joint(f.joint) for f in self.faults.of(FaultKind.STUCK_JOINT, now)]
        for joint in stuck:
            angles[joint] = self._stuck.setdefault(joint, float(measured[joint]))
            stiffness[joint] = 1.0
        self._stuck = {joint: self._stuck[joint] for joint in stuck}
        return angles, stiffness

    def _strength(self, now: float) -> Vec:
        """Return the factor of the stiffness of each joint."""
        lost = self.faults.any(FaultKind.LOST_BODY, now)
        strength = np.full(len(self.kind.joints), 0.0 if lost else 1.0)
        for fault in self.faults.of(FaultKind.WEAK_MOTORS, now):
            strength *= fault.value
        for fault in self.faults.of(FaultKind.DEAD_MOTOR, now):
            strength[self.kind.joint(fault.joint)] = 0.0
        return strength
