"""HULKs' ball grid: from points in the image to the boxes of a perspective grid with points."""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Points2
from kickabout.perception.ball.ball_patches import radius_at
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.field.hulks_filtered_regions import BOTTOM, TOP, X

BAND_TOP, EDGE = 0, 1  # columns of the grid's bands, px


@kernel
def grid_bands(
    projection: CameraProjection,
    width: int,
    height: int,
    ball_radius: float,
    min_radius: float,
    max_radius: float,
) -> FloatArray:
    """Return bands of ball-sized boxes from bottom to top, as rows of top and edge.

    Limits are radii in px. The grid ends where balls would be too small.
    """
    bands = np.empty((height, 2))
    count, bottom = 0, float(height)
    x = 0.5 * width
    while bottom > 0.0 and count < height:
        radius = radius_at(x, bottom, projection, ball_radius)
        for _ in range(3):
            radius = radius_at(x, bottom - radius, projection, ball_radius)
        radius = min(radius, max_radius)
        if radius < min_radius:
            break
        bands[count, BAND_TOP], bands[count, EDGE] = bottom - 2.0 * radius, 2.0 * radius
        bottom -= 2.0 * radius
        count += 1
    return bands[:count].copy()


@kernel
def standing_balls(
    objects: FloatArray, projection: CameraProjection, ball_radius: float
) -> Points2:
    """Return middles of balls at the lower ends of objects with no other object below them.

    Objects are in the order of their columns from bottom to top. A ball in front of the boundary
    is cut there or merged with the background, so its middle is not that of an object.
    """
    centers = np.empty((objects.shape[0], 2))
    count = 0
    for i in range(objects.shape[0]):
        continues = i > 0 and objects[i, X] == objects[i - 1, X]
        if continues and abs(objects[i, BOTTOM] - objects[i - 1, TOP]) <= 1.0:
            continue
        x, bottom = objects[i, X], objects[i, BOTTOM]
        radius = radius_at(x, bottom, projection, ball_radius)
        radius = radius_at(x, bottom - radius, projection, ball_radius)
        centers[count, 0], centers[count, 1] = x, bottom - radius
        count += 1
    return centers[:count].copy()


@kernel
def filled_boxes(points: Points2, bands: FloatArray, width: int, max_candidates: int) -> FloatArray:
    """Return rows of center x, y and radius of all boxes with at least one point, nearest first."""
    boxes = np.empty((max_candidates, 3))
    count = 0
    for band in range(bands.shape[0]):
        top, edge = bands[band, BAND_TOP], bands[band, EDGE]
        is_filled = np.zeros(int(width / edge) + 1, np.bool_)
        for i in range(points.shape[0]):
            if top <= points[i, 1] < top + edge:
                is_filled[min(int(points[i, 0] / edge), is_filled.shape[0] - 1)] = True
        for column in range(is_filled.shape[0]):
            if is_filled[column] and count < max_candidates:
                boxes[count, 0] = (column + 0.5) * edge
                boxes[count, 1] = top + 0.5 * edge
                boxes[count, 2] = 0.5 * edge
                count += 1
    return boxes[:count].copy()
