"""The coverage data: files exist, modules run in a team, and the pages are up to date."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from docs.coverage_data import STATES, Chapter, Coverage, Feature, Report, load_coverage
from docs.make_coverage import FOLDER, pages
from tests.architecture.source import PACKAGE, ROOT, STATION_FOLDERS

from kickabout.framework import build_graph, load_team
from kickabout.framework.registry import all_modules
from kickabout.simulation.match.fidelity import with_fidelity
from kickabout.soccer.fidelity import FIDELITIES

COVERAGE = load_coverage()
BUILT = ("done", "partly")

Check = Callable[[Feature], list[str]]  # what is wrong with a row


@cache
def running() -> frozenset[str]:
    """Return names of the modules that run in a shipped team at some fidelity."""
    found = set()
    for path in (PACKAGE / "config" / "teams").glob("*.toml"):
        for fidelity in FIDELITIES:
            graph = build_graph(with_fidelity(load_team(str(path)), fidelity))
            found |= {node.name for thread in graph.threads for node in thread.nodes}
    return frozenset(found)


@cache
def homes() -> dict[str, str]:
    """Return the file of each module, relative to the package."""
    return {
        module.__name__: "/".join(module.__module__.split(".")[1:]) + ".py"
        for module in all_modules()
    }


def defined_in(path: str) -> set[str]:
    """Return names of the modules in a file, or in all files of a folder."""
    inside = path.rstrip("/") + "/"
    return {name for name, home in homes().items() if home == path or home.startswith(inside)}


def unknown_names(row: Feature) -> list[str]:
    state = [f"unknown state '{row.state}'"] if row.state not in STATES else []
    return [*state, *(f"unknown module '{name}'" for name in row.modules if name not in homes())]


def missing_files(row: Feature) -> list[str]:
    code = [path for path in row.where if not (PACKAGE / path).exists()]
    tests = [path for path in row.tests if not (ROOT / path).exists()]
    return [f"there is no '{path}'" for path in (*code, *tests)]


def missing_evidence(row: Feature) -> list[str]:
    """Check that a feature names code and tests if it is done, and has a note otherwise."""
    if row.state != "done":
        return [] if row.note else [f"'{row.state}' without a note"]
    named = {"code": row.where, "tests": row.tests}
    return [f"done without {kind}" for kind, paths in named.items() if not paths]


def idle_modules(row: Feature) -> list[str]:
    """Check that the modules of a built feature run in a team."""
    idle = [name for name in row.modules if name not in running()]
    return [f"no team runs '{name}'" for name in idle] if row.state in BUILT else []


def unnamed_modules(row: Feature) -> list[str]:
    """Check that a feature that is done names each module that its files define."""
    defined = set().union(*map(defined_in, row.where)) if row.state == "done" else set()
    return [f"'{name}' is not among its modules" for name in sorted(defined - set(row.modules))]


def no_modules(row: Feature) -> list[str]:
    """Check that a feature in files of stations names a module, as algorithms need one to run."""
    folders = {path.split("/")[0] for path in row.where}
    lonely = row.state == "done" and bool(folders) and folders <= set(STATION_FOLDERS)
    return ["files of stations, but no module that runs them"] if lonely and not row.modules else []


def miscounted(coverage: Coverage) -> list[str]:
    """Check that ids are unique and have their report's prefix, and that none is missing."""
    ids = Counter(identity for identity, _ in coverage.rows())
    wrong = [f"{identity} is listed {n} times" for identity, n in ids.items() if n > 1]
    for key, report in coverage.reports.items():
        own = [name for chapter in coverage.chapters_of(key) for name in chapter.features]
        known = re.compile(rf"{report.prefix}-[A-Z]+-\d\d")
        wrong += [f"{name} is no id of {key}" for name in own if not known.fullmatch(name)]
        if len(own) != report.features:
            wrong.append(f"{key} has {len(own)} features instead of {report.features}")
    for chapter in coverage.chapters:
        if chapter.report not in coverage.reports:
            wrong.append(f"unknown report '{chapter.report}'")
    return wrong


