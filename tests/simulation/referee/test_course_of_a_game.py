"""States, clocks, halves, and the data that players receive about them."""

from dataclasses import replace

import pytest
from tests.simulation.referee.pitch import AWAY, HOME, Pitch, of, texts

from kickabout.communication.game_controller_control import encode_control_data
from kickabout.geometry import Pose2, Vector2
from kickabout.representations.game import GamePhase, GameState, Penalty, SetPlay, TeamColor
from kickabout.simulation.referee import (
    BallPlacement,
    GoalScored,
    RefereeView,
    RobotId,
    RobotPlacement,
    RobotView,
    StateChange,
    TeamIdentity,
    Whistle,
    WhistleReason,
    load_rules,
)


def states(pitch: Pitch) -> list[GameState]:
    return [change.state for change in of(pitch.decisions, StateChange)]


@pytest.mark.parametrize("year", ["2019", "2021"])
def test_a_game_starts_with_ready_set_playing(year: str) -> None:
    pitch = Pitch(year)
    pitch.run_until(GameState.PLAYING)
    assert states(pitch) == [GameState.READY, GameState.SET, GameState.PLAYING]
    assert pitch.kicking_team is HOME


def test_with_gestures_a_game_starts_from_standby() -> None:
    pitch = Pitch("2025")
    pitch.run_until(GameState.PLAYING)
    assert states(pitch)[:3] == [GameState.STANDBY, GameState.READY, GameState.SET]


def test_ready_lasts_as_long_as_the_rules_allow_while_robots_walk() -> None:
    pitch = Pitch()
    pitch.change(HOME, 4, walks=True)
    pitch.run_until(GameState.READY)
    begin = pitch.time
    pitch.run_until(GameState.SET)
    assert pitch.time - begin == pytest.approx(45.0, abs=0.2)


def test_ready_ends_early_when_no_robot_walks_any_more() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.READY)
    begin = pitch.time
    pitch.run_until(GameState.SET)
    assert pitch.time - begin == pytest.approx(15.0, abs=0.2)


def test_the_ball_is_put_on_the_center_mark_in_set() -> None:
    pitch = Pitch()
    pitch.ball = Vector2(2.0, 1.0)
    placements = of(pitch.run_until(GameState.SET), BallPlacement)
    assert placements[-1].ball_in_world == Vector2(0.0, 0.0)


def test_a_ball_moved_in_set_is_put_back() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.SET)
    pitch.run()
    pitch.ball = Vector2(0.3, 0.0)
    assert of(pitch.run(), BallPlacement) == [BallPlacement(ball_in_world=Vector2(0.0, 0.0))]


def test_the_kick_off_is_whistled_once_from_the_halfway_line() -> None:
    pitch = Pitch()
    (whistle,) = of(pitch.run_until(GameState.PLAYING), Whistle)
    assert whistle.reason is WhistleReason.START
    assert whistle.blows == 1
    assert abs(whistle.referee_in_world.y) == 3.0


def test_playing_is_published_fifteen_seconds_after_the_whistle() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    pitch.run(14.8)
    assert pitch.published().state is GameState.SET
    assert pitch.truth().state is GameState.PLAYING
    assert pitch.published().seconds_remaining == 600
    assert pitch.published().secondary_seconds == 0
    assert pitch.truth().seconds_remaining == 586
    pitch.run(0.3)
    assert pitch.published().state is GameState.PLAYING
    assert pitch.published().seconds_remaining == 585


def test_penalties_are_published_at_once_even_while_the_state_is_delayed() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    pitch.referee.penalize(HOME, 3, Penalty.REQUEST_FOR_PICKUP)
    assert pitch.published().state is GameState.SET
    assert pitch.published().teams[0].player(3).penalty is Penalty.REQUEST_FOR_PICKUP


def test_a_penalty_that_only_exists_in_playing_ends_the_delay() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    pitch.run(11.0)
    assert pitch.published().state is GameState.SET
    pitch.put(HOME, 5, 0.0, 0.0)
    pitch.run(3.2)
    assert pitch.penalty(HOME, 5) is Penalty.ILLEGAL_BALL_CONTACT
    assert pitch.published().state is GameState.PLAYING


def test_in_2019_a_goal_is_published_at_once_and_not_whistled() -> None:
    pitch = Pitch().play()
    pitch.run(20.0)
    pitch.ball = Vector2(2.0, 0.0)
    decisions = pitch.kick(HOME, 5, (4.4, 0.0), (4.7, 0.0))
    assert of(decisions, Whistle) == []
    assert pitch.published().state is GameState.READY
    assert pitch.published().teams[0].score == 1


