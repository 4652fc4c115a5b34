"""Ground samples: from an image and its camera to colors below the horizon."""

import numpy as np

from kickabout.geometry import Mat
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.hulks_field_color import sampled_colors
from kickabout.perception.colors.scan_geometry import bottoms_of
from kickabout.perception.colors.scan_grid import ABOVE_HORIZON, column_tops
from kickabout.representations import BodyContour


def ground_samples(camera: CameraInputs, contour: BodyContour, step: int) -> Mat:
    """Return Y, Cb, Cr of pixels `step` px apart, below the horizon and above the robot's body."""
    image = camera.image
    columns = np.arange(0, image.width, step, dtype=np.int32)
    bottoms = bottoms_of(contour, image.width, image.height)[columns]
    tops = np.zeros(len(columns), np.int32)
    if camera.matrix.valid:
        tops = column_tops(columns, camera.projection, image.height, -ABOVE_HORIZON)
    return sampled_colors(image.yuyv, tops, bottoms, step)
