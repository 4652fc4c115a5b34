"""Images, and the settings, geometry, pose and condition of the cameras."""

from collections.abc import Mapping
from dataclasses import field

import numpy as np
import numpy.typing as npt

from kickabout.framework import representation
from kickabout.geometry import Camera, Pose3, Robot, Torso, Vec2, zeros

Yuyv = npt.NDArray[np.uint8]
Pairs = npt.NDArray[np.uint32]
NO_PIXELS: Yuyv = np.zeros((0, 0, 2), np.uint8)


@representation
class CameraImage:
    """An image as the camera delivers it."""

    camera: str = ""  # name, as in the robot's kind
    taken_at: float = 0.0  # s, start of the readout of the first row
    # row × column × (Y, and in turn Cb and Cr of two neighbors), 0 … 255
    yuyv: Yuyv = field(default_factory=lambda: NO_PIXELS)

    @property
    def width(self) -> int:
        return int(self.yuyv.shape[1])

    @property
    def height(self) -> int:
        return int(self.yuyv.shape[0])

    @property
    def pairs(self) -> Pairs:
        """Two neighboring pixels per 32-bit word, low to high byte: Y, Cb, Y, Cr."""
        return np.ascontiguousarray(self.yuyv).reshape(self.height, 2 * self.width).view("<u4")


@representation
class CameraSettings:
    """Settings requested from the camera driver."""

    automatic_exposure: bool = True
    exposure: float = 0.01  # s, used without automatic exposure
    gain: float = 1.0
    automatic_white_balance: bool = True
    white_balance: tuple[float, float, float] = (1.0, 1.0, 1.0)  # factors of red, green, blue
    # weights of automatic exposure: a grid of 4 × 4 cells, row by row from the upper left
    weights: tuple[float, ...] = (1.0,) * 16


@representation
class CameraInfo:
    """Geometry of the camera that took this thread's image."""

    camera: str = ""  # name, as in the robot's kind
    width: int = 0  # px
    height: int = 0  # px
    focal_length: tuple[float, float] = (1.0, 1.0)  # px, horizontal and vertical
    center: tuple[float, float] = (0.0, 0.0)  # px, where the optical axis meets the image
    row_time: float = 0.0  # s, from one row's exposure to the next one's


Turn = tuple[float, float, float]  # roll, pitch, yaw
NO_TURN: Turn = (0.0, 0.0, 0.0)


@representation
class CameraCalibration:
    """Corrections of the cameras' mounting found by calibration, all in rad."""

    body_roll: float = 0.0
    body_pitch: float = 0.0
    cameras: Mapping[str, Turn] = field(default_factory=dict)  # by name; others need none


@representation
class CameraMatrix:
    """Pose of the camera when it took the image."""

    camera_to_robot: Pose3[Camera, Robot] = Pose3.identity()
    camera_to_torso: Pose3[Camera, Torso] = Pose3.identity()
    valid: bool = False


@representation
class ImageCoordinateSystem:
    """The horizon in the image, and the rotation of the camera while rows were read."""

    horizon_left: Vec2 = zeros(2)  # px, where the horizon meets the left edge
    horizon_right: Vec2 = zeros(2)  # px
    row_rotation: Vec2 = zeros(2)  # rad per row, by which later rows are panned and tilted
    row_of_matrix: float = 0.0  # px, row that was exposed at the time of the camera matrix


@representation
class CameraCondition:
    """Whether the images of this thread's camera can be used."""

    corrupt: bool = False  # rows repeat from image to image
    restart_requested: bool = False  # the driver should restart the camera
    repeated_rows: int = 0  # successive images in which the monitored row did not change
