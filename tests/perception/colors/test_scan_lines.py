"""Sampling of pixels along scan lines, two at a time."""

import numpy as np
import pytest

from kickabout.perception.colors.scan_lines import (
    EIGHTHS,
    column_mean,
    find_edges,
    row_mean,
    smoothed_at,
)
from kickabout.representations import CameraImage
from kickabout.representations.camera import Yuyv

WIDTH, HEIGHT = 12, 9
STEPS = np.full(64, 4, np.int32)


@pytest.fixture
def image() -> Yuyv:
    return np.random.default_rng(5).integers(0, 256, (HEIGHT, WIDTH, 2), dtype=np.uint8)


def pair_color(image: Yuyv, row: int, x: int) -> tuple[float, float]:
    even = x & ~1
    return float(image[row, even, 1]), float(image[row, even + 1, 1])


def test_words_hold_two_pixels_with_their_common_color(image: Yuyv) -> None:
    word = int(CameraImage(yuyv=image).pairs[4, 3])
    bytes_of = [word >> shift & 0xFF for shift in (0, 8, 16, 24)]
    assert bytes_of == [image[4, 6, 0], image[4, 6, 1], image[4, 7, 0], image[4, 7, 1]]


def test_an_image_without_pixels_has_no_words() -> None:
    assert CameraImage().pairs.shape == (0, 0)


@pytest.mark.parametrize("x", range(WIDTH))
def test_samples_along_a_row_smooth_brightness(image: Yuyv, x: int) -> None:
    line = image[3, :, 0].astype(float)
    before, after = line[max(x - 1, 0)], line[min(x + 1, WIDTH - 1)]
    y, green = smoothed_at(CameraImage(yuyv=image).pairs, 3, x, 0)
    assert y / EIGHTHS == 0.25 * (2.0 * line[x] + before + after)
    assert green / 2.0 == sum(pair_color(image, 3, x))


@pytest.mark.parametrize("row", range(HEIGHT))
def test_samples_along_a_column_smooth_brightness(image: Yuyv, row: int) -> None:
    line = image[:, 6:8, 0].astype(float).mean(axis=1)
    above, below = max(row - 1, 0), min(row + 1, HEIGHT - 1)
    y, green = smoothed_at(CameraImage(yuyv=image).pairs, 3, row, -1)
    assert y / EIGHTHS == 0.25 * (2.0 * line[row] + line[above] + line[below])
    both = sum(pair_color(image, row, 6)) + sum(pair_color(image, above, 6))
    assert green / 2.0 == 0.5 * both


def test_means_exclude_the_edges(image: Yuyv) -> None:
    pairs = CameraImage(yuyv=image).pairs
    y, cb, cr = column_mean(pairs, 7, 2, 8)
    inner = image[3:7].astype(float)
    assert y == inner[:, 6:8, 0].mean()
    assert (cb, cr) == (inner[:, 6, 1].mean(), inner[:, 7, 1].mean())
    y, cb, cr = row_mean(pairs, 4, 1, 8)
    colors = np.array([pair_color(image, 4, x) for x in range(2, 7)])
    assert y == image[4, 2:7, 0].astype(float).mean()
    assert (cb, cr) == pytest.approx(tuple(colors.mean(axis=0)))


def test_an_edge_is_where_the_color_changes_most() -> None:
    image = np.full((40, 64, 2), 100, np.uint8)
    image[:, 22:, 0] = 180
    pairs, edges, steps = CameraImage(yuyv=image).pairs, np.zeros(49, np.int32), STEPS
    assert find_edges(pairs, 5, 0, 0, 64, steps, 0.1, 3.0, edges) == 2
    assert edges[0] == 0
    assert abs(int(edges[1]) - 22) <= 1
    assert edges[2] == 64
    image[:, :, 0] = 100
    image[21:, :, 0] = 180
    pairs = CameraImage(yuyv=image).pairs
    assert find_edges(pairs, 5, 39, -1, 40, steps, 0.1, 3.0, edges) == 2
    assert abs(int(edges[1]) - 19) <= 1  # counted upwards from the image's lower edge
