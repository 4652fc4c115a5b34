"""The ball out of the field, free kicks, penalty kicks, stuck games."""

import pytest
from tests.simulation.referee.pitch import AWAY, HOME, Pitch, of, texts

from kickabout.geometry import Vector2
from kickabout.representations.game import GameState, Penalty, SetPlay
from kickabout.simulation.referee import (
    BallPlacement,
    GoalScored,
    RobotId,
    TeamSide,
    Whistle,
    WhistleReason,
)


def ball_out(
    kicker: TeamSide, start: tuple[float, float], end: tuple[float, float], year: str = "2019"
) -> Pitch:
    pitch = Pitch(year).play()
    pitch.ball = Vector2(*start)
    pitch.run()
    pitch.kick(kicker, 4, end)
    return pitch


@pytest.mark.parametrize("kicker", [HOME, AWAY])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_ball_over_the_side_line_gives_a_kick_in_there(kicker: TeamSide, side: float) -> None:
    pitch = ball_out(kicker, (1.0, side * 2.9), (1.2, side * 3.2))
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.KICK_IN, kicker.other)
    assert pitch.ball.y == side * 3.0
    assert pitch.ball.x == pytest.approx(1.12, abs=0.01)
    assert pitch.state is GameState.PLAYING


@pytest.mark.parametrize(("y", "out"), [(3.07, False), (3.08, True)])
def test_a_ball_on_the_line_is_inside(y: float, out: bool) -> None:
    pitch = ball_out(HOME, (1.0, 2.9), (1.0, y))
    assert (pitch.set_play is SetPlay.KICK_IN) == out


def test_a_ball_over_the_goal_line_from_a_defender_gives_a_corner_kick() -> None:
    pitch = ball_out(AWAY, (4.4, -2.0), (4.7, -2.0))
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.CORNER_KICK, HOME)
    assert pitch.ball == Vector2(4.5, -3.0)


@pytest.mark.parametrize(("year", "position"), [("2019", (3.2, 1.1)), ("2021", (3.9, 1.1))])
def test_a_ball_over_the_goal_line_from_an_attacker_gives_a_goal_kick(
    year: str, position: tuple[float, float]
) -> None:
    pitch = ball_out(HOME, (4.4, 2.0), (4.7, 2.0), year)
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.GOAL_KICK, AWAY)
    assert pitch.ball == Vector2(*position)


def test_the_last_touch_decides_about_the_restart() -> None:
    pitch = Pitch().play()
    pitch.kick(HOME, 4, (0.5, 2.5))
    pitch.kick(AWAY, 4, (0.5, 3.2))
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.KICK_IN, HOME)


def test_a_free_kick_is_over_when_the_team_touches_the_ball() -> None:
    pitch = ball_out(HOME, (1.0, 2.9), (1.0, 3.2))
    pitch.run(5.0)
    assert pitch.truth().secondary_seconds == 25
    assert "ball free" in texts(pitch.kick(AWAY, 2))
    assert pitch.set_play is SetPlay.NONE


def test_a_robot_getting_up_does_not_end_its_free_kick() -> None:
    pitch = ball_out(HOME, (1.0, 2.9), (1.0, 3.2))
    pitch.change(AWAY, 2, fallen_since=pitch.time)
    pitch.kick(AWAY, 2)
    assert pitch.set_play is SetPlay.KICK_IN


def test_a_free_kick_is_over_after_thirty_seconds() -> None:
    pitch = ball_out(HOME, (1.0, 2.9), (1.0, 3.2))
    pitch.run(29.7)
    assert pitch.truth().set_play is SetPlay.KICK_IN
    pitch.run(0.4)
    assert pitch.truth().set_play is SetPlay.NONE


def test_a_ball_moved_by_the_wrong_team_is_put_back() -> None:
    pitch = ball_out(HOME, (1.0, 2.9), (1.0, 3.2))
    position = pitch.ball
    pitch.ball = Vector2(1.3, 2.6)
    pitch.run()
    assert pitch.ball == position
    pitch.ball = Vector2(1.0, 3.3)
    pitch.run()
    assert pitch.ball == position
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.KICK_IN, AWAY)


def test_opponents_near_a_free_kick_have_ten_seconds_to_leave() -> None:
    pitch = Pitch().play()
    pitch.ball = Vector2(1.0, 2.9)
    pitch.put(HOME, 4, 1.0, 2.5)
    pitch.kick(HOME, 4, (1.0, 3.2))
    pitch.run(9.8)
    assert pitch.penalty(HOME, 4) is Penalty.NONE
    pitch.run(0.5)
    assert pitch.penalty(HOME, 4) is Penalty.ILLEGAL_POSITION


def test_an_opponent_that_approaches_a_free_kick_is_penalized_at_once() -> None:
    pitch = ball_out(HOME, (1.0, 2.9), (1.0, 3.2))
    pitch.run(1.0)
    pitch.put(HOME, 5, 1.0, 2.5)
    pitch.run(1.3)
    assert pitch.penalty(HOME, 5) is Penalty.ILLEGAL_POSITION


