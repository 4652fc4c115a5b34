"""Boxes play one half against a NAO, and the referee judges both by the same rules."""

from pathlib import Path

import pytest

from kickabout import Match
from kickabout.framework.teams.configuration import find_config
from kickabout.representations import GameState, Penalty
from kickabout.simulation.match.scene import RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.simulation.referee.decisions import (
    GoalScored,
    PenaltyGiven,
    StateChange,
    Whistle,
    WhistleReason,
)
from kickabout.simulation.referee.view import RobotId, TeamSide

TEAM = str(Path(__file__).with_name("players.toml"))
STRIKER, STRAY = RobotId(TeamSide.HOME, 2), RobotId(TeamSide.HOME, 3)
NAO = RobotId(TeamSide.AWAY, 2)
BOXES = TeamPlan(
    robots=(
        RobotPlan(number=STRIKER.number, pose=(-0.4, 0.0, 0.0)),
        RobotPlan(number=STRAY.number, pose=(-2.0, 2.0, 1.57)),  # looks at the near side line
    )
)
NAOS = TeamPlan(robots=(RobotPlan(number=NAO.number, pose=(-2.5, 1.5, 0.0)),))
WAITING_TIMES = {  # s, of the referee: in the rules and in this game
    "initial": (5.0, 0.5),
    "set": (5.0, 0.5),
    "set_jitter": (2.0, 0.0),
    "ready_at_least": (15.0, 0.5),
    "still_for": (5.0, 0.5),
    "playing": (15.0, 0.0),
}
HALF = 12.0  # s


def quick_rules(folder: Path) -> str:
    """Write the rules of 2019 with short waiting times."""
    text = find_config("rules", "2019").read_text(encoding="utf-8")
    for key, (usual, short) in WAITING_TIMES.items():
        assert text.count(f"\n{key} = {usual}") == 1
        text = text.replace(f"\n{key} = {usual}", f"\n{key} = {short}")
    path = folder / "quick.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_boxes_kick_off_score_leave_the_field_and_hear_the_end_of_the_half(tmp_path: Path) -> None:
    referee = RefereePlan(rules=quick_rules(tmp_path), half=HALF)
    scene = Scene(home=BOXES, away=NAOS, referee=referee)
    with Match(TEAM, "walkers", league="open", scene=scene, fidelity="truth", workers=0) as match:
        assert match.forward(lambda: match.control.state.state is GameState.FINISHED, timeout=20.0)
        match.run(1.0)  # the GameController sends twice a second
        heard = match.robot("home", STRAY.number)["GameInfo"].data
        decisions = [decision for _, decision in match.decisions]
        whistled = [at for at, decision in match.decisions if isinstance(decision, Whistle)]
    states = [d.state for d in decisions if isinstance(d, StateChange)]
    whistles = [d for d in decisions if isinstance(d, Whistle)]
    given = [(d.robot, d.penalty) for d in decisions if isinstance(d, PenaltyGiven)]
    (goal,) = (d for d in decisions if isinstance(d, GoalScored))
    assert (goal.team, goal.scorer, goal.score) == (TeamSide.HOME, STRIKER, (1, 0))
    to_kick_off = [GameState.READY, GameState.SET, GameState.PLAYING]
    ball_free = [GameState.PLAYING]
    assert states == [*to_kick_off, *ball_free, *to_kick_off, GameState.FINISHED]
    assert [w.reason for w in whistles] == [
        WhistleReason.START,
        WhistleReason.START,
        WhistleReason.END_OF_HALF,
    ]
    assert given == [
        (STRAY, Penalty.LEAVING_THE_FIELD),
        (STRIKER, Penalty.ILLEGAL_POSITION_IN_SET),  # it stays where it scored
        (NAO, Penalty.INACTIVE_PLAYER),
    ]
    assert whistled[-1] - whistled[0] == pytest.approx(HALF, abs=0.1)
    assert (heard.state, heard.teams[0].score) == (GameState.FINISHED, 1)
