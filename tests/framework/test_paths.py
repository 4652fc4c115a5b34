"""Paths into frozen data."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kickabout.framework.paths import (
    PathError,
    parse_path,
    thread_and_path,
    value_at,
    with_value_at,
)
from kickabout.geometry import Pose2, Robot, Vec3, Vector2, zeros


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    number: float = 0.0
    names: tuple[str, ...] = ("a", "b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    leaf: Leaf = Leaf()
    leaves: tuple[Leaf, ...] = (Leaf(), Leaf(number=1.0))
    pose: Pose2[Robot, Robot] = Pose2(1.0, 2.0, 3.0)
    array: Vec3 = zeros(3)
    table: Mapping[str, float] = field(default_factory=lambda: {"x": 1.0})
    point: Vector2[Robot] | None = None


def changed(path: str, value: object) -> Tree:
    _, steps = parse_path("Tree." + path)
    tree = with_value_at(Tree(), steps, value, Tree)
    assert isinstance(tree, Tree)
    return tree


def test_values_in_all_kinds_of_containers_can_be_replaced() -> None:
    assert changed("leaf.number", 5).leaf.number == 5.0
    assert changed("leaves[1].number", 5).leaves[1].number == 5.0
    assert changed("leaf.names[0]", "c").leaf.names == ("c", "b")
    assert changed("pose.theta", 0).pose.theta == 0.0
    assert changed("pose", {"x": 0, "y": 0, "theta": 1}).pose == Pose2(0.0, 0.0, 1.0)
    assert changed("array[2]", 7).array[2] == 7.0
    assert changed("array", [1, 2, 3]).array[1] == 2.0
    assert changed("table['x']", 3).table["x"] == 3.0


def test_the_original_is_untouched_and_arrays_stay_read_only() -> None:
    tree = changed("array[0]", 1.0)
    assert not tree.array.flags.writeable
    assert np.all(Tree().array == 0.0)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("leaf.number", "five"),
        ("leaf.numbr", 1),
        ("leaves[7].number", 1),
        ("array", [1, 2]),
        ("array[0]", "x"),
        ("leaf.number[0]", 1),
    ],
)
def test_invalid_values_and_paths_are_refused(path: str, value: object) -> None:
    with pytest.raises(PathError):
        changed(path, value)


@example("A²")  # a superscript matches \w, but is not part of an identifier
@given(st.text(max_size=20))
def test_any_text_is_parsed_or_refused_with_a_path_error(text: str) -> None:
    try:
        name, _ = parse_path(text)
    except PathError:
        return
    assert name.isidentifier()


def test_a_path_may_begin_with_a_thread() -> None:
    assert thread_and_path("upper/BallPercept.seen") == ("upper", "BallPercept.seen")
    assert thread_and_path("Map.cells['a/b']") == ("", "Map.cells['a/b']")


def test_values_are_read_along_a_path() -> None:
    assert value_at(Tree(), ("leaves", 1, "number")) == 1.0
