"""Intrinsic calibration: from images of a checkerboard to focal lengths, center and distortion."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kickabout.framework import KickaboutError

GrayImage = npt.NDArray[np.uint8]

MIN_BOARDS = 5  # fewer do not determine the distortion


@dataclass(frozen=True, slots=True, kw_only=True)
class Intrinsics:
    """The calibrated optics of a camera."""

    width: int  # px
    height: int  # px
    focal_length: tuple[float, float]  # px
    center: tuple[float, float]  # px
    distortion: tuple[float, ...]  # k1, k2, p1, p2, k3
    residual_px: float  # root mean square
    boards: int  # images in which the board was found


def board_corners(
    image: GrayImage, inner_corners: tuple[int, int]
) -> npt.NDArray[np.float32] | None:
    """Return the board's inner corners with subpixel accuracy; None if some are not visible."""
    cv2 = _library()
    found, corners = cv2.findChessboardCorners(image, inner_corners)
    if not found:
        return None
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.001)
    refined: npt.NDArray[np.float32] = cv2.cornerSubPix(image, corners, (5, 5), (-1, -1), ends)
    return refined


def calibrated_intrinsics(
    images: Sequence[GrayImage], *, inner_corners: tuple[int, int], square: float
) -> Intrinsics:
    """Calibrate by Zhang's method as in OpenCV; `square` is the side length of a square (m)."""
    sizes = {image.shape for image in images}
    if len(sizes) > 1:
        raise ValueError(
            f"the images have different sizes {sorted(sizes)}; expected those of one camera"
        )
    seen = [
        corners for image in images if (corners := board_corners(image, inner_corners)) is not None
    ]
    if len(seen) < MIN_BOARDS:
        raise ValueError(
            f"a board with {inner_corners[0]} × {inner_corners[1]} inner corners was found in "
            f"{len(seen)} of {len(images)} images; {MIN_BOARDS} are needed"
        )
    columns, rows = np.meshgrid(np.arange(inner_corners[0]), np.arange(inner_corners[1]))
    board = np.zeros((columns.size, 3), np.float32)
    board[:, 0], board[:, 1] = square * columns.ravel(), square * rows.ravel()
    height, width = images[0].shape
    residual, matrix, distortion, _, _ = _library().calibrateCamera(
        [board] * len(seen), seen, (width, height), None, None
    )
    return Intrinsics(
        width=width,
        height=height,
        focal_length=(float(matrix[0, 0]), float(matrix[1, 1])),
        center=(float(matrix[0, 2]), float(matrix[1, 2])),
        distortion=tuple(float(value) for value in np.ravel(distortion)[:5]),
        residual_px=float(residual),
        boards=len(seen),
    )


def _library() -> Any:  # noqa: ANN401 (a module without types)
    try:
        import cv2
    except ImportError:
        raise KickaboutError(
            "calibrating a camera's optics needs OpenCV, which comes with the extra "
            "'calibration': pip install -e '.[calibration]' in the clone"
        ) from None
    return cv2
