"""The center circle: from straight pieces and spots on the ground to a circle that is painted."""

import math

import numpy as np

from kickabout.geometry import FloatArray, IndexArray, Points2, Vec, Vec2, kernel
from kickabout.perception.eye import Eye
from kickabout.perception.line_chains import fitted_line, piece_on_ground
from kickabout.perception.line_spots import EXTENT, FROM_ROW, GROUND_X, GROUND_Y
from kickabout.perception.scan_lines import ByteArray
from kickabout.perception.whiteness import PAINTED, UNSEEN, paint_at, sides_of

LEAST_FALL = 0.01  # rad below the horizon; about 50 m away
MOST_LEAN = 0.35  # sine of the angle between a chord and the circle's direction there


@kernel
def ends_of_pieces(spots: FloatArray, order: IndexArray, pieces: IndexArray) -> FloatArray:
    """The first and the last spot of each piece in turn."""
    ends = np.empty((2 * pieces.shape[0], spots.shape[1]))
    for k in range(pieces.shape[0]):
        ends[2 * k] = spots[order[pieces[k, 0]]]
        ends[2 * k + 1] = spots[order[pieces[k, 1]]]
    return ends


@kernel
def arc_pieces(ends: FloatArray, pieces: IndexArray, longest: float) -> FloatArray:
    """Rows of middle x, y, direction x, y, length, number of spots, first end: may be of arcs."""
    found = np.empty((pieces.shape[0], 7))
    count = 0
    for k in range(pieces.shape[0]):
        piece = piece_on_ground(ends[2 * k], ends[2 * k + 1])
        if piece[4] > longest or piece[4] < 1e-3:
            continue
        found[count, :5] = piece
        found[count, 5] = float(pieces[k, 1] - pieces[k, 0])
        found[count, 6] = float(2 * k)
        count += 1
    return found[:count].copy()


@kernel
def center_candidates(arcs: FloatArray, radius: float) -> FloatArray:
    """Rows of x, y and weight: a radius to either side of each piece that may be of an arc."""
    found = np.empty((2 * arcs.shape[0], 3))
    for k in range(arcs.shape[0]):
        reach = chord_distance(arcs[k, 4], radius)
        for side in range(2):
            sign = 2.0 * side - 1.0
            found[2 * k + side, 0] = arcs[k, 0] - sign * reach * arcs[k, 3]
            found[2 * k + side, 1] = arcs[k, 1] + sign * reach * arcs[k, 2]
            found[2 * k + side, 2] = arcs[k, 5]
    return found


@kernel
def chord_distance(length: float, radius: float) -> float:
    """From the circle's center to the middle of a chord, which lies inside of the circle."""
    return math.sqrt(max(radius * radius - 0.25 * length * length, 0.0))


@kernel
def meters_per_px(spot: Vec, eye: Eye) -> float:
    """How much of the ground a px shows at a spot, along the scan line that it was found on."""
    above = eye.position_in_robot[2]
    x, y = spot[GROUND_X] - eye.position_in_robot[0], spot[GROUND_Y] - eye.position_in_robot[1]
    squared = x * x + y * y + above * above
    if spot[FROM_ROW] > 0.0:
        return float(math.sqrt(squared) / eye.intrinsics[0])
    return float(squared / (above * eye.intrinsics[1]))


@kernel
def slack_at(spot: Vec, eye: Eye, slack: float, slack_px: float) -> float:
    """m by which a spot may be off its circle."""
    blur = float(min(slack_px + 0.1 * spot[EXTENT], 3.0))
    return slack + meters_per_px(spot, eye) * blur


@kernel
def spots_on_circle(
    spots: FloatArray, center: Vec2, radius: float, eye: Eye, slack: float, slack_px: float
) -> IndexArray:
    """Spots within `slack` m and `slack_px` px, as seen from the camera, of a circle."""
    found = np.empty(spots.shape[0], np.int64)
    count = 0
    for i in range(spots.shape[0]):
        dx, dy = spots[i, GROUND_X] - center[0], spots[i, GROUND_Y] - center[1]
        off = abs(math.hypot(dx, dy) - radius)
        if off <= 0.3 and off <= slack_at(spots[i], eye, slack, slack_px):
            found[count] = i
            count += 1
    return found[:count].copy()


@kernel
def tilted_points(points: Points2, eye: Eye, tilt: float) -> Points2:
    """Ground points as they would be with the camera looking up by `tilt` rad more.

    What would then be above the horizon is moved very far away.
    """
    moved = np.empty((points.shape[0], 2))
    above = eye.position_in_robot[2]
    for i in range(points.shape[0]):
        dx, dy = points[i, 0] - eye.position_in_robot[0], points[i, 1] - eye.position_in_robot[1]
        far = max(math.hypot(dx, dy), 1e-6)
        below = max(math.atan2(above, far) - tilt, LEAST_FALL)
        stretch = above / (math.tan(below) * far)
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
) -> tuple[Vec2, float, float]:
    """Center, tilt and number of spots of the circle that most pieces are chords of.

    A camera that looks too high or low makes circles oval, so several tilts are tried; unlikely
    ones need more spots. Pieces that are straight for longer than an arc could be do not vote.
    Limits: slack in m and in px, longest piece, least number of spots that vote for a center,
    deviation of the tilt in rad.
    """
    best, best_tilt, most = np.zeros(2), 0.0, 0.0
    ends = ends_of_pieces(spots, order, pieces)
    for tilt in tilts:
        moved = tilted_spots(ends, eye, tilt)
        arcs = arc_pieces(moved, pieces, limits[2])
        slacks = np.empty(arcs.shape[0])
        for k in range(arcs.shape[0]):
            slacks[k] = slack_at(moved[int(arcs[k, 6])], eye, 2.0 * limits[0], 2.0 * limits[1])
        is_bent = arcs[:, 4] ** 2 <= 8.0 * radius * slacks
        arcs, slacks = arcs[is_bent], slacks[is_bent]
        candidates = center_candidates(arcs, radius)
        for k in range(candidates.shape[0]):
            mean, weight = mean_near(candidates, k)
            if weight < limits[3]:
                continue
            votes = chord_votes(arcs, slacks, mean, radius) - (tilt / limits[4]) ** 2
            if votes > most:
                best[:], best_tilt, most = mean, tilt, votes
    return best, best_tilt, most


