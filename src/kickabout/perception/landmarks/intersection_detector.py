"""Line intersections: from the lines of an image to those that meet as L, T or X."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray, Pose2, readonly
from kickabout.geometry.pose3 import sealed
from kickabout.perception.camera.camera_projection import projection_of, spreads_on_ground
from kickabout.perception.landmarks.intersections import L, T, X, near_intersections
from kickabout.representations import (
    CameraInfo,
    CameraMatrix,
    ImageCoordinateSystem,
    Intersection,
    IntersectionKind,
    IntersectionsPercept,
    LinesPercept,
)

KINDS = {L: IntersectionKind.L, T: IntersectionKind.T, X: IntersectionKind.X}


@dataclass(frozen=True, slots=True, kw_only=True)
class IntersectionDetectorParameters:
    off_right_angle: float = param(
        0.3,
        unit="rad",
        low=0.0,
        high=1.5,
        doc="maximum difference of the lines' angle from a right angle",
    )
    tolerance: float = param(
        0.12, unit="m", low=0.0, doc="distance that counts as at the end of a line"
    )
    tolerance_fraction: float = param(
        0.03, low=0.0, high=1.0, doc="the same, in addition, in distances"
    )
    extension: float = param(
        0.3, low=0.0, high=1.0, doc="maximum extension, in lengths of the line"
    )
    margin_px: float = param(
        5.0, unit="px", low=0.0, doc="ends this near to the image's edge are cut off"
    )
    max_distance: float = param(6.0, unit="m", low=0.0, doc="maximum distance of intersections")
    tilt_deviation: float = param(
        0.0105, unit="rad", low=0.0, doc="deviation of the camera's roll and pitch"
    )
    pan_deviation: float = param(0.005, unit="rad", low=0.0, doc="deviation of the camera's yaw")
    pixel_deviation: float = param(1.0, unit="px", low=0.0, doc="deviation of points in the image")


class IntersectionDetector(Module[IntersectionDetectorParameters]):
    """Intersects lines at about a right angle; which of them continue determines the kind.

    After B-Human 2019, section 4.3.2. Pieces of the center circle are not among the lines.
    """

    def __init__(self, parameters: IntersectionDetectorParameters) -> None:
        super().__init__(parameters)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        self.limits = readonly(
            (math.sin(p.off_right_angle), p.tolerance, p.tolerance_fraction, p.extension)
        )

    def update(
        self,
        lines: LinesPercept,
        matrix: CameraMatrix,
        info: CameraInfo,
        system: ImageCoordinateSystem,
    ) -> IntersectionsPercept:
        p = self.parameters
        if len(lines.lines) < 2 or not matrix.valid:
            return IntersectionsPercept()
        found = near_intersections(
            _ends(lines), info.width, info.height, p.margin_px, p.max_distance, self.limits
        )
        if len(found) == 0:
            return IntersectionsPercept()
        projection = projection_of(matrix, info, system)
        deviations = (p.tilt_deviation, p.pan_deviation, p.pixel_deviation)
        spreads = spreads_on_ground(found[:, 1:3].copy(), projection, *deviations)
        return IntersectionsPercept(
            intersections=tuple(
                Intersection(
                    kind=KINDS[int(kind)],
                    pose_in_robot=Pose2(x, y, math.remainder(direction, 2.0 * math.pi)),
                    covariance=sealed(spread),
                )
                for (kind, x, y, direction), spread in zip(found.tolist(), spreads, strict=True)
            )
        )


def _ends(lines: LinesPercept) -> FloatArray:
    """Return rows of start and end in the robot's frame, then in the image."""
    return np.array(
        [
            (a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y)
            for a, b, c, d in (
                (line.start_in_robot, line.end_in_robot, line.start_in_image, line.end_in_image)
                for line in lines.lines
            )
        ]
    )
