"""The rules files."""

from importlib.resources import files
from pathlib import Path

import pytest

from kickabout.communication.game_controller_protocol import protocol_version
from kickabout.framework.errors import ConfigurationError
from kickabout.representations.game import Penalty
from kickabout.simulation.referee import load_rules
from kickabout.simulation.referee.rules import rules_in
from kickabout.soccer.league import load_league

YEARS = ("2019", "2021", "2025")
TEXT = (Path(str(files("kickabout"))) / "config" / "rules" / "2019.toml").read_text()


@pytest.mark.parametrize("year", YEARS)
def test_all_penalties_of_a_year_exist_in_its_protocol(year: str) -> None:
    rules = load_rules(year)
    known = set(protocol_version(rules.protocol_version).penalties.by_meaning)
    assert set(rules.penalties) <= known
    untimed = {Penalty.NONE, Penalty.SUBSTITUTE, Penalty.MANUAL}
    missing = known - set(rules.penalties) - untimed
    assert missing <= {Penalty.MOTION_IN_STANDBY}


@pytest.mark.parametrize("year", YEARS)
def test_there_are_positions_for_all_players(year: str) -> None:
    rules = load_rules(year)
    placement = rules.placement
    for positions in (placement.initial, placement.kicking, placement.defending):
        assert len(set(positions)) >= rules.players_per_team


def changed(tmp_path: Path, old: str, new: str) -> str:
    path = tmp_path / "changed.toml"
    assert old in TEXT
    path.write_text(TEXT.replace(old, new, 1))
    return str(path)


def test_an_unknown_key_is_named_with_its_line_and_a_suggestion(tmp_path: Path) -> None:
    name = changed(tmp_path, "ball_free_after", "ball_free_afer")
    with pytest.raises(
        ConfigurationError, match=r"toml:\d+: unknown key 'ball_free_afer'.*Did you"
    ):
        load_rules(name)


def test_an_unknown_penalty_is_named(tmp_path: Path) -> None:
    name = changed(tmp_path, "[penalties.kick_off_goal]", "[penalties.kickoff_goal]")
    with pytest.raises(ConfigurationError, match=r"'kickoff_goal'.*Did you mean 'kick_off_goal'"):
        load_rules(name)


def test_a_missing_rule_is_named(tmp_path: Path) -> None:
    name = changed(tmp_path, "mercy_difference = 10\n", "")
    with pytest.raises(ConfigurationError, match="mercy_difference"):
        load_rules(name)


def test_a_value_of_the_wrong_kind_is_refused(tmp_path: Path) -> None:
    name = changed(tmp_path, "mercy_difference = 10", 'mercy_difference = "ten"')
    with pytest.raises(ConfigurationError, match="mercy_difference"):
        load_rules(name)


def test_an_unknown_year_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="1999"):
        load_rules("1999")


def test_a_game_can_be_made_shorter() -> None:
    rules = load_rules("2019").with_times(half=60.0, pause=8.0)
    assert (rules.half.duration, rules.half.switch_after, rules.shootout.pause) == (60.0, 8.0, 8.0)
    assert load_rules("2019").with_times(half=60.0).half.break_duration == 600.0


def test_a_league_sets_substitutes_and_protocol(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(
        'name = "ours"\nrobots = ["nao"]\nfield = "spl2019"\nrules = "2019"\n'
        "[teams]\nplayers = 5\nmax_players = 6\nsubstitutes = 0\n[game_controller]\nversion = 18\n"
    )
    rules = rules_in(load_league(str(path)))
    assert (rules.team_size, rules.protocol_version) == (5, 18)
    assert rules_in(load_league("spl2019")) == load_rules("2019")
    assert rules_in(load_league("spl2019"), "2021") == load_rules("2021")
