"""Penalty shoot-out: a legal sequence, and goals against a keeper that does not react."""

import pytest

from kickabout import Match
from kickabout.representations import GamePhase
from kickabout.simulation.match.scene import RefereePlan, Scene


@pytest.mark.slow
def test_a_shootout_is_played_to_its_end_and_has_a_winner() -> None:
    scene = Scene(referee=RefereePlan(half=5.0, pause=2.0))
    with Match("bhuman2019", "dummies", robots=2, scene=scene, seed=7) as match:
        match.control.referee.start_shootout()
        match.run(1.0)
        assert match.control.state.game_phase is GamePhase.PENALTY_SHOOTOUT
        assert match.forward(lambda: match.control.is_over, timeout=600.0)
        assert match.score[0] >= 2
        assert match.control.referee.shootout_winner is not None
        assert not match.report().failed