CHECKS: tuple[Check, ...] = (
    unknown_names,
    missing_files,
    missing_evidence,
    idle_modules,
    unnamed_modules,
    no_modules,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_each_row_is_correct(check: Check) -> None:
    assert not {i: wrong for i, row in COVERAGE.rows() if (wrong := check(row))}


def test_each_feature_is_listed_once() -> None:
    assert not miscounted(COVERAGE)


def row(**fields: object) -> Feature:
    """Return a correct row with some fields replaced."""
    correct: dict[str, object] = {
        "feature": "Fields by name",
        "state": "done",
        "where": ("framework/graph.py",),
        "tests": ("tests/framework/test_graph.py",),
    }
    # Types: tests pass values that are refused.
    return Feature(**(correct | fields))  # type: ignore[arg-type]


def idle_module() -> str:
    """Return a module that is in no shipped team."""
    return min(set(homes()) - running())


def test_a_correct_row_passes_all_checks() -> None:
    assert not [wrong for check in CHECKS for wrong in check(row())]


def test_unknown_states_and_modules_are_refused() -> None:
    assert unknown_names(row(state="nearly")) == ["unknown state 'nearly'"]
    assert unknown_names(row(modules=("BallGuesser",))) == ["unknown module 'BallGuesser'"]


def test_missing_files_and_tests_are_refused() -> None:
    wrong = row(where=("framework/graf.py",), tests=("tests/test_graf.py",))
    assert len(missing_files(wrong)) == 2


def test_a_feature_is_not_done_without_code_and_tests() -> None:
    assert missing_evidence(row(where=())) == ["done without code"]
    assert missing_evidence(row(tests=())) == ["done without tests"]


@pytest.mark.parametrize("state", [state for state in STATES if state != "done"])
def test_a_feature_that_is_not_done_needs_a_note(state: str) -> None:
    assert missing_evidence(row(state=state))
    assert not missing_evidence(row(state=state, note="The rest is not built."))


def test_a_feature_whose_module_no_team_runs_is_off() -> None:
    name = idle_module()
    for state in BUILT:
        assert idle_modules(row(state=state, modules=(name,))) == [f"no team runs '{name}'"]
    assert not idle_modules(row(state="off", modules=(name,)))


def test_each_module_of_a_feature_has_to_be_named() -> None:
    name, home = next(iter(homes().items()))
    assert unnamed_modules(row(where=(home,))) == [f"'{name}' is not among its modules"]
    assert not unnamed_modules(row(where=(home,), modules=(name,)))
    station = home.split("/")[0]
    assert len(unnamed_modules(row(where=(f"{station}/",)))) > 1


def test_an_algorithm_without_a_module_is_not_done() -> None:
    assert no_modules(row(where=("motion/walk/gait.py",)))
    assert not no_modules(row(where=("motion/walk/gait.py",), modules=("WalkEngine",)))
    assert not no_modules(row(where=("motion/walk/gait.py", "commands/motion.py")))


def test_ids_are_counted_and_compared() -> None:
    def coverage(*ids: str) -> Coverage:
        chapters = [Chapter(report="lab", title="Field", features={name: row()}) for name in ids]
        report = Report(name="Lab", prefix="LB01", features=2)
        return Coverage(reports={"lab": report}, chapters=tuple(chapters))

    assert not miscounted(coverage("LB01-PER-01", "LB01-PER-02"))
    assert miscounted(coverage("LB01-PER-01", "LB01-PER-01")) == ["LB01-PER-01 is listed 2 times"]
    assert miscounted(coverage("LB01-PER-01", "BH19-PER-02")) == ["BH19-PER-02 is no id of lab"]
    assert miscounted(coverage("LB01-PER-01")) == ["lab has 1 features instead of 2"]


def test_the_pages_are_up_to_date() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    stale = [name for name, text in pages(COVERAGE).items() if written.get(name) != text]
    assert not stale, "run `make coverage-docs`"
    assert set(written) == set(pages(COVERAGE))


def test_the_totals_in_the_index_are_those_of_the_data() -> None:
    text = (FOLDER / "index.md").read_text(encoding="utf-8")
    for key, report in COVERAGE.reports.items():
        found = re.search(rf"^\| \[{report.name}\]\({key}\.md\) \|(.*)\|$", text, re.MULTILINE)
        assert found, report.name
        states = [
            row.state
            for identity, row in COVERAGE.rows()
            if identity.startswith(f"{report.prefix}-")
        ]
        expected = [*(states.count(state) for state in STATES), len(states)]
        assert [int(cell) for cell in found[1].split("|")] == expected
