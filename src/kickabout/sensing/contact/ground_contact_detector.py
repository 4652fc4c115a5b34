"""Ground contact: from the soles' pressure to whether the robot stands or was lifted."""

import math
from dataclasses import dataclass

from kickabout.filters import Holding
from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import GroundContactState, SensorFrame
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.physics_options import OPTIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundContactDetectorParameters:
    lifted_below: float = param(
        0.1, low=0.0, high=1.0, doc="fraction of the weight below which the robot has no support"
    )
    lifted_after: float = param(
        0.1, unit="s", low=0.0, doc="time without pressure until the robot counts as lifted"
    )
    standing_above: float = param(
        0.35,
        low=0.0,
        high=1.0,
        doc="fraction of the weight on both feet; sensors may show only half of it",
    )
    foot_above: float = param(
        0.08, low=0.0, high=0.5, doc="minimum fraction of the weight on each foot"
    )
    still_below: float = param(
        0.15, unit="rad/s", low=0.0, doc="maximum roll and pitch rate of a robot at rest"
    )
    standing_after: float = param(
        0.3, unit="s", low=0.0, doc="time at rest until the robot counts as on the ground"
    )
    loaded_after: float = param(
        0.6,
        unit="s",
        low=0.0,
        doc="time with weight on the feet until the robot counts as on the ground in motion",
    )


class GroundContactDetector(Module[GroundContactDetectorParameters]):
    """Switches between two states after a delay, after B-Human 2019, section 7.2.

    Contact is lost after some time without pressure. It is found with weight on both feet and a
    body at rest, or with weight for longer, since a robot that walks right after getting up is
    never at rest. If the body is disconnected, nothing changes. A lying robot has no ground
    contact.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: GroundContactDetectorParameters) -> None:
        super().__init__(parameters)
        self.weight = nao_dimensions().mass * OPTIONS.gravity
        self.state = GroundContactState()
        self.holding = Holding()
        self.loaded = Holding()
        self.loaded_at = [-math.inf, -math.inf]  # s, left and right foot

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> GroundContactState:
        if not sensors.connected:
            self.holding.update(False, frame.time)
            return self.state
        left, right = (sum(foot) / self.weight for foot in sensors.foot_forces.tolist())
        self.debug.plot("fraction of weight", left + right)
        loaded_for = self._loaded_for(left, right, frame.time)
        if self.state.contact:
            changes = left + right < self.parameters.lifted_below
            delay = self.parameters.lifted_after
        else:
            changes = self._stands(left, right, sensors)
            delay = self.parameters.standing_after
        loaded = not self.state.contact and loaded_for >= self.parameters.loaded_after
        if self.holding.update(changes, frame.time) >= delay or loaded:
            self.holding.update(False, frame.time)
            self.state = GroundContactState(contact=not self.state.contact, changed_at=frame.time)
            self.debug.note("on the ground" if self.state.contact else "lifted")
        return self.state

    def _loaded_for(self, left: float, right: float, now: float) -> float:
        """Return the time in s with weight on the feet, and not for long on only one of them."""
        parameters = self.parameters
        for foot, fraction in enumerate((left, right)):
            if fraction > parameters.foot_above:
                self.loaded_at[foot] = now
        both = now - min(self.loaded_at) < parameters.loaded_after
        return self.loaded.update(both and left + right > parameters.standing_above, now)

    def _stands(self, left: float, right: float, sensors: SensorFrame) -> bool:
        parameters = self.parameters
        roll_rate, pitch_rate, _ = sensors.gyro.tolist()
        return (
            left + right > parameters.standing_above
            and min(left, right) > parameters.foot_above
            and max(abs(roll_rate), abs(pitch_rate)) < parameters.still_below
        )
