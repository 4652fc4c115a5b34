"""Hall: from the position of a sound to its echoes, its reverberation and the air's damping."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kickabout.simulation.ears.settings import SPEED_OF_SOUND, Hall, Point
from kickabout.simulation.ears.signals import SYNTHESIS_RATE, Signal

FAR = 40.0  # m of air through which the muffled version of a sound has passed


@dataclass(frozen=True, slots=True, kw_only=True)
class Echoes:
    """Mirror images of a sound, the sound itself first."""

    positions_in_field: NDArray[np.float64]  # (n, 3), m
    strengths: NDArray[np.float64]  # (n,), fraction of the pressure after reflection


def echoes(hall: Hall, position_in_field: Point) -> Echoes:
    """Return the images in the walls, floor and ceiling of a box."""
    axes = [_images_along(hall, axis=axis, value=position_in_field[axis]) for axis in range(3)]
    order = hall.reflections if hall.reverberant else 0
    kept = [
        (sum(image[1] for image in images), images)
        for images in itertools.product(*axes)
        if sum(image[1] for image in images) <= order
    ]
    kept.sort(key=lambda item: item[0])
    positions = np.array([[image[0] for image in images] for _, images in kept])
    strengths = np.array([np.prod([image[2] for image in images]) for _, images in kept])
    return Echoes(positions_in_field=positions, strengths=strengths)


def _images_along(hall: Hall, *, axis: int, value: float) -> list[tuple[float, int, float]]:
    """Return coordinate, number of bounces and remaining pressure of images along one axis."""
    low, high = (corner[axis] for corner in hall.corners)
    walls = np.sqrt(1.0 - hall.wall_absorption)
    lower = np.sqrt(1.0 - hall.floor_absorption) if axis == 2 else walls
    return list(_bounced(value, ((low, lower), (high, walls)), order=hall.reflections))


def _bounced(
    value: float, walls: tuple[tuple[float, float], tuple[float, float]], *, order: int
) -> Iterator[tuple[float, int, float]]:
    """Yield images in two walls, each given by its coordinate and the remaining pressure."""
    yield value, 0, 1.0
    for first in (0, 1):
        position, strength = value, 1.0
        for bounce in range(order):
            wall, left = walls[(first + bounce) % 2]
            position = 2.0 * wall - position
            strength *= left
            yield position, bounce + 1, strength


def air_damping_db(frequency: Signal) -> Signal:
    """Return dB per meter at 20 °C, 50 % humidity and sea level, after ISO 9613-1."""
    temperature, humidity = 293.15, 1.15  # K, molar % of water
    oxygen = 24.0 + 4.04e4 * humidity * (0.02 + humidity) / (0.391 + humidity)
    nitrogen = 9.0 + 280.0 * humidity
    squared = frequency * frequency
    relaxation = 0.01275 * np.exp(-2239.1 / temperature) / (oxygen + squared / oxygen)
    relaxation += 0.1068 * np.exp(-3352.0 / temperature) / (nitrogen + squared / nitrogen)
    damping: Signal = 8.686 * squared * (1.84e-11 + relaxation)
    return damping


def air_gain(frequency: Signal, distance: float) -> Signal:
    """Return the remaining pressure of each frequency after a distance, without spreading."""
    gain: Signal = 10.0 ** (-air_damping_db(frequency) * distance / 20.0)
    return gain


def tail_envelope(hall: Hall) -> Signal:
    """Return the deviation over time of the diffuse part of the impulse response, for 1 m.

    Its energy is that of a diffuse field in such a hall, minus the part before the echoes become
    too dense to be separated; this is after the mean free path times the number of bounces.
    """
    reverberation = hall.reverberation_time
    time = np.arange(round(0.8 * reverberation * SYNTHESIS_RATE)) / SYNTHESIS_RATE
    surface = 2.0 * (hall.length * (hall.width + hall.height) + hall.width * hall.height)
    mean_free_time = 4.0 * hall.volume / surface / SPEED_OF_SOUND
    onset = np.clip(time / (mean_free_time * (1 + hall.reflections)), 0.0, 1.0)
    power = onset * 10.0 ** (-6.0 * time / reverberation)
    critical_distance = 0.057 * np.sqrt(hall.volume / reverberation)
    decay = reverberation / 13.8 * SYNTHESIS_RATE
    envelope: Signal = np.sqrt(power / decay) / critical_distance
    return envelope


def tail_path(hall: Hall) -> float:
    """Return the mean path of the diffuse part through air in m."""
    return SPEED_OF_SOUND * hall.reverberation_time / 13.8