def test_the_team_that_takes_a_free_kick_may_come_near() -> None:
    pitch = ball_out(HOME, (1.0, 2.9), (1.0, 3.2))
    pitch.put(AWAY, 5, 1.0, 2.5)
    pitch.run(12.0)
    assert pitch.penalty(AWAY, 5) is Penalty.NONE


def test_a_goalkeeper_may_stay_in_its_goal_area_at_a_free_kick() -> None:
    pitch = Pitch().play()
    pitch.put(AWAY, 1, 4.2, 0.5)
    pitch.ball = Vector2(3.8, 0.5)
    pitch.run()
    pitch.referee.free_kick(SetPlay.PUSHING_FREE_KICK, HOME)
    pitch.run(12.0)
    assert pitch.penalty(AWAY, 1) is Penalty.NONE
    pitch.put(AWAY, 1, 3.7, 0.7)
    pitch.run(1.3)
    assert pitch.penalty(AWAY, 1) is Penalty.ILLEGAL_POSITION


def push(pitch: Pitch, *, ball: tuple[float, float], at: tuple[float, float]) -> None:
    """Away 3 pushes home 4 from behind."""
    pitch.ball = Vector2(*ball)
    pitch.put(HOME, 4, *at)
    pitch.put(AWAY, 3, at[0] - 0.3, at[1])
    pitch.change(AWAY, 3, walks=True)
    pitch.change(HOME, 4, pushed_by=RobotId(AWAY, 3))
    pitch.run(1.3)
    pitch.change(HOME, 4, pushed_by=None)


def test_pushing_near_the_ball_gives_a_free_kick() -> None:
    pitch = Pitch().play()
    push(pitch, ball=(1.0, 0.3), at=(1.0, 0.0))
    assert pitch.penalty(AWAY, 3) is Penalty.PLAYER_PUSHING
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.PUSHING_FREE_KICK, HOME)
    assert pitch.ball == Vector2(1.0, 0.3)


def test_pushing_far_from_the_ball_gives_no_free_kick() -> None:
    pitch = Pitch().play()
    push(pitch, ball=(-2.0, 0.0), at=(1.0, 0.0))
    assert pitch.penalty(AWAY, 3) is Penalty.PLAYER_PUSHING
    assert pitch.set_play is SetPlay.NONE


def test_a_push_during_a_free_kick_gives_no_second_one() -> None:
    pitch = ball_out(AWAY, (1.0, 2.9), (1.0, 3.2))
    push(pitch, ball=(1.0, 3.0), at=(0.7, 2.9))
    assert pitch.penalty(AWAY, 3) is Penalty.PLAYER_PUSHING
    assert pitch.set_play is SetPlay.KICK_IN


def penalty_kick() -> Pitch:
    pitch = Pitch("2021").play()
    push(pitch, ball=(3.5, 0.3), at=(3.5, 0.0))
    assert (pitch.state, pitch.set_play) == (GameState.READY, SetPlay.PENALTY_KICK)
    return pitch


def test_pushing_in_the_own_penalty_area_gives_a_penalty_kick() -> None:
    pitch = penalty_kick()
    assert pitch.kicking_team is HOME
    assert pitch.penalty(AWAY, 3) is Penalty.PLAYER_PUSHING
    assert pitch.truth().secondary_seconds == 30


def test_there_is_no_penalty_kick_in_2019() -> None:
    pitch = Pitch().play()
    push(pitch, ball=(4.2, 0.3), at=(4.2, 0.0))
    assert pitch.set_play is SetPlay.PUSHING_FREE_KICK
    with pytest.raises(ValueError, match="rules of 2019 have no penalty kick"):
        pitch.referee.free_kick(SetPlay.PENALTY_KICK, HOME)


def test_the_ball_is_on_the_penalty_mark_and_the_keeper_on_its_line_in_set() -> None:
    pitch = penalty_kick()
    pitch.put(AWAY, 1, 4.0, 0.3, 3.0)
    pitch.run_until(GameState.SET)
    assert pitch.ball == Vector2(3.2, 0.0)
    pose = pitch.robot(AWAY, 1).robot_to_world
    assert (pose.x, pose.y, pose.theta) == (4.5, 0.3, 3.0)


def test_only_keeper_and_kicker_may_be_in_the_area_at_a_penalty_kick() -> None:
    pitch = penalty_kick()
    pitch.put(AWAY, 1, 4.5, 0.0)
    pitch.put(AWAY, 2, 3.5, 1.5)
    pitch.put(HOME, 4, 3.0, 0.5)
    pitch.put(HOME, 5, 3.0, -1.5)
    pitch.run_until(GameState.SET)
    assert pitch.penalty(AWAY, 1) is Penalty.NONE
    assert pitch.penalty(HOME, 4) is Penalty.NONE
    assert pitch.penalty(AWAY, 2) is Penalty.ILLEGAL_POSITION_IN_SET
    assert pitch.penalty(HOME, 5) is Penalty.ILLEGAL_POSITION_IN_SET


