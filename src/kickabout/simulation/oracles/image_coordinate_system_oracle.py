"""Horizon oracle: from a viewpoint to an image coordinate system."""

import numpy as np

from kickabout.framework import Module, NoParameters
from kickabout.geometry import horizon_y
from kickabout.geometry.pose3 import sealed
from kickabout.geometry.projection import horizon_coefficients
from kickabout.representations import ImageCoordinateSystem
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint

MIN_COEFFICIENT = 1e-3  # of y in the horizon's line; with less, it is almost vertical


class ImageCoordinateSystemOracle(Module[NoParameters]):
    """The estimated horizon; all rows are assumed to be exposed at the same time."""

    replaces = ("CameraImage",)

    def update(self, viewpoint: Viewpoint) -> ImageCoordinateSystem:
        line = horizon_coefficients(viewpoint.intrinsics, viewpoint.estimated_rotation)
        if abs(line[1]) < MIN_COEFFICIENT:
            return ImageCoordinateSystem()
        width = float(viewpoint.image_size[0])
        return ImageCoordinateSystem(
            horizon_left=sealed(np.array((0.0, horizon_y(line, 0.0)))),
            horizon_right=sealed(np.array((width, horizon_y(line, width)))),
        )
