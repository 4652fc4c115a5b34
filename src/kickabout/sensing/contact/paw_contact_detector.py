"""Ground contact on four legs: from the switches of the paws to whether the robot was lifted."""

import math
from dataclasses import dataclass

from kickabout.filters import Holding
from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.representations import GroundContactState, SensorFrame
from kickabout.robots.kind import robot_kind


@dataclass(frozen=True, slots=True, kw_only=True)
class PawContactDetectorParameters:
    lifted_after: float = param(
        0.3, unit="s", low=0.0, doc="time without any paw on the ground until the robot is lifted"
    )
    standing_paws: int = param(
        3, low=1, high=4, doc="number of paws that touch the ground within a step"
    )
    step_time: float = param(
        0.4, unit="s", low=0.0, doc="duration of a step, in which a trotting robot uses all paws"
    )
    standing_after: float = param(
        0.2, unit="s", low=0.0, doc="time with so many paws until the robot was put down"
    )


class PawContactDetector(Module[PawContactDetectorParameters]):
    """A robot is lifted when no paw has touched the ground for some time.

    It was put down when most of its paws touch the ground, if only in turn, as in a trot. A robot
    on its side or its back has no contact either; whether it has fallen, others detect.
    """

    def __init__(self, parameters: PawContactDetectorParameters) -> None:
        super().__init__(parameters)
        self.paws = _feet_with_switches(self.robot)
        self.state = GroundContactState()
        self.touched_at = dict.fromkeys(self.paws, -math.inf)  # s
        self.started_at: float | None = None  # s
        self.standing = Holding()

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> GroundContactState:
        if not sensors.connected or not self.paws:
            return self.state
        if self.started_at is None:
            self.started_at = frame.time
        now, touched_at = frame.time, self.touched_at
        for paw in self.paws:
            if sensors.buttons.get(paw, False):
                touched_at[paw] = now
        if self._changes(now, max(self.started_at, *touched_at.values())):
            contact = not self.state.contact
            self.touched_at = dict.fromkeys(self.paws, -math.inf)
            self.state = GroundContactState(contact=contact, changed_at=now)
            self.debug.note("on the ground" if contact else "lifted")
        return self.state

    def _changes(self, now: float, last_touch: float) -> bool:
        """Return whether a robot on the ground was lifted, or a lifted one was put down."""
        p = self.parameters
        paws = sum(now - time <= p.step_time for time in self.touched_at.values())
        standing_for = self.standing.update(paws >= p.standing_paws, now)
        if self.state.contact:
            return now - last_touch >= p.lifted_after
        return standing_for >= p.standing_after


def _feet_with_switches(robot: RobotConfiguration) -> tuple[str, ...]:
    """Return the names of the feet that are also buttons; none of an unknown robot."""
    if not robot.robot:
        return ()
    kind = robot_kind(robot.robot, robot.packages)
    return tuple(foot for foot in kind.feet if foot in kind.sensors.buttons)
