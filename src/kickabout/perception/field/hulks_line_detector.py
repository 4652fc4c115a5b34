"""HULKs' lines and center circle: from bright regions between field to percepts."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray, IndexArray, Vec
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    image_to_robot,
    unstraightened,
)
from kickabout.perception.field.hulks_line_points import StripeRules, stripe_directions
from kickabout.perception.field.hulks_line_search import LENGTH, LineRules, ransac_segments
from kickabout.perception.field.line_percepts import circle_percept, lines_percept
from kickabout.perception.field.line_spots import (
    GROUND_X,
    GROUND_Y,
    LEVEL_X,
    LEVEL_Y,
    X,
    Y,
    below_boundary,
)
from kickabout.perception.field.region_spots import region_spots
from kickabout.perception.landmarks.center_circle_fit import (
    arc_covered,
    circle_share,
    refined_center,
    spots_on_circle,
    tilted_spots,
)
from kickabout.perception.landmarks.hulks_center_circle import (
    ClusterRules,
    clustered_center,
    shares_of_members,
)
from kickabout.representations import (
    CenterCirclePercept,
    FieldBoundaryPercept,
    FieldDimensions,
    HorizontalRegions,
    LinesPercept,
    ScanLineRegions,
)
from kickabout.representations.camera import Yuyv

SECTORS = 12  # of the circle


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksLineDetectorParameters:
    farthest: float = param(7.0, unit="m", low=0.0, doc="points farther away do not count")
    longest: float = param(6.0, low=1.0, doc="regions longer than so many line widths do not count")
    parallel: float = param(0.6, unit="rad", low=0.0, doc="by which gradients miss to be opposite")
    steepest: float = param(1.25, unit="rad", low=0.0, doc="from the scan line to the gradient")
    thinnest: float = param(0.4, low=0.0, doc="of a line's width")
    thickest: float = param(1.7, low=1.0, doc="of a line's width")
    blur_px: float = param(5.0, unit="px", low=0.0, doc="by which an edge may be off")
    slack_px: float = param(1.6, unit="px", low=0.0, doc="of points from their line, at 640 px")
    turn: float = param(0.35, unit="rad", low=0.0, doc="of a point's direction from its line's")
    gap: float = param(0.25, unit="m", low=0.0, doc="between points, where a line is cut")
    gap_share: float = param(0.06, low=0.0, doc="the same, of the distance")
    min_points: int = param(5, low=2, doc="of a line")
    min_length: float = param(0.25, unit="m", low=0.0, doc="of a line")
    max_lines: int = param(5, low=1, doc="that are told")
    chord_rounds: int = param(7, low=0, doc="further lines that only vote for the circle")
    draws: int = param(40, low=1, high=1000, doc="pairs of points that are tried for each line")
    chord: float = param(1.0, unit="m", low=0.0, doc="longer lines are no chords of the circle")
    cluster: float = param(0.12, unit="m", low=0.0, doc="size of a cluster of centers")
    cluster_share: float = param(0.04, low=0.0, doc="the same, of the distance")
    min_chords: int = param(3, low=2, doc="that agree on a center")
    chord_share: float = param(
        0.6, low=0.0, high=1.0, doc="with more points of the circle: no line"
    )
    circle_slack: float = param(0.03, unit="m", low=0.0, doc="of points from the circle")
    circle_slack_px: float = param(1.0, unit="px", low=0.0, doc="the same in the image")
    circle_share: float = param(0.5, low=0.0, high=1.0, doc="painted share of the visible circle")
    circle_samples: int = param(48, low=8, high=720, doc="points of the circle that are tested")
    brighter: float = param(1.05, low=1.0, doc="paint is brighter than the carpet beside it")
    beside_px: float = param(3.0, unit="px", low=0.0, doc="least distance to the carpet beside it")
    circle_points: int = param(10, low=3, doc="least number of points on the circle")
    circle_sectors: int = param(5, low=1, high=12, doc="of twelve that must have points")
    tilt_deviation: float = param(0.0105, unit="rad", low=0.0, doc="of the camera's roll and pitch")
    pan_deviation: float = param(0.005, unit="rad", low=0.0, doc="of the camera's direction")
    pixel_deviation: float = param(1.0, unit="px", low=0.0, doc="of what is seen in the image")


class HulksLineDetector(Module[HulksLineDetectorParameters]):
    """Points with facing edges and the width of a line, up to five lines, the rest are chords.

    After HULKs 2021, 4.8 and 4.10. Regions count only with field at both ends, and points lead
    along their line: robots are white, too. Chords beyond the five lines vote for the circle,
    which is then fitted to the points near it together with the camera's tilt, and must be painted.
    """

    random_stream = "HulksLineFinder"

    def update(
        self,
        sight: CameraInputs,
        columns: ScanLineRegions,
        rows: HorizontalRegions,
        boundary: FieldBoundaryPercept,
        field: FieldDimensions,
    ) -> tuple[LinesPercept, CenterCirclePercept]:
        if not sight.matrix.valid or len(columns.columns) == 0 or sight.image.height == 0:
            return LinesPercept(), CenterCirclePercept()
        p, projection = self.parameters, sight.projection
        spots = self._spots(sight, columns, rows, field, projection)
        if boundary.valid:
            spots = below_boundary(spots, np.array(boundary.points_in_image))
        angles = stripe_directions(sight.image.yuyv, spots, projection, self._stripe_rules(field))
        is_line = ~np.isnan(angles)
        spots, angles = np.ascontiguousarray(spots[is_line]), angles[is_line]
        if canvas := self.debug.image("points"):
            for spot in spots:
                canvas.dot((spot[X], spot[Y]), color="blue", size=1.5)
        if len(spots) < p.min_points:
            return LinesPercept(), CenterCirclePercept()
        segments, owner = self._segments(spots, angles, sight.image.width)
        circle, on_circle = self._circle(sight.image.yuyv, segments, spots, projection, field)
        shares = shares_of_members(owner, on_circle, len(segments))
        is_line = (segments[:, LENGTH] >= p.min_length) & (shares <= p.chord_share)
        tilt, pan, pixel = self._deviations()
        told = segments[is_line][: p.max_lines]
        return lines_percept(told, projection, tilt=tilt, pan=pan, pixel=pixel), circle

    def _spots(
        self,
        sight: CameraInputs,
        columns: ScanLineRegions,
        rows: HorizontalRegions,
        field: FieldDimensions,
        projection: CameraProjection,
    ) -> FloatArray:
        p = self.parameters
        found = region_spots(
            columns,
            rows,
            projection,
            height=sight.image.height,
            line_width=field.line_width,
            limits=(p.longest, 3.0, 0.0),
            farthest=p.farthest,
        )
        return np.concatenate(found)

    def _segments(
        self, spots: FloatArray, angles: Vec, width: int
    ) -> tuple[FloatArray, IndexArray]:
        p = self.parameters
        rounds = p.max_lines + p.chord_rounds
        rules = LineRules(
            slack=p.slack_px * max(width / 640.0, 0.6),
            turn=math.sin(p.turn),
            gap=p.gap,
            gap_share=p.gap_share,
            least=p.min_points,
            rounds=rounds,
        )
        return ransac_segments(
            np.ascontiguousarray(spots[:, LEVEL_X : LEVEL_Y + 1]),
            np.ascontiguousarray(spots[:, GROUND_X : GROUND_Y + 1]),
            angles,
            self.random.integers(0, 1 << 30, (p.draws * rounds, 2)),
            rules,
        )

    def _circle(
        self,
        yuyv: Yuyv,
        segments: FloatArray,
        spots: FloatArray,
        projection: CameraProjection,
        field: FieldDimensions,
    ) -> tuple[CenterCirclePercept, IndexArray]:
        """The circle that chords agree on, and which points are on it; none if it is not seen."""
        p, radius = self.parameters, field.center_circle_radius
        nothing = CenterCirclePercept(), np.zeros(0, np.int64)
        level = np.ascontiguousarray(segments[:, :4]).reshape(-1, 2)
        ends = image_to_robot(unstraightened(level, projection), projection, 0.0).reshape(-1, 4)
        ends = np.ascontiguousarray(ends[np.isfinite(ends).all(axis=1)])
        rules = ClusterRules(radius, p.chord, p.cluster, p.cluster_share, p.min_chords)
        center, chords = clustered_center(ends, rules)
        if chords == 0:
            return nothing
        slack = (p.circle_slack, p.circle_slack_px)
        center, tilt, members = refined_center(
            spots, center, 0.0, radius, projection, *slack, p.tilt_deviation
        )
        moved = tilted_spots(spots, projection, tilt)
        points = moved[members][:, GROUND_X : GROUND_Y + 1]
        sectors = arc_covered(points, center, SECTORS)
        if len(members) < p.circle_points or sectors < p.circle_sectors:
            return nothing
        half_width = 0.5 * field.line_width
        proof = (half_width, p.beside_px, p.brighter, p.circle_samples)
        if circle_share(yuyv, center, tilt, radius, projection, *proof)[0] < p.circle_share:
            return nothing
        wide = spots_on_circle(moved, center, radius, projection, 1.5 * slack[0], 1.5 * slack[1])
        circle = circle_percept(center, points, projection, self._deviations())
        return circle, wide

    def _deviations(self) -> tuple[float, float, float]:
        p = self.parameters
        return p.tilt_deviation, p.pan_deviation, p.pixel_deviation

    def _stripe_rules(self, field: FieldDimensions) -> StripeRules:
        p = self.parameters
        return StripeRules(
            parallel=p.parallel,
            steepest=p.steepest,
            line_width=field.line_width,
            thinnest=p.thinnest,
            thickest=p.thickest,
            blur_px=p.blur_px,
        )
