"""HULKs' ultrasound: from single echoes to distances within the reliable range of the sonar."""

from dataclasses import dataclass
from typing import Literal

from kickabout.filters import SlidingMedian
from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import SensorFrame, SonarState

NOTHING = 5.0  # m, distance without an echo
Sonar = Literal["left_sonar", "right_sonar"]
SONARS: tuple[Sonar, ...] = ("left_sonar", "right_sonar")


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksSonarFilterParameters:
    kind: Literal["low-pass", "median"] = param("low-pass", doc="kind of filter for echoes")
    nearest: float = param(
        0.2, unit="m", low=0.0, doc="minimum distance; below, the sensor is saturated"
    )
    farthest: float = param(
        0.8, unit="m", low=0.0, doc="maximum distance; beyond, echoes are unreliable"
    )
    weight: float = param(0.25, low=0.0, high=1.0, doc="weight of a new echo close to the estimate")
    outlier: float = param(
        0.15, unit="m", low=0.01, doc="distance from the estimate that halves an echo's weight"
    )
    window: int = param(9, unit="frames", low=1, doc="window of the median")
    silent_after: float = param(
        0.5, unit="s", low=0.0, doc="time without a valid echo until there is no obstacle"
    )
    broken: tuple[Sonar, ...] = param((), doc="sonars of this robot known to be damaged")


class HulksSonarFilter(Module[HulksSonarFilterParameters]):
    """Rejects echoes outside 0.2 … 0.8 m and gives those far from the estimate less weight.

    After HULKs 2021, 6.8.
    """

    def __init__(self, parameters: HulksSonarFilterParameters) -> None:
        super().__init__(parameters)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        window = self.parameters.window
        self.medians = {name: SlidingMedian(window) for name in SONARS}
        self.estimates: dict[str, float] = dict.fromkeys(SONARS, NOTHING)
        self.echo_at = dict.fromkeys(SONARS, float("-inf"))

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> SonarState:
        p = self.parameters
        for name in SONARS:
            reading = sensors.distances.get(name, NOTHING)
            if frame.time - self.echo_at[name] > p.silent_after:
                self.estimates[name] = NOTHING
                self.medians[name].clear()
            good = p.nearest <= reading <= p.farthest and name not in p.broken
            if sensors.connected and good:
                self._add_echo(name, reading)
                self.echo_at[name] = frame.time
        working = sensors.connected and not all(name in p.broken for name in SONARS)
        return SonarState(distances=dict(self.estimates), working=working)

    def _add_echo(self, sonar: Sonar, reading: float) -> None:
        p, before = self.parameters, self.estimates[sonar]
        if p.kind == "median":
            self.medians[sonar].append(reading)
            self.estimates[sonar] = float(self.medians[sonar].median)
        elif before >= NOTHING:
            self.estimates[sonar] = reading
        else:
            weight = p.weight / (1.0 + (abs(reading - before) / p.outlier) ** 2)
            self.estimates[sonar] = before + weight * (reading - before)
