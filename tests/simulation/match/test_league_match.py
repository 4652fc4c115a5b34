"""Matches in a league of their own, and what a league refuses before anything starts."""

from pathlib import Path

import pytest

from kickabout import Match
from kickabout.framework import ConfigurationError
from kickabout.representations import FieldDimensions
from kickabout.simulation.match.match_recording import LEAGUE as FACT
from kickabout.simulation.match.match_recording import recorded_league
from kickabout.simulation.match.scene import RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.soccer.league import load_league

LEAGUE = Path(__file__).parents[2] / "leagues" / "legged.toml"
TWO = (RobotPlan(number=1, pose=(-1.8, 0.0, 0.0)), RobotPlan(number=2, pose=(-0.6, 0.4, 0.0)))
SCENE = Scene(
    home=TeamPlan(robots=TWO), away=TeamPlan(robots=TWO), referee=RefereePlan(start="playing")
)


def test_a_match_takes_field_sizes_and_colors_from_its_league() -> None:
    with Match("dummies", "dummies", league=str(LEAGUE), scene=SCENE, workers=0) as match:
        match.run(0.1)
        known: FieldDimensions = match.robot("home", 1)["FieldDimensions"]
        assert known.landmarks == match.field.landmarks
        assert (match.scene.home.color, match.scene.away.color) == ("red", "blue")
        assert match.control.rules.players_per_team == match.league.teams.players == 2
        assert match.control.rules.team_size == 2


def test_the_ball_stays_within_the_walls() -> None:
    with Match("dummies", "dummies", league=str(LEAGUE), scene=SCENE, workers=0) as match:
        match.place(ball=(0.0, -1.0), velocity=(0.3, -1.2))
        match.run(1.5)
        assert abs(match.world.ball_in_world.y) < match.field.side_line_y


def test_a_league_refuses_a_team_of_another_robot(tmp_path: Path) -> None:
    path = tmp_path / "legged.toml"
    path.write_text(LEAGUE.read_text().replace('["nao"]', '["ers7", "ers210"]'))
    sentence = "team dummies plays with the robot 'nao', but league legged allows only ers7 or"
    with pytest.raises(ConfigurationError, match=sentence):
        Match("dummies", "dummies", league=str(path), scene=SCENE, workers=0)


def test_a_league_refuses_too_many_players() -> None:
    with pytest.raises(ConfigurationError, match="4 robots on the field, but league legged allows"):
        Match("dummies", "dummies", league=str(LEAGUE), robots=4, workers=0)


def test_unknown_leagues_and_rules_get_a_suggestion() -> None:
    with pytest.raises(ConfigurationError, match=r"no league 'spl2091'\. Did you mean 'spl20"):
        Match("dummies", "dummies", league="spl2091", workers=0)
    scene = Scene(referee=RefereePlan(rules="2091"))
    with pytest.raises(ConfigurationError, match="no rule '2091'"):
        Match("dummies", "dummies", scene=scene, workers=0)


@pytest.mark.parametrize("facts", [{}, {FACT: '{"name": "spl1998"}'}])
def test_a_recording_without_a_whole_league_is_shown_in_the_one_it_names(
    facts: dict[str, str],
) -> None:
    league = recorded_league(facts, Scene(league="legged2001"))
    assert league.field.goal == load_league("legged2001").field.goal
