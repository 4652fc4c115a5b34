"""The console commands of the referee: what each one changes in the published data."""

import pytest
from tests.simulation.referee.pitch import AWAY, HOME, Pitch

from kickabout.representations.game import (
    CompetitionPhase,
    CompetitionType,
    GameControllerData,
    GamePhase,
    GameState,
    Penalty,
    SetPlay,
)
from kickabout.simulation.referee import say_game_word, say_penalty_word
from kickabout.simulation.referee.console_words import GAME_CALLS, PENALTY_WORDS


def data_after(word: str) -> GameControllerData:
    """Return the data that players receive after a command in playing."""
    pitch = Pitch().play()
    pitch.run(16.0)
    say_game_word(pitch.referee, word)
    return pitch.published()


@pytest.mark.parametrize("state", ["initial", "ready", "set", "playing", "finished"])
def test_states_are_published_at_once(state: str) -> None:
    assert data_after(state).state is GameState(state)


@pytest.mark.parametrize(("word", "number"), [("FirstTeam", 1), ("SecondTeam", 2)])
def test_commands_about_a_team(word: str, number: int) -> None:
    assert data_after(f"kickOff{word}").kicking_team == number
    data = data_after(f"goalBy{word}")
    team = data.team(number)
    assert team is not None
    assert team.score == 1
    assert data.state is GameState.READY
    assert data.kicking_team == 3 - number


@pytest.mark.parametrize(
    ("name", "set_play"),
    [
        ("goalFreeKick", SetPlay.GOAL_KICK),
        ("pushingFreeKick", SetPlay.PUSHING_FREE_KICK),
        ("cornerKick", SetPlay.CORNER_KICK),
        ("kickIn", SetPlay.KICK_IN),
    ],
)
@pytest.mark.parametrize(("word", "number"), [("FirstTeam", 1), ("SecondTeam", 2)])
def test_commands_about_free_kicks(name: str, set_play: SetPlay, word: str, number: int) -> None:
    data = data_after(f"{name}For{word}")
    assert (data.state, data.set_play) == (GameState.PLAYING, set_play)
    assert data.kicking_team == number


def test_commands_about_the_competition() -> None:
    assert data_after("competitionTypeMixedTeam").competition_type is CompetitionType.MIXED_TEAM
    assert data_after("competitionTypeNormal").competition_type is CompetitionType.NORMAL
    assert data_after("competitionPhasePlayoff").competition_phase is CompetitionPhase.PLAY_OFF
    assert (
        data_after("competitionPhaseRoundRobin").competition_phase is CompetitionPhase.ROUND_ROBIN
    )


def test_commands_about_the_phase() -> None:
    assert data_after("gamePenaltyShootout").game_phase is GamePhase.PENALTY_SHOOTOUT
    assert data_after("gameNormal").game_phase is GamePhase.NORMAL


@pytest.mark.parametrize(("word", "team", "sign"), [("First", HOME, 1), ("Second", AWAY, -1)])
def test_robots_are_placed_by_hand_in_set(word: str, team: object, sign: float) -> None:
    pitch = Pitch()
    pitch.run_until(GameState.SET)
    say_game_word(pitch.referee, f"manualPlacement{word}Team")
    pitch.run()
    robots = [robot for robot in pitch.robots.values() if robot.id.team is team]
    assert len({robot.position for robot in robots}) == 5
    assert all(sign * robot.position.x < -0.75 for robot in robots)
    pitch.run_until(GameState.PLAYING)
    with pytest.raises(ValueError, match="placed in set"):
        say_game_word(pitch.referee, f"manualPlacement{word}Team")


def test_there_are_twenty_five_commands() -> None:
    assert len(GAME_CALLS) == 25


@pytest.mark.parametrize("word", PENALTY_WORDS)
def test_penalty_commands_penalize_a_robot(word: str) -> None:
    pitch = Pitch().play()
    say_penalty_word(pitch.referee, word, team=AWAY, number=3)
    assert pitch.penalty(AWAY, 3) is PENALTY_WORDS[word]
    say_penalty_word(pitch.referee, "none", team=AWAY, number=3)
    assert pitch.penalty(AWAY, 3) is Penalty.NONE


def test_an_unknown_command_gives_a_suggestion() -> None:
    pitch = Pitch()
    with pytest.raises(ValueError, match="Did you mean 'kickInForFirstTeam'"):
        say_game_word(pitch.referee, "kickinForFirstTeam")
    with pytest.raises(ValueError, match="Did you mean 'playerPushing'"):
        say_penalty_word(pitch.referee, "pushing", team=HOME, number=2)


def test_standby_does_not_exist_in_2019() -> None:
    with pytest.raises(ValueError, match="rules of 2019 have no standby"):
        Pitch().referee.call(GameState.STANDBY)