@kernel
def mean_near(candidates: FloatArray, index: int) -> tuple[Vec2, float]:
    """Weighted mean of the candidates within 0.3 m of one of them, and their weight."""
    mean, weight = np.zeros(2), 0.0
    for j in range(candidates.shape[0]):
        dx = candidates[j, 0] - candidates[index, 0]
        dy = candidates[j, 1] - candidates[index, 1]
        if dx * dx + dy * dy < 0.09:
            mean += candidates[j, 2] * candidates[j, :2]
            weight += candidates[j, 2]
    return mean / weight, weight


@kernel
def chord_votes(arcs: FloatArray, slacks: Vec, center: Vec2, radius: float) -> float:
    """Spots of the pieces that are chords of a circle: of its distance and direction."""
    votes = 0.0
    for k in range(arcs.shape[0]):
        dx, dy = arcs[k, 0] - center[0], arcs[k, 1] - center[1]
        far = math.hypot(dx, dy)
        is_tangent = abs(dx * arcs[k, 2] + dy * arcs[k, 3]) <= MOST_LEAN * far
        if is_tangent and abs(far - chord_distance(arcs[k, 4], radius)) <= slacks[k]:
            votes += arcs[k, 5]
    return votes


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
            weight = (slack / slack_at(moved[i], eye, slack, slack_px)) ** 2
            for a in range(3):
                right[a] += weight * row[a] * (far - radius)
                for b in range(3):
                    normal[a, b] += weight * row[a] * row[b]
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
def roughness(
    spots: FloatArray, center: Vec2, radius: float, eye: Eye, slack: float, slack_px: float
) -> float:
    """How far spots are off a circle, as a share of how far they may be: root mean square."""
    squares = 0.0
    for i in range(spots.shape[0]):
        dx, dy = spots[i, GROUND_X] - center[0], spots[i, GROUND_Y] - center[1]
        off = (math.hypot(dx, dy) - radius) / slack_at(spots[i], eye, slack, slack_px)
        squares += off * off
    return math.sqrt(squares / max(spots.shape[0], 1))


@kernel
def straightness(
    spots: FloatArray,
    members: IndexArray,
    order: IndexArray,
    pieces: IndexArray,
    center: Vec2,
    radius: float,
    eye: Eye,
) -> float:
    """How much pieces on a circle bend against it: 0 if they follow it, 1 if they are straight.

    The ends of a straight piece stand out of a circle by its sagitta. Far away and blurred ones
    count less.
    """
    is_member = np.zeros(spots.shape[0], np.bool_)
    is_member[members] = True
    shared = total = 0.0
    for k in range(pieces.shape[0]):
        chain = order[pieces[k, 0] : pieces[k, 1] + 1]
        chain = chain[is_member[chain]]
        count = chain.shape[0]
        if count < 3:
            continue
        piece = piece_on_ground(spots[chain[0]], spots[chain[count - 1]])
        bend, gap, weights = np.empty(count), np.empty(count), np.empty(count)
        for j in range(count):
            x, y = spots[chain[j], GROUND_X], spots[chain[j], GROUND_Y]
            along = (x - piece[0]) * piece[2] + (y - piece[1]) * piece[3]
            bend[j] = along * along / (2.0 * radius)
            gap[j] = math.hypot(x - center[0], y - center[1]) - radius
            weights[j] = 1.0 / meters_per_px(spots[chain[j]], eye) ** 2
        weight = weights.sum()
        bend -= (weights * bend).sum() / weight
        gap -= (weights * gap).sum() / weight
        shared += (weights * bend * gap).sum()
        total += (weights * bend * bend).sum()
    return float(shared / total) if total > 0.0 else 1.0


@kernel
def roundness(points: Points2, center: Vec2, radius: float) -> float:
    """How many times better a circle fits points than a straight line does, in deviations."""
    off = 0.0
    for i in range(points.shape[0]):
        gap = math.hypot(points[i, 0] - center[0], points[i, 1] - center[1]) - radius
        off += gap * gap
    _, straight = fitted_line(points)
    return math.sqrt(straight / max(off / points.shape[0], 1e-9))


@kernel
def arc_covered(points: Points2, center: Vec2, sectors: int) -> int:
    """In how many of equal sectors around the center there are points."""
    hit = np.zeros(sectors, np.bool_)
    for i in range(points.shape[0]):
        angle = math.atan2(points[i, 1] - center[1], points[i, 0] - center[0])
        hit[int((angle + math.pi) / (2.0 * math.pi) * sectors) % sectors] = True
    return int(hit.sum())
