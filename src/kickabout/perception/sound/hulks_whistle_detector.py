"""HULKs' whistle detection: from blocks of sound to whistles that last several buffers."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.perception.sound.hulks_whistle_band import BandRules, Sound, has_whistle, magnitudes
from kickabout.representations import AudioFrame, WhistlePercept


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksWhistleDetectorParameters:
    buffer: int = param(1024, low=64, doc="number of samples per spectrum")
    cycles: int = param(4, low=1, doc="minimum number of consecutive buffers with a whistle")
    lowest: float = param(2000.0, unit="Hz", low=0.0, doc="minimum frequency of whistles")
    highest: float = param(4200.0, unit="Hz", low=0.0, doc="maximum frequency of whistles")
    band: float = param(
        200.0, unit="Hz", low=10.0, doc="width of the pieces into which the range is split"
    )
    band_factor: float = param(4.0, low=1.0, doc="minimum loudness of a piece, relative to all")
    whistle_factor: float = param(
        5.0, low=1.0, doc="minimum loudness of a whistle, relative to all"
    )
    min_magnitude: float = param(1e-4, low=0.0, doc="minimum mean magnitude of a whistle")
    dead_below: float = param(1e-6, low=0.0, doc="deviation below which a microphone is defective")
    broken_microphones: tuple[int, ...] = param(
        (), doc="channels of this robot known to be damaged, from 0"
    )


class HulksWhistleDetector(Module[HulksWhistleDetectorParameters]):
    """Detects whistles by the energy of a frequency band.

    After HULKs 2021, 5.11. Whistles of other fields are detected as well.
    """

    def __init__(self, parameters: HulksWhistleDetectorParameters) -> None:
        super().__init__(parameters)
        self.rest: Sound = np.zeros((0, 0), np.float32)
        self.in_a_row = 0
        self.last_detected_at = WhistlePercept().last_detected_at
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        self.rules = BandRules(
            lowest=p.lowest,
            highest=p.highest,
            band=p.band,
            band_factor=p.band_factor,
            whistle_factor=p.whistle_factor,
            min_magnitude=p.min_magnitude,
        )

    def update(self, frame: FrameInfo, audio: AudioFrame) -> WhistlePercept:
        p, samples = self.parameters, audio.samples
        if self.rest.shape[0] != samples.shape[0]:
            self.rest = samples[:, :0]
        sound = np.concatenate((self.rest, samples), axis=1)
        loud = samples.std(axis=1) > p.dead_below if samples.size else np.zeros(len(samples), bool)
        working = np.setdiff1d(np.flatnonzero(loud), p.broken_microphones)
        detected = False
        for start in range(0, sound.shape[1] - p.buffer + 1, p.buffer):
            self._listen(sound[working, start : start + p.buffer], audio.rate)
            detected |= self.in_a_row >= p.cycles
        self.rest = sound[:, sound.shape[1] // p.buffer * p.buffer :]
        if detected:
            self.last_detected_at = frame.time
        return WhistlePercept(
            detected=detected,
            confidence=1.0 if detected else 0.0,
            last_detected_at=self.last_detected_at,
            channels_used=len(working),
        )

    def _listen(self, buffers: Sound, rate: float) -> None:
        """Evaluate one buffer of all working microphones, by a majority vote."""
        votes = [has_whistle(magnitudes(buffer), rate, self.rules) for buffer in buffers]
        has_majority = bool(votes) and 2 * sum(votes) > len(votes)
        self.in_a_row = self.in_a_row + 1 if has_majority else 0
