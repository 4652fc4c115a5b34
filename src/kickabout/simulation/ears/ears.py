"""Ears: from a soundscape and the positions of the microphones to sampled sound."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kickabout.simulation.ears.background import Layer
from kickabout.simulation.ears.events import SoundEvent
from kickabout.simulation.ears.hall import FAR, Echoes
from kickabout.simulation.ears.kernels import add_echoes, add_loop, add_tails, digitize
from kickabout.simulation.ears.playback import PADDING, oversampling
from kickabout.simulation.ears.settings import SPEED_OF_SOUND, Microphones
from kickabout.simulation.ears.signals import pascals
from kickabout.simulation.ears.soundscape import Soundscape

_MIN_DISTANCE = 0.25  # m; at smaller distances, the sound pressure does not increase any more
_MAX_SPEED = 20.0  # m/s; a head that moves faster was put elsewhere
_SILENCE = 1e-7  # of full scale: far below the least significant of 16 bits

Block = NDArray[np.float32]  # (microphones, samples), full scale ±1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Paths:
    """Paths of a sound to the microphones at one moment; all arrays are (echoes, microphones)."""

    delays: NDArray[np.float64]  # s
    clear: NDArray[np.float64]  # gain of the dry sound
    muffled: NDArray[np.float64]  # gain of the sound after FAR meters of air


class Ears:
    """The microphones of one robot.

    Sound is sampled block by block without seams. The positions of the microphones are those at the
    end of a block; since the previous block, they are assumed to have moved at constant speed.
    """

    def __init__(self, soundscape: Soundscape, microphones: Microphones, *, robot: int = 0) -> None:
        self.soundscape = soundscape
        self.microphones = microphones
        random = np.random.default_rng([soundscape.seed, 5, robot])
        self._gains = self._drawn_gains(random)
        self._offsets = [int(offset) for offset in random.integers(0, 1 << 20, len(Layer))]
        self._next_sample: int | None = None
        self._positions = np.zeros((0, 3))
        self._activity = 0.0

    def listen(
        self,
        first_sample: int,
        samples: int,
        *,
        microphones_in_field: NDArray[np.float64],
        activity: float = 0.0,
    ) -> Block:
        """Return the samples from a sample number on, counted from time zero.

        `microphones_in_field` has a row x, y, z for each microphone; `activity` is that of the
        robot's motors, 0 to 1. Values are multiples of 1/32768, as from a 16-bit converter.
        """
        positions = self._checked(microphones_in_field)
        if first_sample != self._next_sample or self._jumped(positions, samples):
            self._positions, self._activity = positions, activity
        heard = np.zeros((positions.shape[0], samples), dtype=np.float32)
        self._add_background(heard, first=first_sample, activity=activity)
        begin = first_sample / self.microphones.rate
        end = (first_sample + samples) / self.microphones.rate
        for event in self.soundscape.audible(begin, end):
            self._add_event(heard, event, first=first_sample, positions=positions)
        self._next_sample = first_sample + samples
        self._positions, self._activity = positions, activity
        block: Block = digitize(heard, self._gains)
        return block

    def _checked(self, microphones_in_field: NDArray[np.float64]) -> NDArray[np.float64]:
        positions = np.array(microphones_in_field, dtype=np.float64)
        expected = (len(self.microphones.positions_in_head), 3)
        if positions.shape != expected or not np.all(np.isfinite(positions)):
            raise ValueError(
                f"microphone positions must be finite, with shape {expected}, not {positions.shape}"
            )
        return positions

    def _jumped(self, positions: NDArray[np.float64], samples: int) -> bool:
        """Return whether the robot was put elsewhere, which must not change the pitch."""
        farthest = _MAX_SPEED * samples / self.microphones.rate
        return bool(np.max(np.abs(positions - self._positions)) > farthest)

    def _drawn_gains(self, random: np.random.Generator) -> NDArray[np.float64]:
        microphones = self.microphones
        count = len(microphones.positions_in_head)
        gains_db = microphones.mismatch_db * random.standard_normal(count)
        if microphones.gains_db:
            gains_db += np.array(microphones.gains_db)
        gains = 10.0 ** (gains_db / 20.0) / microphones.full_scale
        gains[list(microphones.dead)] = 0.0
        return np.asarray(gains)

    def _add_background(self, heard: Block, *, first: int, activity: float) -> None:
        settings = self.soundscape.settings
        background = self.soundscape.background(self.microphones)
        murmur = pascals(settings.crowd.murmur_db) * math.sqrt(0.5)
        fan, hiss = pascals(settings.fan_db), pascals(self.microphones.hiss_db)
        motors = pascals(settings.motor_db)
        pressures = {
            Layer.MURMUR: (murmur, murmur),
            Layer.VOICES: (murmur, murmur),
            Layer.FAN: (fan, fan),
            Layer.HISS: (hiss, hiss),
            Layer.MOTORS: (motors * self._activity, motors * activity),
        }
        for layer, (before, now) in pressures.items():
            if max(before, now) > _SILENCE * self.microphones.full_scale:
                add_loop(heard, background.loop(layer), first + self._offsets[layer], before, now)

    def _add_event(
        self, heard: Block, event: SoundEvent, *, first: int, positions: NDArray[np.float64]
    ) -> None:
        playback = self.soundscape.playback(event, self.microphones)
        now = self._paths(playback.echoes, positions)
        before = now
        if not np.array_equal(positions, self._positions):
            before = self._paths(playback.echoes, self._positions)
        rate = self.microphones.rate
        step = oversampling(rate)
        begin, end = (
            _positioned(paths, start=event.start, rate=step * rate) for paths in (before, now)
        )
        add_echoes(heard, playback.near, playback.far, first, step, begin, end)
        # The reverberation begins when the direct sound has reached the head.
        start, goal = (first + round(float(ends[0, :, 0].mean()) / step) for ends in (begin, end))
        add_tails(heard, playback.tails, start, goal)

    def _paths(self, echoes: Echoes, positions: NDArray[np.float64]) -> _Paths:
        offsets = echoes.positions_in_field[:, None] - positions[None]
        distances = np.maximum(np.linalg.norm(offsets, axis=2), _MIN_DISTANCE)
        outward = positions - positions.mean(axis=0)
        outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-9)
        facing = np.einsum("ecx,cx->ec", offsets, outward) / distances
        shadow_db = self.soundscape.settings.head_shadow_db * 0.5 * (1.0 - facing)
        gains = echoes.strengths[:, None] / distances * 10.0 ** (-shadow_db / 20.0)
        muffled = np.minimum(distances / FAR, 1.0)
        return _Paths(
            delays=distances / SPEED_OF_SOUND,
            clear=gains * (1.0 - muffled),
            muffled=gains * muffled,
        )


def _positioned(paths: _Paths, *, start: float, rate: int) -> NDArray[np.float64]:
    """Return table positions of sample number zero, and gains, (echoes, microphones, 3)."""
    positions = (PADDING - start - paths.delays) * rate
    return np.stack((positions, paths.clear, paths.muffled), axis=-1)


def samples_between(begin: float, end: float, *, rate: int) -> tuple[int, int]:
    """Return first sample and number of samples of a time span; adjacent spans do not overlap."""
    first = math.ceil(begin * rate - 1e-6)
    return first, math.ceil(end * rate - 1e-6) - first


def to_int16(block: Block) -> NDArray[np.int16]:
    """Return the same block as a 16-bit converter outputs it."""
    return (block * np.float32(32768.0)).astype(np.int16)
