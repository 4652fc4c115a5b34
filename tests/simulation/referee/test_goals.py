"""Goals, and balls in the goal that do not count."""

import pytest
from tests.simulation.referee.pitch import AWAY, HOME, Pitch, of, texts

from kickabout.geometry import Vector2
from kickabout.representations.game import GameState, Penalty, SetPlay
from kickabout.simulation.referee import BallPlacement, GoalScored, RobotId


def in_front_of_goal(year: str = "2019") -> Pitch:
    """Return open play long after the kick-off, with the ball in front of the goal."""
    pitch = Pitch(year).play()
    pitch.ball = Vector2(1.5, 0.0)
    pitch.kick(HOME, 4)
    pitch.run(1.0)
    pitch.kick(HOME, 5)
    pitch.ball = Vector2(3.5, 0.0)
    pitch.run(1.0)
    return pitch


def test_a_goal_is_credited_to_the_team_that_attacks_it() -> None:
    pitch = in_front_of_goal()
    decisions = pitch.kick(HOME, 5, (4.4, 0.1), (4.7, 0.1))
    (goal,) = of(decisions, GoalScored)
    assert goal == GoalScored(team=HOME, scorer=RobotId(HOME, 5), score=(1, 0))
    assert pitch.state is GameState.READY
    assert pitch.kicking_team is AWAY


def test_an_own_goal_counts_for_the_other_team() -> None:
    pitch = in_front_of_goal()
    (goal,) = of(pitch.kick(AWAY, 1, (4.4, 0.1), (4.7, 0.1)), GoalScored)
    assert (goal.team, goal.scorer) == (HOME, RobotId(AWAY, 1))


def test_in_the_second_half_the_goals_are_swapped() -> None:
    pitch = Pitch()
    pitch.referee.call(GameState.FINISHED)
    pitch.referee.start_half()
    pitch.play()
    pitch.ball = Vector2(3.5, 0.0)
    pitch.run(1.0)
    (goal,) = of(pitch.kick(AWAY, 5, (4.4, 0.0), (4.7, 0.0)), GoalScored)
    assert goal.team is AWAY


@pytest.mark.parametrize(("x", "goals"), [(4.57, 0), (4.58, 1)])
def test_the_whole_ball_has_to_be_over_the_whole_line(x: float, goals: int) -> None:
    pitch = in_front_of_goal()
    assert len(of(pitch.kick(HOME, 5, (4.4, 0.0), (x, 0.0)), GoalScored)) == goals


@pytest.mark.parametrize(("y", "goals"), [(0.74, 1), (0.76, 0)])
def test_the_ball_has_to_pass_between_the_posts(y: float, goals: int) -> None:
    pitch = in_front_of_goal()
    assert len(of(pitch.kick(HOME, 5, (4.4, y), (4.7, y)), GoalScored)) == goals


def test_a_fast_ball_is_judged_at_the_point_where_it_crossed_the_line() -> None:
    pitch = in_front_of_goal()
    pitch.ball = Vector2(4.0, 0.0)
    pitch.run()
    assert len(of(pitch.kick(HOME, 5, (4.9, 1.0)), GoalScored)) == 1
    pitch = in_front_of_goal()
    pitch.ball = Vector2(4.0, 1.5)
    pitch.run()
    assert of(pitch.kick(HOME, 5, (4.9, 0.6)), GoalScored) == []


def test_in_2019_a_shot_from_the_center_circle_is_no_goal_but_a_penalty() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    decisions = pitch.kick(HOME, 5, (0.5, 0.0), (2.0, 0.0), (4.4, 0.0), (4.7, 0.0))
    assert of(decisions, GoalScored) == []
    assert pitch.penalty(HOME, 5) is Penalty.KICK_OFF_GOAL
    assert pitch.ball == Vector2(0.0, 0.0)
    assert pitch.state is GameState.PLAYING


def test_the_ball_of_a_kick_off_shot_is_put_back_even_if_the_robot_is_removed() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    pitch.kick(HOME, 5, (2.0, 0.0))
    pitch.referee.penalize(HOME, 5, Penalty.REQUEST_FOR_PICKUP)
    pitch.ball = Vector2(4.7, 0.0)
    pitch.run()
    assert pitch.ball == Vector2(0.0, 0.0)
    assert pitch.penalty(HOME, 5) is Penalty.REQUEST_FOR_PICKUP


