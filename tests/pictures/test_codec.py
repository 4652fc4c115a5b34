"""Do pictures keep their pixels in files, and are files that are no pictures noticed?"""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from kickabout.pictures.codec import Pixels, decoded, encoded, read_gray, read_rgb, resized


def colorful(width: int = 37, height: int = 21) -> Pixels:
    return np.random.default_rng(1).integers(0, 256, (height, width, 3), dtype=np.uint8)


def read_back(data: bytes) -> Pixels:
    pixels = decoded(data)
    assert pixels is not None
    return pixels


@pytest.mark.parametrize("size", [(1, 1), (2, 5), (37, 21)])
def test_png_keeps_every_pixel(size: tuple[int, int]) -> None:
    pixels = colorful(*size)
    data = encoded(pixels, ".png")
    assert data is not None
    with Image.open(io.BytesIO(data)) as image:
        image.verify()  # the checksums
    assert np.array_equal(read_back(data), pixels)


def test_png_takes_pixels_that_are_not_contiguous() -> None:
    pixels = colorful()[::2, ::-1]
    data = encoded(pixels, ".PNG")
    assert data is not None
    assert np.array_equal(read_back(data), pixels)


@pytest.mark.parametrize("ending", [".jpg", ".jpeg", ".webp"])
def test_other_formats_keep_the_colors_approximately(ending: str) -> None:
    pixels = np.full((32, 32, 3), (200, 80, 30), np.uint8)
    data = encoded(pixels, ending)
    assert data is not None
    found = decoded(data)
    assert found is not None
    assert found.mean(axis=(0, 1)) == pytest.approx((200, 80, 30), abs=4.0)


@pytest.mark.parametrize("ending", ["", ".xyz", ".txt", ".pdf.gz"])
def test_unknown_formats_are_refused(ending: str) -> None:
    assert encoded(colorful(), ending) is None


def test_damaged_and_missing_files_are_no_pictures(tmp_path: Path) -> None:
    data = encoded(colorful(), ".png")
    assert data is not None
    path = tmp_path / "a.png"
    assert read_rgb(path) is None
    for content in (b"", b"no picture", data[:60], data[:30] + b"\0\0" + data[32:]):
        path.write_bytes(content)
        assert read_rgb(path) is None
        assert read_gray(path) is None


def test_gray_and_transparent_files_are_read_as_rgb(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Image.new("L", (3, 2), 70).save(path)
    found = read_rgb(path)
    assert found is not None
    assert (found == 70).all()
    assert found.shape == (2, 3, 3)
    Image.new("RGBA", (3, 2), (10, 20, 30, 0)).save(path)
    found = read_rgb(path)
    assert found is not None
    assert (found == (10, 20, 30)).all()


def test_a_photograph_is_turned_as_its_camera_was_held(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    turned = Image.Exif()
    turned[0x0112] = 6  # the orientation: a quarter turn
    Image.new("RGB", (32, 16)).save(path, exif=turned)
    found = read_gray(path)
    assert found is not None
    assert found.shape == (32, 16)


def test_a_smaller_picture_has_the_means_of_areas() -> None:
    pixels = colorful(12, 8)
    quarter = resized(pixels, (6, 4)).astype(float)
    means = pixels.reshape(4, 2, 6, 2, 3).mean(axis=(1, 3))
    assert np.abs(quarter - means).max() <= 0.5
    flat = resized(np.full((9, 7), 50, np.uint8), (5, 4))
    assert flat.shape == (4, 5)
    assert (flat == 50).all()


def test_a_larger_picture_is_smooth() -> None:
    step = np.repeat(np.array((0, 0, 200, 200), np.uint8)[np.newaxis], 4, axis=0)
    row = resized(step, (16, 16))[8].astype(int)
    assert row[0] == 0
    assert row[-1] == 200
    assert np.abs(np.diff(row)).max() < 100
