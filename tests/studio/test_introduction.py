"""Before a match can begin, the studio shows a recording and says what the match waits for."""

from collections.abc import Iterator

import pytest

from kickabout.simulation.match.match import Match
from kickabout.studio.feed import MOMENTS, Feed
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import SHIPPED_MATCH
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController


@pytest.fixture
def controller() -> Iterator[StudioController]:
    with Match("dummies", "dummies", robots=1, workers=0) as match:
        made = StudioController(LiveMatch(match))
        made.introduce(SHIPPED_MATCH)
        yield made
        made.close()


def test_the_introduction_is_a_game_that_runs(controller: StudioController) -> None:
    assert len(controller.stage()["robots"]) == 10
    first = controller.moment()
    controller.source.transport.step(50)
    assert (first.torsos != controller.moment().torsos).any()
    status = controller.status()
    assert status.mode == "introduction"
    assert status.start < status.time < status.end


def test_the_notice_says_what_the_match_waits_for(controller: StudioController) -> None:
    controller.notice = "12 of 300 kernels"
    assert controller.status().notice == "12 of 300 kernels"
    controller.begin_match()
    assert not controller.status().notice


def test_the_match_takes_over(controller: StudioController) -> None:
    controller.begin_match()
    assert controller.status().mode == "live"
    assert len(controller.stage()["robots"]) == 2


def test_a_time_after_its_end_is_the_end_of_the_introduction(controller: StudioController) -> None:
    controller.go_to(1e6)
    assert controller.status().mode == "introduction"


def test_nobody_can_return_to_a_match_that_has_not_begun(controller: StudioController) -> None:
    with pytest.raises(StudioError, match="as soon as its code is compiled"):
        controller.to_live()
    with pytest.raises(StudioError):
        controller.shown_match()


def test_an_introduction_leaves_time_to_compile(controller: StudioController) -> None:
    feed = Feed(controller)
    assert feed.rate < 15.0
    controller.begin_match()
    assert feed.rate == MOMENTS
