"""HULKs' whistle: from blocks of sound to whistles that last four buffers."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.perception.sound.hulks_whistle_band import BandRules, Sound, has_whistle, magnitudes
from kickabout.representations import AudioFrame, WhistlePercept


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksWhistleDetectorParameters:
    buffer: int = param(1024, low=64, doc="samples that are looked at together")
    cycles: int = param(4, low=1, doc="buffers in a row that have to sound like a whistle")
    lowest: float = param(2000.0, unit="Hz", low=0.0, doc="of the range of whistles")
    highest: float = param(4200.0, unit="Hz", low=0.0, doc="of the range of whistles")
    band: float = param(200.0, unit="Hz", low=10.0, doc="pieces that the range is cut into")
    band_factor: float = param(4.0, low=1.0, doc="louder than all, a piece may be of a whistle")
    whistle_factor: float = param(5.0, low=1.0, doc="louder than all, the whole is a whistle")
    least: float = param(1e-4, low=0.0, doc="mean magnitude of the quietest whistle")
    dead_below: float = param(1e-6, low=0.0, doc="deviation of a microphone that does not work")
    broken_microphones: tuple[int, ...] = param(
        (), doc="channels of this robot known to be damaged, from 0"
    )


class HulksWhistleDetector(Module[HulksWhistleDetectorParameters]):
    """Band energy: Hann window, spectrum, loud pieces, mean of what they span.

    After HULKs 2021, 5.11. Whistles of other fields are heard as well.
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
            least=p.least,
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
        """One buffer of all microphones that work; most of them have to hear it."""
        votes = [has_whistle(magnitudes(buffer), rate, self.rules) for buffer in buffers]
        heard = bool(votes) and 2 * sum(votes) > len(votes)
        self.in_a_row = self.in_a_row + 1 if heard else 0
