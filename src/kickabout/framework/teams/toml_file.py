"""TOML files that remember where each key stands, so that errors can point at the line."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
import tomlkit.exceptions

from kickabout.framework.errors import ConfigurationError, did_you_mean

Table = Mapping[str, Any]
_HEADER = re.compile(r"^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)


@dataclass(frozen=True, slots=True)
class TomlFile:
    """The content of a file and its text."""

    path: Path
    data: Table
    text: str

    def error(self, message: str, *keys: str) -> ConfigurationError:
        """An error that points at the line of a key."""
        return ConfigurationError(message, file=self.path, line=line_of(self.text, keys))

    def demand_known(
        self, table: Table, known: Iterable[str], *, where: tuple[str, ...] = ()
    ) -> None:
        """Refuse keys that nobody reads, with the nearest known one."""
        names = set(known)
        for key in table:
            if key not in names:
                place = f" in [{'.'.join(where)}]" if where else ""
                hint = did_you_mean(key, names)
                raise self.error(f"unknown key '{key}'{place}.{hint}", *where, key)


def read_toml(path: Path) -> TomlFile:
    """Read a file; a missing one or a slip in its syntax is one readable sentence."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigurationError("there is no such file", file=path) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"cannot be read: {error}", file=path) from None
    return toml_of(text, path)


def toml_of(text: str, path: Path) -> TomlFile:
    """Text that is or will be in a file."""
    try:
        return TomlFile(path, _parsed(text), text)
    except tomllib.TOMLDecodeError as error:
        message, line = _split_position(str(error), text)
        raise ConfigurationError(f"not valid TOML: {message}", file=path, line=line) from None


@lru_cache(maxsize=256)  # each robot of a match reads the same files
def _parsed(text: str) -> Table:
    return tomllib.loads(text)


def _split_position(message: str, text: str) -> tuple[str, int]:
    found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
    if found is None:
        return message, 1
    line = int(found.group(1)) if found.group(1) else text.count("\n") + 1
    return message[: found.start()], line


def line_of(text: str, keys: tuple[str, ...]) -> int | None:
    """The line of a key, or of the nearest table around it; None if nothing is found."""
    best: tuple[int, int] | None = None
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _split_key(header.group(1))
            path = table
        elif key := _KEY.match(line):
            path = table + _split_key(key.group(1))
        else:
            continue
        depth = len(path)
        if path == keys[:depth] and depth > 0 and (best is None or depth > best[0]):
            best = (depth, number)
    return None if best is None else best[1]


def _split_key(text: str) -> tuple[str, ...]:
    parts = re.findall(r"""[\w-]+|"[^"]*"|'[^']*'""", text)
    return tuple(part.strip("\"'") for part in parts)


def plain_values(values: Mapping[str, object]) -> dict[str, Any]:
    """Values as TOML can hold them: enumerations by value, dataclasses as tables."""
    plain: dict[str, Any] = msgspec.to_builtins(dict(values))
    return plain


def write_values(path: Path, table: tuple[str, ...], values: Table) -> None:
    """Put values into a table of a file and leave everything else, comments too, as it is."""
    try:
        document = (
            tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
        )
        place: Any = document
        for key in table:
            if key not in place:
                place[key] = tomlkit.table(is_super_table=key != table[-1])
            place = place[key]
        for key, value in values.items():
            place[key] = value
        _replace(path, tomlkit.dumps(document))
    except OSError as error:
        raise ConfigurationError(f"cannot be written: {error.strerror}", file=path) from None
    except (tomlkit.exceptions.TOMLKitError, TypeError, ValueError) as error:
        raise ConfigurationError(f"cannot be changed: {error}", file=path) from None


def _replace(path: Path, text: str) -> None:
    """At once: whoever reads meanwhile finds the old text or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)
