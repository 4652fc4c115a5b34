"""Seeing the center circle: from ground truth to its center and points on it."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Cov2, Points2, Vector2, readonly
from kickabout.representations import CenterCirclePercept, FieldDimensions
from kickabout.simulation.oracles.landmarks import circle_points_of
from kickabout.simulation.oracles.recognition import recognition_rate
from kickabout.simulation.oracles.viewpoint import Viewpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class CenterCircleOracleParameters:
    noise_px: float = param(1.0, unit="px", low=0.0, doc="error of each point in the image")
    rate: float = param(0.93, low=0.0, high=1.0, doc="share of near circles that are found")
    full_range: float = param(3.5, unit="m", low=0.0, doc="beyond, fewer circles are found")
    end_range: float = param(6.0, unit="m", low=0.0, doc="beyond, no part of a circle is found")
    points: int = param(32, low=8, high=200, doc="points on the whole circle")
    least_share: float = param(0.25, low=0.0, high=1.0, doc="of the circle that has to be visible")
    fit_deviation: float = param(
        0.008, unit="m", low=0.0, doc="error of the center when the whole circle is visible"
    )


class CenterCircleOracle(Module[CenterCircleOracleParameters]):
    """The center moves with the visible points, and wavers more the shorter the visible arc is.

    Distances are those to the middle of the visible part.
    """

    def update(self, viewpoint: Viewpoint, field: FieldDimensions) -> CenterCirclePercept:
        p = self.parameters
        circle = circle_points_of(field, p.points)
        pixels = viewpoint.seen(circle)
        visible = np.isfinite(pixels[:, 0])
        share = float(np.count_nonzero(visible)) / p.points
        if share < p.least_share:
            return CenterCirclePercept()
        arc = circle[visible, :2]
        distance = float(np.hypot(*(arc.mean(axis=0) - viewpoint.eye[:2])))
        rate = recognition_rate(distance, p.rate, p.full_range, p.end_range)
        if self.random.random() >= rate:
            return CenterCirclePercept()
        noise = self.random.standard_normal((len(arc), 2)) * p.noise_px
        return self._fitted(viewpoint, arc, viewpoint.measured(pixels[visible] + noise), share)

    def _fitted(
        self, viewpoint: Viewpoint, arc: Points2, measured: Points2, share: float
    ) -> CenterCirclePercept:
        if not np.isfinite(measured).all():
            return CenterCirclePercept()
        p, middle = self.parameters, measured.mean(axis=0)
        fit = p.fit_deviation / share
        offset = middle - viewpoint.in_robot(arc).mean(axis=0)
        center = viewpoint.in_robot(np.zeros((1, 2)))[0] + offset
        center += self.random.standard_normal(2) * fit
        return CenterCirclePercept(
            seen=True,
            center_in_robot=Vector2.from_array(center),
            covariance=self._covariance(viewpoint, middle.reshape(1, 2), len(arc), fit),
            points_in_robot=readonly(measured),
        )

    def _covariance(self, viewpoint: Viewpoint, middle: Points2, count: int, fit: float) -> Cov2:
        noise_px = self.parameters.noise_px / count**0.5
        shared = viewpoint.covariances(middle, noise_px=noise_px)[0]
        return readonly(shared + fit * fit * np.eye(2))
