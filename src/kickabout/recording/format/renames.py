"""Names of old recordings and what they are called today, from a table in the configuration."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from kickabout.framework.teams.configuration import load_config
from kickabout.framework.teams.typed_file import read_as


@dataclass(frozen=True, slots=True, kw_only=True)
class Renames:
    """What changed its name; only the newest name counts on the right-hand side."""

    representations: Mapping[str, str] = field(default_factory=dict)  # old → new
    fields: Mapping[str, str] = field(default_factory=dict)  # "BallModel.old" → "new"
    values: Mapping[str, str | int] = field(default_factory=dict)  # "Role.old" → new value

    def fields_of(self, kind: str) -> dict[str, str]:
        """Old → new names of the fields of one type."""
        prefix = f"{kind}."
        return {
            old.removeprefix(prefix): new
            for old, new in self.fields.items()
            if old.startswith(prefix)
        }


@cache
def renames() -> Renames:
    return read_as(load_config("recording", "renames"), Renames)
