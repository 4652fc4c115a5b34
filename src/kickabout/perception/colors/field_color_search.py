"""Field color: from the regions of one image to the color of its carpet, by union-find."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import IndexArray, Vec
from kickabout.perception.colors.relative_colors import Carpet, chroma, is_greenish, saturated
from kickabout.perception.colors.scan_lines import Cut, SingleArray

NO_CARPET = Carpet(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def root_of(parents: IndexArray, index: int) -> int:
    """Return the root of a region's set, and shorten the path to it."""
    while parents[index] != index:
        parents[index] = parents[parents[index]]
        index = parents[index]
    return index


@kernel
def alike(
    cut: Cut, blue: SingleArray, red: SingleArray, i: int, j: int, shade: float, hue: float
) -> bool:
    """Return whether two regions have about the same color."""
    low, high = min(cut.y[i], cut.y[j]), max(cut.y[i], cut.y[j])
    if high > low * shade:
        return False
    return bool(abs(blue[i] - blue[j]) + abs(red[i] - red[j]) <= hue)


@kernel
def united_regions(
    cut: Cut, blue: SingleArray, red: SingleArray, lines: int, shade: float, hue: float
) -> IndexArray:
    """Return for each region of vertical lines the root of its set of similar neighbors."""
    count = cut.y.shape[0]
    parents = np.arange(count)
    starts = np.full(lines + 1, count)
    for i in range(count - 1, -1, -1):
        starts[cut.line_of[i]] = i
    for line in range(lines - 1, -1, -1):
        starts[line] = min(starts[line], starts[line + 1])
    for i in range(1, count):
        if cut.line_of[i] == cut.line_of[i - 1] and alike(cut, blue, red, i, i - 1, shade, hue):
            parents[root_of(parents, i)] = root_of(parents, i - 1)
    for line in range(lines - 1):
        i, j = starts[line], starts[line + 1]
        while i < starts[line + 1] and j < starts[line + 2]:
            overlaps = cut.start[i] < cut.end[j] and cut.start[j] < cut.end[i]
            if overlaps and alike(cut, blue, red, i, j, shade, hue):
                parents[root_of(parents, j)] = root_of(parents, i)
            if cut.start[i] > cut.start[j]:
                i += 1
            else:
                j += 1
    for i in range(count):
        parents[i] = root_of(parents, i)
    return parents


@kernel
def found_carpet(cut: Cut, lines: int, limits: Vec) -> tuple[bool, Carpet, float]:
    """Return whether there is a carpet, its color, and the deviation of its brightness.

    Limits: shade and hue within which neighbors are alike; angle and saturation of green; minimum
    fraction of all pixels in a set; and as fractions of the saturation: maximum difference of
    other sets that are carpet, too, minimum and maximum tolerance.
    """
    count = cut.y.shape[0]
    blue, red = np.empty(count, np.float32), np.empty(count, np.float32)
    for i in range(count):
        blue[i], red[i] = chroma(cut.y[i], cut.cb[i]), chroma(cut.y[i], cut.cr[i])
    roots = united_regions(cut, blue, red, lines, limits[0], limits[1])
    sums = np.zeros((count, 4))
    total = 0.0
    for i in range(count):
        pixels = float(cut.end[i] - cut.start[i])
        total += pixels
        sums[roots[i], 0] += pixels
        sums[roots[i], 1] += pixels * cut.y[i]
        sums[roots[i], 2] += pixels * blue[i]
        sums[roots[i], 3] += pixels * red[i]
    best, max_weight = -1, 0.0
    for i in range(count):
        n = sums[i, 0]
        if n < limits[4] * total:
            continue
        mean_blue, mean_red = sums[i, 2] / n, sums[i, 3] / n
        # Carpets are more saturated than most other greenish surfaces, such as floors.
        weight = n * (mean_blue * mean_blue + mean_red * mean_red)
        if weight > max_weight and is_greenish(mean_blue, mean_red, limits[2], limits[3]):
            best, max_weight = i, weight
    if best < 0:
        return False, NO_CARPET, 0.0
    carpet, deviation = measured_carpet(cut, blue, red, roots, sums, best, total, limits)
    return True, carpet, deviation


@kernel
def measured_carpet(
    cut: Cut,
    blue: SingleArray,
    red: SingleArray,
    roots: IndexArray,
    sums: Vec,
    best: int,
    total: float,
    limits: Vec,
) -> tuple[Carpet, float]:
    """Return mean and range of all large sets similar to the best one, and Y's deviation."""
    main_blue, main_red = sums[best, 2] / sums[best, 0], sums[best, 3] / sums[best, 0]
    reach = limits[5] * saturated(main_blue, main_red)
    moments = np.zeros(6)
    y_low, y_high = 255.0, 0.0
    for i in range(cut.y.shape[0]):
        size = sums[roots[i], 0]
        off = saturated(sums[roots[i], 2] / size - main_blue, sums[roots[i], 3] / size - main_red)
        if size < limits[4] * total or off > reach:
            continue
        n, y = float(cut.end[i] - cut.start[i]), float(cut.y[i])
        moments[0] += n
        moments[1] += n * y
        moments[2] += n * blue[i]
        moments[3] += n * red[i]
        moments[4] += n * y * y
        moments[5] += n * ((blue[i] - main_blue) ** 2 + (red[i] - main_red) ** 2)
        y_low, y_high = min(y_low, y), max(y_high, y)
    n = moments[0]
    y, b, r = moments[1] / n, moments[2] / n, moments[3] / n
    saturation = saturated(b, r)
    spread = 3.0 * math.sqrt(moments[5] / n)
    tolerance = min(max(spread, limits[6] * saturation), limits[7] * saturation)
    deviation = math.sqrt(max(moments[4] / n - y * y, 0.0))
    return Carpet(y, b, r, tolerance, 0.6 * y_low, 1.3 * y_high), deviation
