"""Directions of blobs: from the points of blobs to angular ranges relative to the robot's axes.

After GermanTeam 2001, section 4.6.1: the head turns about three axes, so that upright things are
tilted in the image. Only the rotation is compensated; all directions start at the camera.
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray
from kickabout.perception.camera.camera_projection import CameraProjection, straightened
from kickabout.representations.scan import IntArray

MARGIN = 3  # px; points so near to the edge of the image, within the tolerance, may be cut off too

# Outer side of the extreme pixels, from their middles in px, in the order of `BlobPoint`.
OUTWARD = np.array(
    (
        (0.0, -0.5),
        (0.5, -0.5),
        (0.5, 0.0),
        (0.5, 0.5),
        (0.0, 0.5),
        (-0.5, 0.5),
        (-0.5, 0.0),
        (-0.5, -0.5),
    )
)


@kernel
def angular_ranges(
    points: IntArray, width: int, height: int, projection: CameraProjection, tolerance: float
) -> tuple[FloatArray, BoolArray]:
    """Return the angles in rad of the left, right, upper and lower side of each blob.

    The second array says which sides are cut: all points of the blob that are this far out, up to
    `tolerance` in rad, are on the edge of the image.
    """
    ranges, cut = np.empty((points.shape[0], 4)), np.ones((points.shape[0], 4), np.bool_)
    pixels, angles = np.empty((8, 2)), np.empty((8, 2))
    for blob in range(points.shape[0]):
        for k in range(8):
            for axis in range(2):
                pixels[k, axis] = points[blob, k, axis] + 0.5 + OUTWARD[k, axis]
        fill_angles(pixels, projection, angles)
        for side in range(4):
            axis, sign = side // 2, 1.0 if side % 2 == 0 else -1.0
            middle = angles[0, 0] if axis == 0 else 0.0
            best = -1e9
            for k in range(8):
                best = max(best, sign * turned(angles[k, axis] - middle))
            ranges[blob, side] = turned(middle + sign * best) if axis == 0 else sign * best
            for k in range(8):
                x, y = points[blob, k, 0], points[blob, k, 1]
                inside = MARGIN <= x < width - MARGIN and MARGIN <= y < height - MARGIN
                if inside and sign * turned(angles[k, axis] - middle) >= best - tolerance:
                    cut[blob, side] = False
    return ranges, cut


@kernel
def fill_angles(pixels: FloatArray, projection: CameraProjection, angles: FloatArray) -> None:
    """Fill in the horizontal and vertical angle of each pixel in the robot's frame."""
    straight = straightened(pixels, projection)
    rotation, intrinsics = projection.rotation, projection.intrinsics
    for k in range(pixels.shape[0]):
        left = (intrinsics[2] - straight[k, 0]) / intrinsics[0]
        up = (intrinsics[3] - straight[k, 1]) / intrinsics[1]
        x = rotation[0, 0] + rotation[0, 1] * left + rotation[0, 2] * up
        y = rotation[1, 0] + rotation[1, 1] * left + rotation[1, 2] * up
        z = rotation[2, 0] + rotation[2, 1] * left + rotation[2, 2] * up
        angles[k, 0], angles[k, 1] = math.atan2(y, x), math.atan2(z, math.hypot(x, y))


@kernel
def turned(angle: float) -> float:
    """Return the angle between −π and π."""
    return (angle + math.pi) % (2.0 * math.pi) - math.pi
