"""Teams: files that name a robot, the modules of each thread, and parameters."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.framework.module import declaration_of
from kickabout.framework.parameter import P, with_values
from kickabout.framework.registry import ModuleClass, module_named
from kickabout.framework.teams.configuration import (
    Layer,
    config_names,
    file_layer,
    find_config,
    merged,
)
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.framework.teams.swaps import swapped
from kickabout.framework.teams.toml_file import read_toml

_TEAM = "team "  # prefix of the names of team layers

_TEAM_KEYS = (
    "name",
    "description",
    "robot",
    "extends",
    "packages",
    "constants",
    "threads",
    "parameters",
)


class Cadence(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"after": "with"}
):
    """In which cycles of its thread a module runs; in all others its outputs are held."""

    every: int = 1  # it runs in each n-th cycle
    after: str = ""  # it runs only in cycles that this thread triggers; "with" in team files

    def __str__(self) -> str:
        return f"with {self.after}" if self.after else f"every {self.every} cycles"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadPlan:
    """Configuration of one thread in a team file."""

    name: str
    rate: float | None = None  # Hz; for threads that run after others, the expected rate
    phase: float = 0.0  # fraction of the period by which the first cycle is delayed
    after: tuple[str, ...] = ()  # runs after each cycle of these threads
    inputs: tuple[str, ...] = ()  # representations received from the body
    camera: str = ""  # that the thread gets its images from
    modules: tuple[str, ...] = ()
    add: tuple[str, ...] = ()  # modules to add to those of the extended team
    remove: tuple[str, ...] = ()  # modules of the extended team to leave out
    defaults: tuple[str, ...] = ()  # representations that stay at their default
    # representation → the module that provides it, if there are several
    providers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # module → in which cycles it runs; all others run in every cycle
    cadence: Mapping[str, Cadence] = dataclasses.field(default_factory=dict)

    @property
    def module_names(self) -> tuple[str, ...]:
        """All modules that the thread lists, including chosen providers."""
        listed = [name for name in (*self.modules, *self.add) if name not in self.remove]
        listed += [name for name in self.providers.values() if name]
        return tuple(dict.fromkeys(listed))


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team as configured: all layers merged, nothing instantiated yet."""

    name: str
    robot: str
    description: str = ""
    packages: tuple[str, ...] = ()  # further Python packages to take modules from
    constants: tuple[str, ...] = ()  # representations that never change during a run
    threads: tuple[ThreadPlan, ...] = ()
    layers: tuple[Layer, ...] = ()

    @property
    def robot_configuration(self) -> RobotConfiguration:
        """Where modules find key frames, kicks, arm motions and networks."""
        return RobotConfiguration(self.robot, self.packages)

    def thread(self, name: str) -> ThreadPlan:
        for plan in self.threads:
            if plan.name == name:
                return plan
        hint = did_you_mean(name, [plan.name for plan in self.threads])
        raise ConfigurationError(f"team {self.name} has no thread '{name}'.{hint}")

    def modules_of(self, plan: ThreadPlan) -> list[ModuleClass]:
        """Return the modules that a thread lists; an error names the line of an unknown one."""
        modules = []
        for name in plan.module_names:
            try:
                modules.append(module_named(name, self.packages))
            except ConfigurationError as error:
                raise self._error_at(str(error), plan.name, name) from None
        return modules

    def _error_at(self, message: str, thread: str, module: str) -> ConfigurationError:
        for layer in reversed(self.layers):
            table = layer.data.get("threads", {}).get(thread, {})
            for key in ("modules", "add", "providers"):
                listed = table.get(key, ())
                if module in (listed.values() if isinstance(listed, Mapping) else listed):
                    return layer.error(message, "threads", thread, key)
        return ConfigurationError(message)

    def parameters_of(self, module: ModuleClass) -> Any:
        """Return the module's parameters with the values of all layers."""
        return self.layered(declaration_of(module).parameters(), module.__name__)

    def layered(self, parameters: P, owner: str) -> P:
        """Apply each layer's values for an owner, checked, with errors that name the layer."""
        for layer in self.layers:
            values = layer.data.get("parameters", {}).get(owner, {})

            def error_at(key: str, message: str, layer: Layer = layer) -> ConfigurationError:
                return layer.error(message, "parameters", owner, key)

            parameters = with_values(parameters, values, owner=owner, error_at=error_at)
        return parameters

    def origin_of(self, module: str, key: str) -> str:
        """Return the name of the layer that sets a parameter."""
        for layer in reversed(self.layers):
            if key in layer.data.get("parameters", {}).get(module, {}):
                return layer.name
        return "package"

    def with_provider(self, representation: str, module: str, thread: str) -> "Team":
        """Return the team with another provider; with an empty name, no module provides it."""
        plan = self.thread(thread)
        defaults = tuple(name for name in plan.defaults if name != representation)
        changed = dataclasses.replace(
            plan,
            providers={**plan.providers, representation: module},
            defaults=defaults if module else (*defaults, representation),
        )
        threads = tuple(changed if old.name == thread else old for old in self.threads)
        return dataclasses.replace(self, threads=threads)