def penalty_kick_in_playing() -> Pitch:
    pitch = penalty_kick()
    pitch.put(AWAY, 1, 4.5, 0.0)
    pitch.put(HOME, 4, 2.9, 0.0)
    whistles = of(pitch.run_until(GameState.PLAYING), Whistle)
    assert [whistle.reason for whistle in whistles] == [WhistleReason.START]
    assert pitch.set_play is SetPlay.PENALTY_KICK
    return pitch


def test_a_penalty_kick_may_be_scored_directly() -> None:
    pitch = penalty_kick_in_playing()
    assert len(of(pitch.kick(HOME, 4, (4.4, 0.3), (4.7, 0.3)), GoalScored)) == 1


def test_a_penalty_kick_may_be_touched_only_once_by_the_kicker() -> None:
    pitch = penalty_kick_in_playing()
    pitch.kick(HOME, 4, (3.5, 0.0))
    pitch.run(1.0)
    decisions = pitch.kick(HOME, 4, (4.4, 0.3), (4.7, 0.3))
    assert of(decisions, GoalScored) == []
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.GOAL_KICK, AWAY)


def test_the_keeper_has_to_stay_on_its_line_until_the_penalty_kick_is_taken() -> None:
    pitch = penalty_kick_in_playing()
    pitch.put(AWAY, 1, 4.1, 0.0)
    pitch.run(1.3)
    assert pitch.penalty(AWAY, 1) is Penalty.ILLEGAL_POSITION


def test_others_must_not_run_into_the_area_before_the_penalty_kick_is_taken() -> None:
    pitch = penalty_kick_in_playing()
    pitch.put(AWAY, 4, 3.0, 1.5)
    pitch.run(1.3)
    assert pitch.penalty(AWAY, 4) is Penalty.ILLEGAL_POSITION


def test_a_penalty_kick_is_over_after_thirty_seconds() -> None:
    pitch = penalty_kick_in_playing()
    pitch.run(30.2)
    assert pitch.set_play is SetPlay.NONE


def test_a_robot_that_blocks_the_game_is_removed() -> None:
    pitch = Pitch().play()
    pitch.put(HOME, 5, -0.4, 0.0)
    pitch.run(29.0)
    assert pitch.penalty(HOME, 5) is Penalty.NONE
    pitch.run(1.5)
    assert pitch.penalty(HOME, 5) is Penalty.LOCAL_GAME_STUCK
    assert pitch.state is GameState.PLAYING


@pytest.mark.parametrize(("year", "kicking"), [("2019", HOME), ("2021", None)])
def test_a_ball_that_no_robot_approaches_gives_a_new_kick_off(
    year: str, kicking: TeamSide | None
) -> None:
    pitch = Pitch(year).play()
    pitch.kick(HOME, 5, (2.0, 2.5))
    for number in (3, 4):
        pitch.put(AWAY, number, 4.0, -2.0 + 0.5 * number)
    pitch.put(HOME, 2, 0.8, 2.5)
    decisions = pitch.run(31.0)
    assert [whistle.reason for whistle in of(decisions, Whistle)] == [WhistleReason.GAME_STUCK]
    assert pitch.state is GameState.READY
    assert pitch.kicking_team is kicking
    assert pitch.referee.score == (0, 0)


def test_the_game_is_not_stuck_while_a_robot_walks_to_the_ball() -> None:
    pitch = Pitch().play()
    pitch.kick(HOME, 5, (3.0, -2.5))
    for step in range(50):
        pitch.put(HOME, 2, -2.5 + 0.08 * step, 1.5)
        pitch.run(1.0)
    assert pitch.state is GameState.PLAYING


def test_a_game_is_not_stuck_before_the_ball_was_touched() -> None:
    pitch = Pitch().play()
    for team, number in ((HOME, 5), (AWAY, 5)):
        pitch.put(team, number, *((-2.0, 0.0) if team is HOME else (2.0, 0.0)))
    pitch.run(60.0)
    assert pitch.state is GameState.PLAYING


def test_a_dropped_ball_is_free_from_the_whistle() -> None:
    pitch = Pitch("2021")
    pitch.referee.kick_off(None)
    pitch.run_until(GameState.PLAYING)
    assert pitch.truth().secondary_seconds == 0
    assert pitch.truth().kicking_team is None


def test_a_free_kick_outside_playing_is_refused() -> None:
    pitch = Pitch()
    with pytest.raises(
        ValueError, match="'kick_in' is awarded in playing, the game is in 'initial'"
    ):
        pitch.referee.free_kick(SetPlay.KICK_IN, HOME)


def test_an_untouched_ball_that_leaves_the_field_goes_to_the_other_team() -> None:
    pitch = Pitch().play()
    pitch.ball = Vector2(1.0, 3.5)
    assert of(pitch.run(), BallPlacement)[0].ball_in_world.y == 3.0
    assert (pitch.set_play, pitch.kicking_team) == (SetPlay.KICK_IN, AWAY)
