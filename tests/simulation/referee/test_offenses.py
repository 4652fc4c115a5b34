"""The offenses that the referee penalizes, rule by rule."""

import math

import pytest
from tests.simulation.referee.pitch import AWAY, HOME, Pitch, of

from kickabout.geometry import Vector2
from kickabout.representations.game import GameState, Penalty
from kickabout.simulation.referee import BallPlacement, RobotId, RobotPlacement

NO_PENALTY = Penalty.NONE


@pytest.mark.parametrize("position", [(0.0, 3.7), (5.2, 2.0), (-5.2, -2.0)])
def test_a_robot_that_leaves_the_carpet_is_penalized(position: tuple[float, float]) -> None:
    pitch = Pitch().play()
    pitch.put(HOME, 3, *position)
    pitch.run()
    assert pitch.penalty(HOME, 3) is Penalty.LEAVING_THE_FIELD


def test_a_robot_on_the_border_strip_is_still_on_the_carpet() -> None:
    pitch = Pitch().play()
    pitch.put(HOME, 3, 0.0, 3.5)
    pitch.run(5.0)
    assert pitch.penalty(HOME, 3) is NO_PENALTY


def test_a_robot_caught_in_the_net_is_taken_out_after_five_seconds() -> None:
    pitch = Pitch().play()
    pitch.put(HOME, 3, 4.8, 0.3)
    pitch.run(4.9)
    assert pitch.penalty(HOME, 3) is NO_PENALTY
    pitch.run(0.4)
    assert pitch.penalty(HOME, 3) is Penalty.LEAVING_THE_FIELD


def test_a_robot_that_does_not_get_up_for_twenty_seconds_is_penalized() -> None:
    pitch = Pitch().play()
    pitch.change(AWAY, 2, fallen_since=pitch.time)
    pitch.run(19.8)
    assert pitch.penalty(AWAY, 2) is NO_PENALTY
    pitch.run(0.4)
    assert pitch.penalty(AWAY, 2) is Penalty.INACTIVE_PLAYER


def test_a_fallen_robot_has_to_start_getting_up_within_five_seconds() -> None:
    pitch = Pitch().play()
    pitch.change(AWAY, 2, fallen_since=pitch.time, is_active=False)
    pitch.run(5.4)
    assert pitch.penalty(AWAY, 2) is Penalty.INACTIVE_PLAYER


def test_a_robot_that_does_nothing_for_ten_seconds_is_penalized() -> None:
    pitch = Pitch().play()
    pitch.change(AWAY, 2, is_active=False)
    pitch.run(9.8)
    assert pitch.penalty(AWAY, 2) is NO_PENALTY
    pitch.run(0.5)
    assert pitch.penalty(AWAY, 2) is Penalty.INACTIVE_PLAYER


def test_after_its_return_a_robot_has_ten_seconds_again() -> None:
    pitch = Pitch().play()
    pitch.change(AWAY, 2, is_active=False)
    pitch.run(5.0)
    pitch.referee.penalize(AWAY, 2, Penalty.PLAYER_PUSHING)
    pitch.run(45.5)
    assert pitch.penalty(AWAY, 2) is NO_PENALTY
    pitch.run(5.0)
    assert pitch.penalty(AWAY, 2) is NO_PENALTY


def test_motion_in_set_is_penalized_in_place() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.SET)
    pitch.run(3.2)
    position = pitch.robot(HOME, 4).robot_to_world
    pitch.change(HOME, 4, walks=True)
    pitch.put(HOME, 4, position.x + 0.3, position.y)
    decisions = pitch.run(0.8)
    assert pitch.penalty(HOME, 4) is Penalty.MOTION_IN_SET
    assert [p.robot for p in of(decisions, RobotPlacement)] == [RobotId(HOME, 4)]
    assert pitch.robot(HOME, 4).robot_to_world == position


def test_motion_in_set_is_over_fifteen_seconds_after_the_whistle() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.SET)
    pitch.referee.penalize(HOME, 4, Penalty.MOTION_IN_SET)
    position = pitch.robot(HOME, 4).position
    pitch.run_until(GameState.PLAYING)
    pitch.run(14.8)
    assert pitch.penalty(HOME, 4) is Penalty.MOTION_IN_SET
    pitch.run(0.4)
    assert pitch.penalty(HOME, 4) is NO_PENALTY
    assert pitch.robot(HOME, 4).position == position


