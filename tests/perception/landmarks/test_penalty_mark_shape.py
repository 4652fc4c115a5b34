"""A cross painted into an image, and other shapes."""

import math

import numpy as np
import numpy.typing as npt
import pytest
from tests.perception.cameras import ROLLING, projection_looking_down

from kickabout.perception.camera.camera_projection import image_to_robot
from kickabout.perception.camera.camera_projection_points import ground_homography, image_homography
from kickabout.perception.colors.relative_colors import Carpet
from kickabout.perception.landmarks.contrast_normalized_sobel import contrast_normalized
from kickabout.perception.landmarks.penalty_mark_candidates import (
    bright_middle,
    group_centers,
    mark_groups,
    shown_box,
)
from kickabout.perception.landmarks.penalty_mark_detector import (
    PenaltyMarkDetector,
    PenaltyMarkDetectorParameters,
)
from kickabout.perception.landmarks.penalty_mark_proof import found_mark
from kickabout.perception.landmarks.penalty_mark_shape import best_pose, cross_outline

PROJECTION = projection_looking_down(0.5, ROLLING)
SIZE, STROKE = 0.1, 0.05
POSE = (1.0, 0.05, 0.3)  # m, m, rad
CARPET = Carpet(y=80.0, blue=-0.35, red=-0.35, tolerance=0.1, y_low=60.0, y_high=100.0)
LIMITS = PenaltyMarkDetector(PenaltyMarkDetectorParameters()).limits


def painted(*, square: bool = False, beside: bool = False) -> npt.NDArray[np.uint8]:
    """Return an image of a cross on carpet, or of a square, or with more white beside it."""
    columns, rows = np.meshgrid(np.arange(640) + 0.5, np.arange(480) + 0.5)
    ground = image_to_robot(np.column_stack((columns.ravel(), rows.ravel())), PROJECTION, 0.0)
    c, s = math.cos(POSE[2]), math.sin(POSE[2])
    dx, dy = ground[:, 0] - POSE[0], ground[:, 1] - POSE[1]
    x, y = np.abs(c * dx + s * dy), np.abs(c * dy - s * dx)
    long, short = 0.5 * SIZE, 0.5 * (SIZE if square else STROKE)
    white = ((x < long) & (y < short)) | ((x < short) & (y < long))
    if beside:
        white |= (dy > 0.08) & (np.abs(dx) < 0.3)
    yuyv = np.full((480 * 640, 2), 80, np.uint8)
    yuyv[:, 1] = 100
    yuyv[white] = (200, 128)
    return yuyv.reshape(480, 640, 2)


def found_near(yuyv: npt.NDArray[np.uint8], x: float, y: float) -> tuple[float, float, float]:
    pose, response = found_mark(yuyv, np.array(((x, y),)), PROJECTION, CARPET, SIZE, STROKE, LIMITS)
    return float(pose[0]), float(pose[1]), float(response)


def test_a_cross_is_found_near_its_candidate() -> None:
    x, y, response = found_near(painted(), POSE[0] + 0.02, POSE[1] - 0.02)
    assert (x, y) == pytest.approx(POSE[:2], abs=0.005)
    assert response > 0.4


@pytest.mark.parametrize(("square", "beside"), [(True, False), (False, True)])
def test_other_shapes_and_crosses_beside_paint_are_no_marks(square: bool, beside: bool) -> None:
    yuyv = painted(square=square, beside=beside)
    assert found_near(yuyv, POSE[0], POSE[1])[2] == 0.0


def test_the_outline_fits_best_where_the_cross_is() -> None:
    to_image = image_homography(PROJECTION)
    yuyv = painted()
    left, top, right, bottom = shown_box(*POSE[:2], 0.1, to_image, yuyv, 4)
    gradients = contrast_normalized(yuyv, left, top, right, bottom, 4.0)
    outline = cross_outline(SIZE, STROKE, 3)
    pose, response = best_pose(
        gradients, left, top, outline, POSE[0] + 0.01, POSE[1], to_image, 0.008
    )
    assert tuple(pose) == pytest.approx(POSE, abs=0.02)
    far, less = best_pose(gradients, left, top, outline, POSE[0] + 0.03, POSE[1], to_image, 0.008)
    assert less < 0.7 * response
    assert far[0] != pytest.approx(POSE[0], abs=0.005)


def test_the_bright_middle_is_that_of_the_cross() -> None:
    x, y = POSE[0] + 0.02, POSE[1] - 0.02
    to_image, to_ground = image_homography(PROJECTION), ground_homography(PROJECTION)
    middle = bright_middle(painted(), x, y, SIZE, to_image, to_ground, CARPET.y)
    assert middle == pytest.approx(POSE[:2], abs=0.004)


def test_boxes_are_cut_off_at_the_image() -> None:
    to_image, yuyv = image_homography(PROJECTION), painted()
    left, top, right, bottom = shown_box(*POSE[:2], 0.1, to_image, yuyv, 1)
    assert left < 320 - 560 * 0.05 / 1.1 < right
    assert bottom - top < right - left
    wide = shown_box(*POSE[:2], 0.1, to_image, yuyv, 16)
    assert all(value % 16 == 0 for value in wide)
    assert wide[0] <= left
    assert wide[2] >= right
    assert shown_box(-1.0, 0.0, 0.1, to_image, yuyv, 1) == (0, 0, 0, 0)
    assert shown_box(1.0, 3.0, 0.1, to_image, yuyv, 1) == (0, 0, 0, 0)


def test_groups_are_regions_of_adjacent_columns_of_the_size_of_a_mark() -> None:
    small = [(310.0 + 4.0 * k, 230.0, 248.0, 10.0 + k, 10.0) for k in range(11)]
    large = [(400.0 + 4.0 * k, 230.0, 250.0, 32.0 + k, 10.0) for k in range(40)]
    edges = np.array(small + large)
    groups = mark_groups(edges, 0.2)
    assert len(set(groups[:11])) == len(set(groups[11:])) == 1
    assert groups[0] != groups[-1]
    bounds = np.array((0.05, 0.17, 3.0))
    (center,) = group_centers(edges, groups, 4.0, PROJECTION, bounds)
    ground = image_to_robot(np.array(((330.0, 239.0),)), PROJECTION, 0.0)[0]
    assert center == pytest.approx(ground, abs=0.01)
    near = np.array([(x, 420.0, 455.0, line + 100.0, 20.0) for x, *_, line, _ in small])
    both = np.concatenate((edges, near))
    distances = np.hypot(*group_centers(both, mark_groups(both, 0.2), 4.0, PROJECTION, bounds).T)
    assert len(distances) == 2
    assert distances[0] < distances[1]


def test_gradients_are_sobel_over_the_deviation_nearby() -> None:
    image = np.random.default_rng(1).integers(0, 255, (20, 24, 2)).astype(np.uint8)
    gradients = contrast_normalized(image, 0, 3, 24, 20, 2.0)
    y = image[:, :, 0].astype(float)
    at, noise = (slice(6, 11), slice(3, 8)), 2.0
    deviation = math.sqrt(y[at].var() + noise**2)
    smooth = np.array((1.0, 2.0, 1.0)) / 8.0
    along_x = smooth @ (y[7:10, 6] - y[7:10, 4]) / deviation
    along_y = smooth @ (y[9, 4:7] - y[7, 4:7]) / deviation
    assert gradients[8 - 3, 5] == pytest.approx((along_x, along_y))
    assert not gradients[:, :2].any()
    assert gradients[:-2, 2:-2].any(axis=2).all()
