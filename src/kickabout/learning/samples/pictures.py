"""A rendered picture with ground truth: pixels, labels, camera, ball, robots."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import (
    Camera,
    FloatArray,
    Mat3,
    Pose2,
    Pose3,
    Robot,
    Vec,
    Vec3,
    World,
    points_to_pixels,
    rotation_from_vector,
    rotation_z,
)
from kickabout.learning.samples.posed_robots import PosedRobot
from kickabout.perception.camera.camera_projection import CameraProjection, projection_of
from kickabout.representations import (
    CameraInfo,
    CameraMatrix,
    FieldDimensions,
    ImageCoordinateSystem,
)
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView
from kickabout.simulation.camera.rendering.arrays import UInt8Array
from kickabout.simulation.camera.rendering.picture import PictureLabels
from kickabout.simulation.oracles.observation.boundary_columns import boundary_pixels

BOUNDARY_MOMENTS = 5  # during the readout, for which the boundary is computed


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabeledPicture:
    """One picture of one robot's camera."""

    camera: str
    yuyv: UInt8Array
    labels: PictureLabels
    optics: CameraOptics
    view: CameraView
    own: PosedRobot
    others: tuple[PosedRobot, ...]  # instances from 3 on; the observing robot has 2
    ball_in_world: Vec3 | None
    ball_radius: float
    field: FieldDimensions

    @property
    def intrinsics(self) -> Vec:
        o = self.optics
        return np.array((o.focal_x, o.focal_y, o.center_x, o.center_y, 0.0, 0.0, 0.0))

    @property
    def info(self) -> CameraInfo:
        o = self.optics
        return CameraInfo(
            camera=self.camera,
            width=o.width,
            height=o.height,
            focal_length=(o.focal_x, o.focal_y),
            center=(o.center_x, o.center_y),
            row_time=o.readout_time / o.height,
        )

    def rotation_at(self, row: float) -> Mat3:
        """Return the rotation of camera_to_world while a row is exposed."""
        time = ((row + 0.5) / self.optics.height - 0.5) * self.optics.readout_time
        turn: Mat3 = rotation_from_vector(self.view.angular_velocity * time)
        return turn @ self.view.rotation

    def matrix(self, error: Vec3 | None = None) -> CameraMatrix:
        """Return the estimated camera pose, with an error of its angles in rad if given."""
        heading = self.own.robot_to_world
        turn = rotation_z(-heading.theta)
        rotation = turn @ self.view.rotation
        if error is not None:
            rotation = rotation_from_vector(error) @ rotation
        position = self.view.camera_in_field - np.array((heading.x, heading.y, 0.0))
        camera_to_robot: Pose3[Camera, Robot] = Pose3(rotation, turn @ position)
        return CameraMatrix(camera_to_robot=camera_to_robot, valid=True)

    @property
    def system(self) -> ImageCoordinateSystem:
        """The rotation of the camera while rows were read, without the horizon."""
        turn = self.view.rotation.T @ self.view.angular_velocity
        row_time = self.optics.readout_time / self.optics.height
        return ImageCoordinateSystem(
            row_rotation=np.array((turn[2], turn[1])) * row_time,
            row_of_matrix=self.optics.height / 2.0,
        )

    def projection(self, error: Vec3 | None = None) -> CameraProjection:
        return projection_of(self.matrix(error), self.info, self.system)

    def pixel(self, point_in_world: Vec3) -> FloatArray:
        """Return the pixel of a point at rest, with a rolling shutter; NaN if behind the camera."""
        row = self.optics.height / 2.0
        pixel: FloatArray = np.full(2, np.nan)
        for _ in range(3):
            offset = point_in_world - self.view.camera_in_field
            in_camera = (self.rotation_at(row).T @ offset).reshape(1, 3)
            pixel = points_to_pixels(in_camera, self.intrinsics)[0]
            if math.isnan(pixel[1]):
                return pixel
            row = min(max(float(pixel[1]), -60.0), self.optics.height + 60.0)
        return pixel

    def ball_circle(self) -> tuple[float, float, float] | None:
        """Return center and radius of the ball in px; None without a ball in front."""
        if self.ball_in_world is None:
            return None
        u, v = self.pixel(self.ball_in_world).tolist()
        if math.isnan(u):
            return None
        distance = math.dist(self.ball_in_world.tolist(), self.view.camera_in_field.tolist())
        angle = math.asin(min(self.ball_radius / distance, 0.99))
        # Measured from the edges of pixels, as in perception.
        return u + 0.5, v + 0.5, self.optics.focal_x * math.tan(angle)

    def boundary_rows(self, columns: int) -> FloatArray:
        """Return the row of the boundary in evenly spaced columns, NaN if it is not visible."""
        o = self.optics
        half = np.array((self.field.boundary_x, self.field.boundary_y))
        size, centers = np.array((o.width, o.height), float), np.full(columns, np.nan)
        nearest = np.full(columns, np.inf)
        for moment in range(BOUNDARY_MOMENTS):
            row = (moment + 0.5) * o.height / BOUNDARY_MOMENTS
            pixels = boundary_pixels(
                columns,
                half,
                self.rotation_at(row),
                self.view.camera_in_field,
                self.intrinsics,
                size,
            )
            for u, v in pixels.tolist():
                column = int(u * columns / o.width)
                if abs(v - row) < nearest[column]:
                    nearest[column], centers[column] = abs(v - row), v
        return centers

    def robot_in_robot(self, other: PosedRobot) -> Pose2[Robot, Robot]:
        mine: Pose2[Robot, World] = self.own.robot_to_world
        return mine.inverse() @ other.robot_to_world
