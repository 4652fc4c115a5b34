"""Samples of the ground: from an image and its camera to colors below the horizon."""

import numpy as np

from kickabout.geometry import Mat
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.hulks_field_color import sampled_colors
from kickabout.perception.colors.scan_geometry import bottoms_of
from kickabout.perception.colors.scan_grid import ABOVE_HORIZON, column_tops
from kickabout.representations import BodyContour


def ground_samples(sight: CameraInputs, contour: BodyContour, step: int) -> Mat:
    """Y, Cb and Cr of pixels `step` px apart that show neither the wall nor the own body."""
    image = sight.image
    columns = np.arange(0, image.width, step, dtype=np.int32)
    bottoms = bottoms_of(contour, image.width, image.height)[columns]
    tops = np.zeros(len(columns), np.int32)
    if sight.matrix.valid:
        tops = column_tops(columns, sight.projection, image.height, -ABOVE_HORIZON)
    return sampled_colors(image.yuyv, tops, bottoms, step)
