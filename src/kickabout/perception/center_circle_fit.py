"""The center circle: from straight pieces and spots on the ground to a circle that is painted."""

import math

import numpy as np

from kickabout.geometry import FloatArray, IndexArray, Points2, Vec, Vec2, kernel
from kickabout.perception.eye import Eye
from kickabout.perception.line_chains import piece_on_ground
from kickabout.perception.line_spots import EXTENT, FROM_ROW, GROUND_X, GROUND_Y
from kickabout.perception.scan_lines import ByteArray
from kickabout.perception.whiteness import PAINTED, UNSEEN, paint_at, sides_of


@kernel
def center_candidates(
    spots: FloatArray, order: IndexArray, pieces: IndexArray, radius: float, longest: float
) -> FloatArray:
    """Rows of x, y and weight: a radius to either side of each piece that may be of an arc."""
    found = np.empty((2 * pieces.shape[0], 3))
    count = 0
    for k in range(pieces.shape[0]):
        piece = piece_on_ground(spots, order, pieces[k, 0], pieces[k, 1])
        if piece[4] > longest or piece[4] < 1e-3:
            continue
        for sign in (-1.0, 1.0):
            # The middle of a chord lies inside of the circle.
            reach = math.sqrt(max(radius * radius - 0.25 * piece[4] ** 2, 0.0))
            found[count, 0] = piece[0] - sign * reach * piece[3]
            found[count, 1] = piece[1] + sign * reach * piece[2]
            found[count, 2] = float(pieces[k, 1] - pieces[k, 0])
            count += 1
    return found[:count].copy()


@kernel
def spots_on_circle(
    spots: FloatArray, center: Vec2, radius: float, eye: Eye, slack: float, slack_px: float
) -> IndexArray:
    """Spots within `slack` m and `slack_px` px, as seen from the camera, of a circle."""
    found = np.empty(spots.shape[0], np.int64)
    count = 0
    above = eye.position_in_robot[2]
    for i in range(spots.shape[0]):
        dx, dy = spots[i, GROUND_X] - center[0], spots[i, GROUND_Y] - center[1]
        off = abs(math.hypot(dx, dy) - radius)
        if off > 0.3:
            continue
        far = math.hypot(
            spots[i, GROUND_X] - eye.position_in_robot[0],
            spots[i, GROUND_Y] - eye.position_in_robot[1],
        )
        squared = far * far + above * above
        per_px = squared / (above * eye.intrinsics[1])
        if spots[i, FROM_ROW] > 0.0:
            per_px = math.sqrt(squared) / eye.intrinsics[0]
        blur = min(slack_px + 0.1 * spots[i, EXTENT], 3.0)
        if off <= slack + per_px * blur:
            found[count] = i
            count += 1
    return found[:count].copy()


@kernel
def tilted_points(points: Points2, eye: Eye, tilt: float) -> Points2:
    """Ground points as they would be with the camera looking up by `tilt` rad more."""
    moved = np.empty((points.shape[0], 2))
    above = eye.position_in_robot[2]
    for i in range(points.shape[0]):
        dx, dy = points[i, 0] - eye.position_in_robot[0], points[i, 1] - eye.position_in_robot[1]
        far = max(math.hypot(dx, dy), 1e-6)
        stretch = 1.0 + tilt * (far * far + above * above) / (above * far)
        moved[i, 0] = eye.position_in_robot[0] + stretch * dx
        moved[i, 1] = eye.position_in_robot[1] + stretch * dy
    return moved


@kernel
def tilted_spots(spots: FloatArray, eye: Eye, tilt: float) -> FloatArray:
    moved = spots.copy()
    moved[:, GROUND_X : GROUND_Y + 1] = tilted_points(
        spots[:, GROUND_X : GROUND_Y + 1].copy(), eye, tilt
    )
    return moved


@kernel
def voted_center(
    spots: FloatArray,
    order: IndexArray,
    pieces: IndexArray,
    radius: float,
    eye: Eye,
    tilts: Vec,
    limits: Vec,
) -> tuple[Vec2, float, int]:
    """Center, tilt and number of spots of the circle with most spots on it.

    A camera that looks too high or low makes circles oval, so several tilts are tried. Limits:
    slack in m and in px, longest piece, least number of spots that vote for a center.
    """
    best, best_tilt, most = np.zeros(2), 0.0, 0
    for tilt in tilts:
        moved = tilted_spots(spots, eye, tilt)
        candidates = center_candidates(moved, order, pieces, radius, limits[2])
        for k in range(candidates.shape[0]):
            mean, weight = np.zeros(2), 0.0
            for j in range(candidates.shape[0]):
                dx = candidates[j, 0] - candidates[k, 0]
                dy = candidates[j, 1] - candidates[k, 1]
                if dx * dx + dy * dy < 0.09:
                    mean += candidates[j, 2] * candidates[j, :2]
                    weight += candidates[j, 2]
            mean /= weight
            if weight < limits[3]:
                continue
            count = spots_on_circle(moved, mean, radius, eye, 2.0 * limits[0], 2.0 * limits[1])
            if count.shape[0] > most:
                best[:], best_tilt, most = mean, tilt, count.shape[0]
    return best, best_tilt, most


