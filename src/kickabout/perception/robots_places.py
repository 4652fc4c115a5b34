"""Where robots stand: from boxes in the image to places on the ground, and what fits there."""

import numpy as np

from kickabout.geometry import BoolArray, FloatArray, Points2, Vec
from kickabout.perception.eye import Eye, image_to_robot, robot_to_image

ROBOT_HEIGHT = 0.55  # m, of a NAO that walks
SQUARE = 1.4  # height by width, below which a box may be around a ball


def usual_heights(boxes: FloatArray, eye: Eye) -> Vec:
    """px of robots standing at the boxes' lower edges; NaN above the horizon."""
    feet = np.column_stack((0.5 * (boxes[:, 0] + boxes[:, 2]), boxes[:, 3]))
    tops = robot_to_image(image_to_robot(feet, eye, 0.0), eye, ROBOT_HEIGHT)
    return np.asarray(boxes[:, 3] - tops[:, 1])


def relative_heights(boxes: FloatArray, usual: Vec) -> Vec:
    """Heights of boxes by the usual ones; 0 above the horizon."""
    return np.where(usual > 0.0, (boxes[:, 3] - boxes[:, 1]) / np.maximum(usual, 1.0), 0.0)


def is_large_enough(boxes: FloatArray, eye: Eye, smallest: float) -> BoolArray:
    """Whether boxes are at least so many m wide on the ground, or higher than wide."""
    left, right = (image_to_robot(boxes[:, (side, 3)], eye, 0.0) for side in (0, 2))
    is_narrow = np.hypot(*(right - left).T) < smallest
    is_low = boxes[:, 3] - boxes[:, 1] < SQUARE * (boxes[:, 2] - boxes[:, 0])
    return np.asarray(~(is_narrow & is_low))


def is_whole_enough(boxes: FloatArray, width: int, edge: float, slimmest: float) -> BoolArray:
    """Whether more than an arm reaches into the image."""
    at_side = (boxes[:, 0] < edge) | (boxes[:, 2] > width - edge)
    slim = boxes[:, 2] - boxes[:, 0] < slimmest * (boxes[:, 3] - boxes[:, 1])
    return np.asarray(~(at_side & slim))


def apart(points: Points2, wanted: BoolArray, separation: float) -> BoolArray:
    """Which points are not too near to a wanted one before them."""
    free = np.ones(len(points), np.bool_)
    for i in range(1, len(points)):
        before = wanted[:i] & free[:i]
        gaps = np.hypot(points[:i, 0] - points[i, 0], points[:i, 1] - points[i, 1])
        free[i] = not bool((before & (gaps < separation)).any())
    return free


def moved_away(points: Points2, eye: Eye, depth: float) -> Points2:
    """Points on the ground this much farther from the camera."""
    offset = points - eye.position_in_robot[:2]
    length = np.hypot(offset[:, 0], offset[:, 1])[:, None]
    moved: Points2 = points + depth * offset / np.maximum(length, 1e-6)
    return moved
