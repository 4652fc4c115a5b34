"""Intrinsic calibration: images of a checkerboard determine the optics of a camera."""

import sys

import numpy as np
import numpy.typing as npt
import pytest

from kickabout.calibration.camera_calibration_intrinsics import calibrated_intrinsics
from kickabout.framework import KickaboutError

cv2 = pytest.importorskip("cv2", reason="calibrating optics needs the extra 'calibration'")
CORNERS, SQUARE = (7, 5), 0.03
FOCAL, CENTER = 560.0, (325.0, 236.0)


def board() -> npt.NDArray[np.uint8]:
    """A printed board with a white margin, 40 px for each square."""
    pattern = (np.add.outer(np.arange(CORNERS[1] + 1), np.arange(CORNERS[0] + 1)) % 2) * 255
    printed = np.kron(pattern, np.ones((40, 40))).astype(np.uint8)
    return np.pad(printed, 40, constant_values=255)


def photographed(
    turn: npt.NDArray[np.float64], translation: npt.NDArray[np.float64]
) -> npt.NDArray[np.uint8]:
    rotation, _ = cv2.Rodrigues(turn)
    matrix = np.array(((FOCAL, 0.0, CENTER[0]), (0.0, FOCAL, CENTER[1]), (0.0, 0.0, 1.0)))
    meters = np.array(((SQUARE / 40, 0.0, -0.15), (0.0, SQUARE / 40, -0.12), (0.0, 0.0, 1.0)))
    plane = matrix @ np.column_stack((rotation[:, 0], rotation[:, 1], translation)) @ meters
    image: npt.NDArray[np.uint8] = cv2.warpPerspective(
        board(), plane, (640, 480), flags=cv2.INTER_AREA, borderValue=128
    )
    blurred: npt.NDArray[np.uint8] = cv2.GaussianBlur(image, (3, 3), 0)
    return blurred


def photographs(count: int) -> list[npt.NDArray[np.uint8]]:
    random = np.random.default_rng(3)
    return [
        photographed(random.uniform(-0.5, 0.5, 3), np.append(random.uniform(-0.04, 0.04, 2), 0.5))
        for _ in range(count)
    ]


def test_focal_length_and_center_are_found() -> None:
    found = calibrated_intrinsics(photographs(10), inner_corners=CORNERS, square=SQUARE)
    assert found.boards >= 8
    assert found.focal_length == pytest.approx((FOCAL, FOCAL), rel=0.02)
    assert found.center == pytest.approx(CENTER, abs=8.0)
    assert found.residual_px < 0.5


def test_too_few_boards_are_refused() -> None:
    empty = np.full((480, 640), 128, np.uint8)
    with pytest.raises(ValueError, match="found in 2 of 4 images"):
        calibrated_intrinsics([*photographs(2), empty, empty], inner_corners=CORNERS, square=SQUARE)


def test_images_of_different_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="different sizes"):
        calibrated_intrinsics(
            [np.zeros((4, 4), np.uint8), np.zeros((4, 5), np.uint8)],
            inner_corners=CORNERS,
            square=SQUARE,
        )


def test_without_its_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(
        KickaboutError, match=r"pip install -e '\.\[calibration\]' in the clone"
    ) as caught:
        calibrated_intrinsics(photographs(1), inner_corners=CORNERS, square=SQUARE)
    assert "\n" not in str(caught.value)
