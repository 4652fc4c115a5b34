"""Color tables by ranges of hue, saturation and intensity, one for each class.

The model of the tool that GermanTeam 2001, section 4.2.2, used; it needs no screen. If ranges
overlap, the first one counts. A range of hues whose minimum exceeds its maximum goes through 0°.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kickabout.framework import ConfigurationError, frozen
from kickabout.framework.teams.toml_file import read_toml, write_values
from kickabout.geometry import BoolArray, FloatArray
from kickabout.perception.colors.color_table import CELLS, CLASS_NAMES, SHIFT, empty_table
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations import ColorClass

TABLE = "ranges"  # in the file, in the order in which they count
KEYS = ("hue", "saturation", "intensity")
LIMITS = {"hue": 360.0, "saturation": 1.0, "intensity": 255.0}


@frozen
class HsiRange:
    """The colors of one class."""

    color: ColorClass
    hue: tuple[float, float] = (0.0, 360.0)  # degrees, minimum and maximum: 0 is red, 120 green
    saturation: tuple[float, float] = (0.0, 1.0)  # 0: gray, 1: pure
    intensity: tuple[float, float] = (0.0, 255.0)  # mean of red, green and blue

    def contains(self, hsi: FloatArray) -> BoolArray:
        """Return for colors, in an array whose last axis is H, S and I, whether they are inside."""
        hue, low, high = hsi[..., 0], *self.hue
        is_hue = (hue >= low) & (hue <= high) if low <= high else (hue >= low) | (hue <= high)
        inside: BoolArray = is_hue
        for k, (least, most) in enumerate((self.saturation, self.intensity), start=1):
            inside &= (hsi[..., k] >= least) & (hsi[..., k] <= most)
        return inside


def hsi_of(ycbcr: FloatArray) -> FloatArray:
    """Return hue in degrees, saturation and intensity of colors; the last axis is Y, Cb, Cr."""
    y, cb, cr = ycbcr[..., 0], ycbcr[..., 1] - 128.0, ycbcr[..., 2] - 128.0
    red, blue = y + 1.402 * cr, y + 1.772 * cb
    green = y - 0.344136 * cb - 0.714136 * cr
    rgb = np.clip(np.stack((red, green, blue), axis=-1), 0.0, 255.0)
    intensity = rgb.mean(axis=-1)
    saturation = 1.0 - rgb.min(axis=-1) / np.maximum(intensity, 1e-9)
    across = np.sqrt(3.0) * (rgb[..., 1] - rgb[..., 2])
    along = 2.0 * rgb[..., 0] - rgb[..., 1] - rgb[..., 2]
    hue = np.degrees(np.arctan2(across, along)) % 360.0
    return np.stack((hue, np.where(intensity > 0.0, saturation, 0.0), intensity), axis=-1)


def cell_centers() -> FloatArray:
    """Return Y, Cb, Cr in the middle of all cells of a color table."""
    middles = (np.arange(CELLS) << SHIFT) + 0.5 * ((1 << SHIFT) - 1)
    return np.stack(np.meshgrid(middles, middles, middles, indexing="ij"), axis=-1)


def table_of_ranges(ranges: Sequence[HsiRange]) -> ByteArray:
    """Return the table of the classes in whose ranges the middles of the cells are."""
    table, hsi = empty_table(), hsi_of(cell_centers())
    for limits in reversed(ranges):
        table[limits.contains(hsi)] = limits.color
    return table


def write_ranges(path: Path, ranges: Sequence[HsiRange]) -> None:
    """Write ranges to a file, as a table for each."""
    for limits in ranges:
        values = {key: list(getattr(limits, key)) for key in KEYS}
        write_values(path, (TABLE, CLASS_NAMES[limits.color]), values)


def read_ranges(path: Path) -> list[HsiRange]:
    """Return the ranges of a file, in their order."""
    file = read_toml(path)
    tables = file.data.get(TABLE)
    if not isinstance(tables, dict):
        raise file.error(f"the file has no table '{TABLE}'")
    ranges = []
    for name, values in tables.items():
        if name not in CLASS_NAMES:
            known = ", ".join(CLASS_NAMES)
            raise file.error(f"unknown class '{name}'; expected one of {known}", TABLE, name)
        limits = {key: _limits(path, name, key, values.get(key)) for key in KEYS}
        ranges.append(HsiRange(color=ColorClass(CLASS_NAMES.index(name)), **limits))
    return ranges


def _limits(path: Path, name: str, key: str, value: object) -> tuple[float, float]:
    most = LIMITS[key]
    if value is None:
        return 0.0, most
    if isinstance(value, list) and len(value) == 2:
        low, high = value
        if all(isinstance(end, int | float) and 0.0 <= end <= most for end in (low, high)):
            return float(low), float(high)
    raise ConfigurationError(
        f"{key} of '{name}' is {value}; expected minimum and maximum from 0 to {most:g}", file=path
    )