def test_robots_have_a_short_time_to_come_to_rest_in_set() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.SET)
    pitch.change(HOME, 4, walks=True)
    pitch.run(2.5)
    pitch.change(HOME, 4, walks=False)
    pitch.run(2.0)
    assert pitch.penalty(HOME, 4) is NO_PENALTY


def test_getting_up_in_set_is_allowed() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.SET)
    pitch.change(HOME, 4, walks=True, fallen_since=pitch.time)
    pitch.run(4.8)
    assert pitch.penalty(HOME, 4) is NO_PENALTY


def test_motion_in_standby_is_penalized_until_set() -> None:
    pitch = Pitch("2025")
    pitch.run_until(GameState.STANDBY)
    pitch.change(HOME, 4, walks=True)
    pitch.run(4.0)
    assert pitch.penalty(HOME, 4) is Penalty.MOTION_IN_STANDBY
    pitch.change(HOME, 4, walks=False)
    pitch.run_until(GameState.SET)
    assert pitch.penalty(HOME, 4) is NO_PENALTY


def test_a_robot_that_covers_the_ball_for_three_seconds_holds_it() -> None:
    pitch = Pitch().play()
    pitch.put(HOME, 4, 0.05, 0.0)
    pitch.run(2.8)
    assert pitch.penalty(HOME, 4) is NO_PENALTY
    decisions = pitch.run(0.5)
    assert pitch.penalty(HOME, 4) is Penalty.ILLEGAL_BALL_CONTACT
    assert of(decisions, BallPlacement) == [BallPlacement(ball_in_world=Vector2(0.0, 0.0))]


def test_a_short_release_does_not_end_a_hold() -> None:
    pitch = Pitch().play()
    for _ in range(3):
        pitch.put(HOME, 4, 0.05, 0.0)
        pitch.run(1.5)
        pitch.put(HOME, 4, 0.4, 0.0)
        pitch.run(0.2)
    assert pitch.penalty(HOME, 4) is Penalty.ILLEGAL_BALL_CONTACT


def test_a_ball_in_front_of_the_toes_is_not_held() -> None:
    pitch = Pitch().play()
    pitch.put(HOME, 4, -0.16, 0.0)
    pitch.run(10.0)
    assert pitch.penalty(HOME, 4) is NO_PENALTY


def test_a_robot_that_falls_onto_the_ball_does_not_hold_it() -> None:
    pitch = Pitch().play()
    pitch.put(HOME, 4, 0.0, 0.0)
    pitch.change(HOME, 4, fallen_since=pitch.time)
    pitch.run(10.0)
    assert pitch.penalty(HOME, 4) is NO_PENALTY


def test_a_goalkeeper_may_hold_the_ball_for_ten_seconds_in_its_area() -> None:
    pitch = Pitch().play()
    pitch.ball = Vector2(-4.3, 0.0)
    pitch.put(HOME, 1, -4.3, 0.0)
    pitch.run(9.8)
    assert pitch.penalty(HOME, 1) is NO_PENALTY
    pitch.run(0.5)
    assert pitch.penalty(HOME, 1) is Penalty.ILLEGAL_BALL_CONTACT


@pytest.mark.parametrize(
    ("number", "x", "expected"),
    [
        (4, 0.0, Penalty.ILLEGAL_BALL_CONTACT),
        (1, -3.0, Penalty.ILLEGAL_BALL_CONTACT),
        (1, -4.2, NO_PENALTY),
    ],
)
def test_only_the_goalkeeper_in_its_area_may_use_its_hands(
    number: int, x: float, expected: Penalty
) -> None:
    pitch = Pitch().play()
    pitch.ball = Vector2(x + 0.2, 0.0)
    pitch.put(HOME, number, x, 0.0)
    pitch.run()
    pitch.change(HOME, number, touches_ball=True, touches_ball_with_arm=True)
    pitch.run()
    assert pitch.penalty(HOME, number) is expected


def test_a_wide_stance_is_allowed_for_five_seconds() -> None:
    pitch = Pitch("2021").play()
    pitch.change(HOME, 2, stands_wide=True)
    pitch.run(4.9)
    assert pitch.penalty(HOME, 2) is NO_PENALTY
    pitch.run(0.4)
    assert pitch.penalty(HOME, 2) is Penalty.PLAYER_STANCE


def test_in_2019_the_third_robot_in_its_goal_area_is_penalized() -> None:
    pitch = Pitch().play()
    pitch.put(HOME, 2, -4.2, 0.5)
    pitch.run(5.0)
    pitch.put(HOME, 3, -4.2, -0.8)
    pitch.run(1.3)
    assert [pitch.penalty(HOME, n) for n in (1, 2, 3)] == [
        NO_PENALTY,
        NO_PENALTY,
        Penalty.ILLEGAL_POSITION,
    ]


