"""Direction of a whistle: from four channels and the head's posture to an angle."""

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
    """How directions are compared."""

    PHASE_TRANSFORM = "phase_transform"  # time differences of all pairs
    DELAY_AND_SUM = "delay_and_sum"  # beams of the outer pairs, B-Human 2019


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundDirectionDetectorParameters:
    method: DirectionMethod = param(
        DirectionMethod.PHASE_TRANSFORM, doc="delay_and_sum or phase_transform"
    )
    lowest: float = param(1900.0, unit="Hz", low=0.0, doc="of what is compared")
    highest: float = param(9500.0, unit="Hz", low=0.0, doc="of what is compared")
    elevation: float = param(0.15, unit="rad", doc="of a referee's mouth a few meters away")
    clearness: float = param(1.1, low=1.0, doc="the best direction beats all others by this factor")
    deviation: float = param(0.12, unit="rad", low=0.0, doc="of a direction that is clear")


class SoundDirectionDetector(Module[SoundDirectionDetectorParameters]):
    """Takes the blocks in which a whistle is recognized, and leans on the first most.

    The direct sound comes first, echoes follow: so loudness is summed over a whistle with ever
    less weight. Needs all four microphones and knows nothing until there is a whistle.
    """

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
        heard = self._joined(audio.samples)
        self.before = audio.samples
        if not whistle.detected:
            self.blocks = 0
            self.loudness[:] = 0.0
            return self.percept
        usable = len(body.link_rotations) > Link.HEAD and len(heard) == len(self.microphones)
        if usable and bool(working_channels(heard).all()):
            self.percept = self._located(heard, audio.rate, body)
        return self.percept

    def _joined(self, samples: Sound) -> Sound:
        """This block after the one before."""
        if self.before.shape[0] != samples.shape[0]:
            return samples
        return np.concatenate((self.before, samples), axis=1)

    def _located(self, heard: Sound, rate: float, body: BodyModel) -> SoundDirectionPercept:
        p = self.parameters
        self.blocks += 1
        self.loudness += self._loudness(heard, rate, body.link_rotations[Link.HEAD]) / self.blocks
        angle, clearness = peak_direction(AZIMUTHS, self.loudness)
        return SoundDirectionPercept(
            valid=clearness >= p.clearness,
            angle_in_robot=normalized_angle(angle),
            deviation=p.deviation if clearness >= p.clearness else math.pi,
        )

    def _loudness(self, heard: Sound, rate: float, head_to_torso: FloatArray) -> FloatArray:
        p, microphones = self.parameters, self.microphones @ head_to_torso.T
        toward = directions(AZIMUTHS, p.elevation)
        if p.method is DirectionMethod.DELAY_AND_SUM:
            return delay_and_sum(
                heard, rate=rate, microphones=microphones, pairs=OUTER_PAIRS, toward=toward
            )
        return phase_transform(
            heard,
            rate=rate,
            band=(p.lowest, p.highest),
            microphones=microphones,
            pairs=ALL_PAIRS,
            toward=toward,
        )
