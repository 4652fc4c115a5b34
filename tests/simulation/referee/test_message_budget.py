"""The budget of team messages, and the loss of goals beyond it."""

import pytest
from tests.simulation.referee.pitch import AWAY, HOME, Pitch


def test_messages_are_counted_from_ready_to_the_end() -> None:
    pitch = Pitch("2021")
    pitch.referee.count_message(HOME, 100)
    assert pitch.truth().teams[0].message_budget == 1200
    pitch.play()
    pitch.referee.count_message(HOME, 128)
    assert pitch.truth().teams[0].message_budget == 1199


@pytest.mark.parametrize(("count", "size"), [(1201, 100), (1, 129)])
def test_a_team_over_budget_loses_its_goals(count: int, size: int) -> None:
    pitch = Pitch("2021").play()
    pitch.referee.goal(HOME)
    for _ in range(count):
        pitch.referee.count_message(HOME, size)
    assert pitch.referee.score == (0, 0)
    pitch.referee.goal(HOME)
    assert pitch.referee.score == (0, 0)
    pitch.referee.goal(AWAY)
    assert pitch.referee.score == (0, 1)


def test_there_is_no_message_budget_in_2019() -> None:
    pitch = Pitch().play()
    for _ in range(5000):
        pitch.referee.count_message(HOME, 500)
    pitch.referee.goal(HOME)
    assert pitch.referee.score == (1, 0)
    assert pitch.truth().teams[0].message_budget is None
