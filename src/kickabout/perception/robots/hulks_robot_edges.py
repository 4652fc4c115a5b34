"""HULKs' robot boxes: from chains of regions that are not field to windows with many edges."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray, Points2, Vec
from kickabout.perception.colors.scan_lines import IntArray, SingleArray
from kickabout.perception.field.hulks_filtered_regions import BOTTOM, TOP, X

Y = 1  # column of seeds and edges, after X


class RobotRules(NamedTuple):
    """Dimensions of a robot and its minimum density of edges."""

    width: float  # m, of both feet
    height: float  # m, of the window in which edges are counted
    tall: float  # m, of a robot
    density: float  # edges per column of the window


@kernel
def chain_seeds(
    objects: FloatArray, limits: Vec, scales: Vec, min_regions: int, min_height: float
) -> tuple[FloatArray, FloatArray, Vec]:
    """Return lower ends of long chains, all edges between regions in them, and scales of the ends.

    Objects are regions that are neither field nor line, in the order of their columns from
    bottom to top. A chain must be at least `min_height` m high or reach the boundary, which is
    `limits` at each object. `scales` are px per m at the objects' lower ends.
    """
    size = objects.shape[0]
    seeds, edges, seed_scales = np.empty((size, 2)), np.empty((size, 2)), np.empty(size)
    seed_count = edge_count = i = 0
    while i < size:
        start = i
        i += 1
        while i < size and objects[i, X] == objects[start, X]:
            if abs(objects[i, BOTTOM] - objects[i - 1, TOP]) > 1.0:
                break
            i += 1
        high = objects[start, BOTTOM] - objects[i - 1, TOP]
        is_high = high >= min_height * scales[start] or objects[i - 1, TOP] <= limits[i - 1] + 1.0
        if i - start < min_regions or not is_high or not scales[start] > 0.0:
            continue
        for k in range(start, i):
            edges[edge_count, X], edges[edge_count, Y] = objects[k, X], objects[k, BOTTOM]
            edge_count += 1
        seeds[seed_count, X], seeds[seed_count, Y] = objects[start, X], objects[start, BOTTOM]
        seed_scales[seed_count] = scales[start]
        seed_count += 1
    return seeds[:seed_count].copy(), edges[:edge_count].copy(), seed_scales[:seed_count].copy()


@kernel
def edges_in(
    edges: FloatArray, free: BoolArray, left: float, right: float, top: float, bottom: float
) -> int:
    """Return the number of free edges in a window."""
    count = 0
    for i in range(edges.shape[0]):
        inside = left <= edges[i, X] <= right and top <= edges[i, Y] <= bottom
        count += 1 if free[i] and inside else 0
    return count


@kernel
def robot_boxes(
    seeds: FloatArray, edges: FloatArray, scales: Vec, spacing: float, rules: RobotRules
) -> Points2:
    """Return rows of left, top, right, bottom and edges per column, nearest first.

    `scales` are px per m at the seeds. The box is the window around a seed with the most edges;
    seeds and edges in the box of a found robot are not used again.
    """
    boxes = np.empty((seeds.shape[0], 5))
    free_seed = np.ones(seeds.shape[0], np.bool_)
    free_edge = np.ones(edges.shape[0], np.bool_)
    count = 0
    for i in np.argsort(-seeds[:, Y], kind="mergesort"):
        if not free_seed[i]:
            continue
        width, bottom = rules.width * scales[i], seeds[i, Y]
        top = bottom - rules.height * scales[i]
        tolerance = 0.25 * rules.height * scales[i]
        best, max_edges = seeds[i, X] - 0.5 * width, -1
        left = seeds[i, X] - width
        while left <= seeds[i, X]:
            found = edges_in(edges, free_edge, left, left + width, top, bottom + tolerance)
            if found > max_edges:
                best, max_edges = left, found
            left += spacing
        density = max_edges / max(width / spacing, 1.0)
        if density < rules.density:
            continue
        boxes[count, 0], boxes[count, 2] = best, best + width
        boxes[count, 1], boxes[count, 3] = bottom - rules.tall * scales[i], bottom
        boxes[count, 4] = density
        claim(seeds, free_seed, boxes[count], 0.5 * width)
        claim(edges, free_edge, boxes[count], 0.5 * width)
        count += 1
    return boxes[:count].copy()


@kernel
def claim(points: FloatArray, free: BoolArray, box: Vec, margin: float) -> None:
    """Mark the points in a robot's box, widened for its arms, as not free."""
    for i in range(points.shape[0]):
        beside = points[i, X] < box[0] - margin or points[i, X] > box[2] + margin
        if not beside and box[1] <= points[i, Y] <= box[3] + margin:
            free[i] = False


@kernel
def contrast_in(
    columns: IntArray,
    line_of: IntArray,
    top: IntArray,
    bottom: IntArray,
    y: SingleArray,
    window: Vec,
) -> float:
    """Return deviation over mean of the brightness of regions inside a window.

    The window is left, top, right, bottom. Robots have bright and dark parts. Goal frames, nets
    and most objects around the field have as many edges, but little contrast.
    """
    count, total, squares = 0, 0.0, 0.0
    for i in range(line_of.shape[0]):
        x = columns[line_of[i]]
        inside = window[0] <= x <= window[2] and window[1] <= top[i] and bottom[i] <= window[3]
        if inside:
            count += 1
            total += y[i]
            squares += y[i] * y[i]
    if count == 0 or total <= 0.0:
        return 0.0
    mean = total / count
    return math.sqrt(max(squares / count - mean * mean, 0.0)) / mean
