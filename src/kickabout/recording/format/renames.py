"""Names in old recordings and their present ones, from a table in the configuration."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kickabout.framework.teams.configuration import load_config
from kickabout.framework.teams.typed_file import read_as


@dataclass(frozen=True, slots=True, kw_only=True)
class Renames:
    """Old names and their newest ones."""

    modules: Mapping[str, str] = field(default_factory=dict)  # old → new
    parameters: Mapping[str, str] = field(default_factory=dict)  # "NewModule.old" → "new"
    representations: Mapping[str, str] = field(default_factory=dict)  # old → new
    fields: Mapping[str, str] = field(default_factory=dict)  # "BallModel.old" → "new"
    values: Mapping[str, str | int] = field(default_factory=dict)  # "Role.old" → new value

    def module(self, name: str) -> str:
        return self.modules.get(name, name)

    def representation(self, name: str) -> str:
        return self.representations.get(name, name)

    def parameters_of(self, module: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of a module's parameters by their present names."""
        names = _below(module, self.parameters)
        return {names.get(name, name): value for name, value in values.items()}

    def fields_of(self, kind: str) -> dict[str, str]:
        """Return the new names of the fields of one type by their old ones."""
        return _below(kind, self.fields)


def _below(owner: str, table: Mapping[str, str]) -> dict[str, str]:
    prefix = f"{owner}."
    return {old.removeprefix(prefix): new for old, new in table.items() if old.startswith(prefix)}


@cache
def renames() -> Renames:
    return read_as(load_config("recording", "renames"), Renames)
