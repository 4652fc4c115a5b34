"""Console commands for a robot's program: get, set, free, freeze, save, switch, modules."""

import functools
from collections.abc import Sequence
from typing import Any

import msgspec

from kickabout.framework import KickaboutError
from kickabout.framework.errors import did_you_mean
from kickabout.framework.module import declaration_of
from kickabout.framework.parameter import parameter_infos
from kickabout.framework.paths import field_names, thread_and_path
from kickabout.framework.registry import module_named, providers_of
from kickabout.framework.representation import all_representations, representation_named
from kickabout.framework.teams.configuration import parsed_value
from kickabout.simulation.match.inspection import Question, as_json
from kickabout.studio.console import ALL, Console, command, demand, one_of
from kickabout.studio.sources.source import StudioError

DECIMALS = 4


def _kinds() -> list[str]:
    return [kind.__name__ for kind in all_representations()]


def modules_of(console: Console) -> dict[str, dict[str, Any]]:
    """Return the modules that the chosen robot runs, by name."""
    answer = console.controller.inspect(console.robots()[0], Question(graph=True))
    threads = msgspec.json.decode(answer)["graph"]
    return {m["name"]: {**m, "thread": t["name"]} for t in threads for m in t["modules"]}


def _paths(console: Console, given: Sequence[str]) -> Sequence[str]:
    """Complete representations and modules; after a dot, their fields and parameters."""
    if len(given) != 1:
        return ()
    owner, dot, _ = given[0].partition(".")
    if not dot:
        return [*_kinds(), *modules_of(console)]
    return [f"{owner}.{name}" for name in _members(owner)]


def _members(owner: str) -> Sequence[str]:
    if owner in _kinds():
        return field_names(representation_named(owner))
    try:
        return list(parameter_infos(declaration_of(module_named(owner)).parameters))
    except KickaboutError:
        return ()


def _shown(value: object) -> str:
    """Return a value as text: numbers rounded, one line for each field."""
    plain = _rounded(msgspec.json.decode(as_json(value)))
    if not isinstance(plain, dict):
        return as_json(plain).decode()
    return "\n".join(f"{key} = {as_json(item).decode()}" for key, item in plain.items())


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return value


@command(
    "robot TEAM NUMBER|all",
    "choose the robot that the other commands address",
    complete=lambda c, g: sorted({n.split()[len(g) - 1] for n in c.controller.robots} | {ALL}),
)
def robot(console: Console, arguments: Sequence[str]) -> str:
    if arguments == [ALL]:
        console.session.robots = list(console.controller.robots)
    elif arguments:
        demand(arguments, "robot", 2, 2)
        console.session.robots = [console.robot_of(arguments[0], arguments[1])]
    return f"addressing {', '.join(console.robots())}"


@command(
    "get PATH", "show a value of a representation, or of a module's parameter", complete=_paths
)
def get(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "get", 1, 1)
    owner, _, key = thread_and_path(arguments[0])[1].partition(".")
    if owner in _kinds():
        return _each(console, lambda name: console.controller.source.value(name, arguments[0]))
    parameters = _parameters(console, owner)
    if not key:
        lines = [f"{owner}.{k} = {_shown(p['value'])} {p['unit']}" for k, p in parameters.items()]
        return "\n".join(line.rstrip() for line in lines) or f"{owner} has no parameters"
    one_of(key, list(parameters), f"a parameter of {owner}")
    return f"{arguments[0]} = {_shown(parameters[key]['value'])} {parameters[key]['unit']}".rstrip()


def _parameters(console: Console, module: str) -> dict[str, Any]:
    _demand_owner(console, module)
    answer = console.controller.inspect(console.robots()[0], Question(parameters=(module,)))
    found: dict[str, Any] = msgspec.json.decode(answer)["parameters"][module]
    return found


def _demand_owner(console: Console, name: str) -> None:
    modules = modules_of(console)
    if name not in modules:
        hint = did_you_mean(name, [*modules, *_kinds()])
        raise StudioError(
            f"no representation and no module of this robot is called '{name}'.{hint}"
        )


def _each(console: Console, ask: Any) -> str:
    answers = [(name, _shown(ask(name))) for name in console.robots()]
    if len(answers) == 1:
        return answers[0][1]
    return "\n".join(f"{name}: {answer}".replace("\n", "\n  ") for name, answer in answers)


@command(
    "set PATH VALUE",
    "override a value of a representation, or change a parameter, while the match runs",
    changes=True,
    verbatim=True,
    complete=_paths,
)
def set_(console: Console, arguments: Sequence[str]) -> str:
    parts = "".join(arguments).split(maxsplit=1)
    demand(parts, "set", 2, 2)
    path, value = parts[0], parsed_value(parts[1])
    owner, _, key = path.partition(".")
    if owner in _kinds():
        return _changed(console, "override", path, value)
    _demand_owner(console, owner)
    if not key:
        raise StudioError(
            f"the parameter is missing; give it too, such as {owner}.{next(iter(_members(owner)))}"
        )
    return _changed(console, "change_parameters", owner, {key: value})


def _changed(console: Console, what: str, *arguments: object) -> str:
    for name in console.robots():
        console.controller.change(name, what, *arguments)
    return f"changed in {', '.join(console.robots())}"


@command("free PATH", "end an override", changes=True, complete=lambda c, g: _kinds())
def free(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "free", 1, 1)
    return _changed(console, "release", arguments[0])


@command(
    "freeze NAME",
    "keep a representation as it is now, until it is freed",
    changes=True,
    complete=lambda c, g: _kinds(),
)
def freeze(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "freeze", 1, 1)
    return _changed(console, "freeze", arguments[0])


@command("save LAYER", "write changed parameters to a layer for --location", changes=True)
def save(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "save", 1, 1)
    path = console.controller.layer_file(arguments[0])
    for name in console.robots():
        console.controller.change(name, "save_parameters", path)
    if not path.exists():
        raise StudioError("no parameter was changed, so nothing was saved")
    return f"saved to {path}; play with --location {arguments[0]}"


@command("modules [PATTERN]", "list the robot's modules")
def modules(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "modules", 0, 1)
    found = [m for m in modules_of(console).values() if not arguments or arguments[0] in m["name"]]
    if not found:
        raise StudioError(f"no module's name contains '{arguments[0]}'")
    return "\n".join(f"{m['thread']}/{m['name']} → {', '.join(m['gives'])}" for m in found)


def _providers(console: Console, given: Sequence[str]) -> Sequence[str]:
    if len(given) == 1:
        return _kinds()
    known = given[0] in _kinds() and len(given) == 2
    return [*_providers_of(given[0]), "off"] if known else ()


@functools.cache
def _providers_of(representation: str) -> list[str]:
    return providers_of(representation_named(representation))


@command(
    "switch REPRESENTATION MODULE|off [THREAD]",
    "let another module provide a representation",
    changes=True,
    complete=_providers,
)
def switch(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "switch", 2, 3)
    representation_named(arguments[0])
    module = "" if arguments[1] == "off" else arguments[1]
    return _changed(console, "switch", arguments[0], module, *arguments[2:])
