"""Four microphones in a head: from their places to the delays of a plane wave."""

import math

import numpy as np

from kickabout.geometry import FloatArray, readonly

SPEED_OF_SOUND = 343.0  # m/s, BH19-WHI-01

# BH19-WHI-01 gives the distances of a flat isosceles trapezoid: 6.18 cm in front, 11.16 cm in the
# rear, 5.33 cm at the sides. It is level when the head is bent forward as far as it goes, 29.5°.
FRONT, REAR, SIDE = 0.0618, 0.1116, 0.0533  # m
_DEPTH = math.sqrt(SIDE**2 - ((REAR - FRONT) / 2.0) ** 2)
_TILT = math.radians(29.5)
_AHEAD, _UP = 0.5 * _DEPTH * math.cos(_TILT), 0.5 * _DEPTH * math.sin(_TILT)
MICROPHONES_IN_HEAD: FloatArray = readonly(
    (
        (_AHEAD, 0.5 * FRONT, _UP),  # front left
        (_AHEAD, -0.5 * FRONT, _UP),  # front right
        (-_AHEAD, 0.5 * REAR, -_UP),  # rear left
        (-_AHEAD, -0.5 * REAR, -_UP),  # rear right
    )
)
OUTER_PAIRS = ((2, 0), (0, 1), (1, 3))  # rear to front left, front, front to rear right
ALL_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def directions(azimuths: FloatArray, elevation: float) -> FloatArray:
    """Unit vectors, (n, 3), toward sources at these angles."""
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
    """s by which the second of each pair hears a plane wave later, (directions, pairs)."""
    apart = np.array([microphones[first] - microphones[second] for first, second in pairs])
    delays: FloatArray = toward @ apart.T / SPEED_OF_SOUND
    return delays