def test_in_2019_attackers_may_crowd_the_opponents_goal_area() -> None:
    pitch = Pitch().play()
    for number in (2, 3, 4):
        pitch.put(HOME, number, 4.2, 0.5 * number - 1.5)
    pitch.run(5.0)
    assert [pitch.penalty(HOME, n) for n in (2, 3, 4)] == [NO_PENALTY] * 3


@pytest.mark.parametrize("end", [1.0, -1.0])
def test_in_later_years_the_fourth_robot_in_a_penalty_area_is_penalized(end: float) -> None:
    pitch = Pitch("2021").play()
    pitch.put(HOME, 1, -2.0, 0.0)
    for number in (2, 3, 4):
        pitch.put(HOME, number, end * 3.5, 0.5 * number - 1.5)
    pitch.run(5.0)
    pitch.put(HOME, 5, end * 3.0, 1.8)
    pitch.run(1.3)
    penalties = [pitch.penalty(HOME, n) for n in (2, 3, 4, 5)]
    assert penalties == [NO_PENALTY, NO_PENALTY, NO_PENALTY, Penalty.ILLEGAL_POSITION]


def test_a_robot_pushed_into_the_area_has_five_seconds_to_leave() -> None:
    pitch = Pitch().play()
    pitch.put(HOME, 2, -4.2, 0.5)
    pitch.run(1.0)
    pitch.put(HOME, 3, -4.2, -0.8)
    pitch.change(HOME, 3, pushed_by=RobotId(AWAY, 2))
    pitch.run()
    pitch.change(HOME, 3, pushed_by=None)
    pitch.run(4.5)
    assert pitch.penalty(HOME, 3) is NO_PENALTY
    pitch.run(1.0)
    assert pitch.penalty(HOME, 3) is Penalty.ILLEGAL_POSITION


@pytest.mark.parametrize(
    ("year", "robot", "position", "legal"),
    [
        ("2019", RobotId(HOME, 4), (0.5, 1.5), False),  # in the other half
        ("2019", RobotId(HOME, 4), (0.0, 1.5), False),  # on the halfway line
        ("2019", RobotId(HOME, 4), (-1.0, 3.3), False),  # on the border strip
        ("2019", RobotId(HOME, 1), (-4.7, 0.0), True),  # in the own goal
        ("2019", RobotId(HOME, 5), (-0.3, 0.0), True),  # kicks off, in the circle
        ("2019", RobotId(HOME, 5), (0.3, 0.0), False),
        ("2021", RobotId(HOME, 5), (0.3, 0.0), True),  # may cross the line in the circle
        ("2019", RobotId(AWAY, 5), (0.5, 0.0), False),  # defends, in the circle
        ("2021", RobotId(AWAY, 5), (0.5, 0.0), False),
        ("2019", RobotId(AWAY, 5), (0.8, 0.0), True),
    ],
)
def test_robots_need_legal_positions_when_set_is_called(
    year: str, robot: RobotId, position: tuple[float, float], legal: bool
) -> None:
    pitch = Pitch(year)
    pitch.put(*robot, *position)
    pitch.run_until(GameState.SET)
    expected = NO_PENALTY if legal else Penalty.ILLEGAL_POSITION_IN_SET
    assert pitch.penalty(*robot) is expected
    if not legal:
        assert pitch.seconds_of_penalty(*robot) == 15
        assert abs(pitch.robot(*robot).position.y) > 3.0


@pytest.mark.parametrize(("year", "legal"), [("2019", True), ("2021", False)])
def test_in_later_years_only_one_robot_may_wait_in_the_circle(year: str, legal: bool) -> None:
    pitch = Pitch(year)
    pitch.put(HOME, 4, -0.5, 0.3)
    pitch.put(HOME, 5, -0.2, 0.0)
    pitch.run_until(GameState.SET)
    assert pitch.penalty(HOME, 5) is NO_PENALTY
    assert (pitch.penalty(HOME, 4) is NO_PENALTY) == legal


def test_the_other_team_must_not_enter_the_circle_before_the_ball_is_free() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    pitch.put(AWAY, 5, 0.5, 0.0)
    pitch.run(1.3)
    assert pitch.penalty(AWAY, 5) is Penalty.ILLEGAL_POSITION


