"""Field lines and center circle: from white regions between field to painted stripes."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, frozen, inputs, param
from kickabout.geometry import FloatArray, readonly
from kickabout.perception.camera.camera_projection import CameraProjection, projection_of
from kickabout.perception.field.line_chains import chained_pieces
from kickabout.perception.field.line_fit import LineLimits, found_lines
from kickabout.perception.field.line_percepts import circle_percept, lines_percept
from kickabout.perception.field.line_spots import FROM_ROW, SpotLimits, X, Y
from kickabout.perception.field.region_spots import NO_BOUNDARY, NO_BOXES, free_spots
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
    farthest: float = param(7.0, unit="m", low=0.0, doc="nothing farther away counts")
    highest: float = param(5.0, low=1.0, doc="how many times as high as a line regions may be")
    more_px: float = param(7.0, unit="px", low=0.0, doc="how many px higher they may be")
    thinnest_px: float = param(0.35, unit="px", low=0.0, doc="lines lower than this are not seen")
    steepest: float = param(1.5, low=0.0, doc="slope with which a chain of spots may begin")
    slack_px: float = param(1.2, unit="px", low=0.0, doc="distance of a spot from its line")
    slack_share: float = param(0.12, low=0.0, high=1.0, doc="the same, of the region's length")
    min_spots: int = param(4, low=3, doc="of a line")
    gap_px: float = param(24.0, unit="px", low=0.0, doc="gap between spots that needs no proof")
    widest_gap_px: float = param(160.0, unit="px", low=0.0, doc="widest gap that is bridged")
    gap_share: float = param(0.75, low=0.0, high=1.0, doc="painted share of a bridged gap")
    line_share: float = param(0.65, low=0.0, high=1.0, doc="painted share of a line")
    brighter: float = param(1.06, low=1.0, doc="paint is brighter than the carpet beside it")
    beside_px: float = param(3.0, unit="px", low=0.0, doc="least distance to the carpet beside it")
    sample_px: float = param(3.0, unit="px", low=0.5, doc="between samples of whiteness")
    thinnest: float = param(0.025, unit="m", low=0.0, doc="least width of a line as seen")
    thickest: float = param(0.085, unit="m", low=0.0, doc="largest width of a line as seen")
    blur_px: float = param(7.0, unit="px", low=0.0, doc="by which motion widens lines, at 640 px")
    width_share: float = param(0.6, low=0.0, high=1.0, doc="of the spots with such a width")
    min_length_px: float = param(14.0, unit="px", low=0.0, doc="of a line")
    min_length: float = param(0.25, unit="m", low=0.0, doc="of a line; marks are shorter")
    arc_length: float = param(1.3, unit="m", low=0.0, doc="longer straight pieces are no arcs")
    circle_slack: float = param(0.03, unit="m", low=0.0, doc="distance of spots from the circle")
    circle_slack_px: float = param(1.0, unit="px", low=0.0, doc="the same in the image")
    circle_spots: int = param(10, low=3, doc="least number of spots on the circle")
    circle_votes: float = param(4.0, low=0.0, doc="least number of spots that vote for a center")
    circle_tilts: int = param(7, low=1, high=21, doc="tilts of the camera that are tried")
    circle_reach: float = param(3.0, low=0.0, doc="largest of them in deviations")
    circle_sectors: int = param(3, low=1, high=12, doc="of twelve that must have spots")
    arc_sectors: int = param(2, low=1, high=12, doc="of twelve, for an arc that is no line")
    circle_roundness: float = param(5.0, low=1.0, doc="how much better than a line it fits spots")
    circle_proof: float = param(
        0.25, low=0.0, high=1.0, doc="painted share of what is in view, less how rough it is"
    )
    max_straight: float = param(0.45, low=0.0, doc="of pieces of the circle; lines have 1")
    circle_samples: int = param(72, low=8, high=720, doc="points of the circle that are tested")
    circle_visible: int = param(12, low=1, high=720, doc="of them that must be in the image")
    tilt_deviation: float = param(0.0105, unit="rad", low=0.0, doc="of the camera's roll and pitch")
    pan_deviation: float = param(0.005, unit="rad", low=0.0, doc="of the camera's direction")
    pixel_deviation: float = param(0.7, unit="px", low=0.0, doc="of what is seen in the image")


@inputs
@frozen
class LineInputs:
    """What the search looks at."""

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
    """Spots are chained to pieces, pieces vote for the circle, the rest is grown to lines.

    After B-Human 2019, section 4.3.1, with the whiteness test of 2021, section 6.2.3. Nothing
    counts as painted that is not brighter than the carpet on both sides of it.
    """

    def __init__(self, parameters: LineDetectorParameters) -> None:
        super().__init__(parameters)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        self.spot_limits = SpotLimits(p.highest, p.more_px, p.thinnest_px, p.farthest)
        self.circle_limits = self._circle_limits()
        self.line_limits = self._line_limits()
        self.deviations = (p.tilt_deviation, p.pan_deviation, p.pixel_deviation)

    def update(self, given: LineInputs) -> tuple[LinesPercept, CenterCirclePercept]:
        usable = given.matrix.valid and given.colors.valid and given.image.height > 0
        if not usable:
            return LinesPercept(), CenterCirclePercept()
        p, yuyv, field = self.parameters, given.image.yuyv, given.field
        projection = projection_of(given.matrix, given.info, given.system)
        spots, upright = self._spots(given, projection)
        self._draw(spots)
        if len(spots) < p.min_spots:
            return LinesPercept(), CenterCirclePercept()
        order, pieces = chained_pieces(spots, upright, p.steepest, p.slack_px, p.slack_share)
        if len(pieces) == 0:
            return LinesPercept(), CenterCirclePercept()
        used = np.zeros(len(spots), np.bool_)
        chains = (yuyv, spots, order, pieces, used, projection)
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

    def _spots(self, given: LineInputs, projection: CameraProjection) -> tuple[FloatArray, int]:
        boxes, boundary = NO_BOXES, NO_BOUNDARY
        if given.robots.robots:
            boxes = readonly([robot.box_in_image for robot in given.robots.robots])
        if given.boundary.valid:
            boundary = readonly(given.boundary.points_in_image)
        return free_spots(
            given.columns,
            given.rows,
            projection,
            given.image.height,
            given.field.line_width,
            boxes,
            boundary,
            self.spot_limits,
        )

    def _circle_limits(self) -> CircleLimits:
        p = self.parameters
        reach = p.circle_reach * p.tilt_deviation
        return CircleLimits(
            votes=readonly(
                (p.circle_slack, p.circle_slack_px, p.arc_length, p.circle_votes, p.tilt_deviation)
            ),
            tilts=readonly(np.linspace(-reach, reach, p.circle_tilts)),
            max_tilt=reach,
            slack=p.circle_slack,
            slack_px=p.circle_slack_px,
            tilt_deviation=p.tilt_deviation,
            spots=float(p.circle_spots),
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
            slack=p.slack_px,
            slack_share=p.slack_share,
            min_spots=float(p.min_spots),
            gap=p.gap_px,
            widest_gap=p.widest_gap_px,
            gap_share=p.gap_share,
            share=p.line_share,
            brighter=p.brighter,
            min_px=p.beside_px,
            spacing=p.sample_px,
            thinnest=p.thinnest,
            thickest=p.thickest,
            blur_px=p.blur_px,
            width_share=p.width_share,
            min_length=p.min_length_px,
            min_meters=p.min_length,
            farthest=p.farthest,
        )

    def _draw(self, spots: FloatArray) -> None:
        if canvas := self.debug.image("spots"):
            for spot in spots:
                color = "magenta" if spot[FROM_ROW] > 0.0 else "blue"
                canvas.dot((spot[X], spot[Y]), color=color, size=1.5)
