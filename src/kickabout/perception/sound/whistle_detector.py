"""Referee's whistle: from blocks of sound to whether there is a whistle."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kickabout.framework import FrameInfo, Module, param
from kickabout.perception.sound.whistle_reference import (
    known_reference,
    padded_spectrum,
    resemblance,
    window_size,
)
from kickabout.perception.sound.whistle_tone import Decimator, Sound, loudest_tone, power_spectra
from kickabout.representations import AudioFrame, GameState, GameStateModel, WhistlePercept

RATE = 16_000.0  # Hz, minimum rate after decimation; covers a whistle's second harmonic
RECENT = 6  # number of blocks for a decision


@dataclass(frozen=True, slots=True, kw_only=True)
class WhistleDetectorParameters:
    lowest: float = param(1900.0, unit="Hz", low=0.0, doc="minimum frequency of the main tones")
    highest: float = param(4600.0, unit="Hz", low=0.0, doc="maximum frequency of the main tones")
    width: float = param(600.0, unit="Hz", low=10.0, doc="bandwidth of the main tones")
    rumble: float = param(300.0, unit="Hz", low=0.0, doc="frequencies below this are ignored")
    fraction: float = param(
        0.55, low=0.0, high=1.0, doc="minimum fraction of power in the main tones"
    )
    flatness: float = param(0.3, low=0.0, high=1.0, doc="maximum spectral flatness; noise has 0.56")
    loudness: float = param(0.002, low=0.0, doc="minimum root mean square of a whistle")
    blocks: int = param(5, low=1, high=RECENT, doc="minimum of the last six blocks with a whistle")
    references: tuple[str, ...] = param(
        ("fox40", "pea", "plastic"), doc="names of recorded whistles in config/whistles"
    )
    resemblance: float = param(0.55, low=0.0, doc="minimum correlation with a reference")
    faint_fraction: float = param(
        0.3, low=0.0, high=1.0, doc="minimum fraction of power with a reference"
    )
    broken_microphones: tuple[int, ...] = param(
        (), doc="channels of this robot known to be damaged, from 0"
    )
    in_play: bool = param(False, doc="detect whistles also while the ball is in play, for goals")


class WhistleDetector(Module[WhistleDetectorParameters]):
    """Detects recorded whistles by correlation and unknown ones by their spectrum.

    A known whistle is detected as in B-Human 2019, section 5.5.1, any other one by most of its
    power in a few lines near 3 kHz, for longer than a clap. Microphones that are silent or much
    louder than the others are left out. Whistles are detected in SET, and in PLAYING if `in_play`.
    """

    def __init__(self, parameters: WhistleDetectorParameters) -> None:
        super().__init__(parameters)
        self.last_detected_at = WhistlePercept().last_detected_at
        self.recent: deque[bool] = deque(maxlen=RECENT)
        self.rate = 0.0
        self.window: Sound = np.zeros((0, 0), np.float32)
        self.decimator = Decimator(1, channels=0)

    def update(self, frame: FrameInfo, audio: AudioFrame, game: GameStateModel) -> WhistlePercept:
        self._take(audio)
        working = working_channels(self.window, self.parameters.broken_microphones)
        p, confidence = self.parameters, 0.0
        listens = game.state is GameState.SET or (p.in_play and game.state is GameState.PLAYING)
        if listens and working.any():
            confidence = self._confidence(self.window[working])
        self.recent.append(confidence > 0.0)
        detected = confidence > 0.0 and sum(self.recent) >= p.blocks
        if detected:
            self.last_detected_at = frame.time
        return WhistlePercept(
            detected=detected,
            confidence=confidence if detected else 0.0,
            last_detected_at=self.last_detected_at,
            channels_used=int(working.sum()),
        )

    def _take(self, audio: AudioFrame) -> None:
        """Append a block, at a lower rate, to the window."""
        samples, channels = audio.samples, audio.samples.shape[0]
        factor = max(int(audio.rate / RATE), 1)
        if self.window.shape[0] != channels or self.rate != audio.rate / factor:
            self.rate = audio.rate / factor
            self.decimator = Decimator(factor, channels=channels)
            self.window = np.zeros((channels, window_size(self.rate)), np.float32)
        block = self.decimator(np.nan_to_num(samples, nan=0.0))
        joined = np.concatenate((self.window, block), axis=1)
        self.window = joined[:, -self.window.shape[1] :]

    def _confidence(self, window: Sound) -> float:
        """Return 0 if the window does not sound like a whistle, else about 0.5 to 1."""
        p = self.parameters
        if float(np.median(np.std(window, axis=1))) < p.loudness:
            return 0.0
        tone = loudest_tone(
            power_spectra(window),
            bin_width=self.rate / window.shape[1],
            band=(p.lowest, p.highest),
            width=p.width,
            lowest=p.rumble,
        )
        fraction, flatness = float(np.median(tone.fraction)), float(np.median(tone.flatness))
        self.debug.plot("fraction", fraction)
        if fraction < p.faint_fraction or flatness > p.flatness:
            return 0.0
        if fraction >= p.fraction:
            return min(1.0, 0.5 + 0.5 * (fraction - p.fraction) / max(0.9 - p.fraction, 0.01))
        best = self._best_resemblance(window)
        self.debug.plot("resemblance", best)
        return min(1.0, best) if best >= p.resemblance else 0.0

    def _best_resemblance(self, window: Sound) -> float:
        """Return the mean over the channels for the most similar reference."""
        spectra = padded_spectrum(window)
        known = [known_reference(name, self.rate) for name in self.parameters.references]
        return max((float(np.mean(resemblance(spectra, one))) for one in known), default=0.0)


def working_channels(window: Sound, broken: Sequence[int] = ()) -> npt.NDArray[np.bool_]:
    """Return which channels are not silent and within 20 dB of the others."""
    if window.size == 0:
        return np.zeros(window.shape[0], bool)
    level = np.std(window, axis=1)
    level[np.isin(np.arange(len(level)), broken)] = 0.0
    sounding: npt.NDArray[np.bool_] = level > 1e-5
    if not sounding.any():
        return sounding
    usual = np.median(level[sounding])
    usable: npt.NDArray[np.bool_] = sounding & (level > 0.1 * usual) & (level < 10.0 * usual)
    return usable
