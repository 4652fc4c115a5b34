"""The language of conditions: values, names and syntax errors."""

from typing import Any

import pytest

from kickabout.framework import KickaboutError
from kickabout.recording import Condition, RecordingError
from kickabout.representations import BallModel, BallPercept, GameStateModel
from kickabout.representations.game import GameState
from kickabout.representations.percepts import Seen

VALUES: dict[type, Any] = {
    BallPercept: BallPercept(seen=Seen.GUESSED),
    GameStateModel: GameStateModel(state=GameState.PLAYING),
    BallModel: BallModel(last_seen_at=2.5),
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BallPercept.seen", True),
        ("BallPercept.seen and GameState.playing", True),
        ("BallPercept.seen.yes", False),
        ("GameStateModel.state == 'playing'", True),
        ("GameStateModel.state != 'playing' or BallModel.last_seen_at > 2", True),
        ("not (GameStateModel.state.ready or BallModel.last_seen_at >= 3)", True),
        ("BallModel.last_seen_at < -1e3", False),
        ("BallModel.position_in_robot.x == 0", True),
        ("LinesPercept.lines[0]", False),
        ("BallModel.last_seen_at > 'text'", False),
        ("true and not false", True),
        ("not not true", True),
        ("not " * 3001 + "true", False),
        ("(" * 30 + "true" + ")" * 30, True),
        (" and ".join(["(true)"] * 31), True),
    ],
)
def test_conditions_hold_or_not(text: str, expected: bool) -> None:
    assert Condition(text).holds(VALUES.get) is expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an operand is missing"),
        ("BallPercept.seen and", "an operand is missing"),
        ("(BallPercept.seen", "bracket"),
        ("(" * 3000 + "true" + ")" * 3000, "more than 30 brackets within brackets"),
        ("BallPercept.seen BallModel", "not expected"),
        ("BallPercept.seen = 3", "cannot be read from '= 3'"),
        ("__import__('os').system('x')", "cannot be read|no representation"),
        ("GameState.plaing", "has no 'plaing'"),
    ],
)
def test_invalid_conditions_are_refused_with_a_clear_error(text: str, message: str) -> None:
    with pytest.raises(KickaboutError, match=message):
        Condition(text)


def test_unknown_names_get_a_suggestion() -> None:
    with pytest.raises(KickaboutError, match="Did you mean 'BallPercept'"):
        Condition("BallPercep.seen")
    with pytest.raises(KickaboutError, match="has no field 'sen'"):
        Condition("BallPercept.sen")


def test_a_condition_lists_its_representations() -> None:
    assert Condition("BallPercept.seen and GameStateModel.state.set").representations == {
        BallPercept,
        GameStateModel,
    }
    assert issubclass(RecordingError, KickaboutError)
