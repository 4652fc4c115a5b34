"""HULKs' lines and center circle: from bright regions between field regions to percepts."""

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
from kickabout.perception.field.line_points import (
    GROUND_X,
    GROUND_Y,
    LEVEL_X,
    LEVEL_Y,
    X,
    Y,
    below_boundary,
)
from kickabout.perception.field.region_points import region_points
from kickabout.perception.landmarks.center_circle_fit import (
    arc_covered,
    circle_fraction,
    points_on_circle,
    refined_center,
    tilted_points,
)
from kickabout.perception.landmarks.hulks_center_circle import (
    ClusterRules,
    clustered_center,
    member_fractions,
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

SECTORS = 12  # number of sectors of the circle


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksLineDetectorParameters:
    max_distance: float = param(7.0, unit="m", low=0.0, doc="maximum distance of points")
    max_region_length: float = param(6.0, low=1.0, doc="maximum length of a region, in line widths")
    parallel: float = param(
        0.6, unit="rad", low=0.0, doc="maximum difference of the two gradients from opposite"
    )
    max_angle: float = param(
        1.25, unit="rad", low=0.0, doc="maximum angle between scan line and gradient"
    )
    min_width: float = param(0.4, low=0.0, doc="minimum, in line widths")
    max_width: float = param(1.7, low=1.0, doc="maximum, in line widths")
    blur_px: float = param(5.0, unit="px", low=0.0, doc="tolerance of the position of an edge")
    tolerance_px: float = param(
        1.6, unit="px", low=0.0, doc="maximum distance of points from a line, at 640 px"
    )
    turn: float = param(
        0.35, unit="rad", low=0.0, doc="maximum angle between a point's direction and its line"
    )
    gap: float = param(0.25, unit="m", low=0.0, doc="gap between points at which a line is split")
    gap_fraction: float = param(
        0.06, low=0.0, doc="the same, in addition, as a fraction of the distance"
    )
    min_points: int = param(5, low=2, doc="minimum number of points on a line")
    min_length: float = param(0.25, unit="m", low=0.0, doc="minimum length of a line")
    max_lines: int = param(5, low=1, doc="maximum number of published lines")
    chord_rounds: int = param(7, low=0, doc="number of further lines that only vote for the circle")
    draws: int = param(40, low=1, high=1000, doc="number of random point pairs for each line")
    max_chord: float = param(1.0, unit="m", low=0.0, doc="maximum length of a chord of the circle")
    cluster: float = param(0.12, unit="m", low=0.0, doc="radius of a cluster of centers")
    cluster_fraction: float = param(
        0.04, low=0.0, doc="the same, in addition, as a fraction of the distance"
    )
    min_chords: int = param(3, low=2, doc="minimum number of chords that agree on a center")
    max_circle_fraction: float = param(
        0.6, low=0.0, high=1.0, doc="maximum fraction of a line's points that are on the circle"
    )
    circle_tolerance: float = param(
        0.03, unit="m", low=0.0, doc="maximum distance of points from the circle"
    )
    circle_tolerance_px: float = param(
        1.0, unit="px", low=0.0, doc="the same, in addition, in the image"
    )
    circle_fraction: float = param(
        0.5, low=0.0, high=1.0, doc="minimum painted fraction of the visible circle"
    )
    circle_samples: int = param(
        48, low=8, high=720, doc="number of points of the circle that are tested"
    )
    brighter: float = param(
        1.05, low=1.0, doc="minimum brightness of paint over the carpet beside it"
    )
    beside_px: float = param(
        3.0, unit="px", low=0.0, doc="minimum distance to the carpet beside it"
    )
    min_circle_points: int = param(10, low=3, doc="minimum number of points on the circle")
    circle_sectors: int = param(
        5, low=1, high=12, doc="minimum number of sectors, of twelve, with points"
    )
    tilt_deviation: float = param(
        0.0105, unit="rad", low=0.0, doc="deviation of the camera's roll and pitch"
    )
    pan_deviation: float = param(0.005, unit="rad", low=0.0, doc="deviation of the camera's yaw")
    pixel_deviation: float = param(1.0, unit="px", low=0.0, doc="deviation of points in the image")


class HulksLineDetector(Module[HulksLineDetectorParameters]):
    """Finds lines by RANSAC over points with facing edges and the width of a line.

    After HULKs 2021, 4.8 and 4.10. As robots are white, too, regions need field at both ends and
    points the direction of their line. Lines beyond the maximum number are chords that vote for
    the circle. It is fitted to the points near it together with the camera's tilt, and must be
    painted.
    """

    random_stream = "HulksLineFinder"

    def update(
        self,
        camera: CameraInputs,
        columns: ScanLineRegions,
        rows: HorizontalRegions,
        boundary: FieldBoundaryPercept,
        field: FieldDimensions,
    ) -> tuple[LinesPercept, CenterCirclePercept]:
        if not camera.matrix.valid or len(columns.columns) == 0 or camera.image.height == 0:
            return LinesPercept(), CenterCirclePercept()
        p, projection = self.parameters, camera.projection
        line_points = self._line_points(camera, columns, rows, field, projection)
        if boundary.valid:
            line_points = below_boundary(line_points, np.array(boundary.points_in_image))
        angles = stripe_directions(
            camera.image.yuyv, line_points, projection, self._stripe_rules(field)
        )
        is_line = ~np.isnan(angles)
        line_points, angles = np.ascontiguousarray(line_points[is_line]), angles[is_line]
        if canvas := self.debug.image("points"):
            for point in line_points:
                canvas.dot((point[X], point[Y]), color="blue", size=1.5)
        if len(line_points) < p.min_points:
            return LinesPercept(), CenterCirclePercept()
        segments, owner = self._segments(line_points, angles, camera.image.width)
        circle, on_circle = self._circle(
            camera.image.yuyv, segments, line_points, projection, field
        )
        shares = member_fractions(owner, on_circle, len(segments))
        is_line = (segments[:, LENGTH] >= p.min_length) & (shares <= p.max_circle_fraction)
        tilt, pan, pixel = self._deviations()
        reported = segments[is_line][: p.max_lines]
        return lines_percept(reported, projection, tilt=tilt, pan=pan, pixel=pixel), circle

    def _line_points(
        self,
        camera: CameraInputs,
        columns: ScanLineRegions,
        rows: HorizontalRegions,
        field: FieldDimensions,
        projection: CameraProjection,
    ) -> FloatArray:
        p = self.parameters
        found = region_points(
            columns,
            rows,
            projection,
            height=camera.image.height,
            line_width=field.line_width,
            limits=(p.max_region_length, 3.0, 0.0),
            max_distance=p.max_distance,
        )
        return np.concatenate(found)

    def _segments(
        self, line_points: FloatArray, angles: Vec, width: int
    ) -> tuple[FloatArray, IndexArray]:
        p = self.parameters
        rounds = p.max_lines + p.chord_rounds
        rules = LineRules(
            tolerance=p.tolerance_px * max(width / 640.0, 0.6),
            turn=math.sin(p.turn),
            gap=p.gap,
            gap_fraction=p.gap_fraction,
            min_points=p.min_points,
            rounds=rounds,
        )
        return ransac_segments(
            np.ascontiguousarray(line_points[:, LEVEL_X : LEVEL_Y + 1]),
            np.ascontiguousarray(line_points[:, GROUND_X : GROUND_Y + 1]),
            angles,
            self.random.integers(0, 1 << 30, (p.draws * rounds, 2)),
            rules,
        )

    def _circle(
        self,
        yuyv: Yuyv,
        segments: FloatArray,
        line_points: FloatArray,
        projection: CameraProjection,
        field: FieldDimensions,
    ) -> tuple[CenterCirclePercept, IndexArray]:
        """Return the circle that chords agree on, and which points are on it."""
        p, radius = self.parameters, field.center_circle_radius
        nothing = CenterCirclePercept(), np.zeros(0, np.int64)
        level = np.ascontiguousarray(segments[:, :4]).reshape(-1, 2)
        ends = image_to_robot(unstraightened(level, projection), projection, 0.0).reshape(-1, 4)
        ends = np.ascontiguousarray(ends[np.isfinite(ends).all(axis=1)])
        rules = ClusterRules(radius, p.max_chord, p.cluster, p.cluster_fraction, p.min_chords)
        center, chords = clustered_center(ends, rules)
        if chords == 0:
            return nothing
        tolerance = (p.circle_tolerance, p.circle_tolerance_px)
        center, tilt, members = refined_center(
            line_points, center, 0.0, radius, projection, *tolerance, p.tilt_deviation
        )
        moved = tilted_points(line_points, projection, tilt)
        points = moved[members][:, GROUND_X : GROUND_Y + 1]
        sectors = arc_covered(points, center, SECTORS)
        if len(members) < p.min_circle_points or sectors < p.circle_sectors:
            return nothing
        half_width = 0.5 * field.line_width
        proof = (half_width, p.beside_px, p.brighter, p.circle_samples)
        if circle_fraction(yuyv, center, tilt, radius, projection, *proof)[0] < p.circle_fraction:
            return nothing
        wide = points_on_circle(
            moved, center, radius, projection, 1.5 * tolerance[0], 1.5 * tolerance[1]
        )
        circle = circle_percept(center, points, projection, self._deviations())
        return circle, wide

    def _deviations(self) -> tuple[float, float, float]:
        p = self.parameters
        return p.tilt_deviation, p.pan_deviation, p.pixel_deviation

    def _stripe_rules(self, field: FieldDimensions) -> StripeRules:
        p = self.parameters
        return StripeRules(
            parallel=p.parallel,
            max_angle=p.max_angle,
            line_width=field.line_width,
            min_width=p.min_width,
            max_width=p.max_width,
            blur_px=p.blur_px,
        )
