"""Center circle oracle: from ground truth to its center and points on it."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.framework.compilation import kernel
from kickabout.geometry import Cov2, Points2, Points3, Vec2, Vec3, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.representations import CenterCirclePercept, FieldDimensions
from kickabout.simulation.oracles.observation.landmarks import circle_points_of
from kickabout.simulation.oracles.observation.measurement import turned_back
from kickabout.simulation.oracles.observation.recognition import recognition_rate
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint

UNIT = np.eye(2)


@dataclass(frozen=True, slots=True, kw_only=True)
class CenterCircleOracleParameters:
    noise_px: float = param(1.0, unit="px", low=0.0, doc="deviation of each point in the image")
    rate: float = param(0.93, low=0.0, high=1.0, doc="fraction of near circles that are found")
    full_range: float = param(
        3.5, unit="m", low=0.0, doc="distance beyond which fewer circles are found"
    )
    end_range: float = param(6.0, unit="m", low=0.0, doc="distance beyond which no circle is found")
    points: int = param(32, low=8, high=200, doc="number of points on the whole circle")
    min_fraction: float = param(
        0.25, low=0.0, high=1.0, doc="minimum visible fraction of a circle that is found"
    )
    fit_deviation: float = param(
        0.008, unit="m", low=0.0, doc="deviation of the center if the whole circle is visible"
    )


class CenterCircleOracle(Module[CenterCircleOracleParameters]):
    """The circle's error is that of its visible points; the shorter the arc, the larger it is.

    Distances are measured to the middle of the visible part.
    """

    random_stream = "CenterCircleOracle"
    replaces = ("CameraImage",)

    def update(self, viewpoint: Viewpoint, field: FieldDimensions) -> CenterCirclePercept:
        p = self.parameters
        circle = circle_points_of(field, p.points)
        arc, pixels, distance = visible_arc(
            circle, viewpoint.seen(circle), viewpoint.camera_in_field
        )
        fraction = len(arc) / p.points
        if fraction < p.min_fraction:
            return CenterCirclePercept()
        rate = recognition_rate(distance, p.rate, p.full_range, p.end_range)
        if self.random.random() >= rate:
            return CenterCirclePercept()
        noise = self.random.standard_normal((len(arc), 2)) * p.noise_px
        return self._fitted(viewpoint, arc, viewpoint.measured(pixels + noise), fraction)

    def _fitted(
        self, viewpoint: Viewpoint, arc: Points2, measured: Points2, fraction: float
    ) -> CenterCirclePercept:
        middle, center = middle_and_center(measured, arc, viewpoint.robot_in_field)
        if not np.isfinite(middle[0, 0]):
            return CenterCirclePercept()
        fit = self.parameters.fit_deviation / fraction
        center += self.random.standard_normal(2) * fit
        return CenterCirclePercept(
            seen=True,
            center_in_robot=Vector2.from_array(center),
            covariance=self._covariance(viewpoint, middle, len(arc), fit),
            points_in_robot=sealed(measured),
        )

    def _covariance(self, viewpoint: Viewpoint, middle: Points2, count: int, fit: float) -> Cov2:
        noise_px = self.parameters.noise_px / count**0.5
        shared = viewpoint.covariances(middle, noise_px=noise_px)[0]
        return sealed(shared + fit * fit * UNIT)


@kernel
def visible_arc(circle: Points3, pixels: Points2, camera: Vec3) -> tuple[Points2, Points2, float]:
    """Return the points that have a pixel, these pixels, and the distance of their middle."""
    visible = np.flatnonzero(np.isfinite(pixels[:, 0]))
    arc, x, y = np.empty((visible.size, 2)), 0.0, 0.0
    for at in range(visible.size):
        arc[at, 0], arc[at, 1] = circle[visible[at], 0], circle[visible[at], 1]
        x += arc[at, 0]
        y += arc[at, 1]
    if visible.size == 0:
        return arc, pixels[visible], math.inf
    distance = math.hypot(x / visible.size - camera[0], y / visible.size - camera[1])
    return arc, pixels[visible], distance


@kernel
def middle_and_center(
    measured: Points2, arc: Points2, robot_in_field: Vec3
) -> tuple[Points2, Vec2]:
    """Return the middle (1 × 2) of measured points, and the center with the error of the middle.

    The result is NaN if one of the points could not be measured.
    """
    true = turned_back(arc, robot_in_field)
    center = turned_back(np.zeros((1, 2)), robot_in_field)[0]
    middle = np.zeros((1, 2))
    for k in range(2):
        true_middle = 0.0
        for i in range(measured.shape[0]):
            middle[0, k] += measured[i, k]
            true_middle += true[i, k]
        middle[0, k] /= measured.shape[0]
        center[k] += middle[0, k] - true_middle / measured.shape[0]
    return middle, center