def test_a_deflected_shot_from_the_center_circle_is_no_goal_either() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    pitch.kick(HOME, 5, (2.0, 0.0))
    assert of(pitch.kick(AWAY, 1, (4.4, 0.0), (4.7, 0.0)), GoalScored) == []
    assert pitch.penalty(HOME, 5) is Penalty.KICK_OFF_GOAL


def test_after_a_kick_off_a_teammate_outside_the_circle_may_score() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    pitch.kick(HOME, 5, (0.5, 0.0), (1.0, 0.0))
    assert len(of(pitch.kick(HOME, 4, (4.4, 0.0), (4.7, 0.0)), GoalScored)) == 1


def test_a_kick_off_into_the_own_goal_counts() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    (goal,) = of(pitch.kick(HOME, 5, (-2.0, 0.0), (-4.4, 0.0), (-4.7, 0.0)), GoalScored)
    assert goal.team is AWAY


def corner_for_home(year: str) -> Pitch:
    pitch = in_front_of_goal(year)
    pitch.kick(AWAY, 1, (4.4, 2.0), (4.7, 2.0))
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.CORNER_KICK, HOME)
    return pitch


def test_in_2019_a_free_kick_may_go_straight_into_the_goal() -> None:
    pitch = corner_for_home("2019")
    assert len(of(pitch.kick(HOME, 4, (4.4, 0.5), (4.7, 0.5)), GoalScored)) == 1


def test_in_later_years_a_direct_free_kick_gives_a_goal_kick() -> None:
    pitch = corner_for_home("2021")
    decisions = pitch.kick(HOME, 4, (4.4, 0.5), (4.7, 0.5))
    assert of(decisions, GoalScored) == []
    assert "no goal, not indirect" in texts(decisions)
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.GOAL_KICK, AWAY)


def test_in_later_years_a_passed_free_kick_gives_a_goal() -> None:
    pitch = corner_for_home("2021")
    pitch.kick(HOME, 4, (4.0, 1.5))
    assert len(of(pitch.kick(HOME, 5, (4.4, 0.5), (4.7, 0.5)), GoalScored)) == 1


@pytest.mark.parametrize(("pass_length", "goals"), [(0.5, 0), (1.0, 1)])
def test_a_pass_to_oneself_has_to_be_long_enough(pass_length: float, goals: int) -> None:
    pitch = corner_for_home("2021")
    pitch.kick(HOME, 4, (4.5, 3.0 - pass_length))
    pitch.run(1.0)
    assert len(of(pitch.kick(HOME, 4, (4.4, 0.5), (4.7, 0.5)), GoalScored)) == goals


def test_a_deflection_does_not_make_a_kick_indirect() -> None:
    pitch = corner_for_home("2021")
    pitch.kick(HOME, 4, (4.0, 1.0))
    assert of(pitch.kick(AWAY, 3, (4.4, 0.5), (4.7, 0.5)), GoalScored) == []


def test_after_an_untaken_kick_off_the_other_team_may_not_score_directly_either() -> None:
    pitch = Pitch("2021")
    pitch.run_until(GameState.PLAYING)
    pitch.run(10.5)
    decisions = pitch.kick(AWAY, 5, (-2.0, 0.0), (-4.4, 0.0), (-4.7, 0.0))
    assert of(decisions, GoalScored) == []
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.GOAL_KICK, HOME)


def test_a_goal_scored_with_the_hand_does_not_count() -> None:
    pitch = in_front_of_goal()
    pitch.change(HOME, 5, fallen_since=pitch.time, touches_ball_with_arm=True)
    decisions = pitch.kick(HOME, 5, (4.4, 0.0), (4.7, 0.0))
    assert of(decisions, GoalScored) == []
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.GOAL_KICK, AWAY)


def test_an_own_goal_without_opponents_on_the_field_does_not_count() -> None:
    pitch = in_front_of_goal()
    for number in range(1, 6):
        pitch.referee.penalize(HOME, number, Penalty.MANUAL)
    decisions = pitch.kick(AWAY, 1, (4.4, 0.0), (4.7, 0.0))
    assert of(decisions, GoalScored) == []
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.GOAL_KICK, AWAY)


def test_the_referee_picks_up_the_ball_after_a_goal() -> None:
    pitch = in_front_of_goal()
    decisions = pitch.kick(HOME, 5, (4.4, 0.0), (4.7, 0.0))
    (placement,) = of(decisions, BallPlacement)
    assert abs(placement.ball_in_world.y) > 3.0
