"""Triangulation: from the bearings of several robots to the position of the sound."""

from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Field, FloatArray, Pose2, Robot, Vector2

PARALLEL = 1e-3  # sine of the angle between bearings below which they count as parallel


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearing:
    """The direction of a sound that one robot heard."""

    robot_to_field: Pose2[Robot, Field]
    angle_in_robot: float  # rad
    deviation: float  # rad


def triangulated(
    bearings: list[Bearing], *, tolerance: float = 2.0, rounds: int = 12
) -> Vector2[Field] | None:
    """Return the point that fits the bearings best; None if no two intersect (BH19-WHI-05).

    Least squares of the angles by Gauss-Newton, in which a bearing that misses by more than
    `tolerance` deviations loses weight, so a single false one has little effect. It starts from
    each pair's intersection and returns the best result.
    """
    starts = [
        start
        for index, first in enumerate(bearings)
        for second in bearings[index + 1 :]
        if (start := _intersection(first, second)) is not None
    ]
    if not starts:
        return None
    positions = [_refined(start, bearings, tolerance, rounds) for start in starts]
    best = min(positions, key=lambda position: _cost(position, bearings, tolerance))
    return Vector2.from_array(best)


def _intersection(first: Bearing, second: Bearing) -> FloatArray | None:
    """Return the intersection of two rays ahead of both robots."""
    (a, along_a), (b, along_b) = _ray(first), _ray(second)
    across = float(along_a[0] * along_b[1] - along_a[1] * along_b[0])
    if abs(across) < PARALLEL:
        return None
    offset = b - a
    far_a = (offset[0] * along_b[1] - offset[1] * along_b[0]) / across
    far_b = (offset[0] * along_a[1] - offset[1] * along_a[0]) / across
    if far_a <= 0.0 or far_b <= 0.0:
        return None
    position: FloatArray = a + far_a * along_a
    return position


def _ray(bearing: Bearing) -> tuple[FloatArray, FloatArray]:
    pose = bearing.robot_to_field
    angle = pose.theta + bearing.angle_in_robot
    return np.array((pose.x, pose.y)), np.array((np.cos(angle), np.sin(angle)))


def _misses(position: FloatArray, bearings: list[Bearing]) -> tuple[FloatArray, FloatArray]:
    """Return each bearing's error in standard deviations, and its derivative by the position."""
    misses, slopes = np.empty(len(bearings)), np.empty((len(bearings), 2))
    for index, bearing in enumerate(bearings):
        at, along = _ray(bearing)
        offset = position - at
        ahead, left = float(offset @ along), float(along[0] * offset[1] - along[1] * offset[0])
        squared = max(float(offset @ offset), 1e-6)
        misses[index] = np.arctan2(left, ahead) / bearing.deviation
        slopes[index] = np.array((-offset[1], offset[0])) / squared / bearing.deviation
    return misses, slopes


def _refined(
    position: FloatArray, bearings: list[Bearing], tolerance: float, rounds: int
) -> FloatArray:
    for _ in range(rounds):
        misses, slopes = _misses(position, bearings)
        weights = 1.0 / (1.0 + (misses / tolerance) ** 2)
        normal = slopes.T @ (weights[:, None] * slopes) + 1e-6 * np.eye(2)
        step = np.linalg.solve(normal, slopes.T @ (weights * misses))
        length = float(np.hypot(*step))
        position = position - step * min(1.0, 1.0 / max(length, 1e-9))
    return position


def _cost(position: FloatArray, bearings: list[Bearing], tolerance: float) -> float:
    misses, _ = _misses(position, bearings)
    return float(np.log1p((misses / tolerance) ** 2).sum())
