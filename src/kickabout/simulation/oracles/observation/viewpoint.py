"""Viewpoint: true and estimated pose of the camera in this frame, and what occludes its view."""

from dataclasses import field

from kickabout.framework import representation
from kickabout.geometry import (
    FloatArray,
    Mat,
    Mat3,
    Points2,
    Points3,
    Vec,
    Vec2,
    Vec3,
    readonly,
    unit,
    zeros,
)
from kickabout.simulation.oracles.observation.measurement import (
    measured_covariances,
    measured_points,
    turned_back,
)
from kickabout.simulation.oracles.observation.robot_shapes import feet_facing
from kickabout.simulation.oracles.observation.visibility import projected_pixels, seen_pixels

_INTRINSICS = readonly((560.0, 560.0, 320.0, 240.0, 0.0, 0.0, 0.0))
_IMAGE_SIZE = readonly((640.0, 480.0))


@representation
class Viewpoint:
    """The camera of one image for all oracles of that image, so that they share one error."""

    rotation: Mat3 = unit(3)  # of camera_to_field, the true one
    estimated_rotation: Mat3 = unit(3)  # of camera_to_field, with an error
    camera_in_field: Vec3 = zeros(3)  # m, the camera in the field
    camera_in_robot: Vec3 = zeros(3)  # m
    robot_in_field: Vec3 = zeros(3)  # m, m, rad
    intrinsics: Vec = field(default_factory=lambda: _INTRINSICS)  # as in geometry.projection
    image_size: Vec2 = field(default_factory=lambda: _IMAGE_SIZE)  # px; 0 if not valid
    valid: bool = True  # the robot knows where its camera is
    robots: Mat = zeros(0, 5)  # the other robots, rows as in robot_shapes without sizes
    occluders: Mat = zeros(0, 5)  # occluders, rows as in visibility
    angle_variances: Vec3 = zeros(3)  # rad², of the estimated rotation: roll, pitch, yaw

    def seen(self, points_in_field: Points3, margin_px: float = 0.0) -> Points2:
        """Return the true pixels of points; NaN for those outside of the image or hidden."""
        return seen_pixels(
            points_in_field,
            self.rotation,
            self.camera_in_field,
            self.intrinsics,
            self.image_size,
            self.occluders,
            margin_px,
        )

    def projected(self, points_in_field: Points3) -> Points2:
        """Return the true pixels of points regardless of occluders; NaN behind the camera."""
        return projected_pixels(
            points_in_field, self.rotation, self.camera_in_field, self.intrinsics
        )

    def in_robot(self, points_in_field: Points2) -> Points2:
        """Return the true positions of ground points in the robot's frame."""
        return turned_back(points_in_field, self.robot_in_field)

    def measured(self, pixels: Points2, height: float = 0.0) -> Points2:
        """Return the estimated ground points of pixels in the robot's frame; NaN above horizon."""
        return measured_points(
            pixels,
            height,
            self.intrinsics,
            self.estimated_rotation,
            self.camera_in_field,
            self.robot_in_field,
        )

    def covariances(
        self, points_in_robot: Points2, *, noise_px: float, height: float = 0.0
    ) -> FloatArray:
        """Return the covariances (N, 2, 2) of measured points, read-only."""
        covariances = measured_covariances(
            points_in_robot,
            height,
            self.camera_in_robot,
            self.angle_variances,
            self.ray_variance(noise_px),
        )
        covariances.setflags(write=False)
        return covariances

    def ray_variance(self, noise_px: float) -> float:
        """Return the variance of a ray's angle in rad² due to pixel noise."""
        return float((noise_px / self.intrinsics[0]) ** 2)

    def robots_feet(self) -> Points3:
        """Return points on the ground in front of the other robots, for false percepts."""
        return feet_facing(self.camera_in_field, self.occluders)
