"""Decisions of the referee have readable texts."""

import msgspec

from kickabout.geometry import Vector2
from kickabout.recording.event_texts import EventTexts
from kickabout.recording.format.codec import encoded, plain
from kickabout.representations.game import GameState, Penalty, SetPlay
from kickabout.simulation.referee.decisions import (
    BallPlacement,
    GoalScored,
    PenaltyEnded,
    PenaltyGiven,
    StateChange,
)
from kickabout.simulation.referee.view import RobotId, TeamSide


def _words(decision: object) -> str:
    return EventTexts().text(type(decision).__name__, plain(encoded(decision)))


def test_goals_name_scorer_and_score() -> None:
    goal = GoalScored(team=TeamSide.HOME, scorer=RobotId(TeamSide.HOME, 3), score=(2, 1))
    assert _words(goal) == "goal for home by home 3: 2 : 1"


def test_set_plays_name_the_team_that_may_kick() -> None:
    change = StateChange(
        state=GameState.PLAYING, set_play=SetPlay.KICK_IN, kicking_team=TeamSide.AWAY
    )
    assert _words(change) == "playing: kick in for away"
    assert _words(StateChange(state=GameState.READY)) == "ready"


def test_penalties_name_the_robot() -> None:
    robot = RobotId(TeamSide.AWAY, 4)
    given = PenaltyGiven(robot=robot, penalty=Penalty.PLAYER_PUSHING, duration=45.0)
    assert "away 4" in _words(given)
    assert _words(PenaltyEnded(robot=robot, penalty=Penalty.PLAYER_PUSHING)) == (
        "away 4: back in the game"
    )


def test_robots_of_older_recordings_are_pairs() -> None:
    given = {"robot": ["away", 4], "penalty": "pushing"}
    assert EventTexts().text("PenaltyGiven", given) == "away 4: pushing"


def test_placements_are_left_out() -> None:
    assert _words(BallPlacement(ball_in_world=Vector2(1.0, 2.0))) == ""


def test_the_end_of_a_kick_off_does_not_name_the_state_again() -> None:
    texts = EventTexts()
    changes = [
        StateChange(state=GameState.SET),
        StateChange(state=GameState.PLAYING, kicking_team=TeamSide.HOME),
        StateChange(state=GameState.PLAYING, kicking_team=TeamSide.HOME),
        StateChange(state=GameState.PLAYING, set_play=SetPlay.KICK_IN, kicking_team=TeamSide.AWAY),
        StateChange(state=GameState.PLAYING, kicking_team=TeamSide.AWAY),
    ]
    found = [texts.text("StateChange", msgspec.to_builtins(change)) for change in changes]
    assert found == ["set", "playing", "ball free", "playing: kick in for away", "ball free"]
