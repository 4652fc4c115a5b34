"""TOML files with the positions of keys, so that errors can name the line."""

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
        """Return an error that names the line of a key."""
        return ConfigurationError(message, file=self.path, line=line_of(self.text, keys))

    def demand_known(
        self, table: Table, known: Iterable[str], *, where: tuple[str, ...] = ()
    ) -> None:
        """Raise an error for an unknown key, with the most similar known one."""
        names = set(known)
        for key in table:
            if key not in names:
                table_name = f" in [{'.'.join(where)}]" if where else ""
                hint = did_you_mean(key, names)
                raise self.error(f"unknown key '{key}'{table_name}.{hint}", *where, key)


def read_toml(path: Path) -> TomlFile:
    """Read a file; raise a ConfigurationError if it is missing or not valid TOML."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigurationError("the file does not exist", file=path) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"cannot be read: {error}", file=path) from None
    return toml_of(text, path)


def toml_of(text: str, path: Path) -> TomlFile:
    """Parse the text of a file; the path is used in errors."""
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
    """Return the line of a key or of the innermost table around it; None if not found."""
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
    """Return values in TOML's types: enumerations by value, dataclasses as tables."""
    plain: dict[str, Any] = msgspec.to_builtins(dict(values))
    return plain


def write_values(path: Path, table: tuple[str, ...], values: Table) -> None:
    """Set values in a table of a file; everything else, including comments, stays."""
    try:
        document = (
            tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
        )
        target: Any = document
        for key in table:
            if key not in target:
                target[key] = tomlkit.table(is_super_table=key != table[-1])
            target = target[key]
        for key, value in values.items():
            target[key] = value
        _replace(path, tomlkit.dumps(document))
    except OSError as error:
        raise ConfigurationError(f"cannot be written: {error.strerror}", file=path) from None
    except (tomlkit.exceptions.TOMLKitError, TypeError, ValueError) as error:
        raise ConfigurationError(f"cannot be changed: {error}", file=path) from None


def _replace(path: Path, text: str) -> None:
    """Replace a file atomically: a concurrent reader gets the old text or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)
