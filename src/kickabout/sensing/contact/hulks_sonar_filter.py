"""HULKs' ultrasound: from single echoes to distances within the range that sonar is good for."""

from dataclasses import dataclass
from typing import Literal, get_args

from kickabout.filters import SlidingMedian
from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import SensorFrame, SonarState

NOTHING = 5.0  # m, where nothing answers
SonarSide = Literal["left", "right"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksSonarFilterParameters:
    kind: Literal["low-pass", "median"] = param("low-pass", doc="how echoes are smoothed")
    nearest: float = param(0.2, unit="m", low=0.0, doc="below, the sensor is saturated")
    farthest: float = param(0.8, unit="m", low=0.0, doc="beyond, echoes are not reliable")
    share: float = param(0.25, low=0.0, high=1.0, doc="of a new echo near the estimate")
    outlier: float = param(0.15, unit="m", low=0.01, doc="off the estimate, an echo counts half")
    window: int = param(9, unit="frames", low=1, doc="of the median")
    silent_after: float = param(0.5, unit="s", low=0.0, doc="without a good echo nothing is there")
    broken: tuple[SonarSide, ...] = param((), doc="sides of this robot known to be damaged")


class HulksSonarFilter(Module[HulksSonarFilterParameters]):
    """Echoes outside 0.2 … 0.8 m are rejected; those far from the estimate count less.

    After HULKs 2021, 6.8.
    """

    def __init__(self, parameters: HulksSonarFilterParameters) -> None:
        super().__init__(parameters)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        window = self.parameters.window
        self.medians = (SlidingMedian(window), SlidingMedian(window))
        self.estimates = [NOTHING, NOTHING]
        self.heard_at = [float("-inf")] * 2
        self.damaged = [side in self.parameters.broken for side in get_args(SonarSide)]

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> SonarState:
        p = self.parameters
        for side, reading in enumerate(sensors.sonar):
            if frame.time - self.heard_at[side] > p.silent_after:
                self.estimates[side] = NOTHING
                self.medians[side].clear()
            good = p.nearest <= reading <= p.farthest and not self.damaged[side]
            if sensors.connected and good:
                self._hear(side, reading)
                self.heard_at[side] = frame.time
        left, right = self.estimates
        working = sensors.connected and not all(self.damaged)
        return SonarState(distances=(left, right), working=working)

    def _hear(self, side: int, reading: float) -> None:
        p, before = self.parameters, self.estimates[side]
        if p.kind == "median":
            self.medians[side].append(reading)
            self.estimates[side] = float(self.medians[side].median)
        elif before >= NOTHING:
            self.estimates[side] = reading
        else:
            share = p.share / (1.0 + (abs(reading - before) / p.outlier) ** 2)
            self.estimates[side] = before + share * (reading - before)