def load_team(name: str, layers: Sequence[Layer] = ()) -> Team:
    """Load a team file, the teams it extends, and the layers above it.

    `bhuman2019+BallModel=HulksBallTracker` is a team with one provider replaced.
    """
    base, *swaps = name.split("+")
    team = _assembled((*_chain(base, ()), *layers))
    for swap in swaps:
        representation, equals, module = swap.partition("=")
        if not (representation and equals and module):
            raise ConfigurationError(f"'+{swap}' does not have the form +Representation=Module")
        team = swapped(team, representation, module, _all_teams)
    return dataclasses.replace(team, name=name) if swaps else team


def team_names() -> list[str]:
    return config_names("teams")


def _all_teams() -> Iterator[Team]:
    return (_assembled(tuple(_chain(name, ()))) for name in team_names())


def _chain(name: str, below: tuple[str, ...]) -> list[Layer]:
    if name in below:
        raise ConfigurationError(f"teams extend each other: {' → '.join((*below, name))}")
    file = read_toml(find_config("teams", name))
    file.demand_known(file.data, _TEAM_KEYS)
    parent = file.data.get("extends")
    if parent is not None and not isinstance(parent, str):
        raise file.error("'extends' must be the name of a team", "extends")
    layer = file_layer(_TEAM + file.path.stem, file)
    return [*(_chain(parent, (*below, name)) if parent else []), layer]


def _assembled(layers: tuple[Layer, ...]) -> Team:
    data: dict[str, Any] = {}
    for layer in layers:
        _check_shape(layer)
        data = merged(data, {key: layer.data[key] for key in _TEAM_KEYS if key in layer.data})
    top = next(layer for layer in reversed(layers) if layer.name.startswith(_TEAM))
    if "robot" not in data:
        raise top.error("the team has no key 'robot'")
    if not data.get("threads"):
        raise top.error("the team has no threads")
    team = Team(
        name=top.data.get("name", top.name.removeprefix(_TEAM)),
        robot=data["robot"],
        description=data.get("description", ""),
        packages=tuple(data.get("packages", ())),
        constants=tuple(data.get("constants", ())),
        threads=tuple(_thread_plan(name, table) for name, table in data["threads"].items()),
        layers=layers,
    )
    _check_parameters(team)
    return team


def _thread_plan(name: str, table: Mapping[str, Any]) -> ThreadPlan:
    return msgspec.convert({"name": name, **table}, ThreadPlan)


def _check_shape(layer: Layer) -> None:
    known = [field.name for field in dataclasses.fields(ThreadPlan) if field.name != "name"]
    for section in ("threads", "parameters"):
        tables = layer.data.get(section, {})
        if not isinstance(tables, Mapping):
            raise layer.error(f"'{section}' must be a table", section)
        for name, table in tables.items():
            if not isinstance(table, Mapping):
                raise layer.error(f"'{section}.{name}' must be a table", section, name)
            if section == "threads":
                _check_thread(layer, name, table, known)


def _check_thread(layer: Layer, name: str, table: Mapping[str, Any], known: list[str]) -> None:
    for key in table:
        if key not in known:
            hint = did_you_mean(key, known)
            raise layer.error(
                f"unknown key '{key}' in thread '{name}'.{hint}", "threads", name, key
            )
    for key, value in table.items():
        try:
            plan = msgspec.convert({"name": name, key: value}, ThreadPlan)
        except msgspec.ValidationError as error:
            raise layer.error(f"thread '{name}', {key}: {error}", "threads", name, key) from None
        if plan.rate is not None and not 0.0 < plan.rate <= 10_000.0:
            raise layer.error(
                f"thread '{name}': the rate is {plan.rate:g} Hz, expected 0 … 10000",
                "threads",
                name,
                "rate",
            )
        for module, cadence in plan.cadence.items():
            if cadence.every < 1 or (cadence.every > 1 and cadence.after):
                raise layer.error(
                    f"thread '{name}': the cadence of {module} is neither 'every', a number from 1"
                    " on, nor 'with', the name of a thread",
                    "threads",
                    name,
                    "cadence",
                )


def _check_parameters(team: Team) -> None:
    """Check that all parameters of all layers exist and fit, even of modules not in the team."""
    owners = {owner for layer in team.layers for owner in layer.data.get("parameters", {})}
    for owner in sorted(owners):
        try:
            module = module_named(owner, team.packages)
        except ConfigurationError as error:
            layer = next(a for a in team.layers if owner in a.data.get("parameters", {}))
            raise layer.error(str(error), "parameters", owner) from None
        team.parameters_of(module)
