"""docs/coverage.md tells the truth about files: whatever it names exists."""

import re

from tests.architecture.source import PACKAGE, ROOT

ROW = re.compile(r"^\| ((?:BH19|BH21|HU21|GT01|UT04)-[A-Z]+-\d+) \|(.*)\|(.*)\|(.*)\|(.*)\|(.*)\|$")


def rows() -> list[tuple[str, ...]]:
    text = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    return [found.groups() for line in text.splitlines() if (found := ROW.match(line))]


def test_every_named_file_exists() -> None:
    for identity, _, _, where, tests, _ in rows():
        for path in re.findall(r"`([^`]+)`", where):
            assert (PACKAGE / path).exists(), f"{identity} names {path}"
        for path in re.findall(r"`([^`]+)`", tests):
            assert (ROOT / path).exists(), f"{identity} names {path}"


def test_what_is_done_names_code_and_tests_and_what_is_not_has_a_reason() -> None:
    assert len(rows()) > 900
    for identity, _, state, where, tests, note in rows():
        if state.strip() == "done":
            assert where.strip(), identity
            assert tests.strip(), identity
        else:
            assert note.strip(), identity
