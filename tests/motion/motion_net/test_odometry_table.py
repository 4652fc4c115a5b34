"""Odometry tables: their file, errors in it, and speeds between its lines."""

from pathlib import Path

import numpy as np
import pytest

from kickabout.framework.errors import ConfigurationError
from kickabout.motion.motion_net.odometry_table import (
    MotionSpeeds,
    OdometryTable,
    grid,
    parse_table,
)

FILE = Path("table.txt")


def linear(steps: int) -> MotionSpeeds:
    speeds = {(a, b, c): (0.2 * a, 0.1 * b, 1.5 * c) for a, b, c in grid(steps)}
    return MotionSpeeds(steps=steps, speeds=speeds)


def test_a_table_is_the_same_after_writing_and_reading() -> None:
    nod = MotionSpeeds(steps=0, speeds={(0, 0, 0): (0.01, -0.02, 0.3)})
    table = OdometryTable(motions={"nod": nod, "walk": linear(2)})
    found = parse_table(table.text(), FILE)
    assert found.text() == table.text()
    assert found.speed("nod", np.zeros(3)) == pytest.approx([0.01, -0.02, 0.3])
    assert found.speed("dance", np.zeros(3)) == pytest.approx([0.0, 0.0, 0.0])


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_speeds_between_lines_are_interpolated(steps: int) -> None:
    entry, random = linear(steps), np.random.default_rng(1)
    for _ in range(200):
        fractions = random.uniform(-1.0, 1.0, 3)
        fractions /= max(1.0, float(np.abs(fractions).sum()))
        expected = steps * fractions * (0.2, 0.1, 1.5)
        assert entry.speed(fractions) == pytest.approx(expected.tolist(), abs=1e-9)


def test_speeds_at_the_lines_are_those_of_the_lines() -> None:
    random = np.random.default_rng(2)
    speeds = {key: tuple(random.uniform(-1.0, 1.0, 3).tolist()) for key in grid(2)}
    entry = MotionSpeeds(steps=2, speeds=speeds)
    for key, speed in speeds.items():
        assert entry.speed(np.array(key) / 2.0) == pytest.approx(speed)


def test_a_text_edited_by_hand_changes_the_speed() -> None:
    before = parse_table("nod 0.0 0.0 0.0", FILE).speed("nod", np.zeros(3))
    after = parse_table("nod 0.1 0.0 0.0 # another carpet", FILE).speed("nod", np.zeros(3))
    assert (before[0], after[0]) == (0.0, 0.1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\nnod 0.1 0.2", "table.txt:2: expected a motion"),
        ("nod 0.1 0.2 x", "table.txt:1: could not convert"),
        ("walk 0.5 0 0 0.1 0.2 0.3", "table.txt:1: invalid literal for int"),
        ("nod 0 0 0\nnod 0 0 0", "table.txt:2: 'nod' has two such lines"),
        ("walk 1 0 0 0.1 0.2 0.3", "table.txt: 'walk' has no line for the parameters"),
    ],
)
def test_errors_name_file_and_line(text: str, message: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        parse_table(text, FILE)
    assert message in str(error.value)
