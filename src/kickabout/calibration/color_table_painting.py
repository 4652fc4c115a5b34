"""Painting of color tables: cubes around clicked colors, undo, and combining two tables.

The model of the tool that GermanTeam 2001, section 4.2.1, used; it needs no screen.
"""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from kickabout.perception.colors.color_table import (
    CELLS,
    SHIFT,
    empty_table,
    read_table,
    write_table,
)
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations import ColorClass
from kickabout.representations.camera import Yuyv

Cells = tuple[slice, slice, slice]


@dataclass(frozen=True, slots=True)
class _Change:
    """Cells before they were painted."""

    cells: Cells
    before: ByteArray


@dataclass(slots=True, kw_only=True)
class TablePainting:
    """A color table that is being painted."""

    table: ByteArray = field(default_factory=empty_table)
    changes: list[_Change] = field(default_factory=list)

    @classmethod
    def of_file(cls, path: Path) -> "TablePainting":
        return cls(table=read_table(path))

    def save(self, path: Path) -> None:
        write_table(path, self.table)

    def paint(self, color: tuple[int, int, int], size: int, painted: ColorClass) -> int:
        """Give a class to all cells that a cube around Y, Cb, Cr touches; return their number.

        `size` is the length of the cube's edges in steps of a channel; the cube of size 1 is the
        color itself.
        """
        cells = cube(color, size)
        self._change(cells, np.full(self.table[cells].shape, painted, np.uint8))
        return int(self.table[cells].size)

    def click(self, yuyv: Yuyv, x: int, row: int, size: int, painted: ColorClass) -> int:
        """Paint a cube around the color of a pixel of an image."""
        return self.paint(color_at(yuyv, x, row), size, painted)

    def combine(self, other: ByteArray, *, replace: bool = False) -> None:
        """Take over the classes of another table where this one has none, or everywhere."""
        everything = (slice(None), slice(None), slice(None))
        taken = other != ColorClass.NONE
        if not replace:
            taken &= self.table == ColorClass.NONE
        self._change(everything, np.where(taken, other, self.table))

    def undo(self) -> bool:
        """Take back the last change; return whether there was one."""
        if not self.changes:
            return False
        change = self.changes.pop()
        self.table[change.cells] = change.before
        return True

    def _change(self, cells: Cells, after: ByteArray) -> None:
        self.changes.append(_Change(cells, self.table[cells].copy()))
        self.table[cells] = after


def cube(color: tuple[int, int, int], size: int) -> Cells:
    """Return the cells that a cube with a color in its middle touches."""
    if size < 1:
        raise ValueError(f"the size of a cube is at least 1, not {size}")
    first, *others = (_range(value, size) for value in color)
    return (first, others[0], others[1])


def _range(value: int, size: int) -> slice:
    if not 0 <= value < CELLS << SHIFT:
        raise ValueError(f"a color has values from 0 to 255, not {value}")
    low = value - (size - 1) // 2
    high = low + size - 1
    return slice(max(low, 0) >> SHIFT, (min(high, (CELLS << SHIFT) - 1) >> SHIFT) + 1)


def color_at(yuyv: Yuyv, x: int, row: int) -> tuple[int, int, int]:
    """Return Y, Cb, Cr of a pixel."""
    even = x & ~1
    return int(yuyv[row, x, 0]), int(yuyv[row, even, 1]), int(yuyv[row, even + 1, 1])
