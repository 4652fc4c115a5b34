"""docs/coverage.toml tells the truth about files: whatever it names exists."""

from docs.coverage_data import STATES, load_coverage
from tests.architecture.source import PACKAGE, ROOT

COVERAGE = load_coverage()


def test_every_named_file_exists() -> None:
    for identity, row in COVERAGE.rows():
        for path in row.where:
            assert (PACKAGE / path).exists(), f"{identity} names {path}"
        for path in row.tests:
            assert (ROOT / path).exists(), f"{identity} names {path}"


def test_what_is_done_names_code_and_tests_and_what_is_not_has_a_reason() -> None:
    for identity, row in COVERAGE.rows():
        assert row.state in STATES
        if row.state == "done":
            assert row.where, identity
            assert row.tests, identity
        else:
            assert row.note, identity
