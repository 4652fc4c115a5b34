"""Whistle oracle: from the referee's whistle to the output of a whistle detector."""

import math
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import GroundTruth, WhistlePercept

MICROPHONES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class WhistleOracleParameters:
    rate: float = param(0.99, low=0.0, high=1.0, doc="fraction of whistles that are detected")
    delay: float = param(0.25, unit="s", low=0.0, doc="mean time from a whistle to its detection")
    delay_deviation: float = param(0.06, unit="s", low=0.0, doc="standard deviation of the delay")
    duration: float = param(0.4, unit="s", low=0.0, doc="time for which a whistle is reported")
    false_rate: float = param(
        0.5, unit="1/h", low=0.0, doc="false whistles per hour of crowd noise"
    )


class WhistleOracle(Module[WhistleOracleParameters]):
    """Detects each whistle after a random delay or not at all, and some that do not exist.

    Whistles from before the first cycle are not detected.
    """

    random_stream = "WhistleOracle"
    replaces = ("AudioFrame",)

    def __init__(self, parameters: WhistleOracleParameters) -> None:
        super().__init__(parameters)
        self.known_whistle_at: float | None = None
        self.detected_from = -math.inf
        self.detected_until = -math.inf
        self.last_detected_at = WhistlePercept().last_detected_at

    def update(self, frame: FrameInfo, truth: GroundTruth) -> WhistlePercept:
        if self.known_whistle_at is None:
            self.known_whistle_at = truth.whistle_at if truth.whistle_at < frame.time else None
        if truth.whistle_at != self.known_whistle_at:
            self.known_whistle_at = truth.whistle_at
            self._listen(truth.whistle_at, self.parameters.rate)
        if self.random.random() < self.parameters.false_rate / 3600.0 * frame.dt:
            self._listen(frame.time, 1.0)
        detected = self.detected_from <= frame.time < self.detected_until
        if detected:
            self.last_detected_at = frame.time
        return WhistlePercept(
            detected=detected,
            confidence=float(self.random.uniform(0.7, 1.0)) if detected else 0.0,
            last_detected_at=self.last_detected_at,
            channels_used=MICROPHONES,
        )

    def _listen(self, whistled_at: float, rate: float) -> None:
        p = self.parameters
        if self.random.random() < rate:
            delay = max(p.delay + p.delay_deviation * float(self.random.standard_normal()), 0.0)
            self.detected_from = whistled_at + delay
            self.detected_until = self.detected_from + p.duration
