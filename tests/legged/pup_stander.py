"""Standing still: from the first joint angles to a joint request, with a chat about it."""

import numpy as np

from kickabout.framework import Module, NoParameters
from kickabout.representations import (
    JointRequest,
    ReceivedPackets,
    SensorFrame,
    TeamPackets,
    TorsoState,
)


class PupStander(Module[NoParameters]):
    """Keeps the joint angles in which it was placed, and sends a word in every cycle."""

    def __init__(self, parameters: NoParameters) -> None:
        super().__init__(parameters)
        self.angles = np.zeros(0)

    def update(
        self, sensors: SensorFrame, packets: ReceivedPackets
    ) -> tuple[JointRequest, TorsoState, TeamPackets]:
        if not self.angles.size and sensors.connected:
            self.angles = sensors.joint_angles
        stand = JointRequest(angles=self.angles, stiffness=np.ones(self.angles.size))
        return stand, TorsoState(valid=True), TeamPackets(packets=(b"wuff",))
