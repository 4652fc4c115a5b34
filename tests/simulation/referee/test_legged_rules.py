"""The rules of the four-legged leagues: walls, ball holding, the keeper's area, starts by touch."""

import dataclasses
import math

import pytest
from tests.simulation.referee.pitch import AWAY, HOME, Pitch, of, texts

from kickabout.framework.errors import ConfigurationError
from kickabout.geometry import Vector2, World
from kickabout.representations.game import GameState, Penalty
from kickabout.robots.kind import CoveredArea
from kickabout.simulation.referee import (
    BallPlacement,
    ButtonPress,
    GoalScored,
    RobotId,
    RobotPlacement,
    Rules,
    TeamSide,
    load_rules,
)

YEARS = ("legged2001", "legged2004")
NO_PENALTY = Penalty.NONE
CHIN = CoveredArea(front=0.22, rear=-0.05, half_width=0.08)  # between chin and fore legs


def quick(year: str) -> Rules:
    rules = load_rules(year)
    return dataclasses.replace(rules, pace=dataclasses.replace(rules.pace, initial=0.5))


def in_play(year: str) -> Pitch:
    return Pitch(year, rules=quick(year)).play()


def hold(pitch: Pitch, team: TeamSide, number: int, seconds: float) -> None:
    """Let a robot hold the ball under its chin."""
    pose = pitch.robot(team, number).robot_to_world
    pitch.change(team, number, covers=CHIN, touches_ball=True)
    pitch.ball = pose @ Vector2(0.15, 0.0)
    pitch.run(seconds)


@pytest.mark.parametrize("year", YEARS)
def test_halves_last_ten_minutes(year: str) -> None:
    assert load_rules(year).half.duration == 600.0


@pytest.mark.parametrize("year", YEARS)
def test_holding_the_ball_for_three_seconds_is_a_foul(year: str) -> None:
    pitch = in_play(year)
    hold(pitch, AWAY, 3, 2.9)
    assert pitch.penalty(AWAY, 3) is NO_PENALTY
    hold(pitch, AWAY, 3, 0.4)
    assert pitch.penalty(AWAY, 3) is Penalty.ILLEGAL_BALL_CONTACT
    assert pitch.seconds_of_penalty(AWAY, 3) == 30


def test_the_keeper_may_hold_the_ball_for_five_seconds_in_its_area() -> None:
    pitch = in_play("legged2004")
    pitch.put(HOME, 1, -1.9, 0.0)
    hold(pitch, HOME, 1, 4.5)
    assert pitch.penalty(HOME, 1) is NO_PENALTY
    hold(pitch, HOME, 1, 0.8)
    assert pitch.penalty(HOME, 1) is Penalty.ILLEGAL_BALL_CONTACT


def test_outside_of_its_area_the_keeper_is_a_player_like_the_others() -> None:
    pitch = in_play("legged2004")
    pitch.put(HOME, 1, -1.2, 0.0)
    hold(pitch, HOME, 1, 3.3)
    assert pitch.penalty(HOME, 1) is Penalty.ILLEGAL_BALL_CONTACT


def test_a_ball_in_front_of_the_chin_is_not_held() -> None:
    pitch = in_play("legged2004")
    pitch.change(HOME, 2, covers=CHIN)
    pitch.ball = pitch.robot(HOME, 2).robot_to_world @ Vector2(0.3, 0.0)
    pitch.run(10.0)
    assert pitch.penalty(HOME, 2) is NO_PENALTY


@pytest.mark.parametrize("year", YEARS)
def test_only_the_keeper_may_stay_in_its_area(year: str) -> None:
    pitch = in_play(year)
    x = -(pitch.field.goal_area_x + 0.1)
    pitch.put(HOME, 1, x, 0.2)
    pitch.put(HOME, 2, x, -0.3)
    pitch.run(0.9)
    assert pitch.penalty(HOME, 2) is NO_PENALTY
    pitch.run(0.5)
    assert pitch.penalty(HOME, 2) is Penalty.ILLEGAL_POSITION
    assert pitch.penalty(HOME, 1) is NO_PENALTY


def test_a_defender_is_illegal_even_if_its_keeper_is_elsewhere() -> None:
    pitch = in_play("legged2004")
    pitch.put(HOME, 1, -1.0, 0.5)
    pitch.put(HOME, 2, -1.8, 0.0)
    pitch.run(1.4)
    assert pitch.penalty(HOME, 2) is Penalty.ILLEGAL_POSITION


