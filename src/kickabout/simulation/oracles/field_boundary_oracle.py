"""Field boundary oracle: from ground truth to the end of the carpet as a polyline."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Vec2
from kickabout.geometry.pose3 import sealed
from kickabout.representations import FieldBoundaryPercept, FieldDimensions
from kickabout.simulation.oracles.observation.boundary_columns import boundary_pixels
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldBoundaryOracleParameters:
    noise_px: float = param(
        3.0, unit="px", low=0.0, doc="deviation of each point in an image 640 px wide"
    )
    columns: int = param(40, low=2, high=640, doc="number of image columns with a point")
    rate: float = param(0.98, low=0.0, high=1.0, doc="fraction of boundaries that are found")


class FieldBoundaryOracle(Module[FieldBoundaryOracleParameters]):
    """The field boundary; robots do not occlude it, because detectors use a convex hull.

    Columns in which the carpet ends outside of the image have no point. The deviation that is
    published with each point is the true one.
    """

    random_stream = "FieldBoundaryOracle"
    replaces = ("CameraImage",)

    def update(self, viewpoint: Viewpoint, field: FieldDimensions) -> FieldBoundaryPercept:
        p = self.parameters
        pixels = boundary_pixels(
            p.columns,
            _half_size(field),
            viewpoint.rotation,
            viewpoint.camera_in_field,
            viewpoint.intrinsics,
            viewpoint.image_size,
        )
        if len(pixels) < 2 or self.random.random() >= p.rate:
            return FieldBoundaryPercept()
        noise_px = p.noise_px * float(viewpoint.image_size[0]) / 640.0
        pixels[:, 1] += self.random.standard_normal(len(pixels)) * noise_px
        points = viewpoint.measured(pixels)
        on_ground = np.isfinite(points[:, 0])
        count = int(np.count_nonzero(on_ground))
        return FieldBoundaryPercept(
            valid=count >= 2,
            points_in_image=sealed(pixels[on_ground]),
            points_in_robot=sealed(points[on_ground]),
            deviations_px=sealed(np.full(count, noise_px)),
        )


def _half_size(field: FieldDimensions) -> Vec2:
    """Return where the carpet ends for a robot: at its edge, or at the foot of the walls."""
    if field.border:
        return np.array((field.goal_line_x, field.side_line_y))
    return np.array((field.boundary_x, field.boundary_y))
