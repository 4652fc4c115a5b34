"""Do camera images keep their colors as RGB and JPEG?"""

import numpy as np
import numpy.typing as npt
import pytest

from kickabout.pictures.camera_pictures import jpeg_of_yuyv, rgb_of_yuyv
from kickabout.pictures.codec import Pixels, decoded

Floats = npt.NDArray[np.float64]


def noisy(width: int, height: int) -> Pixels:
    return np.random.default_rng(2).integers(0, 256, (height, width, 2), dtype=np.uint8)


def smooth(width: int = 192, height: int = 96) -> Pixels:
    """Return an image with slopes of brightness and of both colors."""
    yuyv = np.empty((height, width, 2), np.uint8)
    yuyv[:, :, 0] = np.linspace(60, 180, width)
    yuyv[:, 0::2, 1] = np.linspace(100, 150, height)[:, np.newaxis]
    yuyv[:, 1::2, 1] = np.linspace(160, 110, width // 2)
    return yuyv


def expected_rgb(y: Floats, cb: Floats, cr: Floats) -> Floats:
    """Return the colors by the formula of JPEG."""
    red = y + 1.402 * cr
    green = y - 0.344136 * cb - 0.714136 * cr
    blue = y + 1.772 * cb
    return np.stack((red, green, blue), axis=-1).clip(0.0, 255.0)


def test_colors_are_those_of_the_formula() -> None:
    yuyv = noisy(64, 40)
    color = yuyv[:, :, 1].astype(float) - 128.0
    cb, cr = (np.repeat(color[:, first::2], 2, axis=1) for first in (0, 1))
    expected = expected_rgb(yuyv[:, :, 0].astype(float), cb, cr)
    assert np.abs(rgb_of_yuyv(yuyv) - expected).max() < 0.6


def test_a_part_of_an_image_is_converted_like_the_whole() -> None:
    yuyv = noisy(64, 40)
    assert np.array_equal(rgb_of_yuyv(yuyv[::2, 10:30]), rgb_of_yuyv(yuyv)[::2, 10:30])


@pytest.mark.parametrize("width", [192, 96, 48, 32, 12, 100])
def test_jpeg_has_the_colors_at_every_width(width: int) -> None:
    """Half, quarter, sixth and sixteenth are averaged by kernels of their own."""
    yuyv = smooth()
    found = decoded(jpeg_of_yuyv(yuyv, quality=95, max_width=width))
    assert found is not None
    assert found.shape == (round(96 * width / 192), width, 3)
    whole = rgb_of_yuyv(yuyv).astype(float)
    for part in (slice(0, 48), slice(48, 96)):
        rows = slice(part.start * len(found) // 96, part.stop * len(found) // 96)
        means = found[rows].mean(axis=(0, 1))
        assert means == pytest.approx(whole[part].mean(axis=(0, 1)), abs=4.0)
    assert found[:, -1].mean() > found[:, 0].mean() + 60.0  # brighter to the right


def test_an_image_smaller_than_permitted_stays_as_it_is() -> None:
    found = decoded(jpeg_of_yuyv(smooth(), quality=90, max_width=1000))
    assert found is not None
    assert found.shape == (96, 192, 3)


def test_a_lower_quality_takes_less_space() -> None:
    yuyv = noisy(64, 64)
    assert len(jpeg_of_yuyv(yuyv, quality=30)) < 0.6 * len(jpeg_of_yuyv(yuyv, quality=90))
