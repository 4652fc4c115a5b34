"""The robots' networks: from a camera image to boxes around robots."""

from typing import NamedTuple

import cv2
import numpy as np

from kickabout.geometry import FloatArray
from kickabout.perception.networks import network
from kickabout.perception.robots_cells import decoded_boxes
from kickabout.perception.robots_thumbnail import Bytes, gray_thumbnail, stretched
from kickabout.representations import CameraImage
from kickabout.representations.camera import Yuyv

DECODED_WIDTH, DECODED_HEIGHT = 640.0, 480.0  # px, of the image that boxes are decoded for


class RobotsNet(NamedTuple):
    """A network and the thumbnail that it takes."""

    name: str
    width: int  # px
    height: int  # px


UPPER_NET = RobotsNet("robots", 160, 120)
LOWER_NET = RobotsNet("robots", 160, 120)


def network_boxes(
    image: CameraImage, net: RobotsNet, clipped_share: float, least_score: float
) -> FloatArray:
    """Rows (left, top, right, bottom, score, fallen) in px of the image, best first."""
    small = stretched(_thumbnail(image.yuyv, net.width, net.height), clipped_share)
    (cells,) = network(net.name)(small[None, None])
    boxes = decoded_boxes(cells[0], least_score, 1.0)
    boxes[:, 0:4:2] *= image.width / DECODED_WIDTH
    boxes[:, 1:4:2] *= image.height / DECODED_HEIGHT
    return boxes


def _thumbnail(yuyv: Yuyv, width: int, height: int) -> Bytes:
    """Means of squares where an even number of px makes one; other images are scaled to fit."""
    factor = yuyv.shape[1] // width
    fits = yuyv.shape[:2] == (factor * height, factor * width)
    if fits and factor % 2 == 0:
        return gray_thumbnail(yuyv, factor)
    brightness = np.ascontiguousarray(yuyv[:, :, 0])
    return np.asarray(
        cv2.resize(brightness, (width, height), interpolation=cv2.INTER_AREA), np.uint8
    )
