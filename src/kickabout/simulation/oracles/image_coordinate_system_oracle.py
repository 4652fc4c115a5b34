"""The horizon as the robot believes it to be: from a viewpoint to an image coordinate system."""

import numpy as np

from kickabout.framework import Module, NoParameters
from kickabout.geometry import horizon_y
from kickabout.geometry.pose3 import sealed
from kickabout.geometry.projection import horizon_coefficients
from kickabout.representations import ImageCoordinateSystem
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint

STEEPEST = 1e-3  # a horizon that runs straighter down than this meets no edge within reason


class ImageCoordinateSystemOracle(Module[NoParameters]):
    """Rows are taken as exposed at once, so they have no rotation against each other."""

    def update(self, viewpoint: Viewpoint) -> ImageCoordinateSystem:
        line = horizon_coefficients(viewpoint.intrinsics, viewpoint.believed_rotation)
        if abs(line[1]) < STEEPEST:
            return ImageCoordinateSystem()
        width = float(viewpoint.image_size[0])
        return ImageCoordinateSystem(
            horizon_left=sealed(np.array((0.0, horizon_y(line, 0.0)))),
            horizon_right=sealed(np.array((width, horizon_y(line, width)))),
        )
