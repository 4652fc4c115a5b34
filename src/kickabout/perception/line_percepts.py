"""Percepts of paint: from ends of lines in straightened px, or a center, to where they are."""

import math

import numpy as np

from kickabout.geometry import FloatArray, Vec, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.eye import Eye, image_to_robot, spreads_on_ground, unstraightened
from kickabout.representations import CenterCirclePercept, LineSegmentPercept, LinesPercept


def lines_percept(
    lines: FloatArray, eye: Eye, *, tilt: float, pan: float, pixel: float
) -> LinesPercept:
    """Rows begin with x and y of start and end; deviations are those of `spreads_on_ground`."""
    if len(lines) == 0:
        return LinesPercept()
    level = np.ascontiguousarray(lines[:, :4]).reshape(-1, 2)
    pixels = unstraightened(level, eye)
    points = image_to_robot(pixels, eye, 0.0)
    middles = 0.5 * (points[0::2] + points[1::2])
    spreads = spreads_on_ground(middles, eye, tilt, pan, pixel)
    at, on = pixels.tolist(), points.tolist()
    return LinesPercept(
        lines=tuple(
            LineSegmentPercept(
                start_in_image=Vector2(*at[2 * i]),
                end_in_image=Vector2(*at[2 * i + 1]),
                start_in_robot=Vector2(*on[2 * i]),
                end_in_robot=Vector2(*on[2 * i + 1]),
                covariance=sealed(spreads[i]),
            )
            for i in range(len(lines))
            if math.isfinite(middles[i, 0])
        )
    )


def circle_percept(
    center: Vec, points: FloatArray, eye: Eye, deviations: tuple[float, float, float]
) -> CenterCirclePercept:
    """A circle that is seen, with points on it; deviations are those of `spreads_on_ground`."""
    spread = spreads_on_ground(center.reshape(1, 2), eye, *deviations)[0]
    return CenterCirclePercept(
        seen=True,
        center_in_robot=Vector2.from_array(center),
        covariance=sealed(spread),
        points_in_robot=sealed(points.copy()),
    )
