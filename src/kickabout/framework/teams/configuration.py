"""Configuration files: where they are found, and the layers that override each other."""

import importlib.util
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import platformdirs

from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.framework.teams.toml_file import Table, TomlFile, read_toml

KINDS = ("teams", "leagues", "fields", "robots", "locations", "scenes", "rules", "tactics")


def config_folders(kind: str) -> tuple[Path, ...]:
    """Return the folders to search for files of a kind: the user's, then the package's."""
    own = platformdirs.user_config_path("kickabout") / kind
    return own, Path(str(files("kickabout"))) / "config" / kind


def package_folders(package: str) -> tuple[Path, ...]:
    """Return the folders of a Python package; none if there is no such package."""
    try:
        spec = importlib.util.find_spec(package)
    except ModuleNotFoundError:
        spec = None
    places = spec.submodule_search_locations if spec is not None else None
    return tuple(Path(folder) for folder in places or ())


def config_names(kind: str) -> list[str]:
    """Return all names of a kind that can be loaded."""
    found = {path.stem for folder in config_folders(kind) for path in folder.glob("*.toml")}
    return sorted(found)


def find_config(kind: str, name: str) -> Path:
    """Return the file of this name, or of this path if it ends in .toml."""
    if name.endswith(".toml"):
        return Path(name)
    for folder in config_folders(kind):
        path = folder / f"{name}.toml"
        if path.is_file():
            return path
    known = config_names(kind)
    hint = did_you_mean(name, known)
    if not known:
        own = config_folders(kind)[0] / f"{name}.toml"
        hint = f" None exists yet; write {own} or give the path of a .toml file."
    raise ConfigurationError(f"there is no {kind.removesuffix('s')} '{name}'.{hint}")


def load_config(kind: str, name: str) -> TomlFile:
    return read_toml(find_config(kind, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One source of values. Later layers override earlier ones, key by key."""

    name: str  # "team bhuman2019", "scene kickoff", "robot head 3", "command line", …
    data: Table
    file: TomlFile | None = None

    def error(self, message: str, *keys: str) -> ConfigurationError:
        if self.file is not None:
            return self.file.error(message, *keys)
        return ConfigurationError(f"{self.name}: {message}")


def file_layer(name: str, file: TomlFile) -> Layer:
    return Layer(name=name, data=file.data, file=file)


def location_layer(name: str) -> Layer:
    """Load the values for a location by the name of its file: parameters and threads."""
    file = load_config("locations", name)
    file.demand_known(file.data, ("description", "parameters", "threads"))
    return file_layer(f"location {file.path.stem}", file)


def command_line_layer(assignments: Sequence[str]) -> Layer:
    """Parse parameters given as `BallTracker.gate=2.5`, with values written as in TOML."""
    parameters: dict[str, dict[str, Any]] = {}
    for text in assignments:
        path, equals, value = text.partition("=")
        module, dot, key = path.strip().partition(".")
        if not (equals and dot and module and key):
            raise ConfigurationError(f"'{text}' does not have the form Module.parameter=value")
        parameters.setdefault(module, {})[key] = parsed_value(value.strip())
    return Layer(name="command line", data={"parameters": parameters})


def parsed_value(text: str) -> Any:
    """Parse a value written as in TOML; if it is not valid TOML, return it as a string."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables merged key by key; all other values are replaced."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        # Types: `both` implies that these are tables.
        result[key] = merged(old, value) if both else value  # type: ignore[arg-type]
    return result
