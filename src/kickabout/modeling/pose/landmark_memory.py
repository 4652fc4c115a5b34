"""Landmark memory: from odometry and single sightings to a pose by triangulation.

Method: GermanTeam 2001, section 5.1. Positions are in m, angles in rad. A row of the memory is the
distance to a landmark, the validity of this distance, the angle to it, and that of the angle.
"""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat, Points2, Vec, Vec3, normalized_angle

DISTANCE, DISTANCE_VALIDITY, ANGLE, ANGLE_VALIDITY = range(4)
FIELDS = 4


class MemoryRules(NamedTuple):
    """How fast the memory becomes invalid, and which positions are used, for the kernels."""

    fade_by_distance: float  # 1/m, rate at which validities decrease
    fade_by_turn: float  # 1/rad
    min_validity: float  # of the angles that are used
    max_mismatch: float  # rad, between a landmark's angle and the one that its position predicts
    max_deviation: float  # m, of a position from the mean of all
    half_length: float  # m, of the area in which positions are possible
    half_width: float  # m


class Triangulation(NamedTuple):
    """The pose by all triples of landmarks."""

    pose: Vec3
    spread: float  # m, mean deviation of the positions that were used
    validity: float  # mean product of the validities of the angles; 0 without any position
    used: int  # number of triples
    rejected: int  # number of triples whose position was too far from the mean


@kernel
def moved(memory: Mat, step: Vec3, rules: MemoryRules) -> None:
    """Shift all landmarks against the robot's motion; their validities decrease."""
    walked, turned = math.hypot(step[0], step[1]), abs(step[2])
    kept = math.exp(-rules.fade_by_distance * walked - rules.fade_by_turn * turned)
    for row in memory:
        x = row[DISTANCE] * math.cos(row[ANGLE]) - step[0]
        y = row[DISTANCE] * math.sin(row[ANGLE]) - step[1]
        row[DISTANCE] = math.hypot(x, y)
        row[ANGLE] = normalized_angle(math.atan2(y, x) - step[2])
        row[DISTANCE_VALIDITY] *= kept
        row[ANGLE_VALIDITY] *= kept


@kernel
def bounded_cotangent(angle: float) -> float:
    """Return the cotangent, limited to a large value."""
    sine = math.sin(angle)
    if abs(sine) < 1e-9:
        return math.copysign(1e9, math.cos(angle) * sine if sine != 0.0 else 1.0)
    return math.cos(angle) / sine


@kernel
def resection(first: Vec, second: Vec, third: Vec, angles: Vec3) -> tuple[float, float, bool]:
    """Return the position from which three points appear at these angles, counterclockwise.

    There is none if the points and the position are on a circle, or nearly so. The position is the
    radical center of the circles through two points each, on which their angles are as measured.
    """
    x1, y1 = first[0] - second[0], first[1] - second[1]
    x3, y3 = third[0] - second[0], third[1] - second[1]
    one = bounded_cotangent(angles[1] - angles[0])
    two = bounded_cotangent(angles[2] - angles[1])
    if abs(one + two) < 1e-9:
        return 0.0, 0.0, False
    three = (1.0 - one * two) / (one + two)
    x12, y12 = x1 + one * y1, y1 - one * x1
    x23, y23 = x3 - two * y3, y3 + two * x3
    x31, y31 = x3 + x1 + three * (y3 - y1), y3 + y1 - three * (x3 - x1)
    power = x1 * x3 + y1 * y3 + three * (x1 * y3 - x3 * y1)
    divisor = (x12 - x23) * (y23 - y31) - (y12 - y23) * (x23 - x31)
    if abs(divisor) < 1e-6:
        return 0.0, 0.0, False
    x = second[0] + power * (y12 - y23) / divisor
    y = second[1] + power * (x23 - x12) / divisor
    return x, y, True


@kernel
def heading_at(x: float, y: float, points: Points2, angles: Vec) -> tuple[float, float]:
    """Return the heading at which points appear at these angles, and the largest mismatch."""
    sine, cosine = 0.0, 0.0
    for i in range(points.shape[0]):
        turn = math.atan2(points[i, 1] - y, points[i, 0] - x) - angles[i]
        sine, cosine = sine + math.sin(turn), cosine + math.cos(turn)
    heading, worst = math.atan2(sine, cosine), 0.0
    for i in range(points.shape[0]):
        turn = math.atan2(points[i, 1] - y, points[i, 0] - x) - angles[i] - heading
        worst = max(worst, abs(normalized_angle(turn)))
    return heading, worst


@kernel
def all_positions(points: Points2, memory: Mat, rules: MemoryRules) -> Mat:
    """Return x, y, heading and validity by each usable triple of landmarks."""
    count = points.shape[0]
    found, size = np.empty((count * (count - 1) * (count - 2) // 6, 4)), 0
    chosen, angles = np.empty((3, 2)), np.empty(3)
    for i in range(count):
        for j in range(i + 1, count):
            for k in range(j + 1, count):
                validity = 1.0
                for slot, index in enumerate((i, j, k)):
                    chosen[slot], angles[slot] = points[index], memory[index, ANGLE]
                    if memory[index, ANGLE_VALIDITY] < rules.min_validity:
                        validity = 0.0
                    validity *= memory[index, ANGLE_VALIDITY]
                if validity <= 0.0:
                    continue
                x, y, exists = resection(chosen[0], chosen[1], chosen[2], angles)
                if not exists or abs(x) > rules.half_length or abs(y) > rules.half_width:
                    continue
                heading, mismatch = heading_at(x, y, chosen, angles)
                if mismatch > rules.max_mismatch:
                    continue  # a point would be behind the camera
                found[size, 0], found[size, 1] = x, y
                found[size, 2], found[size, 3] = heading, validity
                size += 1
    return found[:size]


@kernel
def triangulated(points: Points2, memory: Mat, rules: MemoryRules) -> Triangulation:
    """Return the mean of all positions, without those that deviate too much from it."""
    positions = all_positions(points, memory, rules)
    count, pose = positions.shape[0], np.zeros(3)
    if count == 0:
        return Triangulation(pose, 0.0, 0.0, 0, 0)
    x, y = positions[:, 0].mean(), positions[:, 1].mean()
    total, sine, cosine, used, spread = 0.0, 0.0, 0.0, 0, 0.0
    for row in positions:
        if math.hypot(row[0] - x, row[1] - y) <= rules.max_deviation:
            used += 1
            total += row[3]
            pose[0] += row[3] * row[0]
            pose[1] += row[3] * row[1]
            sine += row[3] * math.sin(row[2])
            cosine += row[3] * math.cos(row[2])
    if used == 0:
        return Triangulation(pose, 0.0, 0.0, 0, count)
    pose[0], pose[1], pose[2] = pose[0] / total, pose[1] / total, math.atan2(sine, cosine)
    for row in positions:
        if math.hypot(row[0] - x, row[1] - y) <= rules.max_deviation:
            spread += math.hypot(row[0] - pose[0], row[1] - pose[1]) / used
    return Triangulation(pose, spread, total / used, used, count - used)
