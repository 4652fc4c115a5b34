"""Field features oracle: from ground truth to composed features and the poses they imply."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import BoolArray, Field, Points2, Pose2, Robot, Vec3
from kickabout.geometry.pose3 import sealed
from kickabout.representations import (
    FeatureKind,
    FieldDimensions,
    FieldFeature,
    FieldFeaturesPercept,
)
from kickabout.simulation.oracles.observation.feature_variants import (
    ON_HALFWAY_LINE,
    FeatureVariants,
    feature_variants,
)
from kickabout.simulation.oracles.observation.measurement import pose_from_pair
from kickabout.simulation.oracles.observation.recognition import (
    all_of_three,
    complete_triples,
    recognized,
)
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint

HALF_TURN: Pose2[Field, Field] = Pose2(0.0, 0.0, np.pi)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldFeaturesOracleParameters:
    noise_px: float = param(1.0, unit="px", low=0.0, doc="deviation of each point in the image")
    margin_px: float = param(
        4.0, unit="px", low=0.0, doc="minimum distance of points from the image's edge"
    )
    rate: float = param(0.85, low=0.0, high=1.0, doc="fraction of near features that are found")
    full_range: float = param(
        3.0, unit="m", low=0.0, doc="distance beyond which fewer features are found"
    )
    end_range: float = param(
        5.5, unit="m", low=0.0, doc="maximum distance of all points of a feature"
    )
    confused_rate: float = param(
        0.005, low=0.0, high=1.0, doc="fraction of features that are mistaken for one elsewhere"
    )


class FieldFeaturesOracle(Module[FieldFeaturesOracleParameters]):
    """Features are found if three of their points are visible; two of these give the pose.

    Covariances are 3×3, of x, y and theta. Poses from features on the halfway line are in our own
    half; all others assume that the feature is in the opponent's half.
    """

    random_stream = "FieldFeaturesOracle"
    replaces = ("CameraImage",)

    def update(self, viewpoint: Viewpoint, field: FieldDimensions) -> FieldFeaturesPercept:
        variants = feature_variants(field)
        pixels = viewpoint.seen(variants.points_in_field, self.parameters.margin_px)
        complete = complete_triples(pixels).tolist()
        if not complete:
            return FieldFeaturesPercept()
        found = self._found(viewpoint, variants)
        features = []
        done: set[int] = set()
        for i in complete:
            if variants.groups[i] in done:
                continue
            done.add(variants.groups[i])
            if found[i]:
                pair = self._pair_in_field(variants, i)
                features += self._measured(
                    viewpoint, pixels[3 * i : 3 * i + 2], pair, variants.kinds[i]
                )
        return FieldFeaturesPercept(features=tuple(features))

    def _found(self, viewpoint: Viewpoint, variants: FeatureVariants) -> BoolArray:
        """Use the same draw for all three points, so that the farthest decides."""
        p, points = self.parameters, variants.points_in_field
        draws = np.repeat(self.random.random(len(variants.kinds)), 3)
        found = recognized(
            points, viewpoint.camera_in_field, draws, p.rate, p.full_range, p.end_range
        )
        return all_of_three(found)

    def _pair_in_field(self, variants: FeatureVariants, index: int) -> Vec3:
        if self.random.random() < self.parameters.confused_rate:
            index = int(self.random.integers(len(variants.kinds)))
        pair: Vec3 = variants.pairs_in_field[index]
        return pair

    def _measured(
        self, viewpoint: Viewpoint, pixels: Points2, pair_in_field: Vec3, kind: FeatureKind
    ) -> list[FieldFeature]:
        noise_px = self.parameters.noise_px
        points = viewpoint.measured(pixels + self.random.standard_normal((2, 2)) * noise_px)
        if not np.isfinite(points).all():
            return []
        pose, covariance = pose_from_pair(
            points,
            pair_in_field,
            viewpoint.camera_in_robot,
            viewpoint.angle_variances,
            viewpoint.ray_variance(noise_px),
        )
        robot_to_field: Pose2[Robot, Field] = Pose2.from_array(pose)
        if kind in ON_HALFWAY_LINE and robot_to_field.x > 0.0:
            robot_to_field = HALF_TURN @ robot_to_field
            covariance[:2, 2] *= -1.0
            covariance[2, :2] *= -1.0
        return [
            FieldFeature(kind=kind, robot_to_field=robot_to_field, covariance=sealed(covariance))
        ]
