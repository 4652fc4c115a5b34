"""The robots' network: from a camera image to what it says about each cell."""

import numpy as np
import numpy.typing as npt

from kickabout.perception.networks import network
from kickabout.perception.robots_thumbnail import gray_thumbnail, stretched
from kickabout.representations import CameraImage

THUMBNAIL_WIDTH = 160  # px, that the network takes


def network_cells(image: CameraImage, clipped_share: float) -> npt.NDArray[np.float32]:
    """What the network says about each cell; see `robots_cells`."""
    factor = image.width // THUMBNAIL_WIDTH
    small = stretched(gray_thumbnail(image.yuyv, factor), clipped_share)
    (cells,) = network("robots")(small[None, None])
    answers: npt.NDArray[np.float32] = cells[0]
    return answers