def test_attackers_may_enter_the_area_of_their_opponents() -> None:
    pitch = in_play("legged2004")
    pitch.put(HOME, 2, 1.8, 0.2)
    pitch.put(HOME, 3, 1.8, -0.3)
    pitch.run(5.0)
    assert pitch.penalty(HOME, 2) is pitch.penalty(HOME, 3) is NO_PENALTY


@pytest.mark.parametrize("position", [(0.0, 1.45), (2.2, 0.8), (-2.2, -0.8)])
def test_a_robot_that_climbs_over_a_wall_is_penalized(position: tuple[float, float]) -> None:
    pitch = in_play("legged2004")
    pitch.put(HOME, 3, *position)
    pitch.run()
    assert pitch.penalty(HOME, 3) is Penalty.LEAVING_THE_FIELD


@pytest.mark.parametrize("year", YEARS)
def test_a_keeper_may_step_into_its_goal_but_not_stay_there(year: str) -> None:
    pitch = in_play(year)
    line = pitch.field.goal_line_x
    pitch.put(HOME, 1, -line - 0.12, 0.1)
    pitch.run(8.0)
    assert pitch.penalty(HOME, 1) is NO_PENALTY
    pitch.put(HOME, 1, -line - 0.22, 0.1)
    pitch.run(5.5)
    assert pitch.penalty(HOME, 1) is Penalty.LEAVING_THE_FIELD


def test_a_robot_that_leans_on_a_wall_stays() -> None:
    pitch = in_play("legged2004")
    pitch.put(HOME, 3, 0.0, 1.36)
    pitch.run(5.0)
    assert pitch.penalty(HOME, 3) is NO_PENALTY


def push(pitch: Pitch, pushed: tuple[TeamSide, int], at: tuple[float, float]) -> None:
    """Let robot 3 of the home team walk into an opponent from the side, with the ball far away."""
    pitch.ball = Vector2(-1.0, -1.0)
    pitch.put(*pushed, *at, math.pi)
    pitch.put(HOME, 3, at[0] - 0.25, at[1], 0.0)
    pitch.change(HOME, 3, walks=True)
    pitch.change(*pushed, pushed_by=RobotId(HOME, 3))


@pytest.mark.parametrize("year", YEARS)
def test_pushing_is_penalized_after_a_second(year: str) -> None:
    pitch = in_play(year)
    push(pitch, (AWAY, 2), (0.5, 0.3))
    pitch.run(0.9)
    assert pitch.penalty(HOME, 3) is NO_PENALTY
    pitch.run(0.4)
    assert pitch.penalty(HOME, 3) is Penalty.PLAYER_PUSHING


@pytest.mark.parametrize("year", YEARS)
def test_pushing_the_keeper_in_its_area_is_penalized_sooner(year: str) -> None:
    pitch = in_play(year)
    push(pitch, (AWAY, 1), (pitch.field.goal_area_x + 0.2, 0.0))
    pitch.run(0.8)
    assert pitch.penalty(HOME, 3) is Penalty.PLAYER_PUSHING


@pytest.mark.parametrize("year", YEARS)
def test_a_robot_that_does_not_get_up_is_picked_up(year: str) -> None:
    pitch = in_play(year)
    pitch.change(AWAY, 2, fallen_since=pitch.time)
    decisions = pitch.run(20.5)
    assert pitch.penalty(AWAY, 2) is Penalty.INACTIVE_PLAYER
    taken_to = next(d for d in of(decisions, RobotPlacement) if d.robot == RobotId(AWAY, 2))
    y = abs(taken_to.robot_to_world.y)
    assert pitch.field.side_line_y + pitch.field.border_depth < y < pitch.field.boundary_y


def test_after_its_penalty_a_robot_returns_at_the_halfway_line_inside_the_walls() -> None:
    pitch = in_play("legged2004")
    pitch.ball = Vector2(0.5, 0.4)
    pitch.referee.penalize(HOME, 3, Penalty.REQUEST_FOR_PICKUP)
    decisions = pitch.run(30.5)
    assert pitch.penalty(HOME, 3) is NO_PENALTY
    back = [d.robot_to_world for d in of(decisions, RobotPlacement)][-1]
    assert -0.8 < back.x < 0.0
    assert back.y == pytest.approx(-1.1)
    assert back.theta == pytest.approx(math.pi / 2.0)


