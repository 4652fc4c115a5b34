"""Intersections oracle: from ground truth to the L, T and X intersections in this image."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Field, FloatArray, Points2, Pose2, Robot
from kickabout.representations import (
    FieldDimensions,
    Intersection,
    IntersectionKind,
    IntersectionsPercept,
)
from kickabout.simulation.oracles.observation.landmarks import LEG, intersections_of
from kickabout.simulation.oracles.observation.recognition import found_among, recognized
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint

KINDS = tuple(IntersectionKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class IntersectionsOracleParameters:
    noise_px: float = param(1.0, unit="px", low=0.0, doc="deviation of points in the image")
    margin_px: float = param(10.0, unit="px", low=0.0, doc="minimum distance from the image's edge")
    rate: float = param(
        0.93, low=0.0, high=1.0, doc="fraction of near intersections that are found"
    )
    full_range: float = param(
        3.5, unit="m", low=0.0, doc="distance beyond which fewer intersections are found"
    )
    end_range: float = param(
        6.0, unit="m", low=0.0, doc="distance beyond which no intersection is found"
    )
    wrong_kind_rate: float = param(
        0.04, low=0.0, high=1.0, doc="fraction of intersections with a wrong kind"
    )
    false_rate: float = param(
        0.005, low=0.0, high=1.0, doc="fraction of images with a false one at a robot's feet"
    )


class IntersectionsOracle(Module[IntersectionsOracleParameters]):
    """Intersections, with the direction from a second point on the leg with its own error."""

    random_stream = "IntersectionsOracle"
    replaces = ("CameraImage",)

    def update(self, viewpoint: Viewpoint, field: FieldDimensions) -> IntersectionsPercept:
        p, on_field = self.parameters, intersections_of(field)
        points = on_field.points_in_field
        pixels = viewpoint.seen(points, p.margin_px)
        draws = self.random.random(len(points))
        found = recognized(
            points, viewpoint.camera_in_field, draws, p.rate, p.full_range, p.end_range
        )
        chosen = found_among(pixels, found)
        legs = viewpoint.seen(on_field.legs_in_field[chosen])
        kinds = [on_field.kinds[index] for index in chosen]
        intersections = self._measured(viewpoint, kinds, pixels[chosen], legs)
        if self.random.random() < p.false_rate:
            intersections = (*intersections, *self._false_one(viewpoint))
        return IntersectionsPercept(intersections=intersections)

    def _measured(
        self,
        viewpoint: Viewpoint,
        kinds: Sequence[IntersectionKind],
        pixels: Points2,
        legs: Points2,
    ) -> tuple[Intersection, ...]:
        """Return these with noise; an intersection without a visible leg is left out."""
        p, count = self.parameters, len(kinds)
        if count == 0:
            return ()
        both = np.concatenate((pixels, legs))
        both += self.random.standard_normal(both.shape) * p.noise_px
        measured = viewpoint.measured(both)
        covariances = viewpoint.covariances(measured[:count], noise_px=p.noise_px)
        wrong = self.random.random(count) < p.wrong_kind_rate
        complete = np.isfinite(measured[:count, 0] + measured[count:, 0])
        return tuple(
            Intersection(
                kind=self._another(kind) if wrong[i] else kind,
                pose_in_robot=_pose(measured[i], measured[count + i]),
                covariance=covariances[i],
            )
            for i, kind in enumerate(kinds)
            if complete[i]
        )

    def _another(self, kind: IntersectionKind) -> IntersectionKind:
        others = [other for other in KINDS if other is not kind]
        return others[int(self.random.integers(len(others)))]

    def _false_one(self, viewpoint: Viewpoint) -> tuple[Intersection, ...]:
        """Return a false intersection at a robot's feet, whose shells look like lines."""
        feet = viewpoint.robots_feet()
        pixels = viewpoint.seen(feet, self.parameters.margin_px)
        candidates = np.flatnonzero(np.isfinite(pixels[:, 0]))
        if candidates.size == 0:
            return ()
        chosen = int(self.random.choice(candidates))
        angle = self.random.uniform(-math.pi, math.pi)
        leg = feet[chosen] + LEG * np.array((math.cos(angle), math.sin(angle), 0.0))
        kind = KINDS[int(self.random.integers(len(KINDS)))]
        pixel = pixels[chosen : chosen + 1]
        return self._measured(viewpoint, [kind], pixel, viewpoint.seen(leg.reshape(1, 3)))


def _pose(point: FloatArray, leg: FloatArray) -> Pose2[Field, Robot]:
    x, y = point.tolist()
    return Pose2(x, y, math.atan2(leg[1] - y, leg[0] - x))
