"""Direction of a whistle: from four channels and the head's orientation to an angle."""

import enum
import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray, normalized_angle
from kickabout.perception.sound.sound_direction import (
    Sound,
    delay_and_sum,
    peak_direction,
    phase_transform,
)
from kickabout.perception.sound.sound_geometry import ALL_PAIRS, OUTER_PAIRS, directions
from kickabout.perception.sound.whistle_detector import working_channels
from kickabout.representations import (
    AudioFrame,
    BodyModel,
    SoundDirectionPercept,
    WhistlePercept,
)
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import Link

AZIMUTHS: FloatArray = np.radians(np.arange(-180.0, 180.0, 3.0))


class DirectionMethod(enum.Enum):
    """Method by which directions are rated."""

    PHASE_TRANSFORM = "phase_transform"  # time differences of all pairs
    DELAY_AND_SUM = "delay_and_sum"  # beams of the outer pairs, B-Human 2019


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundDirectionDetectorParameters:
    method: DirectionMethod = param(
        DirectionMethod.PHASE_TRANSFORM, doc="delay_and_sum or phase_transform"
    )
    lowest: float = param(1900.0, unit="Hz", low=0.0, doc="minimum frequency that is used")
    highest: float = param(9500.0, unit="Hz", low=0.0, doc="maximum frequency that is used")
    elevation: float = param(0.15, unit="rad", doc="elevation of a referee's whistle")
    clearness: float = param(
        1.1, low=1.0, doc="minimum loudness of the best direction over all others"
    )
    deviation: float = param(0.12, unit="rad", low=0.0, doc="deviation of a valid direction")


class SoundDirectionDetector(Module[SoundDirectionDetectorParameters]):
    """Estimates the direction of detected whistles, with the first blocks weighted most.

    The direct sound arrives before its echoes, so later blocks of a whistle get less weight. All
    four microphones are needed. The last direction is published until the next whistle.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: SoundDirectionDetectorParameters) -> None:
        super().__init__(parameters)
        self.percept = SoundDirectionPercept()
        self.microphones = np.array(nao_dimensions().microphones.positions_in_head)
        self.before: Sound = np.zeros((0, 0), np.float32)
        self.loudness = np.zeros(len(AZIMUTHS))
        self.blocks = 0

    def update(
        self, audio: AudioFrame, whistle: WhistlePercept, body: BodyModel
    ) -> SoundDirectionPercept:
        sound = self._joined(audio.samples)
        self.before = audio.samples
        if not whistle.detected:
            self.blocks = 0
            self.loudness[:] = 0.0
            return self.percept
        usable = len(body.link_rotations) > Link.HEAD and len(sound) == len(self.microphones)
        if usable and bool(working_channels(sound).all()):
            self.percept = self._located(sound, audio.rate, body)
        return self.percept

    def _joined(self, samples: Sound) -> Sound:
        """Return this block appended to the one before."""
        if self.before.shape[0] != samples.shape[0]:
            return samples
        return np.concatenate((self.before, samples), axis=1)

    def _located(self, sound: Sound, rate: float, body: BodyModel) -> SoundDirectionPercept:
        p = self.parameters
        self.blocks += 1
        self.loudness += self._loudness(sound, rate, body.link_rotations[Link.HEAD]) / self.blocks
        angle, clearness = peak_direction(AZIMUTHS, self.loudness)
        return SoundDirectionPercept(
            valid=clearness >= p.clearness,
            angle_in_robot=normalized_angle(angle),
            deviation=p.deviation if clearness >= p.clearness else math.pi,
        )

    def _loudness(self, sound: Sound, rate: float, head_to_torso: FloatArray) -> FloatArray:
        p, microphones = self.parameters, self.microphones @ head_to_torso.T
        toward = directions(AZIMUTHS, p.elevation)
        if p.method is DirectionMethod.DELAY_AND_SUM:
            return delay_and_sum(
                sound, rate=rate, microphones=microphones, pairs=OUTER_PAIRS, toward=toward
            )
        return phase_transform(
            sound,
            rate=rate,
            band=(p.lowest, p.highest),
            microphones=microphones,
            pairs=ALL_PAIRS,
            toward=toward,
        )
