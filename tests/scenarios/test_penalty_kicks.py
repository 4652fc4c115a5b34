"""Penalty kicks in a game: the kick is taken in time, and no robot is penalized."""

import pytest
from tests.scenarios.staged import Placement, playing, staged

from kickabout import Match
from kickabout.representations import SetPlay
from kickabout.simulation.referee.decisions import PenaltyGiven
from kickabout.simulation.referee.view import TeamSide

PLACES: list[Placement] = [(1, -4.2, 0.0, 0.0), (2, -1.2, 0.3, 0.0), (3, -2.0, -1.0, 0.0)]


@pytest.mark.slow
@pytest.mark.parametrize("team", list(TeamSide))
@pytest.mark.parametrize("name", ["bhuman2021", "hulks2021"])
def test_a_penalty_kick_is_taken_and_no_robot_is_penalized(name: str, team: TeamSide) -> None:
    scene = staged(PLACES, PLACES, ball=(0.6, 0.4), automatic=True, rules="2021")
    with Match(name, name, scene=scene, field="spl2020", seed=6, workers=0) as match:
        match.run(3.0)
        called = len(match.decisions)
        match.control.referee.free_kick(SetPlay.PENALTY_KICK, team)
        match.run(1.0)
        begun = match.forward(lambda: playing(match), timeout=60.0)
        start = match.truth.ball
        taken = match.forward(lambda: match.truth.ball.distance_to(start) > 0.3, timeout=30.0)
        later = [decision for _, decision in match.decisions[called:]]
        assert begun
        assert taken
        assert not [decision for decision in later if isinstance(decision, PenaltyGiven)]
