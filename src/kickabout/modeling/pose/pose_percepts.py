"""Percepts for localization: from representations to arrays for the kernels."""

import math

import numpy as np

from kickabout.framework import frozen, inputs
from kickabout.geometry import Cov, FloatArray, Mat
from kickabout.modeling.pose.field_model import (
    CENTER_CIRCLE,
    KIND_OF_INTERSECTION,
    PENALTY_MARK,
    FieldModel,
)
from kickabout.modeling.pose.pose_correction import FramePercepts
from kickabout.representations import (
    CenterCirclePercept,
    FieldFeaturesPercept,
    IntersectionsPercept,
    LandmarkPercept,
    LandmarksPercept,
    LinesPercept,
    PenaltyMarkPercept,
)

Row = tuple[float, ...]


@inputs
@frozen
class FieldPercepts:
    """Field percepts of the triggering camera."""

    lines: LinesPercept
    circle: CenterCirclePercept
    mark: PenaltyMarkPercept
    intersections: IntersectionsPercept
    features: FieldFeaturesPercept
    beacons: LandmarksPercept = LandmarksPercept()  # of fields that have beacons or colored goals


def _rows(values: list[Row], size: int) -> Mat:
    return np.array(values, np.float64) if values else np.empty((0, size))


def _stacked(covariances: list[Cov], size: int) -> FloatArray:
    return np.array(covariances, np.float64) if covariances else np.empty((0, size, size))


def _points(percepts: FieldPercepts) -> tuple[list[Row], list[Cov]]:
    circle, mark = percepts.circle, percepts.mark
    rows: list[Row] = []
    covariances: list[Cov] = []
    if circle.seen:
        rows.append((CENTER_CIRCLE, circle.center_in_robot.x, circle.center_in_robot.y, 0.0))
        covariances.append(circle.covariance)
    if mark.seen:
        rows.append((PENALTY_MARK, mark.position_in_robot.x, mark.position_in_robot.y, 0.0))
        covariances.append(mark.covariance)
    for intersection in percepts.intersections.intersections:
        pose = intersection.pose_in_robot
        rows.append((KIND_OF_INTERSECTION[intersection.kind], pose.x, pose.y, pose.theta))
        covariances.append(intersection.covariance)
    return rows, covariances


def _beacon(percept: LandmarkPercept, kind: int) -> tuple[Row, Cov]:
    """Return the point and its covariance from bearing and distance."""
    c, s = math.cos(percept.bearing), math.sin(percept.bearing)
    row = (kind, percept.distance * c, percept.distance * s, 0.0)
    tangent = np.array(((-percept.distance * s, c), (percept.distance * c, s)))
    return row, tangent @ percept.covariance @ tangent.T


def frame_percepts(percepts: FieldPercepts, model: FieldModel) -> FramePercepts:
    rows, covariances = _points(percepts)
    for found in percepts.beacons.landmarks:
        if found.name in model.beacon_kinds:
            row, covariance = _beacon(found, model.beacon_kinds[found.name])
            rows.append(row)
            covariances.append(covariance)
    lines, features = percepts.lines.lines, percepts.features.features
    ends: list[Row] = [
        (line.start_in_robot.x, line.start_in_robot.y, line.end_in_robot.x, line.end_in_robot.y)
        for line in lines
    ]
    poses = [feature.robot_to_field for feature in features]
    return FramePercepts(
        lines=_rows(ends, 4),
        line_covariances=_stacked([line.covariance for line in lines], 2),
        points=_rows(rows, 4),
        point_covariances=_stacked(covariances, 2),
        features=_rows([(p.x, p.y, p.theta) for p in poses], 3),
        feature_covariances=_stacked([feature.covariance for feature in features], 3),
    )
