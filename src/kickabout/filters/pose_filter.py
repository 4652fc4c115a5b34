"""Pose filter: from odometry, seen points, lines and poses to one pose with its uncertainty."""

import math

import numpy as np

from kickabout.filters import pose_kernels
from kickabout.filters.kalman import Correction, judged
from kickabout.geometry import Cov2, Cov3, Field, Pose2, Robot, Vec2, Vec3, Vector2


class PoseFilter:
    """One hypothesis of where the robot is: an unscented Kalman filter of (x, y, theta).

    For many hypotheses at once, call the kernels in `pose_kernels` on arrays.
    """

    __slots__ = ("covariance", "mean")

    def __init__(self, robot_to_field: Pose2[Robot, Field], covariance: Cov3) -> None:
        self.mean: Vec3 = robot_to_field.normalized().array
        self.covariance: Cov3 = np.array(covariance, dtype=np.float64)

    @property
    def robot_to_field(self) -> Pose2[Robot, Field]:
        return Pose2.from_array(self.mean)

    def predict(self, step: Pose2[Robot, Robot], step_covariance: Cov3) -> None:
        """The robot has moved by this step in its own coordinates."""
        self.mean, self.covariance = pose_kernels.pose_predicted(
            self.mean, self.covariance, step.array, step_covariance
        )

    def correct_by_point(
        self,
        point: Vector2[Field],
        *,
        measured: Vector2[Robot],
        noise: Cov2,
        gate: float = math.inf,
    ) -> Correction:
        """A known point of the field was seen."""
        return self._take(
            pose_kernels.pose_corrected_by_point(
                self.mean, self.covariance, point.array, measured.array, noise, gate
            ),
            gate,
        )

    def correct_by_line(
        self, line: Vec2, *, measured: Vec2, noise: Cov2, gate: float = math.inf
    ) -> Correction:
        """A known line of the field was seen; both as (angle, offset) by `line_form`."""
        return self._take(
            pose_kernels.pose_corrected_by_line(
                self.mean, self.covariance, line, measured, noise, gate
            ),
            gate,
        )

    def correct_by_pose(
        self, measured: Pose2[Robot, Field], noise: Cov3, gate: float = math.inf
    ) -> Correction:
        """Something gave away the whole pose."""
        return self._take(
            pose_kernels.pose_corrected_by_pose(
                self.mean, self.covariance, measured.array, noise, gate
            ),
            gate,
        )

    def _take(self, result: tuple[Vec3, Cov3, float, float], gate: float) -> Correction:
        self.mean, self.covariance, distance, log_likelihood = result
        return judged(distance, log_likelihood, gate)
