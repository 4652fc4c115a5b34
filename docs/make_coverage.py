"""The coverage pages: from docs/coverage.toml to docs/coverage/, a page per report and an index.

Run by `make coverage-docs`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from docs.coverage_data import STATES, Chapter, Coverage, Feature, Report, load_coverage

FOLDER = Path(__file__).with_name("coverage")
MISSING = ("open", "partly", "off")
SHOWN_CHAPTERS = 15  # of those that miss most

MEANINGS = {
    "done": "does what the report describes, is tested, and runs in a shipped team or tool",
    "partly": "some of it is there; the note says what is missing",
    "replaced": "another method does the job; the note says which one",
    "off": "the code exists, but no shipped team runs it",
    "open": "not built yet",
    "none": "will not be built; the note says why",
}
INDEX = """\
# Coverage

Every feature that the five team reports describe, with its state, its code and its tests.
The data are in [coverage.toml](../coverage.toml); `make coverage-docs` writes these pages from it.

{totals}

## How to read it

{meanings}

The first letters of an id name the report, the middle ones the topic. A feature is *done* only if
the modules that implement it run in a shipped team at some fidelity, which
`tests/architecture/test_coverage.py` checks.

## What is missing most

Chapters by the number of features that are open, partly done or off.

{missing}
"""
PAGE = """\
# Coverage of {name}

States are explained in the [index](index.md); the data are in [coverage.toml](../coverage.toml).

{totals}
"""


def pages(coverage: Coverage) -> dict[str, str]:
    """Return the text of each page by its file name."""
    written = {"index.md": _index(coverage)}
    for key, report in coverage.reports.items():
        written[f"{key}.md"] = _page(report, coverage.chapters_of(key))
    return written


def write_pages() -> None:
    """Write all pages and delete those of reports that are gone."""
    written = pages(load_coverage())
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.md"):
        if old.name not in written:
            old.unlink()
    for name, text in written.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def count(features: Iterable[Feature]) -> dict[str, int]:
    """Return the number of features in each state."""
    found = Counter(feature.state for feature in features)
    return {state: found[state] for state in STATES}


def _index(coverage: Coverage) -> str:
    totals = [
        (f"[{report.name}]({key}.md)", _features(coverage.chapters_of(key)))
        for key, report in coverage.reports.items()
    ]
    totals.append(("all", _features(coverage.chapters)))
    meanings = _table(("state", "meaning"), [(f"*{s}*", MEANINGS[s]) for s in STATES], "--")
    return INDEX.format(
        totals=_totals("report", totals), meanings=meanings, missing=_missing(coverage)
    )


def _missing(coverage: Coverage) -> str:
    def lacking(chapter: Chapter) -> int:
        counted = count(chapter.features.values())
        return sum(counted[state] for state in MISSING)

    rows = []
    for chapter in sorted(coverage.chapters, key=lacking, reverse=True)[:SHOWN_CHAPTERS]:
        counted = count(chapter.features.values())
        link = f"[{chapter.title}]({chapter.report}.md#{_anchor(chapter.title)})"
        numbers = (str(counted[state]) for state in MISSING)
        rows.append((coverage.reports[chapter.report].name, link, *numbers))
    return _table(("report", "chapter", *MISSING), rows, "--rrr")


def _page(report: Report, chapters: Sequence[Chapter]) -> str:
    totals = [
        (f"[{chapter.title}](#{_anchor(chapter.title)})", list(chapter.features.values()))
        for chapter in chapters
    ]
    totals.append(("all", _features(chapters)))
    parts = [PAGE.format(name=report.name, totals=_totals("chapter", totals))]
    return "\n".join([*parts, *(_section(chapter) for chapter in chapters)])


def _section(chapter: Chapter) -> str:
    rows = [
        (
            identity,
            _escaped(feature.feature),
            feature.state,
            _links("src/kickabout", feature.where),
            _links(".", feature.tests),
            _escaped(feature.note),
        )
        for identity, feature in chapter.features.items()
    ]
    table = _table(("id", "feature", "state", "code", "tests", "note"), rows, "------")
    return f"## {chapter.title}\n\n{table}\n"


def _totals(first: str, groups: Sequence[tuple[str, Sequence[Feature]]]) -> str:
    rows = [
        (name, *(str(number) for number in count(features).values()), str(len(features)))
        for name, features in groups
    ]
    return _table((first, *STATES, "all"), rows, "-" + "r" * (len(STATES) + 1))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], columns: str) -> str:
    """Return a table; an `r` in columns aligns that column to the right."""
    rule = "|".join("--:" if column == "r" else "---" for column in columns)
    lines = [f"| {' | '.join(head)} |", f"|{rule}|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _features(chapters: Iterable[Chapter]) -> list[Feature]:
    return [feature for chapter in chapters for feature in chapter.features.values()]


def _links(folder: str, paths: Iterable[str]) -> str:
    return ", ".join(f"[{path}]({Path('../..') / folder / path})" for path in paths)


def _anchor(title: str) -> str:
    """Return the anchor that a heading gets in a rendered page."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _escaped(text: str) -> str:
    """Return text for a cell: no column, tag or link begins or ends in it, except inside code."""
    parts = text.replace("|", r"\|").split("`")
    parts[::2] = [part.replace("<", "&lt;").replace("[", r"\[") for part in parts[::2]]
    return "`".join(parts)


if __name__ == "__main__":
    write_pages()
