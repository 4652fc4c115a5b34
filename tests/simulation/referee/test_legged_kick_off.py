"""The kick-off of the four-legged leagues: until the ball is free, robots stay in their half."""

import pytest
from tests.simulation.referee.pitch import AWAY, HOME, Pitch
from tests.simulation.referee.test_legged_rules import NO_PENALTY, YEARS, quick

from kickabout.representations.game import GameState, Penalty
from kickabout.simulation.referee import TeamSide

AT_BALL = 3  # number of the robot that may take the kick-off


def at_kick_off(year: str) -> Pitch:
    """Return a pitch on which the home team may kick off now, with all robots far from the ball."""
    pitch = Pitch(year, rules=quick(year), kickoff_team=HOME)
    pitch.run_until(GameState.PLAYING)
    for team, sign in ((HOME, -1.0), (AWAY, 1.0)):
        for number in range(1, 4):
            pitch.put(team, number, 0.8 * sign, 0.4 * (number - 2))
    return pitch


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("team", [HOME, AWAY])
def test_a_robot_in_the_other_half_is_penalized(year: str, team: TeamSide) -> None:
    pitch = at_kick_off(year)
    pitch.put(team, 2, 0.5 if team is HOME else -0.5, 0.5)
    pitch.run(1.6)
    assert pitch.penalty(team, 2) is Penalty.ILLEGAL_POSITION


@pytest.mark.parametrize("year", YEARS)
def test_an_opponent_in_the_circle_is_penalized(year: str) -> None:
    pitch = at_kick_off(year)
    pitch.put(AWAY, 2, 0.06, 0.0)
    pitch.run(1.6)
    assert pitch.penalty(AWAY, 2) is Penalty.ILLEGAL_POSITION


@pytest.mark.parametrize("year", YEARS)
def test_the_robot_in_the_circle_may_cross_the_halfway_line(year: str) -> None:
    pitch = at_kick_off(year)
    pitch.put(HOME, AT_BALL, 0.06, 0.0)
    pitch.run(3.0)
    assert pitch.penalty(HOME, AT_BALL) is NO_PENALTY


@pytest.mark.parametrize("year", YEARS)
def test_after_ten_seconds_all_robots_may_go_everywhere(year: str) -> None:
    pitch = at_kick_off(year)
    pitch.run(10.5)
    pitch.put(AWAY, 2, -0.5, 0.5)
    pitch.run(2.0)
    assert pitch.penalty(AWAY, 2) is NO_PENALTY
