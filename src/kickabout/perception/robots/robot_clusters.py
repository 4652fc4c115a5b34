"""Clusters of contrast: from the lower image to boxes around objects on the carpet."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray, Points2, Vec
from kickabout.perception.colors.relative_colors import Carpet, is_carpet

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]


class ClusterRules(NamedTuple):
    """Limits that exclude lines, balls and marks."""

    step: int  # px, distance between sampled points
    line_factor: float  # minimum width and depth, in line widths
    contrast: float  # minimum relative difference of brightness over a step


@kernel
def covered_points(
    yuyv: Bytes, tops: Vec, bottoms: Vec, carpet: Carpet, rules: ClusterRules
) -> BoolArray:
    """Return points of a grid that are not carpet, between boundary and the robot's body."""
    step = rules.step
    rows, columns = yuyv.shape[0] // step, yuyv.shape[1] // step
    covered = np.zeros((rows, columns), np.bool_)
    for column in range(columns):
        u = column * step + step // 2
        for row in range(rows):
            v = row * step + step // 2
            if tops[column] <= v < bottoms[column]:
                covered[row, column] = not is_carpet(yuyv, u, v, carpet)
    return covered


@kernel
def _runs(covered: BoolArray, across: bool) -> Ints:
    """Return the length of the run of covered points through each point, along rows or columns."""
    source = covered if across else covered.T
    runs = np.zeros(source.shape, np.int32)
    for i in range(source.shape[0]):
        start = 0
        for j in range(source.shape[1] + 1):
            if j == source.shape[1] or not source[i, j]:
                for k in range(start, j):
                    runs[i, k] = j - start
                start = j + 1
    return runs if across else runs.T.copy()


@kernel
def solid_points(covered: BoolArray, line_sizes: Points2, rules: ClusterRules) -> BoolArray:
    """Return points of objects that are larger than a line in both directions.

    `line_sizes` are width and depth of a line in px for each row of the grid.
    """
    across, along = _runs(covered, True), _runs(covered, False)
    solid = np.zeros(covered.shape, np.bool_)
    for row in range(covered.shape[0]):
        wide = rules.line_factor * line_sizes[row, 0] / rules.step
        deep = rules.line_factor * line_sizes[row, 1] / rules.step
        for column in range(covered.shape[1]):
            solid[row, column] = across[row, column] > wide and along[row, column] > deep
    return solid


@kernel
def contrast_points(yuyv: Bytes, solid: BoolArray, rules: ClusterRules) -> BoolArray:
    """Return solid points beside which the brightness changes, as it does on robots."""
    step = rules.step
    changing = np.zeros(solid.shape, np.bool_)
    for row in range(1, solid.shape[0] - 1):
        for column in range(1, solid.shape[1] - 1):
            if not solid[row, column]:
                continue
            v, u = row * step + step // 2, column * step + step // 2
            here = float(yuyv[v, u, 0])
            beside, below = float(yuyv[v, u + step, 0]), float(yuyv[v + step, u, 0])
            change = max(abs(beside - here), abs(below - here))
            changing[row, column] = change > rules.contrast * max(here, 30.0)
    return changing


@kernel
def clusters(solid: BoolArray, changing: BoolArray, step: int) -> FloatArray:
    """Return rows (left, top, right, bottom, points, changing points) of connected points."""
    rows, columns = solid.shape
    seen = np.zeros(solid.shape, np.bool_)
    stack = np.empty((rows * columns, 2), np.int64)
    found = np.empty((rows * columns, 6))
    count = 0
    for row in range(rows):
        for column in range(columns):
            if not solid[row, column] or seen[row, column]:
                continue
            size, points, changes = 1, 0, 0
            stack[0, 0], stack[0, 1] = row, column
            seen[row, column] = True
            left, right, top, bottom = column, column, row, row
            while size > 0:
                size -= 1
                v, u = stack[size, 0], stack[size, 1]
                points += 1
                changes += 1 if changing[v, u] else 0
                left, right = min(left, u), max(right, u)
                top, bottom = min(top, v), max(bottom, v)
                for dv in range(-1, 2):
                    for du in range(-1, 2):
                        y, x = v + dv, u + du
                        inside = 0 <= y < rows and 0 <= x < columns
                        if inside and solid[y, x] and not seen[y, x]:
                            seen[y, x] = True
                            stack[size, 0], stack[size, 1] = y, x
                            size += 1
            found[count, 0], found[count, 1] = left * step, top * step
            found[count, 2], found[count, 3] = (right + 1) * step, (bottom + 1) * step
            found[count, 4], found[count, 5] = points, changes
            count += 1
    return found[:count].copy()
