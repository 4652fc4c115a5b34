"""Decoding of the network's cells, refinement of boxes and thumbnails."""

import numpy as np
import pytest

from kickabout.perception.colors.relative_colors import Carpet
from kickabout.perception.robots.robot_boxes import feet_row, leg_columns, part_of_box
from kickabout.perception.robots.robot_cells import CELL, decoded_boxes, overlap, separate_boxes
from kickabout.perception.robots.thumbnails import color_thumbnail, gray_thumbnail, stretched

GREEN = Carpet(y=80.0, blue=-0.2, red=-0.25, tolerance=0.12, y_low=40.0, y_high=140.0)


def carpet_image(height: int = 240, width: int = 320) -> np.ndarray:
    yuyv = np.empty((height, width, 2), np.uint8)
    yuyv[:, :, 0] = 80
    yuyv[:, 0::2, 1], yuyv[:, 1::2, 1] = 128 - 16, 128 - 20
    return yuyv


def with_white(yuyv: np.ndarray, *, rows: slice, columns: slice) -> np.ndarray:
    yuyv[rows, columns, 0] = 200
    yuyv[rows, columns, 1] = 128
    return yuyv


def test_a_cell_becomes_the_box_it_describes() -> None:
    cells = np.full((6, 15, 20), -8.0, np.float32)
    cells[:, 7, 10] = (3.0, 0.25, -0.25, 0.0, np.log(2.0), 4.0)
    (box,) = decoded_boxes(cells, 0.5, 1.0)
    assert (box[0] + box[2]) / 2 == pytest.approx((10.5 + 0.25) * CELL)
    assert (box[1] + box[3]) / 2 == pytest.approx((7.5 - 0.25) * CELL)
    assert box[2] - box[0] == pytest.approx(80.0)
    assert box[3] - box[1] == pytest.approx(160.0)
    assert box[4] == pytest.approx(0.9526, abs=1e-3)
    assert box[5] > 0.9


def test_the_best_of_overlapping_boxes_stays() -> None:
    boxes = np.array(
        [(0, 0, 10, 10, 0.9, 0), (1, 0, 11, 10, 0.8, 0), (30, 0, 40, 10, 0.7, 0)], np.float64
    )
    assert overlap(boxes[0], boxes[2]) == 0.0
    assert separate_boxes(boxes, 0.4, 0.9)[:, 4].tolist() == [0.9, 0.7]


def test_a_box_inside_a_better_one_is_dropped() -> None:
    boxes = np.array([(0, 0, 100, 100, 0.9, 0), (10, 10, 30, 30, 0.8, 0)], np.float64)
    assert len(separate_boxes(boxes, 0.4, 0.75)) == 1


def test_feet_end_where_the_carpet_begins() -> None:
    yuyv = with_white(carpet_image(), rows=slice(60, 181), columns=slice(100, 150))
    box = np.array((95.0, 50.0, 155.0, 172.0))
    assert feet_row(yuyv, box, GREEN, 0.15, 0.3) == pytest.approx(181.0, abs=1.5)


def test_boxes_that_are_too_wide_are_narrowed() -> None:
    yuyv = with_white(carpet_image(), rows=slice(60, 181), columns=slice(100, 150))
    left, right = leg_columns(yuyv, np.array((80.0, 60.0, 170.0, 181.0)), GREEN, 0.5)
    assert abs(left - 100.0) <= 3.0
    assert abs(right - 150.0) <= 3.0


def test_empty_carpet_has_no_feet() -> None:
    assert np.isnan(
        feet_row(carpet_image(), np.array((80.0, 60.0, 170.0, 181.0)), GREEN, 0.15, 0.3)
    )


def test_parts_of_boxes_are_counted_from_below() -> None:
    part = part_of_box(np.array((0.0, 0.0, 10.0, 100.0)), np.array((0.2, 0.8, 0.0, 0.25)))
    assert part.tolist() == [2.0, 75.0, 8.0, 100.0]


def test_thumbnails_are_means() -> None:
    yuyv = carpet_image(8, 16)
    yuyv[:4, :4, 0] = 200
    assert gray_thumbnail(yuyv, 4).tolist() == [[200, 80, 80, 80], [80, 80, 80, 80]]
    color = color_thumbnail(yuyv, 8)
    assert color[0].tolist() == [[110, 80]]
    assert color[1].tolist() == [[112, 112]]
    assert color[2].tolist() == [[108, 108]]


def test_thumbnails_round_down_whatever_the_colors() -> None:
    yuyv = np.random.default_rng(3).integers(0, 256, (24, 48, 2), np.uint8)
    yuyv[:8, :8] = 255
    for factor in (2, 4, 6, 8):
        squares = yuyv[:, :, 0].reshape(24 // factor, factor, 48 // factor, factor)
        means = squares.astype(np.int64).sum(axis=(1, 3)) // factor**2
        assert gray_thumbnail(yuyv, factor).tolist() == means.tolist()


@pytest.mark.parametrize("factor", [1, 2, 3, 4, 5])
def test_colors_stay_apart_in_thumbnails_of_any_factor(factor: int) -> None:
    color = color_thumbnail(carpet_image(30, 60), factor)
    assert color.shape == (3, 30 // factor, 60 // factor)
    assert [np.unique(channel).tolist() for channel in color] == [[80], [112], [108]]


def test_stretching_ignores_brightness_and_outliers() -> None:
    image = np.tile(np.arange(100, 200, dtype=np.uint8), (10, 1))
    image[0, 0] = 255
    dark = (image // 2).astype(np.uint8)
    assert np.abs(stretched(image, 0.02) - stretched(dark, 0.02)).max() < 0.06
    assert float(stretched(image, 0.02).min()) == -1.0
    assert float(stretched(image, 0.02).max()) == 1.0
