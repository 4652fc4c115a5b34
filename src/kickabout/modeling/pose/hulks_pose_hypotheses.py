"""HULKs' pose hypotheses: a few Gaussians, each with a running error; bad ones are dropped."""

import numpy as np

from kickabout.filters.pose_kernels import pose_corrected_by_pose
from kickabout.geometry import Cov3, FloatArray, Mat, Vec, Vec3
from kickabout.modeling.pose.pose_symmetry import is_near


class PoseSet:
    """The possible poses of the robot; there is always at least one.

    The error of a hypothesis is the running mean of the fraction of percepts that do not fit.
    """

    def __init__(self) -> None:
        self.means: Mat = np.zeros((1, 3))
        self.covariances: FloatArray = np.eye(3)[None].copy()
        self.errors: Vec = np.ones(1)

    def __len__(self) -> int:
        return len(self.errors)

    def reset(self, poses: Mat, covariance: Cov3, error: float) -> None:
        self.means = np.array(poses, np.float64)
        self.covariances = np.tile(covariance, (len(poses), 1, 1))
        self.errors = np.full(len(poses), error)

    def add(self, pose: Vec3, covariance: Cov3, error: float) -> None:
        self.means = np.vstack((self.means, pose))
        self.covariances = np.concatenate((self.covariances, covariance[None]))
        self.errors = np.append(self.errors, error)

    def update_errors(self, fractions: Vec, weight: float) -> None:
        """Update the errors by the fraction of a frame's percepts that fit each hypothesis."""
        self.errors += weight * (1.0 - fractions - self.errors)

    def eliminate(self, worse_by: float) -> None:
        """Drop hypotheses whose error is significantly worse than the best one's."""
        self._keep(np.flatnonzero(self.errors <= self.errors.min() + worse_by).tolist())

    def merge(self, distance: float, angle: float) -> None:
        """Correct each hypothesis by worse ones with a similar mean, and drop those."""
        order = np.argsort(self.errors, kind="stable").tolist()
        kept: list[int] = []
        for i in order:
            near = [k for k in kept if is_near(self.means[i], self.means[k], distance, angle)]
            if not near:
                kept.append(i)
                continue
            k = near[0]
            self.means[k], self.covariances[k], _, _ = pose_corrected_by_pose(
                self.means[k], self.covariances[k], self.means[i], self.covariances[i], np.inf
            )
            # Both were corrected by the same percepts, so the merged one is no more certain.
            self.covariances[k] *= 2.0
        self._keep(sorted(kept))

    def limit(self, count: int) -> None:
        """Keep only the best hypotheses."""
        if len(self) > count:
            self._keep(sorted(np.argsort(self.errors, kind="stable")[:count].tolist()))

    def has_near(self, pose: Vec3, distance: float, angle: float) -> bool:
        return any(is_near(mean, pose, distance, angle) for mean in self.means)

    def best(self) -> int:
        return int(self.errors.argmin())

    def _keep(self, kept: list[int]) -> None:
        if len(kept) < len(self):
            self.means, self.covariances = self.means[kept], self.covariances[kept]
            self.errors = self.errors[kept]
