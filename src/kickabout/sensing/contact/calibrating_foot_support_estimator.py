"""Foot support 2021: from badly calibrated pressures to reliable switches of the support foot."""

from dataclasses import dataclass

from kickabout.filters import smoothing_weight
from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec
from kickabout.representations import FootSupportState, SensorFrame
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.physics_options import OPTIONS
from kickabout.sensing.contact.foot_support import (
    FootSupportParameters,
    PressureRange,
    SupportSwitch,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibratingFootSupportEstimatorParameters(FootSupportParameters):
    steps: int = param(
        12,
        unit="steps",
        low=2,
        doc="period after which lows and highs start again; they last one to two periods",
    )
    max_low: float = param(5.0, unit="N", low=0.0, doc="maximum reading of an unloaded sensor")
    other_below: float = param(
        0.05, low=0.0, high=1.0, doc="maximum fraction of the pressure on a foot in the air"
    )
    learning_time: float = param(
        1.0,
        unit="s",
        low=0.05,
        doc="time constant of the learned pressure of a foot under the whole weight",
    )
    min_pressure: float = param(
        0.3, low=0.0, high=1.0, doc="minimum fraction of the weight on the new support foot"
    )


class CalibratingFootSupportEstimator(Module[CalibratingFootSupportEstimatorParameters]):
    """Learns each sensor's lowest and highest value and each foot's pressure under full weight.

    After B-Human 2021, section 7.3. A switch to a foot with too little pressure is delayed until
    there is enough. Ranges start again only while stepping, since a standing robot shows neither
    end.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: CalibratingFootSupportEstimatorParameters) -> None:
        super().__init__(parameters)
        self.switch = SupportSwitch()
        self.weight = nao_dimensions().mass * OPTIONS.gravity
        self.full = [self.weight, self.weight]  # N, reading of a foot under the whole weight
        self.steps = 0
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.range = PressureRange(self.parameters, max_low=self.parameters.max_low)

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> FootSupportState:
        if not sensors.connected:
            return FootSupportState()
        parameters = self.parameters
        forces = sensors.foot_forces.reshape(8)
        self.range.update(forces)
        support = self.range.support(forces)
        pressures = self._pressures(forces - self.range.lows, frame.dt)
        state = self.switch.update(
            support,
            pressures,
            parameters,
            both_loaded=self.range.both_loaded(parameters.loaded_above),
            dt=frame.dt,
            min_pressure=parameters.min_pressure * self.weight,
        )
        if state.switched:
            self._count_step()
        return state

    def _pressures(self, loads: Vec, dt: float) -> tuple[float, float]:
        """Return the pressures of left and right foot in N, scaled by their full readings."""
        values = loads.tolist()
        shown = [max(0.0, sum(values[:4])), max(0.0, sum(values[4:]))]
        for foot in (0, 1):
            other = shown[1 - foot]
            alone = other < self.parameters.other_below * shown[foot]
            if alone and shown[foot] > self.parameters.loaded_above:
                weight = smoothing_weight(dt, self.parameters.learning_time)
                self.full[foot] += weight * (shown[foot] - self.full[foot])
        left, right = (self.weight * shown[foot] / self.full[foot] for foot in (0, 1))
        return left, right

    def _count_step(self) -> None:
        self.steps += 1
        if self.steps >= self.parameters.steps:
            self.steps = 0
            self.range.next_period()
