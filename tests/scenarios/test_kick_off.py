"""From the line-up into the game: legal positions, and no robot is penalized."""

from typing import Literal

import pytest
from tests.scenarios.staged import playing

from kickabout import Match
from kickabout.representations import GameState
from kickabout.simulation.match.scene import RefereePlan, Scene
from kickabout.simulation.referee.decisions import PenaltyGiven


@pytest.mark.slow
@pytest.mark.parametrize("kickoff", ["home", "away"])
def test_teams_take_legal_positions_and_begin(kickoff: Literal["home", "away"]) -> None:
    scene = Scene(referee=RefereePlan(kickoff=kickoff, half=600.0))
    with Match("bhuman2019", "bhuman2019", scene=scene, seed=4) as match:
        assert match.forward(lambda: match.control.state.state is GameState.SET, timeout=70.0)
        assert match.forward(lambda: playing(match), timeout=20.0)
        robots, circle = match.truth.robots, match.field.center_circle_radius
        assert len(robots) == 10
        for (team, number), robot in robots.items():
            x, y = robot.pose.x, robot.pose.y
            own_x = x if team == "home" else -x
            assert own_x < 0.05, f"{team} {number} stands in the opponent's half"
            if team != kickoff:
                assert (x * x + y * y) ** 0.5 > circle - 0.05, f"{team} {number} is in the circle"
        # The team with the kick-off plays the ball before it is free for all.
        assert match.forward(lambda: match.truth.ball.norm > 0.3, timeout=10.0)
        given = [decision for _, decision in match.decisions if isinstance(decision, PenaltyGiven)]
        assert not given
        assert not match.report().failed
