"""Microphone geometry: from positions in the head to the delays of a plane wave."""

import math

import numpy as np

from kickabout.geometry import FloatArray

SPEED_OF_SOUND = 343.0  # m/s, BH19-WHI-01

# Indices of microphones, in the order front left, front right, rear left, rear right
OUTER_PAIRS = ((2, 0), (0, 1), (1, 3))  # rear to front left, front, front to rear right
ALL_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def directions(azimuths: FloatArray, elevation: float) -> FloatArray:
    """Return unit vectors, (n, 3), toward sources at these angles."""
    level = math.cos(elevation)
    return np.column_stack(
        (
            level * np.cos(azimuths),
            level * np.sin(azimuths),
            np.full(len(azimuths), math.sin(elevation)),
        )
    )


def pair_delays(
    microphones: FloatArray, pairs: tuple[tuple[int, int], ...], toward: FloatArray
) -> FloatArray:
    """Return delays in s of a plane wave at the second of each pair, (directions, pairs)."""
    apart = np.array([microphones[first] - microphones[second] for first, second in pairs])
    delays: FloatArray = toward @ apart.T / SPEED_OF_SOUND
    return delays
