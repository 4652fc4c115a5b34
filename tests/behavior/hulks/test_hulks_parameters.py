"""Positions of the HULKs on fields of other sizes."""

from kickabout.behavior.hulks.parameters import load_parameters, scaled_parameters
from kickabout.representations import FieldDimensions, load_field

SMALL = FieldDimensions(goal_line_x=2.25, side_line_y=1.0)


def test_positions_on_the_usual_field_are_those_of_the_file() -> None:
    given = load_parameters("default")
    assert scaled_parameters(given, load_field("spl2020")) == given


def test_positions_are_scaled_along_and_across_the_field() -> None:
    given = load_parameters("default")
    scaled = scaled_parameters(given, SMALL)
    x, y = given.set_positions.own_kick[1]
    assert scaled.set_positions.own_kick[1] == (0.5 * x, y * SMALL.width_ratio)
    assert scaled.defender.passive_x == 0.5 * given.defender.passive_x
    assert scaled.supporter.bishop_y == given.supporter.bishop_y / 3.0


def test_distances_to_the_ball_are_not_scaled() -> None:
    given = load_parameters("default")
    scaled = scaled_parameters(given, SMALL)
    assert scaled.supporter.behind == given.supporter.behind
    assert scaled.walk == given.walk
    assert scaled.penalty_kick == given.penalty_kick