@pytest.mark.parametrize("year", YEARS)
def test_a_ball_on_a_wall_is_in_play(year: str) -> None:
    pitch = in_play(year)
    pitch.ball = Vector2(0.3, pitch.field.side_line_y + 0.06)
    assert not of(pitch.run(1.0), BallPlacement)


@pytest.mark.parametrize(
    ("out_at", "dropped_at"),
    [((0.1, 1.6), (0.0, 1.0)), ((2.3, -0.9), (1.6, -0.8)), ((-2.25, 0.8), (-1.6, 0.8))],
)
def test_a_ball_that_leaves_is_dropped_nearby(
    out_at: tuple[float, float], dropped_at: tuple[float, float]
) -> None:
    pitch = in_play("legged2004")
    decisions = pitch.kick(HOME, 2, (out_at[0] * 0.9, out_at[1] * 0.8), out_at)
    assert "ball out, ball dropped" in texts(decisions)
    assert (pitch.ball.x, pitch.ball.y) == pytest.approx(dropped_at)
    assert pitch.state is GameState.PLAYING


@pytest.mark.parametrize("year", YEARS)
def test_a_ball_that_is_stuck_is_dropped_elsewhere(year: str) -> None:
    pitch = in_play(year)
    corner: Vector2[World] = Vector2(pitch.field.goal_line_x - 0.2, pitch.field.side_line_y - 0.2)
    pitch.ball = corner
    for number in (2, 3):  # it does not matter who is there
        pitch.put(AWAY, number, corner.x - 0.3, corner.y - 0.3 * (number - 2))
    pitch.run(19.0)
    assert pitch.ball == corner
    decisions = pitch.run(2.0)
    assert "game stuck, ball dropped" in texts(decisions)
    assert pitch.ball.distance_to(corner) >= pitch.rules.stuck.ball_moves
    assert pitch.state is GameState.PLAYING


@pytest.mark.parametrize("year", YEARS)
def test_a_ball_between_the_walls_of_a_goal_is_a_goal(year: str) -> None:
    pitch = in_play(year)
    line = pitch.field.goal_line_x
    decisions = pitch.kick(HOME, 2, (line - 0.1, 0.1), (line + 0.1, 0.1))
    assert [goal.team for goal in of(decisions, GoalScored)] == [HOME]
    assert pitch.state is GameState.READY
    assert pitch.kicking_team is AWAY


@pytest.mark.parametrize("year", YEARS)
def test_while_it_is_held_the_ball_is_behind_a_wall(year: str) -> None:
    pitch = Pitch(year, rules=quick(year))
    pitch.run_until(GameState.READY)
    behind = pitch.field.side_line_y + pitch.field.border_depth
    assert behind < abs(pitch.ball.y) < pitch.field.boundary_y


def test_in_2001_people_place_all_robots_at_a_kick_off() -> None:
    pitch = Pitch("legged2001", rules=quick("legged2001"))
    pitch.run_until(GameState.READY)
    decisions = pitch.run_until(GameState.SET)
    assert len({d.robot for d in of(decisions, RobotPlacement)}) == 6
    kicker = pitch.robot(HOME, 3).position
    assert kicker.norm < 0.35


def test_in_2004_people_place_only_a_team_that_is_not_in_its_half() -> None:
    pitch = Pitch("legged2004", rules=quick("legged2004"))
    pitch.run_until(GameState.READY)
    pitch.put(AWAY, 2, -0.5, 0.5)
    decisions = pitch.run_until(GameState.SET)
    assert {d.robot.team for d in of(decisions, RobotPlacement)} == {AWAY}
    assert pitch.robot(AWAY, 2).position.x > 0.0


@pytest.mark.parametrize("year", YEARS)
def test_placed_robots_stand_legally(year: str) -> None:
    rules = quick(year)
    rules = dataclasses.replace(
        rules, kick_off=dataclasses.replace(rules.kick_off, by_hand="all", ready=3.0)
    )
    for kicking in (HOME, AWAY):
        pitch = Pitch(year, rules=rules, kickoff_team=kicking)
        pitch.run_until(GameState.PLAYING)
        pitch.run(3.0)
        positions = [robot.position for robot in pitch.robots.values()]
        assert all(pitch.penalty(*robot) is NO_PENALTY for robot in pitch.robots)
        assert (
            min(one.distance_to(two) for one in positions for two in positions if one is not two)
            > 0.3
        )


