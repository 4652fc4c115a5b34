"""Robot boxes: from rough boxes around robots to edges of feet and legs, and carpet around."""

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Vec
from kickabout.perception.colors.relative_colors import Carpet, is_carpet

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]
FEET_COLUMNS = 16
LEG_ROWS = 12
COVER_GRID = 12  # sampled points in each direction of a box
RUN = 3  # px, minimum height of an object on the carpet


@kernel
def feet_row(yuyv: Bytes, box: Vec, carpet: Carpet, search: float, fraction: float) -> float:
    """Return the row where the feet end, at most `search` box heights from the box's lower edge.

    In each column it is the lowest pixel that is not carpet. The result is the row below which
    the given fraction of columns ends, as the gap between the legs and lines in front mislead.
    NaN if less than a quarter of the columns has such a pixel.
    """
    height, width = yuyv.shape[0], yuyv.shape[1]
    reach = max(search * (box[3] - box[1]), 6.0)
    lowest, highest = min(int(box[3] + reach), height - 1), max(int(box[3] - reach), RUN)
    rows = np.empty(FEET_COLUMNS)
    count = 0
    for i in range(FEET_COLUMNS):
        u = int(box[0] + (box[2] - box[0]) * (i + 0.5) / FEET_COLUMNS)
        if not 0 <= u < width - 1 or not is_carpet(yuyv, u, lowest, carpet):
            continue
        run = 0
        for v in range(lowest, highest, -1):
            run = 0 if is_carpet(yuyv, u, v, carpet) else run + 1
            if run == RUN:
                rows[count] = v + RUN
                count += 1
                break
    if count < FEET_COLUMNS // 4:
        return np.nan
    ordered = np.sort(rows[:count])
    return float(ordered[int((count - 1) * (1.0 - fraction))])


@kernel
def carpet_below(yuyv: Bytes, box: Vec, carpet: Carpet) -> float:
    """Return the fraction of columns with carpet below the box, as is below feet."""
    height, width = yuyv.shape[0], yuyv.shape[1]
    v = min(max(int(box[3]) + RUN, 0), height - 1)
    found = 0
    for i in range(FEET_COLUMNS):
        u = int(box[0] + (box[2] - box[0]) * (i + 0.5) / FEET_COLUMNS)
        if 0 <= u < width - 1 and is_carpet(yuyv, u, v, carpet):
            found += 1
    return found / FEET_COLUMNS


@kernel
def covered_fractions(yuyv: Bytes, boxes: FloatArray, carpet: Carpet) -> Vec:
    """Return the fraction of each box that is not carpet; 0 for boxes outside of the image."""
    height, width = yuyv.shape[0], yuyv.shape[1]
    fractions = np.zeros(boxes.shape[0])
    for i in range(boxes.shape[0]):
        covered = seen = 0
        for k in range(COVER_GRID * COVER_GRID):
            across = (k % COVER_GRID + 0.5) / COVER_GRID
            down = (k // COVER_GRID + 0.5) / COVER_GRID
            u = int(boxes[i, 0] + across * (boxes[i, 2] - boxes[i, 0]))
            v = int(boxes[i, 1] + down * (boxes[i, 3] - boxes[i, 1]))
            if 0 <= u < width - 1 and 0 <= v < height:
                seen += 1
                covered += 0 if is_carpet(yuyv, u, v, carpet) else 1
        fractions[i] = covered / max(seen, 1)
    return fractions


@kernel
def leg_columns(yuyv: Bytes, box: Vec, carpet: Carpet, top_fraction: float) -> FloatArray:
    """Return left and right edge of the object in the box's lower part, as medians over rows.

    BH19's refinement, with "is not carpet" instead of "contrast". NaN if nothing is found.
    """
    height, width = yuyv.shape[0], yuyv.shape[1]
    lefts, rights = np.empty(LEG_ROWS), np.empty(LEG_ROWS)
    count = 0
    for i in range(LEG_ROWS):
        fraction = top_fraction + (1.0 - top_fraction) * (i + 0.5) / LEG_ROWS
        v = int(box[1] + fraction * (box[3] - box[1]))
        if not 0 <= v < height:
            continue
        start, end = max(int(box[0]), 0), min(int(box[2]), width - 2)
        left, right = -1, -1
        for u in range(start, end):
            if not is_carpet(yuyv, u, v, carpet) and not is_carpet(yuyv, u + 1, v, carpet):
                if left < 0:
                    left = u
                right = u + 2
        if left >= 0:
            lefts[count], rights[count] = left, right
            count += 1
    edges = np.full(2, np.nan)
    if count > 0:
        edges[0], edges[1] = np.median(lefts[:count]), np.median(rights[:count])
    return edges


@kernel
def part_of_box(box: Vec, sides: Vec) -> FloatArray:
    """Return the part between fractions of width (left, right) and height (low, high)."""
    wide, high = box[2] - box[0], box[3] - box[1]
    return np.array(
        (
            box[0] + sides[0] * wide,
            box[3] - sides[3] * high,
            box[0] + sides[1] * wide,
            box[3] - sides[2] * high,
        )
    )
