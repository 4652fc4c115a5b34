"""Ground contact on four legs: from the switches of the paws to whether the robot was lifted."""

from dataclasses import dataclass

from kickabout.filters import Holding
from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import GroundContactState, SensorFrame
from kickabout.robots.kind import robot_kind


@dataclass(frozen=True, slots=True, kw_only=True)
class PawContactDetectorParameters:
    lifted_after: float = param(
        0.3, unit="s", low=0.0, doc="time without any paw on the ground until the robot is lifted"
    )
    standing_paws: int = param(
        2, low=1, high=4, doc="number of paws on the ground of a robot that stands or trots"
    )
    standing_after: float = param(
        0.2, unit="s", low=0.0, doc="time with these paws on the ground until it is put down"
    )


class PawContactDetector(Module[PawContactDetectorParameters]):
    """A robot is lifted when no paw has touched the ground for some time.

    In a trot, at least two paws touch it most of the time. A robot on its side or its back has no
    contact either; whether it has fallen is another module's matter.
    """

    robot_kinds = ("ers210", "ers7")

    def __init__(self, parameters: PawContactDetectorParameters) -> None:
        super().__init__(parameters)
        self.paws = robot_kind(self.robot.robot).feet
        self.state = GroundContactState()
        self.touching, self.free = Holding(), Holding()

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> GroundContactState:
        if not sensors.connected:
            return self.state
        p = self.parameters
        count = sum(sensors.buttons.get(paw, False) for paw in self.paws)
        free_for = self.free.update(count == 0, frame.time)
        touching_for = self.touching.update(count >= p.standing_paws, frame.time)
        contact = self.state.contact
        changes = free_for >= p.lifted_after if contact else touching_for >= p.standing_after
        if changes:
            self.state = GroundContactState(contact=not contact, changed_at=frame.time)
            self.debug.note("lifted" if contact else "on the ground")
        return self.state
