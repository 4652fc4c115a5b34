"""The four free kicks, for and against: opponents keep their distance, the kick is taken."""

import pytest
from tests.scenarios.staged import Placement, staged

from kickabout import Match
from kickabout.representations import SetPlay
from kickabout.simulation.referee.decisions import PenaltyGiven
from kickabout.simulation.referee.view import TeamSide

PLACES: list[Placement] = [(1, -4.2, 0.0, 0.0), (2, -1.2, 0.3, 0.0), (3, -2.0, -1.0, 0.0)]
KICKS = [SetPlay.GOAL_KICK, SetPlay.PUSHING_FREE_KICK, SetPlay.CORNER_KICK, SetPlay.KICK_IN]


@pytest.mark.slow
@pytest.mark.parametrize("team", list(TeamSide))
@pytest.mark.parametrize("kick", KICKS)
def test_a_free_kick_is_taken_and_opponents_keep_their_distance(
    kick: SetPlay, team: TeamSide
) -> None:
    scene = staged(PLACES, PLACES, ball=(0.6, 0.4), automatic=True)
    with Match("bhuman2019", "bhuman2019", scene=scene, seed=6, workers=0) as match:
        match.run(3.0)
        called = len(match.decisions)
        match.control.referee.free_kick(kick, team)
        match.run(0.5)
        start = match.truth.ball
        taken = match.forward(lambda: match.truth.ball.distance_to(start) > 0.3, timeout=30.5)
        later = [decision for _, decision in match.decisions[called:]]
        given = [decision for decision in later if isinstance(decision, PenaltyGiven)]
        other = TeamSide.AWAY if team is TeamSide.HOME else TeamSide.HOME
        assert taken, f"no robot took the {kick.value}"
        assert not [penalty for penalty in given if penalty.robot.team is other]