@kernel
def refined_center(
    spots: FloatArray,
    center: Vec2,
    tilt: float,
    radius: float,
    eye: Eye,
    slack: float,
    slack_px: float,
    tilt_deviation: float,
) -> tuple[Vec2, float, IndexArray]:
    """Least squares over center and tilt of spots near the circle, narrower in each round."""
    refined = center.copy()
    members = np.empty(0, np.int64)
    above = eye.position_in_robot[2]
    for wide in (3.0, 2.0, 1.5, 1.0, 1.0):
        moved = tilted_spots(spots, eye, tilt)
        members = spots_on_circle(moved, refined, radius, eye, wide * slack, wide * slack_px)
        if members.shape[0] < 4:
            return refined, tilt, members
        normal, right = np.zeros((3, 3)), np.zeros(3)
        normal[0, 0] = normal[1, 1] = 1e-2
        normal[2, 2] = (0.03 / tilt_deviation) ** 2
        right[2] = -tilt * normal[2, 2]
        row = np.empty(3)
        for i in members:
            dx, dy = moved[i, GROUND_X] - refined[0], moved[i, GROUND_Y] - refined[1]
            far = max(math.hypot(dx, dy), 1e-9)
            ex = moved[i, GROUND_X] - eye.position_in_robot[0]
            ey = moved[i, GROUND_Y] - eye.position_in_robot[1]
            reach = max(math.hypot(ex, ey), 1e-6)
            push = (reach * reach + above * above) / (above * reach)
            row[0], row[1] = dx / far, dy / far
            row[2] = -push * (ex * dx + ey * dy) / far
            for a in range(3):
                right[a] += row[a] * (far - radius)
                for b in range(3):
                    normal[a, b] += row[a] * row[b]
        step = np.linalg.solve(normal, right)
        refined[0] += step[0]
        refined[1] += step[1]
        tilt += step[2]
    return refined, tilt, members


@kernel
def circle_share(
    yuyv: ByteArray,
    center: Vec2,
    tilt: float,
    radius: float,
    eye: Eye,
    half_width: float,
    least_px: float,
    brighter: float,
    count: int,
) -> tuple[float, int]:
    """Share of the visible points of a circle that are painted, and how many are visible."""
    points, normals = np.empty((count, 2)), np.empty((count, 2))
    for i in range(count):
        angle = 2.0 * math.pi * i / count
        normals[i, 0], normals[i, 1] = math.cos(angle), math.sin(angle)
        points[i] = center + radius * normals[i]
    seen = tilted_points(points, eye, -tilt)
    middle, left, right = sides_of(seen, normals, eye, half_width, least_px)
    painted = visible = 0
    for i in range(count):
        found = paint_near(yuyv, middle[i], left[i], right[i], brighter)
        visible += 0 if found == UNSEEN else 1
        painted += 1 if found == PAINTED else 0
    return (painted / visible if visible else 0.0), visible


@kernel
def paint_near(yuyv: ByteArray, middle: Vec2, left: Vec2, right: Vec2, brighter: float) -> int:
    """Whether there is paint at a point or a few px beside it, where the middle of it may be."""
    if math.isnan(middle[0] + left[0] + right[0]):
        return UNSEEN
    apart = max(math.hypot(left[0] - right[0], left[1] - right[1]), 1e-9)
    best = UNSEEN
    for offset in (0.0, 1.5, -1.5, 3.0, -3.0):
        move = (left - right) * (offset / apart)
        best = max(best, paint_at(yuyv, middle + move, left + move, right + move, brighter))
        if best == PAINTED:
            break
    return best


@kernel
def arc_covered(points: Points2, center: Vec2, sectors: int) -> int:
    """In how many of equal sectors around the center there are points."""
    hit = np.zeros(sectors, np.bool_)
    for i in range(points.shape[0]):
        angle = math.atan2(points[i, 1] - center[1], points[i, 0] - center[0])
        hit[int((angle + math.pi) / (2.0 * math.pi) * sectors) % sectors] = True
    return int(hit.sum())
