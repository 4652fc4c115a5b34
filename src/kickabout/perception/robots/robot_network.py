"""Robot network: from a camera image to boxes around robots."""

import numpy as np

from kickabout.geometry import FloatArray
from kickabout.perception.networks import Network
from kickabout.perception.robots.robot_cells import decoded_boxes
from kickabout.perception.robots.thumbnails import Bytes, gray_thumbnail, stretched
from kickabout.pictures.codec import resized
from kickabout.representations import CameraImage
from kickabout.representations.camera import Yuyv

NETWORK = "robots"
THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT = 160, 120  # px, size of the network's input
DECODED_WIDTH, DECODED_HEIGHT = 640.0, 480.0  # px, size of the image that boxes are decoded for


def network_boxes(
    net: Network, image: CameraImage, clipped_fraction: float, min_score: float
) -> FloatArray:
    """Return rows (left, top, right, bottom, score, fallen) in px of the image, best first."""
    small = stretched(_thumbnail(image.yuyv), clipped_fraction)
    (cells,) = net(small[None, None])
    boxes = decoded_boxes(cells[0], min_score, 1.0)
    boxes[:, 0:4:2] *= image.width / DECODED_WIDTH
    boxes[:, 1:4:2] *= image.height / DECODED_HEIGHT
    return boxes


def _thumbnail(yuyv: Yuyv) -> Bytes:
    """Return means of squares if the image is an even multiple; other images are resized."""
    height, width = yuyv.shape[:2]
    factor = width // THUMBNAIL_WIDTH
    fits = (width, height) == (factor * THUMBNAIL_WIDTH, factor * THUMBNAIL_HEIGHT)
    if fits and factor % 2 == 0:
        return gray_thumbnail(yuyv, factor)
    size = (THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT)
    return resized(np.ascontiguousarray(yuyv[:, :, 0]), size)