def presses(pitch: Pitch, seconds: float) -> dict[str, set[str]]:
    """Return the buttons that are pressed, the first names only, with the robots."""
    pressed: dict[str, set[str]] = {}
    for press in of(pitch.run(seconds), ButtonPress):
        pressed.setdefault(press.buttons[0], set()).add(str(press.robot))
    return pressed


def names(team: TeamSide, count: int = 3) -> set[str]:
    return {str(RobotId(team, number)) for number in range(1, count + 1)}


def test_in_2001_robots_are_started_by_a_touch_of_their_head() -> None:
    pitch = Pitch("legged2001", rules=quick("legged2001"))
    assert not of(pitch.run_until(GameState.PLAYING), ButtonPress)
    assert presses(pitch, 1.5) == {"head_front": names(HOME), "head_rear": names(AWAY)}


def test_people_do_not_press_all_buttons_at_the_same_time() -> None:
    pitch = Pitch("legged2001", rules=quick("legged2001"))
    pitch.run_until(GameState.PLAYING)
    times = [sum(map(len, presses(pitch, 0.1).values())) for _ in range(15)]
    assert sum(times) == 6
    assert max(times) < 4


def test_after_a_goal_robots_are_stopped_and_started_again() -> None:
    pitch = in_play("legged2001")
    pitch.run(2.0)
    pitch.referee.goal(HOME)
    assert presses(pitch, 1.5) == {"back": names(HOME) | names(AWAY)}
    pitch.run_until(GameState.PLAYING)
    assert presses(pitch, 1.5) == {"head_front": names(AWAY), "head_rear": names(HOME)}


def test_a_penalized_robot_is_stopped_and_started_when_it_returns() -> None:
    pitch = in_play("legged2001")
    pitch.run(2.0)
    pitch.referee.penalize(AWAY, 2, Penalty.PLAYER_PUSHING)
    assert presses(pitch, 1.5) == {"back": {"away 2"}}
    assert presses(pitch, 27.0) == {}
    assert presses(pitch, 3.5) == {"head_front": {"away 2"}}


def test_at_half_time_robots_are_told_to_change_sides() -> None:
    rules = quick("legged2001").with_times(half=5.0, pause=2.0)
    pitch = Pitch("legged2001", rules=rules).play()
    pitch.run_until(GameState.FINISHED)
    assert presses(pitch, 4.0) == {
        "back": names(HOME) | names(AWAY),
        "chin": names(HOME) | names(AWAY),
    }


def test_in_2004_robots_hear_the_game_controller_unless_the_radio_fails() -> None:
    pitch = in_play("legged2004")
    assert presses(pitch, 3.0) == {}
    silent = Pitch("legged2004", rules=quick("legged2004").with_radio(False))
    silent.run_until(GameState.PLAYING)
    started = presses(silent, 1.5)
    assert started == {"head_front": names(HOME, 4), "head_rear": names(AWAY, 4)}


def test_robots_without_a_button_to_start_them_need_the_radio() -> None:
    with pytest.raises(ConfigurationError, match="the rules of 2019 have no button"):
        load_rules("2019").with_radio(False)


@pytest.mark.parametrize("year", YEARS)
def test_a_whole_game_passes(year: str) -> None:
    pitch = Pitch(year, rules=quick(year).with_times(half=30.0, pause=3.0))
    for _ in range(200):
        pitch.run(1.0)
        if pitch.referee.is_over:
            break
    assert pitch.referee.is_over
    assert not pitch.referee.true_state.first_half


def test_a_push_goes_on_while_steps_lose_contact_for_a_moment() -> None:
    pitch = in_play("legged2004")
    push(pitch, (AWAY, 2), (0.5, 0.3))
    for _ in range(4):
        pitch.run(0.1)
        pitch.change(AWAY, 2, pushed_by=None)
        pitch.run(0.2)
        assert pitch.penalty(HOME, 3) is NO_PENALTY
        pitch.change(AWAY, 2, pushed_by=RobotId(HOME, 3))
    pitch.run(0.2)
    assert pitch.penalty(HOME, 3) is Penalty.PLAYER_PUSHING


def test_two_pushes_that_are_far_apart_in_time_are_not_one() -> None:
    pitch = in_play("legged2004")
    push(pitch, (AWAY, 2), (0.5, 0.3))
    for _ in range(4):
        pitch.run(0.5)
        pitch.change(AWAY, 2, pushed_by=None)
        pitch.run(0.8)
        pitch.change(AWAY, 2, pushed_by=RobotId(HOME, 3))
    assert pitch.penalty(HOME, 3) is NO_PENALTY
