"""Viewpoint oracle: from ground truth to the true and the estimated pose of the camera."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat, Mat3, Vec, Vec2, Vec3, rotation_from_vector
from kickabout.geometry.pose3 import sealed
from kickabout.geometry.rotations import product
from kickabout.representations import CameraInfo, GroundTruth, TorsoState, TrueRobot
from kickabout.simulation.oracles.observation.gauss_markov import GaussMarkov
from kickabout.simulation.oracles.observation.robot_shapes import (
    PLACES,
    occluders_of,
    rows_of_others,
)
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint
from kickabout.simulation.oracles.observation.visibility import OWN_FEET

NO_IMAGE = sealed(np.zeros(2))  # px, size of an image in which nothing is visible


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewpointOracleParameters:
    # 0.6° makes median ball errors of 4 cm at 1 to 2 m and 13 cm at 2 to 4 m, as measured with
    # B-Human's 2019 release on images of its own simulator: 3 to 4 cm and 9 to 17 cm
    tilt_deviation: float = param(
        0.0105, unit="rad", low=0.0, doc="deviation of the camera's roll and pitch"
    )
    pan_deviation: float = param(0.005, unit="rad", low=0.0, doc="deviation of the camera's yaw")
    correlation_time: float = param(
        0.8, unit="s", low=0.01, doc="correlation time of the camera's errors"
    )
    # of a NAO, whose camera looks down at its feet; teams of other kinds may set these
    feet_radius: float = param(
        0.09, unit="m", low=0.0, doc="radius around the robot hidden by its own feet"
    )
    feet_height: float = param(0.15, unit="m", low=0.0, doc="height of the robot's own feet")


class ViewpointOracle(Module[ViewpointOracleParameters]):
    """The true camera, and its estimated rotation with a small error.

    The error is a Gauss–Markov process, like that of a body that sways while it walks. Robots
    occlude the scene as upright cylinders, fallen ones as three low cylinders in a row. While the
    pose of the torso is unknown, for instance during getting up, nothing is visible.
    """

    random_stream = "ViewpointOracle"
    replaces = ("CameraImage",)

    def __init__(self, parameters: ViewpointOracleParameters) -> None:
        super().__init__(parameters)
        self.error = GaussMarkov(3)
        self.camera: CameraInfo | None = None  # of the two arrays below
        self.intrinsics: Vec = np.zeros(7)
        self.image_size: Vec2 = np.zeros(2)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        self.deviations = np.array((p.tilt_deviation, p.tilt_deviation, p.pan_deviation))
        self.variances = sealed(self.deviations * self.deviations)

    def update(
        self, frame: FrameInfo, truth: GroundTruth, camera: CameraInfo, torso: TorsoState
    ) -> Viewpoint:
        if camera is not self.camera:
            self._use(camera)
        error = self.error.step(
            frame.dt,
            deviations=self.deviations,
            correlation_time=self.parameters.correlation_time,
            random=self.random,
        )
        rotation, position = truth.camera_to_field.rotation, truth.camera_to_field.translation
        robots, pose = rows_of_others(truth), truth.own.robot_to_field
        dx, dy = float(position[0]) - pose.x, float(position[1]) - pose.y
        c, s = math.cos(pose.theta), math.sin(pose.theta)
        return Viewpoint(
            rotation=rotation,
            estimated_rotation=sealed(disturbed(rotation, error)),
            camera_in_field=position,
            camera_in_robot=sealed(np.array((c * dx + s * dy, c * dy - s * dx, position[2]))),
            robot_in_field=sealed(pose.array),
            intrinsics=self.intrinsics,
            image_size=self.image_size if torso.valid else NO_IMAGE,
            valid=torso.valid,
            robots=sealed(robots[:, :PLACES].copy()),
            occluders=sealed(self._occluders(truth.own, robots)),
            angle_variances=self.variances,
        )

    def _use(self, camera: CameraInfo) -> None:
        self.camera = camera
        self.intrinsics = sealed(np.array((*camera.focal_length, *camera.center, 0.0, 0.0, 0.0)))
        self.image_size = sealed(np.array((camera.width, camera.height), np.float64))

    def _occluders(self, own: TrueRobot, robots: Mat) -> Mat:
        p = self.parameters
        feet_x = own.robot_to_field.x if own.upright else math.nan
        return occluders_of(
            robots,
            np.array((feet_x, own.robot_to_field.y, p.feet_radius, p.feet_height, OWN_FEET)),
        )


@kernel
def disturbed(rotation: Mat3, error: Vec3) -> Mat3:
    """Return the rotation, turned by a small rotation vector."""
    return product(rotation_from_vector(error), rotation)
