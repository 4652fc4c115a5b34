"""Center circle test: from line points to a circle that is painted and round."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray, IndexArray, Points2, Vec, Vec2
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.perception.field.line_chains import fitted_line, piece_on_ground
from kickabout.perception.field.line_points import FROM_ROW, GROUND_X, GROUND_Y
from kickabout.perception.landmarks.center_circle_fit import (
    Viewpoint,
    arc_covered,
    circle_fraction,
    meters_per_px,
    off_circle,
    points_on_circle,
    refined_center,
    tilted_points,
    tolerance_at,
    viewpoint_of,
)
from kickabout.perception.landmarks.center_circle_votes import voted_center

SECTORS = 12


class CircleLimits(NamedTuple):
    """Limits of the search for the center circle."""

    votes: Vec  # limits of `voted_center`
    tilts: Vec  # rad, tilts of the camera that are tried
    max_tilt: float  # rad
    tolerance: float  # m, maximum distance of points from the circle
    tolerance_px: float  # px, in addition
    tilt_deviation: float  # rad
    min_points: float  # on the circle
    arc_sectors: float  # minimum with points, of twelve, for an arc that is no line
    sectors: float  # the same, for a circle that is published
    max_straight: float  # 1 for lines
    proof: float  # minimum painted fraction of the visible circle, minus its roughness
    beside_px: float  # px, from the middle of the line to the carpet
    brighter: float  # minimum brightness over that of the carpet beside it
    samples: int  # number of points of the circle that are tested
    visible: float  # minimum number of them in the image
    roundness: float  # how much better than a line the circle fits


@kernel
def found_circle(
    yuyv: ByteArray,
    line_points: FloatArray,
    order: IndexArray,
    pieces: IndexArray,
    used: BoolArray,
    projection: CameraProjection,
    radius: float,
    line_width: float,
    limits: CircleLimits,
) -> tuple[bool, Vec2, Points2]:
    """Return whether there is a center circle, its center and points; marks these as used."""
    center, tilt, votes = voted_center(
        line_points, order, pieces, radius, projection, limits.tilts, limits.votes
    )
    nothing = np.empty((0, 2))
    if votes < limits.votes[3]:
        return False, center, nothing
    center, tilt, members = refined_center(
        line_points,
        center,
        tilt,
        radius,
        projection,
        limits.tolerance,
        limits.tolerance_px,
        limits.tilt_deviation,
    )
    if members.shape[0] < limits.min_points or abs(tilt) > limits.max_tilt:
        return False, center, nothing
    moved = tilted_points(line_points, projection, tilt)
    points = moved[members][:, GROUND_X : GROUND_Y + 1].copy()
    sectors = arc_covered(points, center, SECTORS)
    if sectors < limits.arc_sectors:
        return False, center, nothing
    if (
        not straightness(moved, members, order, pieces, center, radius, projection)
        <= limits.max_straight
    ):
        return False, center, nothing
    rough = roughness(
        moved, members, center, radius, projection, limits.tolerance, limits.tolerance_px
    )
    half_width, beside_px, brighter = 0.5 * line_width, limits.beside_px, limits.brighter
    fraction, visible = circle_fraction(
        yuyv, center, tilt, radius, projection, half_width, beside_px, brighter, limits.samples
    )
    if fraction - rough < limits.proof:
        return False, center, nothing
    # A short arc does not determine the center, but its points must not become lines either.
    used[
        points_on_circle(
            moved, center, radius, projection, 1.5 * limits.tolerance, 1.5 * limits.tolerance_px
        )
    ] = True
    is_long = sectors >= limits.sectors and visible >= limits.visible
    return is_long and roundness(moved, members, center, radius) >= limits.roundness, center, points


@kernel
def roughness(
    line_points: FloatArray,
    members: IndexArray,
    center: Vec2,
    radius: float,
    projection: CameraProjection,
    tolerance: float,
    tolerance_px: float,
) -> float:
    """Return the RMS distance of points from a circle, relative to their tolerances."""
    squares, view = 0.0, viewpoint_of(projection)
    for i in members:
        x, y = line_points[i, GROUND_X], line_points[i, GROUND_Y]
        limit = tolerance_at(line_points, i, x, y, view, tolerance, tolerance_px)
        squares += (off_circle(x, y, center, radius) / limit) ** 2
    return math.sqrt(squares / max(members.shape[0], 1))


@kernel
def straightness(
    line_points: FloatArray,
    members: IndexArray,
    order: IndexArray,
    pieces: IndexArray,
    center: Vec2,
    radius: float,
    projection: CameraProjection,
) -> float:
    """Return how straight pieces on a circle are: 0 if they follow it, 1 if they are straight.

    The ends of a straight piece stand out of a circle by its sagitta. Far away and blurred pieces
    count less.
    """
    is_member = np.zeros(line_points.shape[0], np.bool_)
    is_member[members] = True
    chain = np.empty(line_points.shape[0], np.int64)
    shared, total, view = 0.0, 0.0, viewpoint_of(projection)
    for k in range(pieces.shape[0]):
        count = 0
        for j in range(pieces[k, 0], pieces[k, 1] + 1):
            if is_member[order[j]]:
                chain[count] = order[j]
                count += 1
        if count >= 3:
            with_gap, with_itself = bends(line_points, chain[:count], center, radius, view)
            shared, total = shared + with_gap, total + with_itself
    return float(shared / total) if total > 0.0 else 1.0


@kernel
def bends(
    line_points: FloatArray, chain: IndexArray, center: Vec2, radius: float, view: Viewpoint
) -> tuple[float, float]:
    """Return the weighted covariance of a piece's bend with its points' gaps, and with itself.

    The bend is the gap between circle and points that a straight piece would have.
    """
    first, last = line_points[chain[0]], line_points[chain[-1]]
    piece = np.empty(5)
    piece_on_ground(first[GROUND_X], first[GROUND_Y], last[GROUND_X], last[GROUND_Y], piece)
    weight = bend = gap = bend_gap = bend_bend = 0.0
    for i in chain:
        x, y = line_points[i, GROUND_X], line_points[i, GROUND_Y]
        along = (x - piece[0]) * piece[2] + (y - piece[1]) * piece[3]
        b, g = along * along / (2.0 * radius), off_circle(x, y, center, radius)
        w = 1.0 / meters_per_px(x, y, line_points[i, FROM_ROW], view) ** 2
        weight, bend, gap = weight + w, bend + w * b, gap + w * g
        bend_gap, bend_bend = bend_gap + w * b * g, bend_bend + w * b * b
    return bend_gap - bend * gap / weight, bend_bend - bend * bend / weight


@kernel
def roundness(line_points: FloatArray, members: IndexArray, center: Vec2, radius: float) -> float:
    """Return the RMS distance of points from a straight line over that from a circle."""
    off = 0.0
    for i in members:
        off += off_circle(line_points[i, GROUND_X], line_points[i, GROUND_Y], center, radius) ** 2
    _, straight = fitted_line(line_points, members, GROUND_X, GROUND_Y)
    return math.sqrt(straight / max(off / members.shape[0], 1e-9))
