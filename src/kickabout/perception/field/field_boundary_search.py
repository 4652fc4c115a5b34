"""Field boundary: from scan-line regions or the other camera's boundary to a percept."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Debug, frozen, inputs, param
from kickabout.geometry import FloatArray
from kickabout.geometry.pose3 import sealed
from kickabout.perception.camera.camera_projection import CameraProjection, projection_of
from kickabout.perception.field.field_boundary_fit import (
    BoundaryRules,
    boundary_candidates,
    continues_above,
    fitted_boundary,
    level_candidates,
    outside_points,
    points_below_horizon,
)
from kickabout.representations import (
    CameraInfo,
    CameraMatrix,
    FieldBoundaryPercept,
    ImageCoordinateSystem,
    ScanLineRegions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldBoundaryParameters:
    cap: float = param(
        0.015, unit="rad", low=0.0, doc="distance from which the cost of a candidate is constant"
    )
    near: float = param(
        0.006, unit="rad", low=0.0, doc="maximum distance of candidates that refine the boundary"
    )
    above: float = param(4.0, low=1.0, doc="factor of the cost of candidates above the boundary")
    draws: int = param(48, low=1, high=1000, doc="number of random triples of candidates")
    enough: float = param(
        0.2, unit="px²", low=0.0, doc="mean cost of a candidate at which the search stops"
    )
    min_candidates: int = param(8, low=3, high=1000, doc="minimum number of candidates")
    min_fraction: float = param(
        0.3, low=0.0, high=1.0, doc="minimum fraction of the candidates that are near the boundary"
    )
    min_distance: float = param(
        0.3, unit="m", low=0.0, doc="minimum distance of candidates from the robot"
    )
    base_deviation: float = param(0.0013, unit="rad", low=0.0, doc="minimum deviation of a point")
    base_deviation_px: float = param(0.65, unit="px", low=0.0, doc="the same in pixels")
    variance_factor: float = param(3.0, low=0.0, doc="factor of the variance of the fit")
    extrapolated_deviation: float = param(
        0.012, unit="rad", low=0.0, doc="deviation of points that come from the other camera"
    )


@inputs
@frozen
class BoundaryView:
    """The scan-line regions of one image and the camera that took it."""

    regions: ScanLineRegions
    matrix: CameraMatrix
    info: CameraInfo
    system: ImageCoordinateSystem

    @property
    def projection(self) -> CameraProjection:
        return projection_of(self.matrix, self.info, self.system)


def boundary_in(
    view: BoundaryView,
    other: FieldBoundaryPercept,
    parameters: FieldBoundaryParameters,
    generator: np.random.Generator,
    debug: Debug,
) -> FieldBoundaryPercept:
    """Return the boundary in this image, or else the one that the other camera detected."""
    if not view.matrix.valid or len(view.regions.columns) == 0:
        return FieldBoundaryPercept()
    projection = view.projection
    found = boundary_in_image(view.regions, projection, generator, limits=parameters, debug=debug)
    if found.valid:
        return found
    return from_other_camera(other, projection, view.info, parameters.extrapolated_deviation)


def boundary_in_image(
    regions: ScanLineRegions,
    projection: CameraProjection,
    generator: np.random.Generator,
    *,
    limits: FieldBoundaryParameters,
    debug: Debug,
) -> FieldBoundaryPercept:
    """Return the boundary in this image; not valid if green ends nowhere in it."""
    p, focal = limits, float(projection.intrinsics[1])
    candidates = boundary_candidates(
        regions.columns, regions.line_of, regions.top, regions.bottom, regions.color
    )
    if canvas := debug.image("candidates"):
        for x, y, ended in candidates.tolist():
            canvas.dot((x, y), color="yellow" if ended else "gray", size=1.5)
    level = level_candidates(candidates, projection, p.min_distance)
    if len(level) < p.min_candidates:
        return FieldBoundaryPercept()
    rules = BoundaryRules(
        cap=p.cap * focal,
        near=p.near * focal,
        above=p.above,
        enough=p.enough,
        min_fraction=p.min_fraction,
        base=max(p.base_deviation * focal, p.base_deviation_px),
        variance_factor=p.variance_factor,
    )
    draws = generator.integers(0, 1 << 30, (p.draws, 3))
    points = fitted_boundary(level, draws, regions.columns, projection, rules)
    if len(points) and continues_above(candidates, points, rules.near) > len(level):
        return FieldBoundaryPercept()
    return percept_of(points, projection, extrapolated=False)


def percept_of(
    points: FloatArray, projection: CameraProjection, *, extrapolated: bool
) -> FieldBoundaryPercept:
    """Return a percept of the points, rows of x, y, deviation in px, below the horizon."""
    if len(points) == 0:
        return FieldBoundaryPercept()
    pixels, ground, deviations = points_below_horizon(points, projection)
    return FieldBoundaryPercept(
        valid=len(pixels) >= 2,
        points_in_image=sealed(pixels),
        points_in_robot=sealed(ground),
        deviations_px=sealed(deviations),
        extrapolated=extrapolated,
    )


def from_other_camera(
    other: FieldBoundaryPercept, projection: CameraProjection, info: CameraInfo, deviation: float
) -> FieldBoundaryPercept:
    """Return the other camera's boundary if it is entirely outside of this image."""
    if not other.valid or other.extrapolated:
        return FieldBoundaryPercept()
    spread = deviation * info.focal_length[1]
    points = outside_points(other.points_in_robot, projection, info.width, info.height, spread)
    return percept_of(points, projection, extrapolated=True)
