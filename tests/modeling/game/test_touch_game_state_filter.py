"""Robots without radio learn from people's touch that the game runs."""

import pytest

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.game.touch_game_state_filter import (
    TouchGameStateFilter,
    TouchGameStateFilterParameters,
)
from kickabout.representations import (
    BallModel,
    ButtonState,
    GameControllerData,
    GameInfo,
    GameState,
    GameStateModel,
    PlayerInfo,
    RobotPose,
)

HERE: Pose2[Robot, Field] = Pose2(-0.5, 0.0, 0.0)
DT = 0.04


class Touched:
    """A filter, and what happens to the robot."""

    def __init__(self) -> None:
        self.filter = TouchGameStateFilter(TouchGameStateFilterParameters())
        self.time = 10.0
        self.ball: Vector2[Field] | None = None

    def run(self, seconds: float, button: str = "", game: GameInfo = GameInfo()) -> GameStateModel:  # noqa: B008
        held = 0.0
        for _ in range(round(seconds / DT)):
            self.time += DT
            held += DT
            state = self.filter.update(
                FrameInfo(time=self.time, dt=DT),
                game,
                PlayerInfo(team=3, number=2),
                ButtonState(held_for={button: held} if button else {"head_front": 0.0}),
                RobotPose(robot_to_field=HERE),
                self._model(),
            )
        return state

    def _model(self) -> BallModel:
        if self.ball is None:
            return BallModel()
        return BallModel(
            position_in_robot=HERE.inverse() @ self.ball, last_seen_at=self.time, known=True
        )


def test_a_robot_waits_until_its_head_is_touched() -> None:
    robot = Touched()
    assert robot.run(5.0).state is GameState.INITIAL
    started = robot.run(0.5, "head_front")
    assert started.state is GameState.PLAYING
    assert started.own_kick is True
    assert started.ball_is_free
    assert robot.run(3.0).since == pytest.approx(15.12, abs=0.05)


def test_a_short_contact_does_not_start_it() -> None:
    robot = Touched()
    assert robot.run(0.08, "head_front").state is GameState.INITIAL


def test_a_touch_of_the_back_stops_it() -> None:
    robot = Touched()
    robot.run(0.5, "head_front")
    assert robot.run(0.5, "back").state is GameState.SET
    assert robot.run(5.0).state is GameState.SET


def test_after_a_touch_of_the_rear_it_awaits_the_opponents_kick() -> None:
    robot = Touched()
    robot.ball = Vector2()
    waiting = robot.run(0.5, "head_rear")
    assert waiting.state is GameState.PLAYING
    assert waiting.own_kick is False
    assert not robot.run(5.0).ball_is_free
    robot.ball = Vector2(0.5, 0.0)
    assert not robot.run(0.2).ball_is_free
    assert robot.run(0.4).ball_is_free
    robot.ball = Vector2()
    assert robot.run(1.0).ball_is_free


def test_the_ball_is_free_after_a_while() -> None:
    robot = Touched()
    robot.run(0.5, "head_rear")
    assert not robot.run(9.0).ball_is_free
    assert robot.run(2.0).ball_is_free


def test_a_game_controller_counts_more_than_touch() -> None:
    robot = Touched()
    robot.run(0.5, "head_front")
    ready = GameControllerData(state=GameState.READY, kicking_team=3)
    state = robot.run(1.0, game=GameInfo(data=ready, received=True))
    assert state.state is GameState.READY
    assert state.own_kick is True
    playing = GameControllerData(state=GameState.PLAYING, kicking_team=4)
    assert not robot.run(1.0, game=GameInfo(data=playing, received=True)).ball_is_free
