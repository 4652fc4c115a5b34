"""A robot's program as data: team, resolved parameters, constants and seed, to run it again."""

import dataclasses
import math
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from kickabout.framework.errors import ConfigurationError
from kickabout.framework.module import declaration_of
from kickabout.framework.parameter import parameter_infos
from kickabout.framework.registry import module_named
from kickabout.framework.representation import representation_named
from kickabout.framework.teams.configuration import Layer
from kickabout.framework.teams.team import Team, ThreadPlan
from kickabout.recording.format.codec import NOT_FINITE, converter, encoded
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.renames import renames

Parameters = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """The program of one robot."""

    name: str  # "home 2"
    team: Team
    seed: int
    constants: tuple[object, ...] = ()
    notes: tuple[str, ...] = ()  # parts of an older recording that could not be used
    refused: tuple[str, ...] = ()  # packages of the recording that the user does not allow

    @property
    def refusal(self) -> str:
        """Why the program cannot run: only the user permits imports. Empty if it can."""
        if not self.refused:
            return ""
        names = " and ".join(map(repr, self.refused))
        options = " ".join(f"--package {shlex.quote(name)}" for name in self.refused)
        return (
            f"team {self.team.name!r} has modules of {names}, "
            f"which are imported only if you allow it with {options}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _TeamRecord:
    name: str
    robot: str
    description: str
    packages: tuple[str, ...]
    constants: tuple[str, ...]
    threads: tuple[ThreadPlan, ...]
    layers: tuple[str, ...]
    parameters: dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _RobotRecord:
    name: str
    seed: int
    team: int  # index of the team
    constants: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Programs:
    teams: list[_TeamRecord]
    robots: list[_RobotRecord]


@dataclass(frozen=True, slots=True, kw_only=True)
class _RecordedTeam:
    """A team that can run in this version; the fields are those of `Program`."""

    team: Team
    notes: tuple[str, ...]
    refused: tuple[str, ...]


class RobotProgram(Protocol):
    """The data of a robot that are needed to run its program again."""

    @property
    def name(self) -> str: ...
    @property
    def team(self) -> Team: ...
    @property
    def seed(self) -> int: ...
    @property
    def constants(self) -> tuple[object, ...]: ...


def programs_as_json(programs: Sequence[RobotProgram]) -> bytes:
    """Encode the programs of all robots; a team is written once for all its robots."""
    teams: list[Team] = []
    robots = []
    for program in programs:
        if program.team not in teams:
            teams.append(program.team)
        constants = {
            type(value).__name__: msgspec.json.decode(encoded(value)) for value in program.constants
        }
        robots.append(
            _RobotRecord(
                name=program.name,
                seed=program.seed,
                team=teams.index(program.team),
                constants=constants,
            )
        )
    return encoded(_Programs(teams=[_team_record(team) for team in teams], robots=robots))


def programs_from_json(data: bytes, packages: Sequence[str] = ()) -> dict[str, Program]:
    """Return programs by robot, with modules of these packages and of kickabout."""
    content = msgspec.json.decode(data, type=_Programs)
    teams = [_team(record, packages) for record in content.teams]
    return {robot.name: _program(robot, teams) for robot in content.robots}


def _program(robot: _RobotRecord, teams: Sequence[_RecordedTeam]) -> Program:
    if not 0 <= robot.team < len(teams):
        raise RecordingError(
            f"{robot.name} has team number {robot.team}, but there are {len(teams)} teams"
        )
    recorded = teams[robot.team]
    return Program(
        name=robot.name,
        team=recorded.team,
        seed=robot.seed,
        constants=tuple(
            converter(representation_named(renames().representation(name)))(value)
            for name, value in robot.constants.items()
        ),
        notes=recorded.notes,
        refused=recorded.refused,
    )


def _team_record(team: Team) -> _TeamRecord:
    return _TeamRecord(
        name=team.name,
        robot=team.robot,
        description=team.description,
        packages=team.packages,
        constants=team.constants,
        threads=team.threads,
        layers=tuple(layer.name for layer in team.layers),
        parameters=resolved_parameters(team),
    )


def resolved_parameters(team: Team) -> dict[str, dict[str, Any]]:
    """Return all parameters of all modules that a team runs, defaults included."""
    names = dict.fromkeys(name for plan in team.threads for name in plan.module_names)
    found = {}
    for name in names:
        values = team.parameters_of(module_named(name, team.packages))
        fields = dataclasses.fields(values)
        found[name] = {
            each.name: _with_named_infinities(getattr(values, each.name)) for each in fields
        }
    return {name: values for name, values in found.items() if values}


def _with_named_infinities(value: object) -> Any:
    return _replaced(
        msgspec.to_builtins(value), {number: name for name, number in NOT_FINITE.items()}
    )


def _replaced(value: Any, table: Mapping[Any, Any]) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(item, table) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(item, table) for item in value]
    is_special = isinstance(value, str) or (isinstance(value, float) and not math.isfinite(value))
    return table.get(value, value) if is_special else value


def _team(record: _TeamRecord, packages: Sequence[str]) -> _RecordedTeam:
    """Return a team with the recorded parameters instead of the present files and defaults."""
    wanted = [name for name in record.packages if name in packages]
    allowed = tuple(dict.fromkeys((*wanted, *packages)))
    notes: list[str] = []
    parameters = {}
    for recorded, values in record.parameters.items():
        module = renames().module(recorded)
        present = renames().parameters_of(module, values)
        parameters[module] = dict(_still_known(module, present, allowed, notes))
    layer = Layer(name="recording", data={"parameters": parameters})
    team = Team(
        name=record.name,
        robot=record.robot,
        description=record.description,
        packages=allowed,
        constants=tuple(map(renames().representation, record.constants)),
        threads=tuple(map(_present_names, record.threads)),
        layers=(layer,),
    )
    refused = tuple(name for name in record.packages if name not in packages)
    return _RecordedTeam(team=team, notes=tuple(notes), refused=refused)


def _present_names(thread: ThreadPlan) -> ThreadPlan:
    module, representation = renames().module, renames().representation
    return dataclasses.replace(
        thread,
        inputs=tuple(map(representation, thread.inputs)),
        modules=tuple(map(module, thread.modules)),
        add=tuple(map(module, thread.add)),
        remove=tuple(map(module, thread.remove)),
        defaults=tuple(map(representation, thread.defaults)),
        providers={representation(k): module(name) for k, name in thread.providers.items()},
    )


def _still_known(
    module: str, values: Mapping[str, Any], packages: Sequence[str], notes: list[str]
) -> Iterable[tuple[str, Any]]:
    try:
        known = parameter_infos(type(declaration_of(module_named(module, packages)).parameters()))
    except ConfigurationError:
        notes.append(f"there is no module {module} in this version")
        return
    for name, value in values.items():
        if name in known:
            yield name, _replaced(value, NOT_FINITE)
        else:
            notes.append(f"{module} has no parameter {name} in this version")
    for name in known.keys() - values.keys():
        notes.append(f"{module}.{name} is newer than the recording and keeps its default")
