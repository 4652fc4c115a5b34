"""Robot positions: from boxes in the image to plausible positions on the ground."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray, Points2, Vec
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    image_to_robot,
    robot_to_image,
)

# m, of a walking NAO: the networks that find these boxes are trained on NAOs
ROBOT_HEIGHT = 0.55
SQUARE = 1.4  # height over width, below which a box may be around a ball


@kernel
def feet_of(boxes: FloatArray) -> Points2:
    """Return the middles of the boxes' lower edges."""
    feet = np.empty((boxes.shape[0], 2))
    for i in range(boxes.shape[0]):
        feet[i, 0], feet[i, 1] = 0.5 * (boxes[i, 0] + boxes[i, 2]), boxes[i, 3]
    return feet


@kernel
def usual_heights(boxes: FloatArray, projection: CameraProjection) -> Vec:
    """Return heights in px of robots standing at the boxes' lower edges; NaN above the horizon."""
    tops = robot_to_image(image_to_robot(feet_of(boxes), projection, 0.0), projection, ROBOT_HEIGHT)
    return boxes[:, 3] - tops[:, 1]


@kernel
def relative_heights(boxes: FloatArray, usual: Vec) -> Vec:
    """Return heights of boxes over the usual ones; 0 above the horizon."""
    heights = np.zeros(boxes.shape[0])
    for i in range(boxes.shape[0]):
        if usual[i] > 0.0:
            heights[i] = (boxes[i, 3] - boxes[i, 1]) / max(usual[i], 1.0)
    return heights


@kernel
def is_large_enough(boxes: FloatArray, projection: CameraProjection, smallest: float) -> BoolArray:
    """Return whether boxes are at least `smallest` m wide on the ground, or higher than wide."""
    corners = np.empty((2 * boxes.shape[0], 2))
    for i in range(boxes.shape[0]):
        corners[2 * i, 0], corners[2 * i + 1, 0] = boxes[i, 0], boxes[i, 2]
        corners[2 * i, 1] = corners[2 * i + 1, 1] = boxes[i, 3]
    ground = image_to_robot(corners, projection, 0.0)
    is_large = np.empty(boxes.shape[0], np.bool_)
    for i in range(boxes.shape[0]):
        left, right = ground[2 * i], ground[2 * i + 1]
        is_narrow = math.hypot(right[0] - left[0], right[1] - left[1]) < smallest
        is_low = boxes[i, 3] - boxes[i, 1] < SQUARE * (boxes[i, 2] - boxes[i, 0])
        is_large[i] = not (is_narrow and is_low)
    return is_large


@kernel
def is_whole_enough(boxes: FloatArray, width: int, edge: float, min_slimness: float) -> BoolArray:
    """Return whether boxes at the image's side are wider than just an arm."""
    is_whole = np.empty(boxes.shape[0], np.bool_)
    for i in range(boxes.shape[0]):
        at_side = boxes[i, 0] < edge or boxes[i, 2] > width - edge
        slim = boxes[i, 2] - boxes[i, 0] < min_slimness * (boxes[i, 3] - boxes[i, 1])
        is_whole[i] = not (at_side and slim)
    return is_whole


@kernel
def apart(points: Points2, wanted: BoolArray, separation: float) -> BoolArray:
    """Return which points are not too near to a wanted one before them."""
    free = np.ones(points.shape[0], np.bool_)
    for i in range(1, points.shape[0]):
        for k in range(i):
            gap = math.hypot(points[k, 0] - points[i, 0], points[k, 1] - points[i, 1])
            if wanted[k] and free[k] and gap < separation:
                free[i] = False
    return free


@kernel
def moved_away(points: Points2, projection: CameraProjection, depth: float) -> Points2:
    """Return points on the ground moved away from the camera by `depth` m."""
    moved = np.empty((points.shape[0], 2))
    for i in range(points.shape[0]):
        x, y = (
            points[i, 0] - projection.position_in_robot[0],
            points[i, 1] - projection.position_in_robot[1],
        )
        stretch = 1.0 + depth / max(math.hypot(x, y), 1e-6)
        moved[i, 0] = projection.position_in_robot[0] + stretch * x
        moved[i, 1] = projection.position_in_robot[1] + stretch * y
    return moved