def test_in_later_years_a_goal_is_whistled_and_published_fifteen_seconds_later() -> None:
    pitch = Pitch("2021").play()
    pitch.run(20.0)
    pitch.ball = Vector2(2.0, 0.0)
    pitch.kick(HOME, 5)
    decisions = pitch.kick(HOME, 4, (4.4, 0.0), (4.7, 0.0))
    (whistle,) = of(decisions, Whistle)
    assert whistle.reason is WhistleReason.GOAL
    assert whistle.referee_in_world.x > 4.0
    pitch.run(14.0)
    seen, true = pitch.published(), pitch.truth()
    assert (seen.state, seen.teams[0].score) == (GameState.PLAYING, 0)
    assert (true.state, true.teams[0].score) == (GameState.READY, 1)
    assert seen.kicking_team is None
    pitch.run(1.5)
    assert pitch.published() == pitch.truth()


def test_the_gesture_for_ready_is_published_late() -> None:
    pitch = Pitch("2025")
    pitch.run_until(GameState.READY)
    pitch.run(40.0)
    assert pitch.published().state is GameState.STANDBY
    pitch.run_until(GameState.SET)
    assert pitch.published().state is GameState.SET


def test_the_kicking_side_is_hidden_if_a_gesture_shows_it() -> None:
    pitch = Pitch("2025").play()
    pitch.run(16.0)
    pitch.ball = Vector2(1.0, 2.9)
    pitch.kick(HOME, 4, (1.0, 3.2))
    assert pitch.truth().kicking_team == 2
    assert pitch.published().kicking_team is None
    assert pitch.published().set_play is SetPlay.KICK_IN


def test_the_clock_stops_before_the_first_kick_off_of_a_half() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.SET)
    assert pitch.truth().seconds_remaining == 600


@pytest.mark.parametrize(("play_off", "expected"), [(False, 590), (True, 600)])
def test_the_clock_stops_after_goals_only_in_play_offs(play_off: bool, expected: int) -> None:
    pitch = Pitch(play_off=play_off)
    pitch.referee.call(GameState.PLAYING)
    pitch.run()
    pitch.referee.goal(HOME)
    pitch.run(10.0)
    assert pitch.state is GameState.READY
    assert pitch.truth().seconds_remaining == expected


def test_the_ball_is_free_ten_seconds_after_the_kick_off() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    assert pitch.truth().secondary_seconds == 10
    assert "ball free" not in texts(pitch.run(9.8))
    assert "ball free" in texts(pitch.run(0.3))


def test_the_ball_is_free_when_the_kicking_team_has_touched_it() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    assert "ball free" in texts(pitch.kick(HOME, 5))
    assert pitch.truth().secondary_seconds == 0


def test_a_half_ends_with_its_time_and_two_whistles() -> None:
    pitch = Pitch(rules=load_rules("2019").with_times(half=60.0, pause=10.0))
    pitch.play()
    decisions = pitch.run_until(GameState.FINISHED)
    assert of(decisions, Whistle)[-1].blows == 2
    assert not pitch.referee.is_over
    assert pitch.truth().secondary_seconds == 10


def test_sides_and_kick_off_change_at_half_time() -> None:
    pitch = Pitch(rules=load_rules("2019").with_times(half=60.0, pause=10.0))
    pitch.play()
    pitch.run_until(GameState.FINISHED)
    decisions = pitch.run_until(GameState.INITIAL)
    data = pitch.truth()
    assert not data.first_half
    assert data.kicking_team == 2
    assert [team.number for team in data.teams] == [2, 1]
    assert data.seconds_remaining == 60
    assert not pitch.referee.home_attacks_positive_x
    placed = of(decisions, RobotPlacement)
    assert len(placed) == 10
    assert all(p.robot_to_world.x > 0.0 for p in placed if p.robot.team is HOME)
    assert all(abs(p.robot_to_world.y) == 3.0 for p in placed)
    assert all(p.robot_to_world.direction.y * p.robot_to_world.y < 0.0 for p in placed)


def test_the_game_is_over_after_the_second_half_with_three_whistles() -> None:
    pitch = Pitch(rules=load_rules("2019").with_times(half=30.0, pause=5.0))
    pitch.play()
    pitch.run_until(GameState.FINISHED)
    pitch.referee.start_half()
    pitch.play()
    decisions = pitch.run_until(GameState.FINISHED)
    assert of(decisions, Whistle)[-1].blows == 3
    assert pitch.referee.is_over
    assert pitch.run(700.0) == []


def test_penalties_end_with_the_half() -> None:
    pitch = Pitch().play()
    pitch.referee.penalize(AWAY, 3, Penalty.PLAYER_PUSHING)
    pitch.referee.call(GameState.FINISHED)
    assert pitch.penalty(AWAY, 3) is Penalty.NONE


def test_the_mercy_rule_ends_the_game_at_ten_goals_difference() -> None:
    pitch = Pitch().play()
    for _ in range(10):
        pitch.referee.goal(AWAY)
    goals = of(pitch.run(), GoalScored)
    assert goals[-1].score == (0, 10)
    assert pitch.state is GameState.FINISHED
    assert pitch.referee.is_over


