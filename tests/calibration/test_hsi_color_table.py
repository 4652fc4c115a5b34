"""Do ranges of hue, saturation and intensity give the table that they describe?"""

import colorsys
from pathlib import Path

import numpy as np
import pytest

from kickabout.calibration.hsi_color_table import (
    HsiRange,
    cell_centers,
    hsi_of,
    read_ranges,
    table_of_ranges,
    write_ranges,
)
from kickabout.framework import ConfigurationError
from kickabout.representations import ColorClass

RANGES = [
    HsiRange(color=ColorClass.ORANGE, hue=(10.0, 40.0), saturation=(0.4, 1.0)),
    HsiRange(
        color=ColorClass.PINK, hue=(300.0, 20.0), saturation=(0.2, 0.8), intensity=(40.0, 220.0)
    ),
    HsiRange(color=ColorClass.GREEN, hue=(80.0, 170.0), saturation=(0.2, 1.0)),
]


def test_hues_are_those_of_the_color_circle() -> None:
    random = np.random.default_rng(1)
    for red, green, blue in random.uniform(0.05, 0.95, (200, 3)).tolist():
        y = 255 * (0.299 * red + 0.587 * green + 0.114 * blue)
        cb, cr = 128 + (255 * blue - y) / 1.772, 128 + (255 * red - y) / 1.402
        hue, saturation, intensity = hsi_of(np.array((y, cb, cr))).tolist()
        mean = (red + green + blue) / 3.0
        assert intensity == pytest.approx(255 * mean, abs=0.1)
        assert saturation == pytest.approx(1.0 - min(red, green, blue) / mean, abs=1e-3)
        circle = 360.0 * colorsys.rgb_to_hsv(red, green, blue)[0]
        assert abs((hue - circle + 180.0) % 360.0 - 180.0) < 1.2  # sectors instead of a hexagon


def test_the_table_is_that_of_direct_tests_at_the_middles_of_cells() -> None:
    table, centers = table_of_ranges(RANGES), cell_centers()
    for y, cb, cr in np.random.default_rng(2).integers(0, 64, (4000, 3)).tolist():
        hue, saturation, intensity = hsi_of(centers[y, cb, cr]).tolist()
        expected = ColorClass.NONE
        for limits in RANGES:
            low, high = limits.hue
            fits = low <= hue <= high if low <= high else hue >= low or hue <= high
            fits = fits and limits.saturation[0] <= saturation <= limits.saturation[1]
            if fits and limits.intensity[0] <= intensity <= limits.intensity[1]:
                expected = limits.color
                break
        assert table[y, cb, cr] == expected


def test_a_range_of_hues_may_go_through_zero() -> None:
    wrapped = HsiRange(color=ColorClass.RED, hue=(350.0, 10.0))
    hues = np.array([[355.0, 0.5, 100.0], [5.0, 0.5, 100.0], [180.0, 0.5, 100.0]])
    assert wrapped.contains(hues).tolist() == [True, True, False]


def test_the_first_of_two_overlapping_ranges_counts() -> None:
    first, second = (HsiRange(color=color) for color in (ColorClass.RED, ColorClass.BLUE))
    assert (table_of_ranges([first, second]) == ColorClass.RED).all()


def test_ranges_survive_their_file(tmp_path: Path) -> None:
    path = tmp_path / "hall.toml"
    write_ranges(path, RANGES)
    assert read_ranges(path) == RANGES


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = 1", "no table 'ranges'"),
        ("[ranges.purple]\nhue = [1, 2]", "unknown class 'purple'"),
        ("[ranges.red]\nhue = [1, 400]", "from 0 to 360"),
        ("[ranges.red]\nsaturation = 3", "from 0 to 1"),
    ],
)
def test_a_wrong_file_is_explained(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "hall.toml"
    path.write_text(text)
    with pytest.raises(ConfigurationError, match=words):
        read_ranges(path)
