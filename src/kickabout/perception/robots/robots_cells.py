"""Robot cells: from what the network says about each cell of the image to boxes, and back."""

import math

import numpy as np
import numpy.typing as npt

from kickabout.geometry import FloatArray, kernel

CELL = 32.0  # px of an image 640 px wide
REFERENCE = 80.0  # px, a box of this size has logarithms of 0
SCORE, X, Y, WIDTH, HEIGHT, FALLEN = range(6)
SCORE_COLUMN, FALLEN_COLUMN = 4, 5  # of boxes


@kernel
def _sigmoid(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-value))


@kernel
def decoded_boxes(cells: npt.NDArray[np.float32], min_score: float, scale: float) -> FloatArray:
    """Rows (left, top, right, bottom, score, fallen) in px, best first; cells are 6 × 15 × 20."""
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
    """Shared area by area of both."""
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    if wide <= 0.0 or high <= 0.0:
        return 0.0
    shared = wide * high
    area = (first[2] - first[0]) * (first[3] - first[1])
    area += (second[2] - second[0]) * (second[3] - second[1])
    return float(shared / max(area - shared, 1e-9))


@kernel
def shared_part(first: FloatArray, second: FloatArray) -> float:
    """Shared area by that of the smaller box."""
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    if wide <= 0.0 or high <= 0.0:
        return 0.0
    one = (first[2] - first[0]) * (first[3] - first[1])
    other = (second[2] - second[0]) * (second[3] - second[1])
    return float(wide * high / max(min(one, other), 1e-9))


@kernel
def separate_boxes(boxes: FloatArray, max_overlap: float, max_shared: float) -> FloatArray:
    """Without those that overlap a better one too much or lie inside it; the best come first."""
    kept = np.empty_like(boxes)
    count = 0
    for i in range(boxes.shape[0]):
        is_new = True
        for k in range(count):
            shared = shared_part(boxes[i], kept[k])
            if overlap(boxes[i], kept[k]) > max_overlap or shared > max_shared:
                is_new = False
                break
        if is_new:
            kept[count] = boxes[i]
            count += 1
    return kept[:count].copy()