def test_a_team_timeout_stops_the_clock_and_costs_the_kick_off() -> None:
    pitch = Pitch().play()
    pitch.run(60.0)
    before = pitch.truth().seconds_remaining
    pitch.referee.goal(AWAY)
    pitch.run(10.0)
    pitch.referee.timeout(HOME)
    pitch.run()
    data = pitch.truth()
    assert (data.game_phase, data.state) == (GamePhase.TIMEOUT, GameState.INITIAL)
    assert data.secondary_seconds == 300
    assert data.seconds_remaining == before
    assert pitch.kicking_team is AWAY
    pitch.run(299.0)
    assert pitch.truth().game_phase is GamePhase.TIMEOUT
    pitch.run_until(GameState.READY)
    assert pitch.truth().game_phase is GamePhase.NORMAL
    assert pitch.kicking_team is AWAY


def test_a_team_has_one_timeout_and_none_while_playing() -> None:
    pitch = Pitch()
    pitch.referee.timeout(HOME)
    with pytest.raises(ValueError, match="home team has had"):
        pitch.referee.timeout(HOME)
    pitch.referee.timeout(AWAY)
    pitch.run()
    assert pitch.truth().secondary_seconds == 600
    pitch.run_until(GameState.PLAYING, limit=700.0)
    with pytest.raises(ValueError, match="only while the game is stopped"):
        pitch.referee.timeout(AWAY)


def test_a_referee_timeout_keeps_the_kick_off() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.READY)
    pitch.referee.timeout(None)
    pitch.run()
    assert pitch.kicking_team is HOME
    assert pitch.truth().secondary_seconds == 600


def test_the_break_can_be_cut_short() -> None:
    pitch = Pitch().play()
    pitch.referee.call(GameState.FINISHED)
    pitch.referee.start_half()
    assert pitch.state is GameState.READY
    assert not pitch.truth().first_half
    with pytest.raises(ValueError, match="starts from initial"):
        pitch.referee.start_half()


def test_an_extra_minute_adds_time_and_messages() -> None:
    pitch = Pitch("2021").play()
    with pytest.raises(ValueError, match="stopped"):
        pitch.referee.extra_minute()
    pitch.run(100.0)
    pitch.referee.goal(HOME)
    before = pitch.truth()
    pitch.referee.extra_minute()
    after = pitch.truth()
    assert after.seconds_remaining == before.seconds_remaining + 60
    assert after.teams[0].message_budget == 1260


def test_without_automatic_refereeing_only_the_clock_runs() -> None:
    pitch = Pitch()
    pitch.referee.automatic = False
    assert pitch.run(100.0) == []
    pitch.referee.call(GameState.PLAYING)
    pitch.run()
    pitch.ball = Vector2(5.0, 0.0)
    pitch.put(HOME, 3, 0.0, 9.0)
    assert pitch.run(10.0) == []
    assert pitch.truth().seconds_remaining == 590


@pytest.mark.parametrize("year", ["2019", "2021", "2025"])
def test_every_state_fits_the_protocol_of_its_year(year: str) -> None:
    pitch = Pitch(year, rules=load_rules(year).with_times(half=40.0, pause=5.0))
    while not pitch.referee.is_over:
        pitch.run(1.0)
        for data in (pitch.published(), pitch.truth()):
            assert encode_control_data(data, pitch.rules.protocol_version)


def test_the_same_seed_gives_the_same_game_and_another_seed_a_different_one() -> None:
    times = []
    for seed in (1, 1, 2):
        pitch = Pitch(seed=seed)
        pitch.run_until(GameState.PLAYING)
        times.append(pitch.time)
    assert times[0] == times[1] != times[2]


def test_teams_need_different_numbers() -> None:
    blue = TeamIdentity(number=5, color=TeamColor.BLUE, goalkeeper_color=TeamColor.BLACK)
    with pytest.raises(ValueError, match=r"two different numbers from 1 to 254, not \[5, 5\]"):
        Pitch(identities={HOME: blue, AWAY: blue})


def test_a_team_has_to_fit_the_protocol() -> None:
    with pytest.raises(ValueError, match="teams of 7 do not fit the GameController of 2019"):
        Pitch(rules=load_rules("2019").with_players(7))


def test_time_must_not_decrease() -> None:
    pitch = Pitch()
    pitch.run(1.0)
    with pytest.raises(ValueError, match=r"went back from 1\.0 to 0\.5"):
        pitch.referee.step(RefereeView(time=0.5))


def test_a_robot_must_not_be_in_a_view_twice() -> None:
    robot = RobotView(id=RobotId(HOME, 2), robot_to_world=Pose2(0.0, 0.0, 0.0))
    with pytest.raises(ValueError, match="home 2 is in the view twice"):
        Pitch().referee.step(RefereeView(time=0.0, robots=(robot, replace(robot, walks=True))))
