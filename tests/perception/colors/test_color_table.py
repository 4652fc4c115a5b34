"""Do color tables look up cells, and do files survive a round trip or say what is wrong?"""

import zlib
from pathlib import Path

import numpy as np
import pytest

from kickabout.framework import ConfigurationError
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.perception.colors.color_table import (
    CELLS,
    class_image,
    empty_table,
    read_table,
    write_table,
)
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations import ColorClass


def random_table(seed: int = 1) -> ByteArray:
    return np.random.default_rng(seed).integers(0, 8, (CELLS,) * 3, np.uint8)


def test_each_pixel_gets_the_class_of_its_cell() -> None:
    random, table = np.random.default_rng(2), random_table()
    yuyv = random.integers(0, 256, (40, 30, 2), np.uint8)
    found = class_image(yuyv, table)
    for row in range(40):
        for x in range(30):
            even = x - x % 2
            y, cb, cr = int(yuyv[row, x, 0]), int(yuyv[row, even, 1]), int(yuyv[row, even + 1, 1])
            assert found[row, x] == table[y // 4, cb // 4, cr // 4]


def test_every_cell_is_used() -> None:
    table = random_table()
    y, cb, cr = (4 * axis.ravel() + 3 for axis in np.indices(table.shape))
    yuyv = np.empty((1, 2 * y.size, 2), np.uint8)
    yuyv[0, 0::2, 0] = yuyv[0, 1::2, 0] = y
    yuyv[0, 0::2, 1], yuyv[0, 1::2, 1] = cb, cr
    assert np.array_equal(class_image(yuyv, table)[0, ::2], table.ravel())


def test_a_table_survives_its_file(tmp_path: Path) -> None:
    table, path = random_table(), tmp_path / "a.table"
    write_table(path, table)
    assert np.array_equal(read_table(path), table)


def test_classes_are_found_by_name(tmp_path: Path) -> None:
    path, table = tmp_path / "a.table", empty_table()
    table[1, 2, 3] = 1
    write_table(path, table, ("none", "pink"))
    assert read_table(path)[1, 2, 3] == ColorClass.PINK


HEAD = b"kickabout color table 1\n"
CELLS_OF_ZEROS = zlib.compress(bytes(CELLS**3))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PNG...", "is no color table"),
        (b"kickabout color table 7\nnone\n", "version '7'"),
        (HEAD + b"none\n" + b"nonsense", "damaged"),
        (HEAD + b"none\n" + zlib.compress(b"abc"), "has 3 cells"),
        (HEAD + b"none purple\n" + CELLS_OF_ZEROS, "unknown classes: purple"),
        (HEAD + b"none\n" + zlib.compress(bytes([3]) * CELLS**3), "names only 1 classes"),
    ],
)
def test_a_wrong_file_is_explained(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match=words):
        read_table(path)


def test_a_missing_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot read the color table"):
        read_table(tmp_path / "a.table")


def test_the_shipped_table_has_all_classes() -> None:
    table = read_table(RobotConfiguration("ers210").color_table_file("legged2001"))
    assert set(np.unique(table)) == set(range(8))


def test_an_unknown_table_suggests_a_known_one() -> None:
    with pytest.raises(ConfigurationError, match="legged2001"):
        RobotConfiguration("ers210").color_table_file("legged2010")
