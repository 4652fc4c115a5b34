"""Ultrasound: from single echoes to distances that outliers do not move."""

from dataclasses import dataclass

from kickabout.filters import SlidingMedian
from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import SensorFrame, SonarState

NOTHING = 5.0  # m, where nothing answers


@dataclass(frozen=True, slots=True, kw_only=True)
class SonarFilterParameters:
    window: int = param(9, unit="frames", low=1, doc="of which the median is taken")
    nearest: float = param(0.15, unit="m", low=0.0, doc="smaller readings are errors")
    farthest: float = param(2.55, unit="m", low=0.0, doc="beyond, echoes are not reliable")
    silent_after: float = param(
        1.0, unit="s", low=0.0, doc="errors only for so long: the sensor does not work"
    )


class SonarFilter(Module[SonarFilterParameters]):
    """Median of the last readings of each side. Readings below any real distance are errors."""

    def __init__(self, parameters: SonarFilterParameters) -> None:
        super().__init__(parameters)
        self.heard_at = float("-inf")
        self.parameters_changed()

    def parameters_changed(self) -> None:
        window = self.parameters.window
        self.sides = (SlidingMedian(window), SlidingMedian(window))

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> SonarState:
        for side, reading in zip(self.sides, sensors.sonar, strict=True):
            if sensors.connected and reading >= self.parameters.nearest:
                side.append(reading if reading <= self.parameters.farthest else NOTHING)
                self.heard_at = frame.time
        if frame.time - self.heard_at > self.parameters.silent_after:
            return SonarState()
        left, right = (side.median if len(side) else NOTHING for side in self.sides)
        return SonarState(distances=(left, right), working=True)
