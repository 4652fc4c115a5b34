"""Sound events: kind, time, position and loudness."""

import enum
from dataclasses import dataclass

from kickabout.simulation.ears.settings import Point


class SoundKind(enum.StrEnum):
    """Kinds of sounds with a position and a beginning."""

    FOX40 = "fox40"  # whistle without pea: three chambers, three tones that beat
    PEA = "pea"  # whistle with a pea: trills between two tones
    PLASTIC = "plastic"  # cheap whistle: one breathy tone
    CLAPPING = "clapping"
    CHEERING = "cheering"
    MUSIC = "music"
    SPEECH = "speech"


WHISTLES = (SoundKind.FOX40, SoundKind.PEA, SoundKind.PLASTIC)


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundEvent:
    """One sound; equal events have the same samples in every process."""

    kind: SoundKind
    start: float  # s, at the source
    position_in_field: Point  # m, z above the carpet
    strength: float = 1.0  # factor on the sound pressure
    duration: float = 0.0  # s; 0: derived from the seed
    seed: int = 0  # distinguishes events of the same kind
