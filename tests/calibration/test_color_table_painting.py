"""Does painting change exactly the cells of a cube, and can it be taken back and combined?"""

from pathlib import Path

import numpy as np
import pytest

from kickabout.calibration.color_table_painting import TablePainting, color_at
from kickabout.perception.colors.color_table import read_table
from kickabout.representations import ColorClass


@pytest.mark.parametrize("size", [1, 2, 4, 5, 9, 40])
@pytest.mark.parametrize("color", [(100, 121, 142), (0, 0, 255), (3, 254, 130)])
def test_a_click_marks_exactly_the_cells_that_the_cube_touches(
    color: tuple[int, int, int], size: int
) -> None:
    painting = TablePainting()
    painting.paint(color, size, ColorClass.PINK)
    axes = []
    for value in color:
        low = value - (size - 1) // 2
        inside = [v for v in range(low, low + size) if 0 <= v < 256]
        axes.append({v // 4 for v in inside})
    expected = np.zeros_like(painting.table)
    expected[np.ix_(*(sorted(axis) for axis in axes))] = ColorClass.PINK
    assert np.array_equal(painting.table, expected)


def test_a_pixel_of_an_image_is_clicked() -> None:
    yuyv = np.random.default_rng(1).integers(0, 256, (6, 8, 2), np.uint8)
    painting = TablePainting()
    assert painting.click(yuyv, 5, 3, 1, ColorClass.BLUE) == 1
    y, cb, cr = color_at(yuyv, 5, 3)
    assert (y, cb, cr) == (yuyv[3, 5, 0], yuyv[3, 4, 1], yuyv[3, 5, 1])
    assert painting.table[y // 4, cb // 4, cr // 4] == ColorClass.BLUE


def test_changes_are_taken_back_in_turn() -> None:
    painting = TablePainting()
    painting.paint((100, 100, 100), 20, ColorClass.RED)
    once = painting.table.copy()
    painting.paint((104, 104, 104), 20, ColorClass.BLUE)
    painting.combine(np.full_like(once, ColorClass.GREEN))
    assert painting.undo()
    assert painting.undo()
    assert np.array_equal(painting.table, once)
    assert painting.undo()
    assert not painting.table.any()
    assert not painting.undo()


def test_painting_on_a_loaded_table_changes_only_the_cube(tmp_path: Path) -> None:
    first = TablePainting()
    first.paint((60, 80, 100), 50, ColorClass.GREEN)
    first.save(tmp_path / "a.table")
    painting = TablePainting.of_file(tmp_path / "a.table")
    painting.paint((60, 80, 100), 6, ColorClass.RED)
    differs = painting.table != read_table(tmp_path / "a.table")
    assert np.array_equal(differs, painting.table == ColorClass.RED)
    assert differs.sum() == 2 * 2 * 2


def test_combining_keeps_or_replaces_what_is_there() -> None:
    painting, other = TablePainting(), TablePainting()
    painting.paint((50, 50, 50), 8, ColorClass.RED)
    other.paint((50, 50, 50), 24, ColorClass.BLUE)
    red = int((painting.table == ColorClass.RED).sum())
    painting.combine(other.table)
    assert (painting.table == ColorClass.RED).sum() == red
    assert (painting.table == ColorClass.BLUE).sum() == (other.table > 0).sum() - red
    painting.combine(other.table, replace=True)
    assert not (painting.table == ColorClass.RED).any()


@pytest.mark.parametrize(("color", "size"), [((0, 0, 256), 4), ((-1, 0, 0), 4), ((0, 0, 0), 0)])
def test_impossible_cubes_are_refused(color: tuple[int, int, int], size: int) -> None:
    with pytest.raises(ValueError, match="not"):
        TablePainting().paint(color, size, ColorClass.RED)
