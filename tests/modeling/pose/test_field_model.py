"""The lines and points of the field model."""

import math
from pathlib import Path

import pytest

from kickabout.modeling.pose.field_model import (
    BEACON,
    CENTER_CIRCLE,
    L_INTERSECTION,
    PENALTY_MARK,
    T_INTERSECTION,
    field_model,
)
from kickabout.representations import load_field
from kickabout.soccer.league import load_league

LEGGED = load_league(str(Path(__file__).parents[2] / "leagues" / "legged.toml")).field


@pytest.mark.parametrize(
    ("name", "lines", "ls", "ts"), [("spl2019", 11, 8, 6), ("spl2020", 17, 12, 10)]
)
def test_all_lines_and_crossings_are_there(name: str, lines: int, ls: int, ts: int) -> None:
    model = field_model(load_field(name))
    kinds = model.points[:, 0].astype(int).tolist()
    assert len(model.lines) == lines
    assert [kinds.count(k) for k in (CENTER_CIRCLE, PENALTY_MARK)] == [1, 2]
    assert [kinds.count(k) for k in (L_INTERSECTION, T_INTERSECTION)] == [ls, ts]


def test_the_stem_of_a_t_leads_into_the_field() -> None:
    model = field_model(load_field("spl2019"))
    halfway = model.points[(model.points[:, 0] == T_INTERSECTION) & (model.points[:, 1] == 0.0)]
    assert len(halfway) == 2
    for _, x, y, direction in halfway:
        assert math.hypot(x + math.cos(direction), y + 3.0 * math.sin(direction)) < 1e-9


def test_the_legs_of_a_corner_lie_along_its_direction_and_left_of_it() -> None:
    model = field_model(load_field("spl2019"))
    corner = model.points[(model.points[:, 1] == 4.5) & (model.points[:, 2] == 3.0)][0]
    legs = {round(corner[3] / (0.5 * math.pi)) % 4, round(corner[3] / (0.5 * math.pi) + 1) % 4}
    assert legs == {2, 3}


@pytest.mark.parametrize("name", ["spl2019", "spl2020"])
def test_the_field_looks_the_same_from_its_other_end(name: str) -> None:
    intersections = {
        (int(kind), round(x, 6) + 0.0, round(y, 6) + 0.0, round(2.0 * direction / math.pi) % 4)
        for kind, x, y, direction in field_model(load_field(name)).points.tolist()
        if kind > PENALTY_MARK
    }
    turned = {
        (kind, 0.0 - x, 0.0 - y, (quarters + 2) % 4) for kind, x, y, quarters in intersections
    }
    assert turned == intersections


def test_beacons_and_colored_goals_have_kinds_of_their_own() -> None:
    model = field_model(LEGGED, 1.0)
    assert sorted(model.beacon_kinds.values()) == list(range(BEACON, BEACON + 6))
    left = model.beacon_kinds["left beacon of the sky-blue goal"]
    assert model.points[model.points[:, 0] == left, 1:3].tolist() == [[2.15, 1.4]]
    goal = model.beacon_kinds["yellow goal"]
    assert model.points[model.points[:, 0] == goal, 1:3].tolist() == [[-2.4, 0.0]]


def test_beacons_are_turned_for_the_team_that_attacks_the_other_goal() -> None:
    model = field_model(LEGGED, -1.0)
    left = model.beacon_kinds["left beacon of the sky-blue goal"]
    assert model.points[model.points[:, 0] == left, 1:3].tolist() == [[-2.15, -1.4]]


def test_without_a_direction_of_attack_there_are_no_beacons() -> None:
    model = field_model(LEGGED)
    assert not model.beacon_kinds
    assert (model.points[:, 0] < BEACON).all()


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_a_field_without_beacons_looks_the_same_from_both_halves(direction: float) -> None:
    field = load_field("spl2020")
    assert field_model(field, direction).points.tobytes() == field_model(field).points.tobytes()
