"""Leagues as data: field with goals, landmarks and ball, colors, teams, robots, and rules."""

from collections.abc import Sequence
from dataclasses import replace

from kickabout.framework import frozen
from kickabout.framework.errors import ConfigurationError
from kickabout.framework.teams.configuration import config_names, load_config
from kickabout.framework.teams.toml_file import TomlFile
from kickabout.framework.teams.typed_file import read_as
from kickabout.representations.field import FieldDimensions, load_field
from kickabout.soccer.players import DEFAULT_LEAGUE

RENDERED_LEAGUES = ("spl2019", "spl2021")  # whose fields training and evaluation render by default

Color = tuple[float, float, float]  # linear reflectance, red, green and blue


@frozen
class LeagueTeams:
    """Sizes of the teams, and the colors of their jerseys or uniforms."""

    players: int  # of one team on the field
    max_players: int  # that one team may put on the field
    substitutes: int | None = None  # by default as many as in the rules
    colors: tuple[str, str] = ("blue", "red")  # of the home and the away team


@frozen
class LeagueGameController:
    """The protocol of the GameController."""

    version: int | None = None  # of its control data; by default that of the rules


@frozen
class LeagueLight:
    """Light in the hall, unless a scene defines it."""

    intensity: float = 1.0
    temperature: float = 5000.0  # K
    scattered: float = 0.25  # fraction that comes from everywhere above, not from single lamps


@frozen
class LeagueCarpet:
    """Colors of the ground, unless the appearance of the hall defines them."""

    color: Color | None = None
    line_color: Color | None = None


@frozen
class League:
    """All that the robots of a league have in common, except the robots themselves."""

    name: str
    field: FieldDimensions
    rules: str  # name or path of their file
    teams: LeagueTeams
    description: str = ""
    robots: tuple[str, ...] = ()  # kinds that may play; empty: all
    game_controller: LeagueGameController = LeagueGameController()
    light: LeagueLight = LeagueLight()
    carpet: LeagueCarpet = LeagueCarpet()

    def demand_robot(self, robot: str, team: str) -> None:
        """Raise an error if a team's robot may not play in this league."""
        if self.robots and robot not in self.robots:
            allowed = " or ".join(self.robots)
            raise ConfigurationError(
                f"team {team} plays with the robot '{robot}', but league {self.name} allows only"
                f" {allowed}"
            )

    def demand_players(self, players: int, team: str) -> None:
        """Raise an error if a team is larger than this league allows."""
        if players > self.teams.max_players:
            raise ConfigurationError(
                f"team {team} has {players} robots on the field, but league {self.name} allows at"
                f" most {self.teams.max_players}"
            )


def load_league(name: str = DEFAULT_LEAGUE, *, field: str = "") -> League:
    """Load a league by the name of its file, on its own field or on another one.

    The file names its field or defines it in a table. Paths of field and rules are relative to it.
    """
    file = load_config("leagues", name)
    other = load_field(field) if field else None
    league = read_as(_with_field_table(file), League)
    return replace(
        league,
        field=replace(other or league.field, players=league.teams.players),
        rules=_found(file, league.rules),
    )


def usual_league(robot: str) -> str:
    """Return the league in which a robot plays unless another one is chosen."""
    names = (DEFAULT_LEAGUE, *config_names("leagues"))
    return next((n for n in names if robot in load_league(n).robots), DEFAULT_LEAGUE)


def rendered_fields(leagues: Sequence[str] = (), *, field: str = "") -> list[FieldDimensions]:
    """Return the fields of leagues, or of those that are rendered by default, each once."""
    found = [load_league(name, field=field).field for name in leagues or RENDERED_LEAGUES]
    return found[:1] if field else found


def _with_field_table(file: TomlFile) -> TomlFile:
    """Return the file with the table of its field, if it only names one."""
    field = file.data.get("field")
    if not isinstance(field, str):
        return file
    path = _found(file, field)
    try:
        load_field(path)
    except ConfigurationError as error:
        raise file.error(str(error), "field") from None
    return TomlFile(file.path, {**file.data, "field": load_config("fields", path).data}, file.text)


def _found(file: TomlFile, name: str) -> str:
    """Return the name of a file, or its path if a league gives one."""
    return str(file.path.parent / name) if name.endswith(".toml") else name
