"""Line and circle percepts: from straightened px, or a center, to positions and covariances."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Points2, Vec, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.camera.camera_projection import CameraProjection, spreads_on_ground
from kickabout.perception.camera.camera_projection_points import (
    exposed_at,
    ground_homography,
    on_ground,
    shutter_of,
)
from kickabout.representations import CenterCirclePercept, LineSegmentPercept, LinesPercept


def lines_percept(
    lines: FloatArray, projection: CameraProjection, *, tilt: float, pan: float, pixel: float
) -> LinesPercept:
    """Return a percept of lines; rows begin with start x, y and end x, y in straightened px.

    Deviations are those of `spreads_on_ground`.
    """
    if len(lines) == 0:
        return LinesPercept()
    ends, spreads = placed_lines(lines, projection, tilt, pan, pixel)
    return LinesPercept(
        lines=tuple(
            LineSegmentPercept(
                start_in_image=Vector2(a, b),
                end_in_image=Vector2(c, d),
                start_in_robot=Vector2(e, f),
                end_in_robot=Vector2(g, h),
                covariance=sealed(spread),
            )
            for (a, b, c, d, e, f, g, h), spread in zip(ends.tolist(), spreads, strict=True)
            if math.isfinite(e + g)
        )
    )


@kernel
def placed_lines(
    lines: FloatArray, projection: CameraProjection, tilt: float, pan: float, pixel: float
) -> tuple[FloatArray, FloatArray]:
    """Return rows of start and end in image and on ground, and covariances of the middles."""
    to_ground, shutter = ground_homography(projection), shutter_of(projection)
    ends, middles = np.empty((lines.shape[0], 8)), np.empty((lines.shape[0], 2))
    for i in range(lines.shape[0]):
        for k in range(0, 4, 2):
            x, y = exposed_at(shutter, lines[i, k], lines[i, k + 1])
            ends[i, k], ends[i, k + 1] = x, y
            ends[i, k + 4], ends[i, k + 5] = on_ground(to_ground, x, y)
        middles[i] = 0.5 * (ends[i, 4:6] + ends[i, 6:8])
    return ends, spreads_on_ground(middles, projection, tilt, pan, pixel)


def circle_percept(
    center: Vec,
    points: Points2,
    projection: CameraProjection,
    deviations: tuple[float, float, float],
) -> CenterCirclePercept:
    """Return a percept of a circle and points on it; deviations as in `spreads_on_ground`."""
    spread = spreads_on_ground(center.reshape(1, 2), projection, *deviations)[0]
    return CenterCirclePercept(
        seen=True,
        center_in_robot=Vector2.from_array(center),
        covariance=sealed(spread),
        points_in_robot=sealed(points.copy()),
    )
