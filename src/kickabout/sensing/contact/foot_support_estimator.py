"""Foot support 2019: from pressures in the soles to the support ratio."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import FootSupportState, SensorFrame
from kickabout.sensing.contact.foot_support import (
    PressureRange,
    SupportSwitch,
    support_weights,
    weighted_support,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FootSupportEstimatorParameters:
    period: float = param(
        6.0,
        unit="s",
        low=0.5,
        doc="period after which highs start again; they last one to two periods",
    )
    min_range: float = param(
        4.0, unit="N", low=0.1, doc="minimum high value of a sensor; a standing robot shows 6"
    )
    outer_weight: float = param(
        1.0, low=0.0, high=1.0, doc="weight of the two outer sensors of a foot"
    )
    inner_weight: float = param(
        0.4, low=0.0, high=1.0, doc="weight of the two inner sensors of a foot"
    )
    loaded_above: float = param(
        5.0, unit="N", low=0.0, doc="minimum total pressure of a robot on the ground"
    )
    dead_zone: float = param(
        0.05, low=0.0, high=1.0, doc="minimum support on the other side for a switch"
    )
    rate_smoothing: float = param(
        0.012, unit="s", low=0.0, doc="time constant of the support's rate of change"
    )
    lead: float = param(
        0.036, unit="s", low=0.0, doc="prediction time for switches: the delay of motion"
    )


class FootSupportEstimator(Module[FootSupportEstimatorParameters]):
    """Scales each sensor by its highest value and gives outer sensors more weight.

    After B-Human 2019, section 7.7, which took it from rUNSWift. Reliable as soon as each foot
    was loaded in the last two periods. Pressures are published as measured.
    """

    def __init__(self, parameters: FootSupportEstimatorParameters) -> None:
        super().__init__(parameters)
        self.switch = SupportSwitch()
        self.period_began_at = 0.0
        self.parameters_changed()

    def parameters_changed(self) -> None:
        parameters = self.parameters
        self.range = PressureRange(8, min_range=parameters.min_range)
        self.weights = support_weights(parameters.outer_weight, parameters.inner_weight)

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> FootSupportState:
        if not sensors.connected:
            return FootSupportState()
        forces = sensors.foot_forces.reshape(8)
        if frame.time - self.period_began_at > self.parameters.period:
            self.period_began_at = frame.time
            self.range.next_period()
        self.range.update(forces)
        support = weighted_support(forces, self.range.lows, self.range.highs, self.weights)
        values = forces.tolist()
        pressures = sum(values[:4]), sum(values[4:])
        in_air = sum(pressures) < self.parameters.loaded_above
        support = 0.0 if in_air else support
        change = self.switch.update(
            support,
            dt=frame.dt,
            dead_zone=self.parameters.dead_zone,
            smoothing=self.parameters.rate_smoothing,
            lead=self.parameters.lead,
        )
        self.debug.plot("support", support)
        return FootSupportState(
            support=support,
            reliable=not in_air and self.range.both_loaded(self.parameters.loaded_above),
            switched=change.switched,
            predicted_switch=change.predicted,
            pressures=pressures,
        )
