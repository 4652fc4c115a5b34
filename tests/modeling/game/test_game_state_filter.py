"""The state of the game, although the GameController reports it late."""

from dataclasses import replace

import pytest
from tests.modules import made
from tests.simulation.oracles.scenes import FIELD

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Vector2
from kickabout.modeling.game.game_state_filter import GameStateFilter
from kickabout.representations import (
    GameControllerData,
    GameInfo,
    GameState,
    GameStateModel,
    PlayerInfo,
    SetPlay,
    TeamBall,
    TeamWhistle,
)

DT = 0.1


class Game:
    """A game state filter with inputs from GameController, whistle and ball."""

    def __init__(self) -> None:
        self.filter = made(GameStateFilter)
        self.now = 0.0
        self.data = GameControllerData(kicking_team=1)
        self.whistled_at = -1e9
        self.ball: tuple[float, float] | None = (0.0, 0.0)

    def send(self, state: GameState, kicking_team: int | None = 1) -> GameStateModel:
        self.data = replace(self.data, state=state, kicking_team=kicking_team)
        return self.run(DT)

    def run(self, seconds: float) -> GameStateModel:
        for _ in range(round(seconds / DT)):
            self.now += DT
            ball = TeamBall()
            if self.ball is not None:
                position: Vector2[Field] = Vector2(*self.ball)
                ball = TeamBall(position_in_field=position, valid=True, last_seen_at=self.now)
            model: GameStateModel = self.filter.update(
                FrameInfo(time=self.now, dt=DT),
                PlayerInfo(team=1),
                GameInfo(data=self.data, received=True),
                TeamWhistle(whistled_at=self.whistled_at),
                ball,
                FIELD,
            )
        return model


def in_set(kicking_team: int = 1) -> Game:
    game = Game()
    game.send(GameState.READY, kicking_team)
    game.send(GameState.SET, kicking_team)
    game.run(2.0)
    return game


def test_reported_states_are_adopted() -> None:
    game = Game()
    for state in (GameState.READY, GameState.SET, GameState.PLAYING, GameState.FINISHED):
        model = game.send(state)
        assert model.state is state
        assert model.since == pytest.approx(game.now)
        assert not model.assumed


def test_the_whistle_starts_the_game_before_the_gamecontroller() -> None:
    game = in_set()
    game.whistled_at = game.now
    model = game.run(3.0)
    assert model.state is GameState.PLAYING
    assert model.assumed
    model = game.send(GameState.PLAYING)
    assert not model.assumed
    assert model.since == pytest.approx(game.whistled_at)


def test_a_whistle_before_set_starts_nothing() -> None:
    game = Game()
    game.send(GameState.READY)
    game.whistled_at = game.now
    assert game.send(GameState.SET).state is GameState.SET


def test_a_state_assumed_by_a_false_whistle_is_dropped() -> None:
    game = in_set()
    game.whistled_at = game.now
    assert game.run(10.0).state is GameState.PLAYING
    assert game.run(10.0).state is GameState.SET
    assert game.run(20.0).state is GameState.SET


def test_a_ball_that_moves_in_set_starts_the_game() -> None:
    game = in_set()
    game.ball = (1.0, 0.3)
    assert game.run(0.3).state is GameState.SET
    assert game.run(0.5).state is GameState.PLAYING


def test_a_ball_that_is_seen_elsewhere_for_a_moment_has_no_effect() -> None:
    game = in_set()
    for _ in range(5):
        game.ball = (1.0, 0.3)
        game.run(0.2)
        game.ball = (0.0, 0.0)
        assert game.run(0.2).state is GameState.SET


@pytest.mark.parametrize(("x", "own_kick"), [(-4.7, True), (4.7, False)])
def test_a_goal_is_detected_by_ball_and_whistle(x: float, own_kick: bool) -> None:
    game = Game()
    game.send(GameState.PLAYING)
    game.run(20.0)
    game.ball = (x, 0.2)
    assert game.run(1.0).state is GameState.PLAYING
    game.whistled_at = game.now
    model = game.run(0.5)
    assert model.state is GameState.READY
    assert model.own_kick is own_kick
    assert not game.send(GameState.READY, 1 if own_kick else 2).assumed


def test_a_whistle_without_a_ball_in_the_goal_is_not_a_goal() -> None:
    game = Game()
    game.send(GameState.PLAYING)
    game.run(20.0)
    game.ball = (4.7, 2.0)
    game.whistled_at = game.now
    assert game.run(3.0).state is GameState.PLAYING


def test_the_ball_is_not_free_at_the_opponents_kick_off() -> None:
    game = in_set(kicking_team=2)
    game.whistled_at = game.now
    assert not game.run(2.0).ball_is_free
    assert game.run(9.0).ball_is_free


def test_the_ball_is_free_once_the_opponent_played_it() -> None:
    game = in_set(kicking_team=2)
    game.whistled_at = game.now
    assert not game.run(1.0).ball_is_free
    game.ball = (-0.8, 0.2)
    assert game.run(1.0).ball_is_free


@pytest.mark.parametrize("later", [None, (0.3, 0.2)])
def test_a_ball_in_play_stays_free_when_unseen_or_passed_back(
    later: tuple[float, float] | None,
) -> None:
    game = in_set(kicking_team=2)
    game.whistled_at = game.now
    game.run(0.5)
    game.ball = (1.5, 0.0)
    assert game.run(1.0).ball_is_free
    game.ball = later
    assert game.run(1.5).ball_is_free
    game.send(GameState.READY, 2)
    game.send(GameState.SET, 2)
    game.ball = (0.0, 0.0)
    game.run(2.0)
    assert not game.send(GameState.PLAYING, 2).ball_is_free


def test_the_ball_is_free_at_once_at_the_own_kick_off() -> None:
    game = in_set()
    assert not game.run(0.1).ball_is_free
    game.whistled_at = game.now
    assert game.run(0.2).ball_is_free


def test_the_ball_is_not_free_at_the_opponents_free_kick() -> None:
    game = Game()
    game.send(GameState.PLAYING)
    game.run(15.0)
    game.data = replace(game.data, set_play=SetPlay.KICK_IN, kicking_team=2)
    model = game.run(5.0)
    assert model.set_play is SetPlay.KICK_IN
    assert not model.ball_is_free
    game.data = replace(game.data, set_play=SetPlay.NONE)
    assert game.run(0.2).ball_is_free


def test_states_may_be_skipped() -> None:
    game = in_set()
    game.whistled_at = game.now
    game.run(1.0)
    model = game.send(GameState.READY, 2)
    assert model.state is GameState.READY
    assert model.own_kick is False
    assert not model.assumed


def test_a_ball_carried_to_its_position_in_set_does_not_start_the_game() -> None:
    game = Game()
    game.ball = (0.0, 3.3)
    game.send(GameState.READY)
    game.send(GameState.SET)
    game.run(0.3)
    game.ball = (0.0, 0.05)
    assert game.run(3.0).state is GameState.SET
    game.ball = (1.0, 0.0)
    assert game.run(1.0).state is GameState.PLAYING
