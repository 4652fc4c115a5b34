"""The duration of penalties, and the positions of penalized robots."""

import math

import pytest
from tests.simulation.referee.pitch import AWAY, HOME, Pitch, of

from kickabout.geometry import Vector2
from kickabout.representations.game import GameState, Penalty
from kickabout.simulation.referee import PenaltyEnded, PenaltyGiven, RobotPlacement, load_rules


def heading_outward(pitch: Pitch, number: int) -> float:
    pose = pitch.robot(HOME, number).robot_to_world
    return math.copysign(1.0, pose.y) * pose.direction.y


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_penalized_robot_is_put_beside_the_field_facing_away(side: float) -> None:
    pitch = Pitch().play()
    pitch.put(HOME, 2, 1.0, side * 0.5)
    pitch.run()
    pitch.referee.penalize(HOME, 2, Penalty.PLAYER_PUSHING)
    pitch.run()
    pose = pitch.robot(HOME, 2).robot_to_world
    assert pose.y == pytest.approx(side * 3.35)
    assert pose.x == pytest.approx(-3.2)
    assert heading_outward(pitch, 2) == pytest.approx(1.0)


@pytest.mark.parametrize("ball_side", [1.0, -1.0])
def test_it_returns_at_the_side_line_farther_from_the_ball_facing_the_field(
    ball_side: float,
) -> None:
    pitch = Pitch().play()
    pitch.ball = Vector2(0.5, ball_side * 2.0)
    pitch.referee.penalize(HOME, 2, Penalty.PLAYER_PUSHING)
    pitch.run()
    pitch.referee.unpenalize(HOME, 2)
    pitch.run()
    pose = pitch.robot(HOME, 2).robot_to_world
    assert pose.y == -ball_side * 3.0
    assert pose.x == pytest.approx(-3.2)
    assert heading_outward(pitch, 2) == pytest.approx(-1.0)
    assert pitch.penalty(HOME, 2) is Penalty.NONE


def test_several_robots_beside_the_field_do_not_overlap() -> None:
    pitch = Pitch().play()
    for number in range(1, 6):
        pitch.referee.penalize(HOME, number, Penalty.PLAYER_PUSHING)
    pitch.run()
    positions = [pitch.robot(HOME, number).position for number in range(1, 6)]
    for index, first in enumerate(positions):
        assert first.x < 0.0
        assert all(first.distance_to(second) > 0.4 for second in positions[:index])


def test_a_penalty_ends_by_itself_and_the_robot_is_turned_before() -> None:
    pitch = Pitch().play()
    pitch.referee.penalize(HOME, 2, Penalty.INACTIVE_PLAYER)
    pitch.run(39.8)
    assert heading_outward(pitch, 2) == pytest.approx(1.0)
    pitch.run(0.4)
    assert heading_outward(pitch, 2) == pytest.approx(-1.0)
    assert pitch.penalty(HOME, 2) is Penalty.INACTIVE_PLAYER
    decisions = pitch.run(5.0)
    assert of(decisions, PenaltyEnded) != []
    assert of(decisions, RobotPlacement) == []


@pytest.mark.parametrize("year", ["2019", "2021"])
def test_penalties_become_longer_with_each_one_of_the_team(year: str) -> None:
    pitch = Pitch(year).play()
    reasons = [Penalty.PLAYER_PUSHING, Penalty.LEAVING_THE_FIELD, Penalty.ILLEGAL_POSITION]
    for number, reason in enumerate(reasons, start=1):
        pitch.referee.penalize(HOME, number, reason)
    pitch.referee.penalize(AWAY, 2, Penalty.PLAYER_PUSHING)
    assert [pitch.seconds_of_penalty(HOME, number) for number in (1, 2, 3)] == [45, 55, 65]
    assert pitch.seconds_of_penalty(AWAY, 2) == 45


