"""Camera: optics, sensor, pose while a picture is taken, and exposure settings."""

import math
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from kickabout.geometry.rotations import product, transposed, vector_from_rotation
from kickabout.simulation.camera.rendering.arrays import Float64Array

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraOptics:
    """Pinhole with radial distortion in front of a sensor with a rolling shutter.

    Pixel coordinates refer to pixel centers; the optical axis is at (center_x, center_y).
    """

    width: int = 640  # px, even
    height: int = 480  # px
    focal_x: float = 598.1  # px
    focal_y: float = 598.5  # px
    center_x: float = 320.0  # px
    center_y: float = 240.0  # px
    distortion: tuple[float, float] = (0.0, 0.0)  # of radius² and radius⁴, at focal length 1
    vignetting: float = 0.25  # fraction of the light that is lost in the corners
    border_tint: float = 0.0  # fraction by which less of the blue light is lost there
    softness: float = 0.13  # fraction of the light on each neighbor pixel; at most 0.25
    readout_time: float = 0.037  # s, from the first to the last row
    shot_noise: float = 0.014  # standard deviation at full scale and gain 1, in full scales
    read_noise: float = 0.0016  # standard deviation in the dark at gain 1, in full scales

    def __post_init__(self) -> None:
        if self.width < 2 or self.width % 2 or self.height < 1:
            raise ValueError(
                f"a camera needs an even width and positive height, not {self.width}×{self.height}"
            )
        if self.focal_x <= 0.0 or self.focal_y <= 0.0:
            raise ValueError(
                f"focal lengths must be positive, not {self.focal_x} and {self.focal_y}"
            )
        if not 0.0 <= self.softness <= 0.25:
            raise ValueError(f"softness must be within 0 and 0.25, not {self.softness}")

    @classmethod
    def from_opening_angles(
        cls, *, width: int, height: int, horizontal: float, vertical: float, readout_time: float
    ) -> Self:
        """Return optics whose axis goes through the middle of the picture; angles in rad."""
        return cls(
            width=width,
            height=height,
            focal_x=width / 2 / math.tan(horizontal / 2),
            focal_y=height / 2 / math.tan(vertical / 2),
            center_x=width / 2,
            center_y=height / 2,
            readout_time=readout_time,
        )

    @property
    def is_distorted(self) -> bool:
        return self.distortion != (0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposureSettings:
    """Exposure settings of the robot; the defaults suit light of intensity 1."""

    exposure_time: float = 0.008  # s
    gain: float = 1.0  # amplification, also of the noise
    white_balance: Vector = (1.0, 1.0, 1.0)  # factors of red, green, blue
    saturation: float = 1.0  # of the colors; 0 = gray

    def __post_init__(self) -> None:
        if self.exposure_time <= 0.0 or self.gain <= 0.0:
            raise ValueError(
                f"exposure time and gain must be positive, not {self.exposure_time} and {self.gain}"
            )


def _zeros() -> Float64Array:
    return np.zeros(3)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraView:
    """Camera frame: x along the optical axis, y left, z up; pose when the middle row is exposed."""

    rotation: Float64Array  # 3×3, camera to field
    camera_in_field: Float64Array  # m
    velocity: Float64Array = field(default_factory=_zeros)  # m/s, in the field frame
    angular_velocity: Float64Array = field(default_factory=_zeros)  # rad/s, in the field frame

    @classmethod
    def arrived(
        cls,
        *,
        rotation: Float64Array,
        camera_in_field: Float64Array,
        earlier_rotation: Float64Array,
        earlier_in_field: Float64Array,
        duration: float,
    ) -> Self:
        """Return a view that has moved uniformly since an earlier pose."""
        turn = vector_from_rotation(product(rotation, transposed(earlier_rotation)))
        return cls(
            rotation=rotation,
            camera_in_field=camera_in_field,
            velocity=(camera_in_field - earlier_in_field) / duration,
            angular_velocity=turn / duration,
        )
