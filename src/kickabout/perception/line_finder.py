"""Field lines and center circle: from white regions between field to painted stripes."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, frozen, inputs, param
from kickabout.geometry import BoolArray, FloatArray, IndexArray
from kickabout.perception.center_circle_fit import (
    arc_covered,
    circle_share,
    refined_center,
    roughness,
    roundness,
    spots_on_circle,
    straightness,
    tilted_spots,
    voted_center,
)
from kickabout.perception.eye import Eye, eye_of
from kickabout.perception.line_chains import chains_of, straight_pieces
from kickabout.perception.line_fit import LineLimits, found_lines
from kickabout.perception.line_percepts import circle_percept, lines_percept
from kickabout.perception.line_spots import (
    GROUND_X,
    SPOT,
    X,
    Y,
    below_boundary,
    linked_spots,
    outside_boxes,
)
from kickabout.perception.region_spots import region_spots
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

NO_SPOTS = np.zeros((0, SPOT))


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFinderParameters:
    farthest: float = param(7.0, unit="m", low=0.0, doc="nothing farther away counts")
    highest: float = param(5.0, low=1.0, doc="how many times as high as a line regions may be")
    more_px: float = param(7.0, unit="px", low=0.0, doc="how many px higher they may be")
    thinnest_px: float = param(0.35, unit="px", low=0.0, doc="lines lower than this are not seen")
    steepest: float = param(1.5, low=0.0, doc="slope with which a chain of spots may begin")
    slack_px: float = param(1.2, unit="px", low=0.0, doc="distance of a spot from its line")
    slack_share: float = param(0.12, low=0.0, high=1.0, doc="the same, of the region's length")
    least_spots: int = param(4, low=3, doc="of a line")
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
    least_length_px: float = param(14.0, unit="px", low=0.0, doc="of a line")
    least_length: float = param(0.25, unit="m", low=0.0, doc="of a line; marks are shorter")
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
    most_straight: float = param(0.45, low=0.0, doc="of pieces of the circle; lines have 1")
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


class LineFinder(Module[LineFinderParameters]):
    """Spots are chained to pieces, pieces vote for the circle, the rest is grown to lines.

    After B-Human 2019, section 4.3.1, with the whiteness test of 2021, section 6.2.3. Nothing
    counts as painted that is not brighter than the carpet on both sides of it.
    """

    def update(self, given: LineInputs) -> tuple[LinesPercept, CenterCirclePercept]:
        usable = given.matrix.valid and given.colors.valid and given.image.height > 0
        if not usable:
            return LinesPercept(), CenterCirclePercept()
        eye = eye_of(given.matrix, given.info, given.system)
        upright, level = self._spots(given, eye)
        self._draw(upright, level)
        spots = np.concatenate((upright, level))
        if len(spots) < self.parameters.least_spots:
            return LinesPercept(), CenterCirclePercept()
        order, pieces = self._pieces(upright, level)
        used = np.zeros(len(spots), np.bool_)
        circle = self._circle(given, spots, order, pieces, used, eye)
        lines = found_lines(given.image.yuyv, spots, order, pieces, used, eye, self._limits(given))
        tilt, pan, pixel = self._deviations()
        return lines_percept(lines, eye, tilt=tilt, pan=pan, pixel=pixel), circle

    def _spots(self, given: LineInputs, eye: Eye) -> tuple[FloatArray, FloatArray]:
        p = self.parameters
        found = region_spots(
            given.columns,
            given.rows,
            eye,
            height=given.image.height,
            line_width=given.field.line_width,
            limits=(p.highest, p.more_px, p.thinnest_px),
            farthest=p.farthest,
        )
        boxes = np.array([robot.box_in_image for robot in given.robots.robots]).reshape(-1, 4)
        boundary = np.array(
            given.boundary.points_in_image if given.boundary.valid else NO_SPOTS[:, :2]
        )
        upright, level = (below_boundary(outside_boxes(spots, boxes), boundary) for spots in found)
        return upright, level

    def _pieces(self, upright: FloatArray, level: FloatArray) -> tuple[IndexArray, IndexArray]:
        """Indices of spots chain by chain, and the straight pieces of the chains."""
        p = self.parameters
        orders, pieces, begin, offset = [], [], 0, 0
        for spots in (upright, level):
            links = linked_spots(spots, p.steepest, 2.0 * p.slack_px, 2.0 * p.slack_share)
            order, starts = chains_of(links)
            straight = straight_pieces(spots, order, starts, p.slack_px, p.slack_share)
            orders.append(order + offset)
            pieces.append(straight + begin)
            begin, offset = begin + len(order), offset + len(spots)
        return np.concatenate(orders), np.concatenate(pieces)

    def _circle(
        self,
        given: LineInputs,
        spots: FloatArray,
        order: IndexArray,
        pieces: IndexArray,
        used: BoolArray,
        eye: Eye,
    ) -> CenterCirclePercept:
        """The center circle; spots on it are marked as used."""
        p, radius = self.parameters, given.field.center_circle_radius
        reach = p.circle_reach * p.tilt_deviation
        limits = np.array(
            (p.circle_slack, p.circle_slack_px, p.arc_length, p.circle_votes, p.tilt_deviation)
        )
        center, tilt, votes = voted_center(
            spots, order, pieces, radius, eye, np.linspace(-reach, reach, p.circle_tilts), limits
        )
        if votes < p.circle_votes:
            return CenterCirclePercept()
        center, tilt, members = refined_center(
            spots,
            center,
            tilt,
            radius,
            eye,
            p.circle_slack,
            p.circle_slack_px,
            p.tilt_deviation,
        )
        if len(members) < p.circle_spots or abs(tilt) > reach:
            return CenterCirclePercept()
        moved = tilted_spots(spots, eye, tilt)
        points = moved[members][:, GROUND_X : GROUND_X + 2]
        sectors = arc_covered(points, center, 12)
        straight = straightness(moved, members, order, pieces, center, radius, eye)
        if not (sectors >= p.arc_sectors and straight <= p.most_straight):
            return CenterCirclePercept()
        share, visible = self._painted_share(given, center, tilt, eye)
        rough = roughness(moved[members], center, radius, eye, p.circle_slack, p.circle_slack_px)
        if share - rough < p.circle_proof:
            return CenterCirclePercept()
        wide = spots_on_circle(
            moved, center, radius, eye, 1.5 * p.circle_slack, 1.5 * p.circle_slack_px
        )
        # Too short an arc tells little about the center, but no line is made of it either.
        used[wide] = True
        is_long = sectors >= p.circle_sectors and visible >= p.circle_visible
        if not is_long or roundness(points, center, radius) < p.circle_roundness:
            return CenterCirclePercept()
        return circle_percept(center, points, eye, self._deviations())

    def _painted_share(
        self, given: LineInputs, center: FloatArray, tilt: float, eye: Eye
    ) -> tuple[float, int]:
        """How much of the part of a circle that is in the image is painted, and of how many px."""
        p = self.parameters
        return circle_share(
            given.image.yuyv,
            center,
            tilt,
            given.field.center_circle_radius,
            eye,
            0.5 * given.field.line_width,
            p.beside_px,
            p.brighter,
            p.circle_samples,
        )

    def _limits(self, given: LineInputs) -> LineLimits:
        p, scale = self.parameters, max(given.image.width / 640.0, 0.6)
        return LineLimits(
            slack=p.slack_px,
            slack_share=p.slack_share,
            least_spots=float(p.least_spots),
            gap=p.gap_px,
            widest_gap=p.widest_gap_px,
            gap_share=p.gap_share,
            share=p.line_share,
            brighter=p.brighter,
            half_width=0.5 * given.field.line_width,
            least_px=p.beside_px,
            spacing=p.sample_px,
            thinnest=p.thinnest,
            thickest=p.thickest,
            blur_px=p.blur_px * scale,
            width_share=p.width_share,
            least_length=p.least_length_px,
            least_meters=p.least_length,
            farthest=p.farthest,
        )

    def _deviations(self) -> tuple[float, float, float]:
        p = self.parameters
        return p.tilt_deviation, p.pan_deviation, p.pixel_deviation

    def _draw(self, upright: FloatArray, level: FloatArray) -> None:
        if canvas := self.debug.image("spots"):
            for spots, color in ((upright, "blue"), (level, "magenta")):
                for spot in spots:
                    canvas.dot((spot[X], spot[Y]), color=color, size=1.5)
