"""Teams keep within the message budget of the rules since 2021."""

from dataclasses import replace

import pytest
from tests.scenarios.staged import Placement, staged

from kickabout import Match

PLAYERS: list[Placement] = [(1, -4.2, 0.0, 0.0), (2, -2.5, 1.0, 0.0), (3, -1.0, -1.0, 0.0)]
SECONDS = 40.0


@pytest.mark.slow
@pytest.mark.parametrize("team", ["bhuman2019", "hulks2021"])
def test_messages_are_few_but_all_teammates_are_received(team: str) -> None:
    scene = staged(PLAYERS, PLAYERS, ball=(0.3, 0.0))
    scene = replace(scene, referee=replace(scene.referee, rules="2021", automatic=True))
    with Match(team, "bhuman2021", scene=scene, fidelity="truth", seed=2, workers=0) as match:
        match.run(SECONDS)
        for playing in match.control.state.teams:
            assert playing.message_budget is not None
            # 1,200 messages have to last for 20 minutes; some are saved for urgent ones.
            assert 0.2 * SECONDS < 1200 - playing.message_budget < 1.5 * SECONDS
        number = PLAYERS[1][0]
        teammates = match.robot("home", number)["TeamData"].teammates
        assert {teammate.number for teammate in teammates} == {n for n, *_ in PLAYERS} - {number}
