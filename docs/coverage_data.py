"""The coverage data: from docs/coverage.toml to typed rows."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from kickabout.framework.teams.toml_file import read_toml
from kickabout.framework.teams.typed_file import read_as

FILE = Path(__file__).with_name("coverage.toml")
STATES = ("done", "partly", "replaced", "off", "open", "none")


class Feature(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A feature that a report describes, and where it is in this project."""

    feature: str
    state: str
    where: tuple[str, ...] = ()  # files below src/kickabout
    modules: tuple[str, ...] = ()  # modules of a team's graph that implement it
    tests: tuple[str, ...] = ()
    note: str = ""


class Chapter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chapter of a report; its features by their id."""

    report: str
    title: str
    features: Mapping[str, Feature]


class Report(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A team report."""

    name: str
    prefix: str  # of the ids of its features
    features: int  # the number of features that it describes


class Coverage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All reports and their chapters in the order of the reports."""

    reports: Mapping[str, Report]
    chapters: tuple[Chapter, ...]

    def chapters_of(self, report: str) -> list[Chapter]:
        return [chapter for chapter in self.chapters if chapter.report == report]

    def rows(self) -> Iterator[tuple[str, Feature]]:
        """Every feature with its id."""
        for chapter in self.chapters:
            yield from chapter.features.items()


def load_coverage() -> Coverage:
    """Read docs/coverage.toml; an unknown key or a value of the wrong type is an error."""
    return read_as(read_toml(FILE), Coverage)
