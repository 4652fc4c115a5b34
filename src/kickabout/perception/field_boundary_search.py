"""Field boundary: from scan-line regions of one image to a percept, or from the other camera's."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Debug, frozen, inputs, param
from kickabout.geometry import FloatArray
from kickabout.geometry.pose3 import sealed
from kickabout.perception.eye import (
    Eye,
    eye_of,
    image_to_robot,
    robot_to_image,
    straightened,
    unstraightened,
)
from kickabout.perception.field_boundary_fit import (
    best_boundary,
    boundary_points,
    boundary_spots,
    refined_boundary,
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
    least_spots: int = param(8, low=3, high=1000, doc="with fewer spots there is no boundary")
    least_share: float = param(0.3, low=0.0, high=1.0, doc="of the spots that must be near it")
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
    eye = eye_of(view.matrix, view.info, view.system)
    draws = generator.integers(0, 1 << 30, (parameters.draws, 3))
    found = found_boundary(view.regions, eye, draws, limits=parameters, debug=debug)
    if found.valid:
        return found
    return taken_over(other, eye, view.info, parameters.extrapolated_deviation)


def found_boundary(
    regions: ScanLineRegions,
    eye: Eye,
    draws: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]",
    *,
    limits: FieldBoundaryParameters,
    debug: Debug,
) -> FieldBoundaryPercept:
    """What the own image shows; not valid if green ends nowhere in it."""
    p, focal = limits, float(eye.intrinsics[1])
    spots = boundary_spots(
        regions.columns, regions.line_of, regions.top, regions.bottom, regions.color
    )
    if canvas := debug.image("spots"):
        for x, y, ended in spots.tolist():
            canvas.dot((x, y), color="yellow" if ended else "gray", size=1.5)
    pixels = spots[spots[:, 2] > 0.0, :2]
    if len(pixels):
        ground = image_to_robot(pixels, eye, 0.0)
        # what projects to nowhere lies about at the horizon
        far = ~(np.hypot(ground[:, 0], ground[:, 1]) < p.nearest)
        pixels = np.ascontiguousarray(pixels[far])
    if len(pixels) < p.least_spots:
        return FieldBoundaryPercept()
    level = straightened(pixels, eye)
    cap, near = p.cap * focal, p.near * focal
    model, cost = best_boundary(level, draws, eye, cap, p.above, p.enough)
    if not math.isfinite(cost):
        return FieldBoundaryPercept()
    model, figures = refined_boundary(model, level, near)
    sides = figures[:1] if math.isinf(model[2]) else figures
    if float(sides[:, 0].sum()) < p.least_share * len(level):
        return FieldBoundaryPercept()
    columns = regions.columns.astype(np.float64)
    base = max(p.base_deviation * focal, p.base_deviation_px)
    points = boundary_points(model, figures, columns, base, p.trust)
    return percept_of(unstraightened(points[:, :2], eye), points[:, 2], eye, extrapolated=False)


def percept_of(
    pixels: FloatArray, deviations: FloatArray, eye: Eye, *, extrapolated: bool
) -> FieldBoundaryPercept:
    points = image_to_robot(pixels, eye, 0.0)
    good = np.isfinite(points[:, 0])
    return FieldBoundaryPercept(
        valid=int(np.count_nonzero(good)) >= 2,
        points_in_image=sealed(pixels[good]),
        points_in_robot=sealed(points[good]),
        deviations_px=sealed(deviations[good]),
        extrapolated=extrapolated,
    )


def taken_over(
    other: FieldBoundaryPercept, eye: Eye, info: CameraInfo, deviation: float
) -> FieldBoundaryPercept:
    """The other camera's boundary in this image, if it lies wholly above or below of it."""
    if not other.valid or other.extrapolated:
        return FieldBoundaryPercept()
    pixels = robot_to_image(np.ascontiguousarray(other.points_in_robot), eye, 0.0)
    pixels = pixels[np.isfinite(pixels[:, 0])]
    if len(pixels) < 2:
        return FieldBoundaryPercept()
    beside = (pixels[:, 0] > 0.0) & (pixels[:, 0] < info.width)
    inside = beside & (pixels[:, 1] > 0.0) & (pixels[:, 1] < info.height)
    if inside.any():
        return FieldBoundaryPercept()
    pixels = np.ascontiguousarray(pixels[np.argsort(pixels[:, 0])])
    spread = np.full(len(pixels), deviation * info.focal_length[1])
    return percept_of(pixels, spread, eye, extrapolated=True)
