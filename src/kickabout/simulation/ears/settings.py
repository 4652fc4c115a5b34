"""Settings of sound: the hall, the crowd, and a robot's microphones."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float, float]  # m, x and y in the field, z above the carpet

SPEED_OF_SOUND = 343.0  # m/s, dry air at 20 °C; the same as in BH19-WHI-01


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The box around the field, whose walls reflect sound."""

    length: float = 30.0  # m, along x
    width: float = 24.0  # m, along y
    height: float = 8.0  # m
    center: tuple[float, float] = (
        2.0,
        -3.0,
    )  # m, not the field's center, so that no two echoes coincide
    wall_absorption: float = 0.25  # fraction of energy, also of the ceiling; 1.6 s of reverberation
    floor_absorption: float = 0.3  # fraction of energy; carpet at 2 to 4 kHz
    reflections: int = 2  # maximum number of bounces of separate echoes
    reverberant: bool = True  # if not set, only the direct sound arrives, as outdoors

    def __post_init__(self) -> None:
        if min(self.length, self.width, self.height) <= 0.0:
            raise ValueError("the length, width and height of a hall must be positive")
        if not (0.0 < self.wall_absorption <= 1.0 and 0.0 < self.floor_absorption <= 1.0):
            raise ValueError("the absorption of wall and floor must be above 0 and at most 1")
        if not 0 <= self.reflections <= 3:
            raise ValueError(f"reflections must be 0 to 3, not {self.reflections}")

    @property
    def corners(self) -> tuple[Point, Point]:
        x, y = self.center
        lower = (x - self.length / 2, y - self.width / 2, 0.0)
        return lower, (x + self.length / 2, y + self.width / 2, self.height)

    def contains(self, position: Point) -> bool:
        lower, upper = self.corners
        return all(
            low < value < high for low, value, high in zip(lower, position, upper, strict=True)
        )

    @property
    def volume(self) -> float:
        return self.length * self.width * self.height

    @property
    def reverberation_time(self) -> float:
        """Return the seconds until a sound has decayed by 60 dB, by Sabine's formula."""
        floor = self.length * self.width
        walls = floor + 2.0 * self.height * (self.length + self.width)
        absorbing = self.wall_absorption * walls + self.floor_absorption * floor
        return 0.161 * self.volume / absorbing


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """People around the field. Levels are sound pressure levels at the microphones."""

    murmur_db: float = 64.0  # dB, of the voices from everywhere
    cheers_per_minute: float = 0.0
    applauses_per_minute: float = 0.0
    calls_per_minute: float = 0.0  # loud speech and announcements
    songs_per_minute: float = 0.0  # a few bars of music
    carpet_half_size: tuple[float, float] = (5.2, 3.7)  # m, length and width
    distance: float = 2.0  # m, from the carpet's edge to the people


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundSettings:
    """All sound of a scene except events."""

    hall: Hall = Hall()
    crowd: Crowd = Crowd()
    fan_db: float = 50.0  # dB, of the fan in the robot's head
    motor_db: float = 66.0  # dB, of the robot's gears and steps at full activity
    head_shadow_db: float = 4.0  # dB, maximum attenuation by the head


@dataclass(frozen=True, slots=True, kw_only=True)
class Microphones:
    """The microphones of one robot and their faults."""

    rate: int = 48_000  # Hz
    positions_in_head: tuple[Point, ...]  # of the link that carries them
    full_scale: float = 5.6  # Pa, full scale of 16 bits; -12 dB (V/Pa) into ±1.4 V
    mismatch_db: float = 0.7  # dB, deviation of the gains, drawn once per robot
    hiss_db: float = 32.0  # dB, noise of the microphones themselves
    gains_db: tuple[float, ...] = ()  # dB, extra gain of single microphones; empty: none
    dead: tuple[int, ...] = ()  # indices of the microphones without signal

    def __post_init__(self) -> None:
        count = len(self.positions_in_head)
        if not 4_000 <= self.rate <= 48_000 or self.rate % 100:
            raise ValueError(
                f"the rate must be 4000 to 48000 Hz in steps of 100 Hz, not {self.rate}"
            )
        if self.gains_db and len(self.gains_db) != count:
            raise ValueError(f"{len(self.gains_db)} gains were given for {count} microphones")
        unknown = [index for index in self.dead if not 0 <= index < count]
        if unknown:
            raise ValueError(f"dead microphone {unknown[0]} is not one of 0 to {count - 1}")

    def in_field(
        self, *, rotation: NDArray[np.float64], translation: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the microphones' positions (microphones, 3) for a pose of the head."""
        positions: NDArray[np.float64] = np.array(self.positions_in_head) @ rotation.T + translation
        return positions
