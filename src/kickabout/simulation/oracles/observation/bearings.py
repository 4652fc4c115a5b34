"""Bearings: from pixels to directions in the robot's frame, as the robot estimates them."""

import numpy as np

from kickabout.geometry import Vec
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint


def bearing_of(viewpoint: Viewpoint, pixel: Vec) -> float:
    """Return the direction of a pixel's ray in the robot's frame, as estimated by the robot."""
    fx, fy, cx, cy = viewpoint.intrinsics[:4]
    ray = np.array((1.0, (cx - pixel[0]) / fx, (cy - pixel[1]) / fy))
    x, y, _ = viewpoint.estimated_rotation @ ray
    turn = float(np.arctan2(y, x)) - float(viewpoint.robot_in_field[2])
    return float(np.arctan2(np.sin(turn), np.cos(turn)))


def bearing_variance(viewpoint: Viewpoint, noise_px: float) -> float:
    """Return the variance in rad² of the bearing of a pixel with this deviation."""
    return viewpoint.ray_variance(noise_px) + float(viewpoint.angle_variances[2])