def test_penalties_for_mishaps_neither_become_longer_nor_lengthen_others() -> None:
    pitch = Pitch().play()
    mishaps = [Penalty.INACTIVE_PLAYER, Penalty.LOCAL_GAME_STUCK, Penalty.REQUEST_FOR_PICKUP]
    for number, reason in enumerate(mishaps, start=1):
        pitch.referee.penalize(HOME, number, reason)
    pitch.referee.penalize(HOME, 4, Penalty.PLAYER_PUSHING)
    assert [pitch.seconds_of_penalty(HOME, number) for number in range(1, 5)] == [45] * 4


def test_the_time_of_penalties_stops_in_set() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.READY)
    pitch.referee.penalize(HOME, 2, Penalty.INACTIVE_PLAYER)
    pitch.run_until(GameState.SET)
    before = pitch.seconds_of_penalty(HOME, 2)
    assert before < 45
    pitch.run(4.0)
    assert pitch.state is GameState.SET
    assert pitch.seconds_of_penalty(HOME, 2) == before


def test_a_picked_up_robot_keeps_the_longer_time() -> None:
    pitch = Pitch().play()
    for _ in range(3):
        pitch.referee.penalize(HOME, 2, Penalty.PLAYER_PUSHING)
    pitch.referee.penalize(HOME, 2, Penalty.REQUEST_FOR_PICKUP)
    assert pitch.seconds_of_penalty(HOME, 2) == 65
    assert pitch.penalty(HOME, 2) is Penalty.REQUEST_FOR_PICKUP


def test_a_manual_penalty_lasts_until_it_is_ended() -> None:
    pitch = Pitch().play()
    pitch.referee.penalize(HOME, 2, Penalty.MANUAL)
    pitch.run(200.0)
    assert pitch.penalty(HOME, 2) is Penalty.MANUAL
    pitch.referee.penalize(HOME, 2, Penalty.NONE)
    assert pitch.penalty(HOME, 2) is Penalty.NONE


def test_numbers_beyond_the_team_are_substitutes() -> None:
    pitch = Pitch(rules=load_rules("2019").with_players(3))
    assert pitch.penalty(HOME, 3) is Penalty.NONE
    assert pitch.penalty(HOME, 4) is Penalty.SUBSTITUTE
    assert pitch.truth().players_per_team == 4


def test_a_substitute_takes_over_the_penalty() -> None:
    pitch = Pitch().play()
    pitch.referee.penalize(HOME, 3, Penalty.PLAYER_PUSHING)
    pitch.run(10.0)
    pitch.referee.substitute(HOME, leaving=3, entering=6)
    assert pitch.penalty(HOME, 3) is Penalty.SUBSTITUTE
    assert pitch.penalty(HOME, 6) is Penalty.PLAYER_PUSHING
    assert pitch.seconds_of_penalty(HOME, 6) == 35


def test_a_substitute_of_a_playing_robot_has_to_wait() -> None:
    pitch = Pitch("2021").play()
    pitch.referee.substitute(HOME, leaving=1, entering=6)
    assert pitch.penalty(HOME, 6) is Penalty.REQUEST_FOR_PICKUP
    assert pitch.truth().teams[0].goalkeeper == 6
    with pytest.raises(ValueError, match="home 5 cannot come in for home 2"):
        pitch.referee.substitute(HOME, leaving=2, entering=5)


def test_a_penalty_is_reported_with_its_duration() -> None:
    pitch = Pitch().play()
    pitch.referee.penalize(AWAY, 4, Penalty.LEAVING_THE_FIELD)
    (given,) = of(pitch.run(), PenaltyGiven)
    assert (given.robot.team, given.robot.number, given.duration) == (AWAY, 4, 45.0)


def test_an_unknown_player_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="home team has no player 9; known: 1 to 6"):
        Pitch().referee.penalize(HOME, 9, Penalty.MANUAL)


def test_a_penalty_unknown_to_the_rules_is_refused() -> None:
    with pytest.raises(ValueError, match="rules of 2019 have no penalty 'player_stance'"):
        Pitch().referee.penalize(HOME, 2, Penalty.PLAYER_STANCE)
