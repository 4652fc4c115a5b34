"""Robot cells: from the network's output for each cell of the image to separate boxes."""

import math

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray

CELL = 32.0  # px, in an image 640 px wide
REFERENCE = 80.0  # px, size of a box whose logarithmic size is 0
SCORE, X, Y, WIDTH, HEIGHT, FALLEN = range(6)
SCORE_COLUMN, FALLEN_COLUMN = 4, 5  # columns of boxes


@kernel
def _sigmoid(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-value))


@kernel
def decoded_boxes(cells: npt.NDArray[np.float32], min_score: float, scale: float) -> FloatArray:
    """Return rows (left, top, right, bottom, score, fallen) in px, best first, of 6 × h × w."""
    rows, columns = cells.shape[1], cells.shape[2]
    boxes = np.empty((rows * columns, 6))
    count = 0
    for v in range(rows):
        for u in range(columns):
            score = _sigmoid(cells[SCORE, v, u])
            if score < min_score:
                continue
            x = (u + 0.5 + cells[X, v, u]) * CELL * scale
            y = (v + 0.5 + cells[Y, v, u]) * CELL * scale
            half_width = 0.5 * REFERENCE * scale * math.exp(min(cells[WIDTH, v, u], 3.0))
            half_height = 0.5 * REFERENCE * scale * math.exp(min(cells[HEIGHT, v, u], 3.0))
            boxes[count, 0], boxes[count, 1] = x - half_width, y - half_height
            boxes[count, 2], boxes[count, 3] = x + half_width, y + half_height
            boxes[count, 4], boxes[count, 5] = score, _sigmoid(cells[FALLEN, v, u])
            count += 1
    return boxes[:count][np.argsort(-boxes[:count, 4], kind="mergesort")]


@kernel
def overlap(first: FloatArray, second: FloatArray) -> float:
    """Return intersection over union of two boxes."""
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    if wide <= 0.0 or high <= 0.0:
        return 0.0
    contained = wide * high
    area = (first[2] - first[0]) * (first[3] - first[1])
    area += (second[2] - second[0]) * (second[3] - second[1])
    return float(contained / max(area - contained, 1e-9))


@kernel
def contained_fraction(first: FloatArray, second: FloatArray) -> float:
    """Return the intersection of two boxes over the smaller one."""
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    if wide <= 0.0 or high <= 0.0:
        return 0.0
    one = (first[2] - first[0]) * (first[3] - first[1])
    other = (second[2] - second[0]) * (second[3] - second[1])
    return float(wide * high / max(min(one, other), 1e-9))


@kernel
def separate_boxes(boxes: FloatArray, max_overlap: float, max_contained: float) -> FloatArray:
    """Return boxes, best first, that do not overlap a better one too much or lie inside it."""
    kept = np.empty_like(boxes)
    count = 0
    for i in range(boxes.shape[0]):
        is_new = True
        for k in range(count):
            contained = contained_fraction(boxes[i], kept[k])
            if overlap(boxes[i], kept[k]) > max_overlap or contained > max_contained:
                is_new = False
                break
        if is_new:
            kept[count] = boxes[i]
            count += 1
    return kept[:count].copy()
