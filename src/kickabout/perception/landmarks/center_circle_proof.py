"""Proof of the center circle: from a circle through spots to whether it is painted and round."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import BoolArray, FloatArray, IndexArray, Points2, Vec, Vec2, kernel
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.perception.field.line_chains import fitted_line, piece_on_ground
from kickabout.perception.field.line_spots import FROM_ROW, GROUND_X, GROUND_Y
from kickabout.perception.landmarks.center_circle_fit import (
    Viewpoint,
    arc_covered,
    circle_share,
    meters_per_px,
    off_circle,
    refined_center,
    slack_at,
    spots_on_circle,
    tilted_spots,
    viewpoint_of,
)
from kickabout.perception.landmarks.center_circle_votes import voted_center

SECTORS = 12


class CircleLimits(NamedTuple):
    """Limits of the search for the center circle."""

    votes: Vec  # those of `voted_center`
    tilts: Vec  # rad, those of the camera that are tried
    max_tilt: float  # rad
    slack: float  # m, distance of spots from the circle
    slack_px: float  # px, the same in the image
    tilt_deviation: float  # rad
    spots: float  # least number of spots on the circle
    arc_sectors: float  # that have spots, of twelve, for an arc that is no line
    sectors: float  # the same, for a circle that is told
    max_straight: float  # 1 is that of lines
    proof: float  # painted share of what is in view, less how rough it is
    beside_px: float  # px, from the middle of the line to the carpet
    brighter: float  # than the carpet beside it
    samples: int  # points of the circle that are tested
    visible: float  # of them that must be in the image
    roundness: float  # how much better than a line it fits spots


@kernel
def found_circle(
    yuyv: ByteArray,
    spots: FloatArray,
    order: IndexArray,
    pieces: IndexArray,
    used: BoolArray,
    projection: CameraProjection,
    radius: float,
    line_width: float,
    limits: CircleLimits,
) -> tuple[bool, Vec2, Points2]:
    """Whether there is a center circle, its center and points on it; its spots become used."""
    center, tilt, votes = voted_center(
        spots, order, pieces, radius, projection, limits.tilts, limits.votes
    )
    nothing = np.empty((0, 2))
    if votes < limits.votes[3]:
        return False, center, nothing
    center, tilt, members = refined_center(
        spots,
        center,
        tilt,
        radius,
        projection,
        limits.slack,
        limits.slack_px,
        limits.tilt_deviation,
    )
    if members.shape[0] < limits.spots or abs(tilt) > limits.max_tilt:
        return False, center, nothing
    moved = tilted_spots(spots, projection, tilt)
    points = moved[members][:, GROUND_X : GROUND_Y + 1].copy()
    sectors = arc_covered(points, center, SECTORS)
    if sectors < limits.arc_sectors:
        return False, center, nothing
    if (
        not straightness(moved, members, order, pieces, center, radius, projection)
        <= limits.max_straight
    ):
        return False, center, nothing
    rough = roughness(moved, members, center, radius, projection, limits.slack, limits.slack_px)
    half_width, beside_px, brighter = 0.5 * line_width, limits.beside_px, limits.brighter
    share, visible = circle_share(
        yuyv, center, tilt, radius, projection, half_width, beside_px, brighter, limits.samples
    )
    if share - rough < limits.proof:
        return False, center, nothing
    # Too short an arc tells little about the center, but no line is made of it either.
    used[
        spots_on_circle(
            moved, center, radius, projection, 1.5 * limits.slack, 1.5 * limits.slack_px
        )
    ] = True
    is_long = sectors >= limits.sectors and visible >= limits.visible
    return is_long and roundness(moved, members, center, radius) >= limits.roundness, center, points


@kernel
def roughness(
    spots: FloatArray,
    members: IndexArray,
    center: Vec2,
    radius: float,
    projection: CameraProjection,
    slack: float,
    slack_px: float,
) -> float:
    """How far spots are off a circle, as a share of how far they may be: root mean square."""
    squares, view = 0.0, viewpoint_of(projection)
    for i in members:
        x, y = spots[i, GROUND_X], spots[i, GROUND_Y]
        limit = slack_at(spots, i, x, y, view, slack, slack_px)
        squares += (off_circle(x, y, center, radius) / limit) ** 2
    return math.sqrt(squares / max(members.shape[0], 1))


@kernel
def straightness(
    spots: FloatArray,
    members: IndexArray,
    order: IndexArray,
    pieces: IndexArray,
    center: Vec2,
    radius: float,
    projection: CameraProjection,
) -> float:
    """How much pieces on a circle bend against it: 0 if they follow it, 1 if they are straight.

    The ends of a straight piece stand out of a circle by its sagitta. Far away and blurred ones
    count less.
    """
    is_member = np.zeros(spots.shape[0], np.bool_)
    is_member[members] = True
    chain = np.empty(spots.shape[0], np.int64)
    shared, total, view = 0.0, 0.0, viewpoint_of(projection)
    for k in range(pieces.shape[0]):
        count = 0
        for j in range(pieces[k, 0], pieces[k, 1] + 1):
            if is_member[order[j]]:
                chain[count] = order[j]
                count += 1
        if count >= 3:
            with_gap, with_itself = bends(spots, chain[:count], center, radius, view)
            shared, total = shared + with_gap, total + with_itself
    return float(shared / total) if total > 0.0 else 1.0


@kernel
def bends(
    spots: FloatArray, chain: IndexArray, center: Vec2, radius: float, view: Viewpoint
) -> tuple[float, float]:
    """Weighted covariance of a straight piece's bend with its spots' gaps, and with itself."""
    first, last = spots[chain[0]], spots[chain[-1]]
    piece = np.empty(5)
    piece_on_ground(first[GROUND_X], first[GROUND_Y], last[GROUND_X], last[GROUND_Y], piece)
    weight = bend = gap = bend_gap = bend_bend = 0.0
    for i in chain:
        x, y = spots[i, GROUND_X], spots[i, GROUND_Y]
        along = (x - piece[0]) * piece[2] + (y - piece[1]) * piece[3]
        b, g = along * along / (2.0 * radius), off_circle(x, y, center, radius)
        w = 1.0 / meters_per_px(x, y, spots[i, FROM_ROW], view) ** 2
        weight, bend, gap = weight + w, bend + w * b, gap + w * g
        bend_gap, bend_bend = bend_gap + w * b * g, bend_bend + w * b * b
    return bend_gap - bend * gap / weight, bend_bend - bend * bend / weight


@kernel
def roundness(spots: FloatArray, members: IndexArray, center: Vec2, radius: float) -> float:
    """How many times better a circle fits spots than a straight line does, in deviations."""
    off = 0.0
    for i in members:
        off += off_circle(spots[i, GROUND_X], spots[i, GROUND_Y], center, radius) ** 2
    _, straight = fitted_line(spots, members, GROUND_X, GROUND_Y)
    return math.sqrt(straight / max(off / members.shape[0], 1e-9))
