"""Crossing bearings: from the directions that several robots heard to the place of the sound."""

from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Field, FloatArray, Pose2, Robot, Vector2

PARALLEL = 1e-3  # conditioning of the equations below which bearings do not cross


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearing:
    """A direction that one robot heard."""

    robot_to_field: Pose2[Robot, Field]
    angle_in_robot: float  # rad
    deviation: float  # rad


def crossing(
    bearings: list[Bearing], *, tolerance: float = 2.0, rounds: int = 12
) -> Vector2[Field] | None:
    """Where the bearings cross best, None if fewer than two do (BH19-WHI-05).

    Least squares of the angles by Gauss-Newton, in which a bearing that misses by more than
    `tolerance` deviations counts ever less, so a single false one is overruled. Starts from each
    pair's crossing and takes the best result; bearings count only ahead.
    """
    starts = [
        start
        for index, first in enumerate(bearings)
        for second in bearings[index + 1 :]
        if (start := _crossing_of_two(first, second)) is not None
    ]
    if not starts:
        return None
    places = [_refined(start, bearings, tolerance, rounds) for start in starts]
    best = min(places, key=lambda place: _cost(place, bearings, tolerance))
    return Vector2.from_array(best)


def _crossing_of_two(first: Bearing, second: Bearing) -> FloatArray | None:
    """Where two rays meet ahead of both robots."""
    (a, along_a), (b, along_b) = _ray(first), _ray(second)
    across = float(along_a[0] * along_b[1] - along_a[1] * along_b[0])
    if abs(across) < PARALLEL:
        return None
    way = b - a
    far_a = (way[0] * along_b[1] - way[1] * along_b[0]) / across
    far_b = (way[0] * along_a[1] - way[1] * along_a[0]) / across
    if far_a <= 0.0 or far_b <= 0.0:
        return None
    place: FloatArray = a + far_a * along_a
    return place


def _ray(bearing: Bearing) -> tuple[FloatArray, FloatArray]:
    pose = bearing.robot_to_field
    angle = pose.theta + bearing.angle_in_robot
    return np.array((pose.x, pose.y)), np.array((np.cos(angle), np.sin(angle)))


def _misses(place: FloatArray, bearings: list[Bearing]) -> tuple[FloatArray, FloatArray]:
    """How many deviations each bearing is off, and how that changes with the place."""
    misses, slopes = np.empty(len(bearings)), np.empty((len(bearings), 2))
    for index, bearing in enumerate(bearings):
        at, along = _ray(bearing)
        way = place - at
        ahead, left = float(way @ along), float(along[0] * way[1] - along[1] * way[0])
        squared = max(float(way @ way), 1e-6)
        misses[index] = np.arctan2(left, ahead) / bearing.deviation
        slopes[index] = np.array((-way[1], way[0])) / squared / bearing.deviation
    return misses, slopes


def _refined(
    place: FloatArray, bearings: list[Bearing], tolerance: float, rounds: int
) -> FloatArray:
    for _ in range(rounds):
        misses, slopes = _misses(place, bearings)
        weights = 1.0 / (1.0 + (misses / tolerance) ** 2)
        normal = slopes.T @ (weights[:, None] * slopes) + 1e-6 * np.eye(2)
        step = np.linalg.solve(normal, slopes.T @ (weights * misses))
        length = float(np.hypot(*step))
        place = place - step * min(1.0, 1.0 / max(length, 1e-9))
    return place


def _cost(place: FloatArray, bearings: list[Bearing], tolerance: float) -> float:
    misses, _ = _misses(place, bearings)
    return float(np.log1p((misses / tolerance) ** 2).sum())
