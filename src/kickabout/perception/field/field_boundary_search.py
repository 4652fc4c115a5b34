"""Field boundary: from scan-line regions of one image to a percept, or from the other camera's."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Debug, frozen, inputs, param
from kickabout.geometry import FloatArray
from kickabout.geometry.pose3 import sealed
from kickabout.perception.camera.camera_projection import CameraProjection, projection_of
from kickabout.perception.field.field_boundary_fit import (
    BoundaryRules,
    boundary_spots,
    fitted_boundary,
    goes_on_above,
    level_spots,
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
    cap: float = param(0.015, unit="rad", low=0.0, doc="distance from which a spot counts the same")
    near: float = param(0.006, unit="rad", low=0.0, doc="spots nearer to the boundary refine it")
    above: float = param(4.0, low=1.0, doc="how much more spots above the boundary count")
    draws: int = param(48, low=1, high=1000, doc="triples of spots that are tried")
    enough: float = param(0.2, unit="px²", low=0.0, doc="mean cost at which the search ends")
    min_spots: int = param(8, low=3, high=1000, doc="with fewer spots there is no boundary")
    min_share: float = param(0.3, low=0.0, high=1.0, doc="of the spots that must be near it")
    nearest: float = param(0.3, unit="m", low=0.0, doc="spots nearer to the robot do not count")
    base_deviation: float = param(0.0013, unit="rad", low=0.0, doc="of a point, at the least")
    base_deviation_px: float = param(0.65, unit="px", low=0.0, doc="of a point, at the least")
    trust: float = param(3.0, low=0.0, doc="by which the variance of the fit is raised")
    extrapolated_deviation: float = param(
        0.012, unit="rad", low=0.0, doc="of points that come from the other camera"
    )


@inputs
@frozen
class BoundaryView:
    """What one camera sees of the carpet, and from where."""

    regions: ScanLineRegions
    matrix: CameraMatrix
    info: CameraInfo
    system: ImageCoordinateSystem


def boundary_in(
    view: BoundaryView,
    other: FieldBoundaryPercept,
    parameters: FieldBoundaryParameters,
    generator: np.random.Generator,
    debug: Debug,
) -> FieldBoundaryPercept:
    """The boundary in this image, or else where the other camera saw it."""
    if not view.matrix.valid or len(view.regions.columns) == 0:
        return FieldBoundaryPercept()
    projection = projection_of(view.matrix, view.info, view.system)
    found = found_boundary(view.regions, projection, generator, limits=parameters, debug=debug)
    if found.valid:
        return found
    return taken_over(other, projection, view.info, parameters.extrapolated_deviation)


def found_boundary(
    regions: ScanLineRegions,
    projection: CameraProjection,
    generator: np.random.Generator,
    *,
    limits: FieldBoundaryParameters,
    debug: Debug,
) -> FieldBoundaryPercept:
    """What the own image shows; not valid if green ends nowhere in it."""
    p, focal = limits, float(projection.intrinsics[1])
    spots = boundary_spots(
        regions.columns, regions.line_of, regions.top, regions.bottom, regions.color
    )
    if canvas := debug.image("spots"):
        for x, y, ended in spots.tolist():
            canvas.dot((x, y), color="yellow" if ended else "gray", size=1.5)
    level = level_spots(spots, projection, p.nearest)
    if len(level) < p.min_spots:
        return FieldBoundaryPercept()
    rules = BoundaryRules(
        cap=p.cap * focal,
        near=p.near * focal,
        above=p.above,
        enough=p.enough,
        min_share=p.min_share,
        base=max(p.base_deviation * focal, p.base_deviation_px),
        trust=p.trust,
    )
    draws = generator.integers(0, 1 << 30, (p.draws, 3))
    points = fitted_boundary(level, draws, regions.columns, projection, rules)
    if len(points) and goes_on_above(spots, points, rules.near) > len(level):
        return FieldBoundaryPercept()
    return percept_of(points, projection, extrapolated=False)


def percept_of(
    points: FloatArray, projection: CameraProjection, *, extrapolated: bool
) -> FieldBoundaryPercept:
    """Of rows with x, y and deviation in px, those that lie below the horizon."""
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


def taken_over(
    other: FieldBoundaryPercept, projection: CameraProjection, info: CameraInfo, deviation: float
) -> FieldBoundaryPercept:
    """The other camera's boundary in this image, if it lies wholly above or below of it."""
    if not other.valid or other.extrapolated:
        return FieldBoundaryPercept()
    spread = deviation * info.focal_length[1]
    points = outside_points(other.points_in_robot, projection, info.width, info.height, spread)
    return percept_of(points, projection, extrapolated=True)
