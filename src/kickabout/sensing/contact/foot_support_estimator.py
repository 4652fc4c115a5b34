"""Foot support 2019: from pressures in the soles to the support ratio."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import FootSupportState, SensorFrame
from kickabout.sensing.contact.foot_support import (
    FootSupportParameters,
    PressureRange,
    SupportSwitch,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FootSupportEstimatorParameters(FootSupportParameters):
    period: float = param(
        6.0,
        unit="s",
        low=0.5,
        doc="period after which highs start again; they last one to two periods",
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
        self.range = PressureRange(self.parameters)

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> FootSupportState:
        if not sensors.connected:
            return FootSupportState()
        forces = sensors.foot_forces.reshape(8)
        if frame.time - self.period_began_at > self.parameters.period:
            self.period_began_at = frame.time
            self.range.next_period()
        self.range.update(forces)
        support = self.range.support(forces)
        values = forces.tolist()
        pressures = sum(values[:4]), sum(values[4:])
        state = self.switch.update(
            support,
            pressures,
            self.parameters,
            both_loaded=self.range.both_loaded(self.parameters.loaded_above),
            dt=frame.dt,
        )
        self.debug.plot("support", state.support)
        return state
