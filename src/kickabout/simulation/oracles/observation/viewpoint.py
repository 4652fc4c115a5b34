"""A camera in this frame: where it is, where it is believed to be, and what is in its way."""

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
    """Made once per image for all oracles of that image, so that they share one camera error."""

    rotation: Mat3 = unit(3)  # of camera_to_field, as it is
    believed_rotation: Mat3 = unit(3)  # of camera_to_field, with the error of the robot's posture
    eye: Vec3 = zeros(3)  # m, the camera in the field
    camera_in_robot: Vec3 = zeros(3)  # m
    robot_in_field: Vec3 = zeros(3)  # m, m, rad
    intrinsics: Vec = field(default_factory=lambda: _INTRINSICS)  # as in geometry.projection
    image_size: Vec2 = field(default_factory=lambda: _IMAGE_SIZE)  # px; 0 if not valid
    valid: bool = True  # the robot knows where its camera is
    robots: Mat = zeros(0, 5)  # the other robots, rows as in robot_shapes
    occluders: Mat = zeros(0, 5)  # what hides things, rows as in visibility
    angle_variances: Vec3 = zeros(3)  # rad², of the believed rotation: tilt, tilt, pan

    def seen(self, points_in_field: Points3, margin_px: float = 0.0) -> Points2:
        """True pixels of points; NaN for those out of the image or hidden."""
        return seen_pixels(
            points_in_field,
            self.rotation,
            self.eye,
            self.intrinsics,
            self.image_size,
            self.occluders,
            margin_px,
        )

    def projected(self, points_in_field: Points3) -> Points2:
        """True pixels of points, whatever is in between; NaN behind the camera."""
        return projected_pixels(points_in_field, self.rotation, self.eye, self.intrinsics)

    def in_robot(self, points_in_field: Points2) -> Points2:
        """Where points of the ground really are, in the robot's frame."""
        return turned_back(points_in_field, self.robot_in_field)

    def measured(self, pixels: Points2, height: float = 0.0) -> Points2:
        """Where the robot thinks these pixels are, in its own frame; NaN above the horizon."""
        return measured_points(
            pixels,
            height,
            self.intrinsics,
            self.believed_rotation,
            self.eye,
            self.robot_in_field,
        )

    def covariances(
        self, points_in_robot: Points2, *, noise_px: float, height: float = 0.0
    ) -> FloatArray:
        """(N, 2, 2) of measured points, read-only."""
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
        """rad², how far a ray errs when its pixel does."""
        return float((noise_px / self.intrinsics[0]) ** 2)

    def robots_feet(self) -> Points3:
        """Points on the ground in front of the other robots, for mistakes that happen there."""
        return feet_facing(self.eye, self.occluders)
