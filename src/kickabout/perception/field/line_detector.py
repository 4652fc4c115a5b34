"""Field lines and center circle: from white regions between field regions to percepts."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, frozen, inputs, param
from kickabout.geometry import FloatArray, readonly
from kickabout.perception.camera.camera_projection import CameraProjection, projection_of
from kickabout.perception.field.line_chains import chained_pieces
from kickabout.perception.field.line_fit import LineLimits, found_lines
from kickabout.perception.field.line_percepts import circle_percept, lines_percept
from kickabout.perception.field.line_points import FROM_ROW, LinePointLimits, X, Y
from kickabout.perception.field.region_points import NO_BOUNDARY, NO_BOXES, free_points
from kickabout.perception.landmarks.center_circle_proof import CircleLimits, found_circle
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraMatrix,
    CenterCirclePercept,
    FieldBoundaryPercept,
    FieldColors,
    FieldDimensions,
    HorizontalRegions,
    ImageCoordinateSystem,
    LinesPercept,
    RobotsPercept,
    ScanLineRegions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineDetectorParameters:
    max_distance: float = param(7.0, unit="m", low=0.0, doc="maximum distance of points")
    max_heights: float = param(5.0, low=1.0, doc="maximum height of regions, in heights of a line")
    extra_px: float = param(7.0, unit="px", low=0.0, doc="px by which they may be even higher")
    min_height_px: float = param(
        0.35, unit="px", low=0.0, doc="minimum height of lines in the image"
    )
    max_slope: float = param(1.5, low=0.0, doc="maximum slope at the start of a chain of points")
    tolerance_px: float = param(
        1.2, unit="px", low=0.0, doc="maximum distance of a point from its line"
    )
    tolerance_fraction: float = param(
        0.12, low=0.0, high=1.0, doc="the same, in addition, in region lengths"
    )
    min_points: int = param(4, low=3, doc="minimum number of points on a line")
    gap_px: float = param(24.0, unit="px", low=0.0, doc="maximum gap that is not tested for paint")
    max_gap_px: float = param(160.0, unit="px", low=0.0, doc="maximum gap that is bridged")
    gap_fraction: float = param(
        0.75, low=0.0, high=1.0, doc="minimum painted fraction of a bridged gap"
    )
    line_fraction: float = param(0.65, low=0.0, high=1.0, doc="minimum painted fraction of a line")
    brighter: float = param(
        1.06, low=1.0, doc="minimum brightness of paint over the carpet beside it"
    )
    beside_px: float = param(
        3.0, unit="px", low=0.0, doc="minimum distance to the carpet beside it"
    )
    sample_px: float = param(3.0, unit="px", low=0.5, doc="distance between whiteness samples")
    min_width: float = param(0.025, unit="m", low=0.0, doc="minimum width of a line")
    max_width: float = param(0.085, unit="m", low=0.0, doc="maximum width of a line")
    blur_px: float = param(7.0, unit="px", low=0.0, doc="motion blur of lines, at 640 px")
    width_fraction: float = param(
        0.6, low=0.0, high=1.0, doc="minimum fraction of points with such a width"
    )
    min_length_px: float = param(14.0, unit="px", low=0.0, doc="minimum length in the image")
    min_length: float = param(0.25, unit="m", low=0.0, doc="minimum length; marks are shorter")
    arc_length: float = param(
        1.3, unit="m", low=0.0, doc="maximum length of straight pieces of an arc"
    )
    circle_tolerance: float = param(
        0.03, unit="m", low=0.0, doc="maximum distance of points from the circle"
    )
    circle_tolerance_px: float = param(
        1.0, unit="px", low=0.0, doc="the same, in addition, in the image"
    )
    circle_points: int = param(10, low=3, doc="minimum number of points on the circle")
    circle_votes: float = param(4.0, low=0.0, doc="minimum number of votes for a center")
    circle_tilts: int = param(7, low=1, high=21, doc="number of camera tilts that are tried")
    circle_reach: float = param(3.0, low=0.0, doc="maximum tilt, in deviations of the tilt")
    circle_sectors: int = param(
        3, low=1, high=12, doc="minimum number of sectors, of twelve, with points"
    )
    arc_sectors: int = param(2, low=1, high=12, doc="the same, for an arc that is no line")
    circle_roundness: float = param(5.0, low=1.0, doc="how much better than a line the circle fits")
    circle_proof: float = param(
        0.25,
        low=0.0,
        high=1.0,
        doc="minimum painted fraction of the visible circle, minus its roughness",
    )
    max_straight: float = param(0.45, low=0.0, doc="maximum straightness of pieces; 1 for lines")
    circle_samples: int = param(
        72, low=8, high=720, doc="number of points of the circle that are tested"
    )
    circle_visible: int = param(12, low=1, high=720, doc="minimum number of them in the image")
    tilt_deviation: float = param(
        0.0105, unit="rad", low=0.0, doc="deviation of the camera's roll and pitch"
    )
    pan_deviation: float = param(0.005, unit="rad", low=0.0, doc="deviation of the camera's yaw")
    pixel_deviation: float = param(0.7, unit="px", low=0.0, doc="deviation of points in the image")


@inputs
@frozen
class LineInputs:
    """Inputs of the search for lines and the circle."""

    image: CameraImage
    info: CameraInfo
    matrix: CameraMatrix
    system: ImageCoordinateSystem
    columns: ScanLineRegions
    rows: HorizontalRegions
    colors: FieldColors
    boundary: FieldBoundaryPercept
    robots: RobotsPercept
    field: FieldDimensions


class LineDetector(Module[LineDetectorParameters]):
    """Chains points to pieces, lets pieces vote for the circle and grows the rest to lines.

    After B-Human 2019, section 4.3.1, with the whiteness test of 2021, section 6.2.3. Paint must
    be brighter than the carpet on both sides of it.
    """

    def __init__(self, parameters: LineDetectorParameters) -> None:
        super().__init__(parameters)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        self.point_limits = LinePointLimits(
            p.max_heights, p.extra_px, p.min_height_px, p.max_distance
        )
        self.circle_limits = self._circle_limits()
        self.line_limits = self._line_limits()
        self.deviations = (p.tilt_deviation, p.pan_deviation, p.pixel_deviation)

    def update(self, given: LineInputs) -> tuple[LinesPercept, CenterCirclePercept]:
        usable = given.matrix.valid and given.colors.valid and given.image.height > 0
        if not usable:
            return LinesPercept(), CenterCirclePercept()
        p, yuyv, field = self.parameters, given.image.yuyv, given.field
        projection = projection_of(given.matrix, given.info, given.system)
        line_points, upright = self._line_points(given, projection)
        self._draw(line_points)
        if len(line_points) < p.min_points:
            return LinesPercept(), CenterCirclePercept()
        order, pieces = chained_pieces(
            line_points, upright, p.max_slope, p.tolerance_px, p.tolerance_fraction
        )
        if len(pieces) == 0:
            return LinesPercept(), CenterCirclePercept()
        used = np.zeros(len(line_points), np.bool_)
        chains = (yuyv, line_points, order, pieces, used, projection)
        seen, center, points = found_circle(
            *chains, field.center_circle_radius, field.line_width, self.circle_limits
        )
        circle = CenterCirclePercept()
        if seen:
            circle = circle_percept(center, points, projection, self.deviations)
        scale = max(given.image.width / 640.0, 0.6)
        lines = found_lines(*chains, field.line_width, scale, self.line_limits)
        tilt, pan, pixel = self.deviations
        return lines_percept(lines, projection, tilt=tilt, pan=pan, pixel=pixel), circle

    def _line_points(
        self, given: LineInputs, projection: CameraProjection
    ) -> tuple[FloatArray, int]:
        boxes, boundary = NO_BOXES, NO_BOUNDARY
        if given.robots.robots:
            boxes = readonly([robot.box_in_image for robot in given.robots.robots])
        if given.boundary.valid:
            boundary = readonly(given.boundary.points_in_image)
        return free_points(
            given.columns,
            given.rows,
            projection,
            given.image.height,
            given.field.line_width,
            boxes,
            boundary,
            self.point_limits,
        )

    def _circle_limits(self) -> CircleLimits:
        p = self.parameters
        reach = p.circle_reach * p.tilt_deviation
        return CircleLimits(
            votes=readonly(
                (
                    p.circle_tolerance,
                    p.circle_tolerance_px,
                    p.arc_length,
                    p.circle_votes,
                    p.tilt_deviation,
                )
            ),
            tilts=readonly(np.linspace(-reach, reach, p.circle_tilts)),
            max_tilt=reach,
            tolerance=p.circle_tolerance,
            tolerance_px=p.circle_tolerance_px,
            tilt_deviation=p.tilt_deviation,
            min_points=float(p.circle_points),
            arc_sectors=float(p.arc_sectors),
            sectors=float(p.circle_sectors),
            max_straight=p.max_straight,
            proof=p.circle_proof,
            beside_px=p.beside_px,
            brighter=p.brighter,
            samples=p.circle_samples,
            visible=float(p.circle_visible),
            roundness=p.circle_roundness,
        )

    def _line_limits(self) -> LineLimits:
        p = self.parameters
        return LineLimits(
            tolerance=p.tolerance_px,
            tolerance_fraction=p.tolerance_fraction,
            min_points=float(p.min_points),
            gap=p.gap_px,
            max_gap=p.max_gap_px,
            gap_fraction=p.gap_fraction,
            fraction=p.line_fraction,
            brighter=p.brighter,
            min_px=p.beside_px,
            spacing=p.sample_px,
            min_width=p.min_width,
            max_width=p.max_width,
            blur_px=p.blur_px,
            width_fraction=p.width_fraction,
            min_length=p.min_length_px,
            min_meters=p.min_length,
            max_distance=p.max_distance,
        )

    def _draw(self, line_points: FloatArray) -> None:
        if canvas := self.debug.image("line points"):
            for point in line_points:
                color = "magenta" if point[FROM_ROW] > 0.0 else "blue"
                canvas.dot((point[X], point[Y]), color=color, size=1.5)
