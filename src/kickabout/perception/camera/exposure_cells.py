"""Cells of the automatic exposure: from the camera's projection to cells that show near field."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray
from kickabout.perception.camera.camera_projection import CameraProjection, image_to_robot
from kickabout.perception.colors.scan_lines import IntArray

CELLS = 4  # number of cells in each direction
SAMPLES = 5  # pixel columns of each column of cells in which the body is looked up


@kernel
def field_weights(
    projection: CameraProjection,
    size: tuple[int, int],
    body: IntArray,
    spacing: int,
    max_distance: float,
) -> FloatArray:
    """Return 1 for cells that show only near field, else 0.

    `body` holds the first row of the robot's own body in columns that are `spacing` px apart.
    """
    wide, high = size[0] / CELLS, size[1] / CELLS
    weights = np.zeros((CELLS, CELLS))
    tops = np.empty((CELLS, 2))
    for column in range(CELLS):
        hidden_from = float(size[1])
        for k in range(SAMPLES if body.shape[0] > 0 else 0):
            x = int(column * wide + k * (wide - 1.0) / (SAMPLES - 1))
            hidden_from = min(hidden_from, body[min(x // spacing, body.shape[0] - 1)])
        for row in range(CELLS):
            tops[row, 0], tops[row, 1] = (column + 0.5) * wide, row * high
        ground = image_to_robot(tops, projection, 0.0)
        for row in range(CELLS):
            is_near = math.hypot(ground[row, 0], ground[row, 1]) <= max_distance
            if is_near and hidden_from >= (row + 1) * high:
                weights[row, column] = 1.0
    return weights
