"""Are runs and blobs those that a search in all pixels finds?"""

import numpy as np
import pytest
from scipy.ndimage import gaussian_filter, label

from kickabout.geometry import FloatArray
from kickabout.perception.colors.color_runs import Blobs, Runs, blobs_of, segmented
from kickabout.perception.colors.color_table import CELLS, class_image
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations import BlobPoint, CameraImage

EIGHT = np.ones((3, 3), int)
DIRECTIONS = {
    BlobPoint.NORTH: (0, -1),
    BlobPoint.NORTH_EAST: (1, -1),
    BlobPoint.EAST: (1, 0),
    BlobPoint.SOUTH_EAST: (1, 1),
    BlobPoint.SOUTH: (0, 1),
    BlobPoint.SOUTH_WEST: (-1, 1),
    BlobPoint.WEST: (-1, 0),
    BlobPoint.NORTH_WEST: (-1, -1),
}
TABLE = np.arange(CELLS, dtype=np.uint8)[:, None, None] // 8 * np.ones((1, CELLS, CELLS), np.uint8)


def image_of(classes: ByteArray) -> CameraImage:
    """Return an image that has these classes by `TABLE`, whose classes depend on Y only."""
    yuyv = np.random.default_rng(0).integers(0, 256, (*classes.shape, 2), np.uint8)
    yuyv[:, :, 0] = 32 * classes + 5
    return CameraImage(yuyv=yuyv)


def random_classes(seed: int) -> ByteArray:
    """Return noise or smooth regions of up to eight classes, of odd shapes."""
    random = np.random.default_rng(seed)
    height, width = int(random.integers(1, 30)), 2 * int(random.integers(1, 20))
    values: FloatArray = random.random((height, width))
    if seed % 3:
        values = gaussian_filter(values, seed % 3)
        values = (values - values.min()) / max(float(np.ptp(values)), 1e-9)
    classes = np.minimum(values * random.integers(1, 9), 7.0).astype(np.uint8)
    shuffled: ByteArray = random.permutation(8).astype(np.uint8)[classes]
    return shuffled


def found(classes: ByteArray, min_pixels: int = 1) -> tuple[Runs, Blobs]:
    runs = segmented(image_of(classes).pairs, TABLE)
    return runs, blobs_of(runs, min_pixels)


@pytest.mark.parametrize("seed", range(60))
def test_runs_give_back_the_class_image(seed: int) -> None:
    classes = random_classes(seed)
    runs, _ = found(classes)
    decoded = np.full(classes.shape, 99)
    for row, left, right, color, _ in zip(*runs, strict=True):
        assert (decoded[row, left:right] == 99).all()
        decoded[row, left:right] = color
    assert np.array_equal(decoded, classes)
    assert np.array_equal(class_image(image_of(classes).yuyv, TABLE), classes)


def test_runs_are_as_long_as_possible() -> None:
    runs, _ = found(np.full((7, 12), 3, np.uint8))
    assert len(runs.row) == 7
    first, _ = found(random_classes(4))
    for i in range(1, len(first.row)):
        assert first.row[i] != first.row[i - 1] or first.color[i] != first.color[i - 1]


@pytest.mark.parametrize("seed", range(120))
def test_blobs_are_the_connected_regions(seed: int) -> None:
    classes = random_classes(seed)
    _, blobs = found(classes)
    expected = []
    for color in range(1, 8):
        regions, count = label(classes == color, EIGHT)
        for number in range(1, count + 1):
            rows, columns = np.nonzero(regions == number)
            box = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
            reach = [int((dx * columns + dy * rows).max()) for dx, dy in DIRECTIONS.values()]
            expected.append((color, len(rows), *map(int, box), *reach))
    given = []
    for color, pixels, box, points in zip(*blobs, strict=True):
        reach = [int(dx * points[k, 0] + dy * points[k, 1]) for k, (dx, dy) in DIRECTIONS.items()]
        given.append((int(color), int(pixels), *box.tolist(), *reach))
        for x, y in points:
            assert classes[y, x] == color
    assert sorted(given) == sorted(expected)


@pytest.mark.parametrize("seed", range(20))
def test_the_largest_blobs_come_first_and_small_ones_are_left_out(seed: int) -> None:
    classes = random_classes(seed)
    _, every = found(classes)
    _, large = found(classes, 5)
    assert (np.diff(every.pixels) <= 0).all()
    assert large.pixels.tolist() == [n for n in every.pixels.tolist() if n >= 5]


def test_of_several_extreme_pixels_the_middle_one_is_taken() -> None:
    classes = np.zeros((20, 20), np.uint8)
    classes[4:15, 3:14] = 1
    _, blobs = found(classes)
    points = blobs.points[0].tolist()
    assert points[BlobPoint.NORTH] == [8, 4]
    assert points[BlobPoint.EAST] == [13, 9]
    assert points[BlobPoint.SOUTH] == [8, 14]
    assert points[BlobPoint.WEST] == [3, 9]
    assert points[BlobPoint.NORTH_WEST] == [3, 4]
    assert points[BlobPoint.SOUTH_EAST] == [13, 14]
