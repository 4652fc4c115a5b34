"""Ultrasound: from single echoes to distances that outliers do not move."""

from dataclasses import dataclass
from typing import Literal, get_args

from kickabout.filters import SlidingMedian
from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import SensorFrame, SonarState

NOTHING = 5.0  # m, where nothing answers
SonarSide = Literal["left", "right"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SonarFilterParameters:
    window: int = param(9, unit="frames", low=1, doc="of which the median is taken")
    nearest: float = param(0.15, unit="m", low=0.0, doc="smaller readings are errors")
    farthest: float = param(2.55, unit="m", low=0.0, doc="beyond, echoes are not reliable")
    silent_after: float = param(
        1.0, unit="s", low=0.0, doc="errors only for so long: the sensor does not work"
    )
    broken: tuple[SonarSide, ...] = param((), doc="sides of this robot known to be damaged")


class SonarFilter(Module[SonarFilterParameters]):
    """Median of the last readings of each side. Readings below any real distance are errors.

    A side that gives errors only says nothing, whatever the other one hears.
    """

    def __init__(self, parameters: SonarFilterParameters) -> None:
        super().__init__(parameters)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        window = self.parameters.window
        self.sides = (SlidingMedian(window), SlidingMedian(window))
        self.heard_at = [float("-inf")] * 2
        self.damaged = [side in self.parameters.broken for side in get_args(SonarSide)]

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> SonarState:
        p = self.parameters
        for side, reading in enumerate(sensors.sonar):
            if frame.time - self.heard_at[side] > p.silent_after:
                self.sides[side].clear()
            if sensors.connected and reading >= p.nearest and not self.damaged[side]:
                self.sides[side].append(reading if reading <= p.farthest else NOTHING)
                self.heard_at[side] = frame.time
        left, right = (side.median if len(side) else NOTHING for side in self.sides)
        working = any(len(side) for side in self.sides)
        return SonarState(distances=(left, right), working=working)
