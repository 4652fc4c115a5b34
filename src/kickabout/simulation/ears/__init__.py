"""Ears: the sound of whistles, crowd and motors at a robot's microphones in a hall."""

from kickabout.simulation.ears.ears import Block, Ears, samples_between, to_int16
from kickabout.simulation.ears.events import WHISTLES, SoundEvent, SoundKind
from kickabout.simulation.ears.settings import (
    SPEED_OF_SOUND,
    Crowd,
    Hall,
    Microphones,
    Point,
    SoundSettings,
)
from kickabout.simulation.ears.soundscape import Soundscape

__all__ = [
    "SPEED_OF_SOUND",
    "WHISTLES",
    "Block",
    "Crowd",
    "Ears",
    "Hall",
    "Microphones",
    "Point",
    "SoundEvent",
    "SoundKind",
    "SoundSettings",
    "Soundscape",
    "samples_between",
    "to_int16",
]
