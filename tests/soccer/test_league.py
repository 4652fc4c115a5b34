"""Leagues: what their files may say, and how their errors read."""

from pathlib import Path

import pytest

from kickabout import Match
from kickabout.framework import ConfigurationError
from kickabout.framework.teams.configuration import config_names
from kickabout.soccer.league import League, load_league, rendered_fields, usual_league

LINES = """name = "small"
robots = ["nao", "wheels"]
field = "spl2020"
rules = "2021"

[teams]
players = 3
max_players = 4
"""


def written(folder: Path, text: str) -> str:
    path = folder / "small.toml"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("name", config_names("leagues"))
def test_each_shipped_league_loads(name: str) -> None:
    league = load_league(name)
    assert league.name == name
    assert 1 <= league.teams.players <= league.teams.max_players


def test_a_league_names_its_field_and_sets_the_size_of_the_teams(tmp_path: Path) -> None:
    league = load_league(written(tmp_path, LINES))
    assert league.field.name == "spl2020"
    assert league.field.players == league.teams.players == 3
    assert load_league(written(tmp_path, LINES), field="spl2019").field.name == "spl2019"


def test_a_league_may_define_its_field(tmp_path: Path) -> None:
    text = LINES.replace('field = "spl2020"\n', "") + (
        '[field]\nname = "garden"\ngoal_line_x = 2.1\n'
        '[field.goal]\nkind = "box"\ncolors = ["sky_blue", "yellow"]\n'
        '[[field.landmarks]]\nname = "corner"\nposition = [2.15, -1.4]\n'
        'bands = [{ color = "pink", bottom = 0.3, top = 0.4 }]\n'
    )
    field = load_league(written(tmp_path, text)).field
    assert (field.name, field.goal_line_x, field.players) == ("garden", 2.1, 3)
    assert field.goal.colors == ("sky_blue", "yellow")
    assert field.landmarks[0].height == 0.4


def test_paths_in_a_league_are_relative_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "lawn.toml").write_text('name = "lawn"\ngoal_line_x = 3.0\n')
    text = LINES.replace('"spl2020"', '"lawn.toml"').replace('"2021"', '"ours.toml"')
    league = load_league(written(tmp_path, text))
    assert league.field.name == "lawn"
    assert league.rules == str(tmp_path / "ours.toml")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("max_players", "most_players", "small.toml:8: unknown key 'most_players' in [teams]"),
        ("players = 3", 'players = "three"', "small.toml:7: teams.players: expected int, got str"),
        ('"spl2020"', '"spl2091"', "small.toml:3: there is no field 'spl2091'. Did you mean"),
        ("robots", "robot", "small.toml:2: unknown key 'robot'. Did you mean 'robots'?"),
    ],
)
def test_errors_name_file_line_and_key(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as error:
        load_league(written(tmp_path, LINES.replace(old, new, 1)))
    assert sentence in str(error.value)


def test_an_unknown_league_gets_a_suggestion() -> None:
    with pytest.raises(ConfigurationError, match=r"no league 'spl2091'. Did you mean 'spl20"):
        load_league("spl2091")


def test_a_league_refuses_other_robots_and_larger_teams(tmp_path: Path) -> None:
    league: League = load_league(written(tmp_path, LINES))
    league.demand_robot("wheels", "dummies")
    league.demand_players(4, "dummies")
    with pytest.raises(ConfigurationError, match="'ers7', but league small allows only nao or wh"):
        league.demand_robot("ers7", "dummies")
    with pytest.raises(ConfigurationError, match="5 robots on the field, but league small allows"):
        league.demand_players(5, "dummies")


def test_training_and_evaluation_render_the_fields_of_leagues(tmp_path: Path) -> None:
    assert [field.name for field in rendered_fields()] == ["spl2019", "spl2020"]
    own = written(tmp_path, LINES)
    assert [field.name for field in rendered_fields(["spl2019", own])] == ["spl2019", "spl2020"]
    assert [field.name for field in rendered_fields(field="spl2020")] == ["spl2020"]


def test_the_league_on_the_page_of_the_world_can_be_played(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "world.md").read_text(encoding="utf-8")
    section = page.partition("## Leagues\n")[2]
    text = section.partition("```toml\n")[2].partition("```")[0]
    league = load_league(written(tmp_path, text))
    with Match("walkers", "walkers", robots=1, league=written(tmp_path, text), workers=0) as match:
        match.run(0.05)
        assert (match.field.goal, match.field.walls) == (league.field.goal, league.field.walls)
    assert {league.field.ball.color, *league.field.goal.colors} == {"orange", "sky_blue", "yellow"}
    assert league.field.landmarks[0].height == 0.4


def test_a_robot_plays_in_the_first_league_that_names_it() -> None:
    found = {robot: usual_league(robot) for robot in ("nao", "ers210", "ers7", "box")}
    assert found == {
        "nao": "spl2019",
        "ers210": "legged2001",
        "ers7": "legged2004",
        "box": "spl2019",
    }
