"""Game situations for benches: what counts as success."""

import pytest

from kickabout.evaluation.trials.play_trials import Attempt, Shots, shootout, striker_alone
from kickabout.simulation.referee.shootout import ShotEnd


def test_a_late_missing_or_illegal_attempt_is_no_success() -> None:
    assert Attempt(seconds=20.0).is_within(30.0)
    assert not Attempt(seconds=31.0).is_within(30.0)
    assert not Attempt(seconds=None).is_within(30.0)
    assert not Attempt(seconds=20.0, legal=False).is_within(30.0)


def test_a_shootout_is_legal_without_second_touches_and_with_a_winner() -> None:
    ends = (ShotEnd.GOAL, ShotEnd.STOPPED, ShotEnd.OUT, ShotEnd.KEEPER_FAULT)
    assert Shots(ends=ends, over=True, failed=False).legal
    assert Shots(ends=ends, over=True, failed=False).scored == 1
    assert not Shots(ends=ends, over=False, failed=False).legal
    assert not Shots(ends=(*ends, ShotEnd.SECOND_TOUCH), over=True, failed=False).legal


@pytest.mark.slow
def test_a_striker_scores_alone() -> None:
    attempt = striker_alone("bhuman2019", 21)
    assert attempt.is_within(120.0)
    assert not attempt.failed


@pytest.mark.slow
def test_a_shootout_is_played_to_its_end() -> None:
    shots = shootout("bhuman2019", 21)
    assert shots.legal
    assert 2 * shots.scored > len(shots.ends)