def test_all_robots_may_enter_the_circle_when_the_ball_is_free() -> None:
    pitch = Pitch()
    pitch.run_until(GameState.PLAYING)
    pitch.kick(HOME, 5)
    pitch.put(AWAY, 5, 0.5, 0.0)
    pitch.run(3.0)
    assert pitch.penalty(AWAY, 5) is NO_PENALTY


@pytest.mark.parametrize(("year", "legal"), [("2019", True), ("2021", False)])
def test_in_later_years_robots_stay_in_their_half_until_the_ball_is_free(
    year: str, legal: bool
) -> None:
    pitch = Pitch(year)
    pitch.run_until(GameState.PLAYING)
    pitch.put(HOME, 4, 1.5, 1.5)
    pitch.run(1.3)
    assert (pitch.penalty(HOME, 4) is NO_PENALTY) == legal


def pushing_robots(ball: tuple[float, float] = (-3.0, 2.0)) -> Pitch:
    """Return a field on which away 3 presses against the back of home 4."""
    pitch = Pitch().play()
    pitch.ball = Vector2(*ball)
    pitch.put(HOME, 4, 1.0, 0.0, 0.0)
    pitch.put(AWAY, 3, 0.7, 0.0, 0.0)
    pitch.change(AWAY, 3, walks=True)
    pitch.change(HOME, 4, pushed_by=RobotId(AWAY, 3))
    return pitch


def test_pushing_an_opponent_for_a_second_is_penalized() -> None:
    pitch = pushing_robots()
    pitch.run(0.9)
    assert pitch.penalty(AWAY, 3) is NO_PENALTY
    pitch.run(0.4)
    assert pitch.penalty(AWAY, 3) is Penalty.PLAYER_PUSHING
    assert pitch.penalty(HOME, 4) is NO_PENALTY


def test_a_push_that_makes_the_opponent_fall_is_penalized_at_once() -> None:
    pitch = pushing_robots()
    pitch.run()
    pitch.change(HOME, 4, fallen_since=pitch.time)
    pitch.run()
    assert pitch.penalty(AWAY, 3) is Penalty.PLAYER_PUSHING


def test_teammates_may_push_each_other() -> None:
    pitch = pushing_robots()
    pitch.change(HOME, 4, pushed_by=RobotId(HOME, 5))
    pitch.run(3.0)
    assert pitch.penalty(HOME, 5) is NO_PENALTY


def test_a_robot_that_stands_does_not_push() -> None:
    pitch = pushing_robots()
    pitch.change(AWAY, 3, walks=False)
    pitch.run(3.0)
    assert pitch.penalty(AWAY, 3) is NO_PENALTY


def test_a_robot_that_gets_up_does_not_push() -> None:
    pitch = pushing_robots()
    pitch.change(AWAY, 3, fallen_since=pitch.time)
    pitch.run(3.0)
    assert pitch.penalty(AWAY, 3) is NO_PENALTY


def test_a_goalkeeper_in_its_goal_area_does_not_push() -> None:
    pitch = pushing_robots()
    pitch.put(HOME, 4, 4.0, 0.0)
    pitch.put(AWAY, 1, 4.3, 0.0, math.pi)
    pitch.change(AWAY, 1, walks=True)
    pitch.change(HOME, 4, pushed_by=RobotId(AWAY, 1))
    pitch.run(3.0)
    assert pitch.penalty(AWAY, 1) is NO_PENALTY


def test_meeting_front_to_front_at_the_ball_is_no_push() -> None:
    pitch = pushing_robots(ball=(0.85, 0.0))
    pitch.put(HOME, 4, 1.0, 0.0, math.pi)
    pitch.run(3.0)
    assert pitch.penalty(AWAY, 3) is NO_PENALTY


def test_touching_with_the_side_on_the_way_to_the_ball_is_no_push() -> None:
    pitch = pushing_robots(ball=(2.0, 0.0))
    pitch.put(AWAY, 3, 1.0, 0.3, 0.0)
    pitch.run(3.0)
    assert pitch.penalty(AWAY, 3) is NO_PENALTY


def test_of_two_robots_that_push_each_other_the_first_is_penalized() -> None:
    pitch = pushing_robots()
    pitch.put(HOME, 4, 1.0, 0.0, math.pi)
    pitch.change(HOME, 4, walks=True)
    pitch.run(0.5)
    pitch.change(AWAY, 3, pushed_by=RobotId(HOME, 4))
    pitch.run(1.0)
    assert pitch.penalty(AWAY, 3) is Penalty.PLAYER_PUSHING
    assert pitch.penalty(HOME, 4) is NO_PENALTY
