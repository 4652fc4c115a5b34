"""The match in the terminal: it fits into terminals of all sizes."""

import io
import re
from collections.abc import Iterator

import pytest
from rich.console import Console

from kickabout import Match
from kickabout.commands.match_view import MatchView
from kickabout.commands.pitch_view import pitch_size
from kickabout.representations import GameState
from kickabout.simulation.referee.decisions import StateChange


@pytest.fixture(scope="module")
def match() -> Iterator[Match]:
    with Match(home="dummies", away="dummies", robots=5, seed=1) as match:
        match.run(0.4)
        yield match


def lines(match: Match, width: int, height: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, height=height, legacy_windows=False)
    with console.capture() as shown:
        console.print(MatchView(match))
    return shown.get().splitlines()


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 50), (200, 60)])
def test_everything_fits_into_a_terminal(match: Match, width: int, height: int) -> None:
    shown = lines(match, width, height)
    assert len(shown) < height
    assert max(map(len, shown)) <= width
    assert "dummies 0 : 0 dummies" in shown[0]
    beside = [line.split()[-2:] for line in shown[1:]]
    assert beside[0] == ["home", "away"]
    assert beside[1:6] == [[number, number] for number in "12345"]


def test_while_kernels_are_compiled_no_speed_is_shown(match: Match) -> None:
    assert "× real time" in lines(match, 100, 40)[0]
    match.pool.compilation.on_start(None)
    try:
        assert re.search(r"compiling: \d+ kernels so far", lines(match, 100, 40)[0])
    finally:
        match.pool.compilation.on_end(None)


def test_all_robots_and_the_ball_are_on_the_pitch(match: Match) -> None:
    columns, _ = pitch_size(80 - 33, 22)
    pitch = "".join(line[:columns] for line in lines(match, 80, 24)[1:])
    assert [pitch.count(number) for number in "12345"] == [2, 2, 2, 2, 2]
    assert pitch.count("●") == 1


def test_a_state_that_goes_on_is_not_named_twice(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = StateChange(state=GameState.PLAYING)
    monkeypatch.setattr(match, "decisions", [(0.1, playing), (10.1, playing)])
    words = " ".join(lines(match, 120, 40)[1:])
    assert words.count("playing") == 1
    assert "ball free" in words


@pytest.mark.parametrize(
    ("space", "size"),
    [((168, 58), (75, 27)), ((47, 22), (47, 15)), ((100, 15), (41, 15)), ((5, 5), (25, 9))],
)
def test_a_pitch_keeps_its_shape_and_has_a_center(
    space: tuple[int, int], size: tuple[int, int]
) -> None:
    assert pitch_size(*space) == size
