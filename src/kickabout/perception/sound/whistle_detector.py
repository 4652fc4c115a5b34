"""The referee's whistle: from blocks of sound to whether somebody whistles."""

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

RATE = 16_000.0  # Hz that are listened to at least; a whistle's second harmonic fits in
RECENT = 6  # blocks that a decision is made on


@dataclass(frozen=True, slots=True, kw_only=True)
class WhistleDetectorParameters:
    lowest: float = param(1900.0, unit="Hz", low=0.0, doc="of a whistle's main tones")
    highest: float = param(4600.0, unit="Hz", low=0.0, doc="of a whistle's main tones")
    width: float = param(600.0, unit="Hz", low=10.0, doc="in which all main tones lie")
    rumble: float = param(300.0, unit="Hz", low=0.0, doc="sound below this is not listened to")
    share: float = param(0.55, low=0.0, high=1.0, doc="of all power that a whistle has at least")
    flatness: float = param(0.3, low=0.0, high=1.0, doc="of its spectrum at most; noise has 0.56")
    loudness: float = param(0.002, low=0.0, doc="root mean square of the quietest whistle")
    blocks: int = param(5, low=1, high=RECENT, doc="of the last six that sound like a whistle")
    references: tuple[str, ...] = param(
        ("fox40", "pea", "plastic"), doc="recorded whistles to compare with, in config/whistles"
    )
    resemblance: float = param(0.55, low=0.0, doc="to a reference that makes it a whistle as well")
    faint_share: float = param(0.3, low=0.0, high=1.0, doc="of the power it must have even then")
    broken_microphones: tuple[int, ...] = param(
        (), doc="channels of this robot known to be damaged, from 0"
    )
    in_play: bool = param(False, doc="listen while the ball is in play, too, for goals")


class WhistleDetector(Module[WhistleDetectorParameters]):
    """Correlation with recorded whistles, and an ear for whistles that nobody recorded.

    A known whistle is recognized as in B-Human 2019, section 5.5.1. Any other is heard by what
    all have in common: most of the power in a few lines near 3 kHz, for longer than a clap.
    Microphones that are silent or much louder than the others are left out. Listens in set only.
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
        """Append a block at a lower rate to what is remembered."""
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
        """0 if this does not sound like a whistle, else 0.5 to 1."""
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
        share, flatness = float(np.median(tone.share)), float(np.median(tone.flatness))
        self.debug.plot("share", share)
        if share < p.faint_share or flatness > p.flatness:
            return 0.0
        if share >= p.share:
            return min(1.0, 0.5 + 0.5 * (share - p.share) / max(0.9 - p.share, 0.01))
        best = self._best_resemblance(window)
        self.debug.plot("resemblance", best)
        return min(1.0, best) if best >= p.resemblance else 0.0

    def _best_resemblance(self, window: Sound) -> float:
        """Of all references, the mean over the channels."""
        spectra = padded_spectrum(window)
        known = [known_reference(name, self.rate) for name in self.parameters.references]
        return max((float(np.mean(resemblance(spectra, one))) for one in known), default=0.0)


def working_channels(window: Sound, broken: Sequence[int] = ()) -> npt.NDArray[np.bool_]:
    """Those that sound at all and neither 20 dB less nor 20 dB more than the others."""
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
