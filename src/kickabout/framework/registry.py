"""Finding modules by name: `BallTracker` is in a file `ball_tracker.py` of a station."""

import importlib
import importlib.util
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.framework.module import Module, declaration_of
from kickabout.framework.teams.toml_file import read_toml

_BASE = "(Module["  # files without it define no module and need not be imported

ModuleClass = type[Module[Any]]


@cache
def stations() -> tuple[str, ...]:
    """Return the packages with the project's own modules, listed in `config/stations.toml`."""
    file = read_toml(Path(str(files("kickabout"))) / "config" / "stations.toml")
    return tuple(str(package) for package in file.data["packages"])


def file_name_of(name: str) -> str:
    """Return the file name of a module: BallTracker → ball_tracker; LEDHandler → led_handler."""
    words = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", words).lower()


def module_named(name: str, packages: Sequence[str] = ()) -> ModuleClass:
    """Return the module class of this name; only its own file is imported."""
    return _module_named(name, tuple(packages))


@cache  # called many times while teams are assembled
def _module_named(name: str, packages: tuple[str, ...]) -> ModuleClass:
    for python_name, _ in _files(packages).get(file_name_of(name), ()):
        found = getattr(importlib.import_module(python_name), name, None)
        if isinstance(found, type) and issubclass(found, Module):
            return found
    known = [module.__name__ for module in all_modules(packages)]
    raise ConfigurationError(f"there is no module '{name}'.{did_you_mean(name, known)}")


def all_modules(packages: Sequence[str] = ()) -> list[ModuleClass]:
    """Return every module of the stations and of these packages by name; imports all."""
    found: dict[str, ModuleClass] = {}
    for python_names in _files(tuple(packages)).values():
        for python_name, path in python_names:
            if _BASE in path.read_text(encoding="utf-8"):
                found |= {module.__name__: module for module in modules_in(python_name)}
    return [found[name] for name in sorted(found)]


def providers_of(representation: type, packages: Sequence[str] = ()) -> list[str]:
    """Return the names of the modules that can provide a representation."""
    return [
        module.__name__
        for module in all_modules(packages)
        if representation in declaration_of(module).provides
    ]


def modules_in(python_name: str) -> Iterator[ModuleClass]:
    """Yield the modules that a file defines."""
    content = importlib.import_module(python_name)
    for value in vars(content).values():
        is_module = isinstance(value, type) and issubclass(value, Module)
        if is_module and value.__module__ == python_name and "update" in vars(value):
            yield value


@cache
def _files(packages: tuple[str, ...]) -> dict[str, list[tuple[str, Path]]]:
    """Return file name → importable names and paths, without importing anything."""
    found: dict[str, list[tuple[str, Path]]] = {}
    for package in (*packages, *stations()):
        for folder in _folders(package):
            for path in sorted(folder.rglob("*.py")):
                parts = path.relative_to(folder).with_suffix("").parts
                if path.stem != "__init__":
                    found.setdefault(path.stem, []).append((".".join((package, *parts)), path))
    return found


def _folders(package: str) -> list[Path]:
    try:
        spec = importlib.util.find_spec(package)
    except ModuleNotFoundError:
        spec = None
    if spec is None or spec.submodule_search_locations is None:
        raise ConfigurationError(f"there is no package '{package}' to take modules from")
    return [Path(folder) for folder in spec.submodule_search_locations]
