"""Pinhole camera: from points in space to pixels and from pixels back to the ground."""

import math
from typing import TypeVar

import msgspec
import numpy as np

from kickabout.geometry.arrays import Cov2, Cov3, Vec, Vec3
from kickabout.geometry.frames import Camera, Frame, Image
from kickabout.geometry.pose3 import Pose3
from kickabout.geometry.projection import (
    ground_covariances,
    horizon_coefficients,
    pixels_to_ground,
    pixels_to_rays,
    points_to_pixels,
)
from kickabout.geometry.vector2 import Vector2

Ground = TypeVar("Ground", bound=Frame)


class Intrinsics(msgspec.Struct, frozen=True, kw_only=True):
    """Lens and sensor of a camera; the radial distortion is 1 + k1 r² + k2 r⁴ + k3 r⁶."""

    focal_x: float  # px
    focal_y: float  # px
    center_x: float  # px, where the optical axis meets the image
    center_y: float  # px
    k1: float = 0.0  # with r in focal lengths from the center
    k2: float = 0.0
    k3: float = 0.0

    @classmethod
    def from_field_of_view(
        cls, *, width: int, height: int, horizontal: float, vertical: float
    ) -> "Intrinsics":
        """Ideal lens with the given opening angles in front of an image of this size."""
        return cls(
            focal_x=0.5 * width / math.tan(0.5 * horizontal),
            focal_y=0.5 * height / math.tan(0.5 * vertical),
            center_x=0.5 * width,
            center_y=0.5 * height,
        )

    def scaled(self, factor: float) -> "Intrinsics":
        """The camera whose pixel (factor x, factor y) sees what this one's (x, y) sees."""
        return Intrinsics(
            focal_x=factor * self.focal_x,
            focal_y=factor * self.focal_y,
            center_x=factor * self.center_x,
            center_y=factor * self.center_y,
            k1=self.k1,
            k2=self.k2,
            k3=self.k3,
        )

    @property
    def array(self) -> Vec:
        """As the kernels take it."""
        return np.array(
            (
                self.focal_x,
                self.focal_y,
                self.center_x,
                self.center_y,
                self.k1,
                self.k2,
                self.k3,
            )
        )


def point_to_pixel(point_in_camera: Vec3, intrinsics: Intrinsics) -> Vector2[Image] | None:
    """None if the point is behind the camera."""
    pixel = points_to_pixels(point_in_camera.reshape(1, 3), intrinsics.array)[0]
    return None if math.isnan(pixel[0]) else Vector2.from_array(pixel)


def pixel_to_ray(pixel: Vector2[Image], intrinsics: Intrinsics) -> Vec3:
    """Unit vector in the camera frame."""
    ray: Vec3 = pixels_to_rays(pixel.array.reshape(1, 2), intrinsics.array)[0]
    return ray


def pixel_to_ground(
    pixel: Vector2[Image],
    *,
    intrinsics: Intrinsics,
    camera_to_ground: Pose3[Camera, Ground],
    height: float = 0.0,
) -> Vector2[Ground] | None:
    """Where the pixel's ray meets the level plane at this height; None if it does not."""
    point = pixels_to_ground(
        pixel.array.reshape(1, 2),
        intrinsics.array,
        camera_to_ground.rotation,
        camera_to_ground.translation,
        height,
    )[0]
    return None if math.isnan(point[0]) else Vector2.from_array(point)


def ground_to_pixel(
    point: Vector2[Ground],
    *,
    intrinsics: Intrinsics,
    camera_to_ground: Pose3[Camera, Ground],
    height: float = 0.0,
) -> Vector2[Image] | None:
    """Image of a point at this height above the ground; None if it is behind the camera."""
    point_in_camera = camera_to_ground.inverse() @ np.array((point.x, point.y, height))
    return point_to_pixel(point_in_camera, intrinsics)


def ground_covariance(
    point: Vector2[Ground],
    *,
    camera_to_ground: Pose3[Camera, Ground],
    angle_covariance: Cov3,
    height: float = 0.0,
) -> Cov2:
    """How uncertain a point projected to the ground is if the camera's rotation is.

    `angle_covariance` (rad²) is that of small turns about the axes of the ground frame.
    """
    covariances = ground_covariances(
        point.array.reshape(1, 2), camera_to_ground.translation, angle_covariance, height
    )
    return covariances.reshape(2, 2)


def horizon_line(intrinsics: Intrinsics, camera_to_ground: Pose3[Camera, Ground]) -> Vec3:
    """(a, b, c) with a x + b y + c = how many px the pixel (x, y) lies below the horizon.

    Exact for images without distortion. Looking straight down, c is infinite.
    """
    return horizon_coefficients(intrinsics.array, camera_to_ground.rotation)


def horizon_y(line: Vec3, x: float) -> float:
    """Image row of the horizon in this column, maybe outside of the image."""
    return float(-(line[0] * x + line[2]) / line[1])
