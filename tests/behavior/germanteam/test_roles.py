"""Goalie, striker and defender react to the ball as their roles demand."""

import itertools
import math

import pytest
from tests.behavior.germanteam.belief import FIELD, Belief

from kickabout.behavior.germanteam.german_team_behavior_control import (
    GermanTeamBehaviorControlParameters,
)
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import BehaviorLayer, GameState, GameStateModel, Motion, Role

GAME_STATE, SUB_OPTION = BehaviorLayer.GAME_STATE, BehaviorLayer.SUB_OPTION
IN_GOAL: Pose2[Robot, Field] = Pose2(-FIELD.goal_line_x + 0.1, 0.0, 0.0)


def goalie(ball: Vector2[Field] | None, pose: Pose2[Robot, Field] = IN_GOAL) -> Belief:
    return Belief(number=1, pose=pose, ball=ball)


def test_the_goalie_stays_in_its_goal_while_the_ball_is_far_in_front_of_it() -> None:
    belief = goalie(Vector2(0.8, 0.0))
    belief.run(5.0)
    assert belief.pose.position.distance_to(IN_GOAL.position) < 0.05
    assert belief.motion.motion is Motion.STAND


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_the_goalie_walks_sideward_to_the_side_where_a_far_ball_is(side: float) -> None:
    belief = goalie(Vector2(0.5, side * 0.7))
    headings: list[float] = []
    belief.run(6.0, lambda b: headings.append(b.pose.theta))
    assert side * belief.pose.y > 0.1
    assert abs(belief.pose.y) < FIELD.goal.inner_half_width
    assert belief.pose.x < -FIELD.goal_line_x + 0.2
    assert max(map(abs, headings)) < 0.3  # it faces the field all the time


def test_the_goalie_walks_to_a_near_ball_and_clears_it() -> None:
    belief = goalie(Vector2(-1.0, 0.2))
    belief.run(0.2)
    assert belief.active(GAME_STATE) == "ClearGoal"
    assert belief.until(lambda b: b.ball is not None and b.ball.x > -0.6)


def test_the_goalie_returns_backward_once_the_ball_is_far_from_the_goal() -> None:
    belief = goalie(Vector2(-1.0, 0.0), Pose2(-0.9, 0.1, 0.0))
    belief.run(0.2)
    assert belief.active(GAME_STATE) == "ClearGoal"
    belief.ball = Vector2(0.9, 0.0)
    headings: list[float] = []

    def is_back(b: Belief) -> bool:
        headings.append(b.pose.theta)
        return b.pose.x < -FIELD.goal_line_x + 0.15

    assert belief.until(is_back)
    assert max(map(abs, headings)) < 0.5


def test_the_goalie_does_not_oscillate_when_the_ball_is_at_a_threshold() -> None:
    belief = goalie(Vector2(-FIELD.goal_line_x + 0.6, 0.0))
    states: list[str] = []

    def shake(b: Belief) -> None:
        b.ball = Vector2(-FIELD.goal_line_x + 0.6 + 0.02 * math.sin(40.0 * b.time), 0.0)
        states.append(b.active(GAME_STATE))

    belief.run(1.0, shake)
    assert sum(a != b for a, b in itertools.pairwise(states)) <= 1


def test_the_striker_stays_in_the_opponents_half_while_the_ball_is_in_its_own() -> None:
    belief = Belief(number=3, pose=Pose2(0.3, 0.2, math.pi), ball=Vector2(-0.6, -0.3))
    rows: list[float] = []
    belief.run(30.0, lambda b: rows.append(b.pose.x))
    assert min(rows) > 0.0
    assert belief.active(GAME_STATE) == "AwaitPass"


def test_the_striker_scores_with_a_ball_in_the_opponents_half() -> None:
    belief = Belief(number=3, pose=Pose2(0.1, 0.3, 0.0), ball=Vector2(0.5, 0.0))
    assert belief.until(lambda b: b.is_goal, timeout=40.0)


def test_the_defender_goes_to_its_own_half_if_it_does_not_see_the_ball() -> None:
    belief = Belief(number=2, pose=Pose2(0.4, 0.3, 0.0))
    assert belief.until(lambda b: b.pose.x < -0.3, timeout=20.0)
    assert belief.role.role is Role.DEFENDER


def test_the_defender_kicks_a_ball_that_it_sees_toward_the_opponents_half() -> None:
    belief = Belief(number=2, pose=Pose2(-0.7, 0.3, 0.0), ball=Vector2(-0.5, -0.2))
    assert belief.until(lambda b: b.ball is not None and b.ball.x > 0.0, timeout=40.0)


def test_the_defender_leaves_a_ball_in_the_goal_area_to_the_goalie() -> None:
    belief = Belief(number=2, pose=Pose2(-0.5, 0.0, 0.0), ball=Vector2(-1.25, 0.0))
    belief.run(10.0)
    assert belief.pose.x > -FIELD.goal_area_x


def test_offensive_and_defensive_variants_take_other_balls() -> None:
    def plays(variant: str, number: int, ball: Vector2[Field]) -> bool:
        parameters = GermanTeamBehaviorControlParameters(variant=variant)  # type: ignore[arg-type]
        belief = Belief(number=number, pose=IN_GOAL, ball=ball, parameters=parameters)
        belief.run(0.2)
        return belief.active(GAME_STATE) in ("PlayBall", "ClearGoal")

    middle: Vector2[Field] = Vector2(0.25, 0.0)
    assert [plays(v, 3, middle) for v in ("offensive", "", "defensive")] == [True, True, False]
    assert [plays(v, 2, middle) for v in ("offensive", "", "defensive")] == [True, False, False]
    near: Vector2[Field] = Vector2(-FIELD.goal_line_x + 0.7, 0.0)
    assert [plays(v, 1, near) for v in ("offensive", "", "defensive")] == [True, False, False]


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("state", [GameState.INITIAL, GameState.SET, GameState.FINISHED])
def test_robots_stand_until_they_are_started(number: int, state: GameState) -> None:
    belief = Belief(number=number, ball=Vector2(0.3, 0.0), state=GameStateModel(state=state))
    belief.run(1.0)
    assert belief.motion.motion is Motion.STAND
    assert belief.leds.brightness["tail"] == (1.0, 0.0)


def test_at_the_opponents_kickoff_nobody_moves_until_the_ball_is_free() -> None:
    state = GameStateModel(state=GameState.PLAYING, own_kick=False, ball_is_free=False)
    belief = Belief(number=3, pose=Pose2(-0.4, 0.0, 0.0), ball=Vector2(), state=state)
    belief.run(2.0)
    assert belief.active(GAME_STATE) == "WaitForOpponentKickoff"
    assert belief.pose.x == pytest.approx(-0.4)


def test_the_striker_takes_its_own_kickoff() -> None:
    state = GameStateModel(state=GameState.PLAYING, own_kick=True, since=100.0)
    striker = Belief(number=3, pose=Pose2(-0.28, 0.0, 0.0), ball=Vector2(), state=state)
    defender = Belief(number=2, pose=Pose2(-0.7, 0.4, 0.0), ball=Vector2(), state=state)
    striker.run(0.2)
    defender.run(0.2)
    assert striker.active(GAME_STATE) == "PlayBall"
    assert defender.active(GAME_STATE) == "Support"
