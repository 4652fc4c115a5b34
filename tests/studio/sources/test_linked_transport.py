"""Does a recording beside another one follow its time?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kickabout.framework import KickaboutError
from kickabout.studio.console import Console
from kickabout.studio.sources.recorded_match import SHIPPED_MATCH, RecordedMatch
from kickabout.studio.studio_controller import StudioController


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[StudioController, StudioController]]:
    lead = StudioController(RecordedMatch(SHIPPED_MATCH), layers=tmp_path)
    beside = RecordedMatch(SHIPPED_MATCH)
    beside.link(lead, start=lead.status().start)
    follower = StudioController(beside, layers=tmp_path)
    yield lead, follower
    follower.close()
    lead.close()


def test_the_time_of_the_lead_is_shown(pair: tuple[StudioController, StudioController]) -> None:
    lead, follower = pair
    lead.go_to(lead.status().start + 3.0)
    assert follower.time == pytest.approx(lead.time)
    assert follower.moment().time == pytest.approx(lead.time)


def test_a_shifted_recording_is_ahead(pair: tuple[StudioController, StudioController]) -> None:
    lead, follower = pair
    lead.go_to(lead.status().start + 3.0)
    Console(follower).run("shift 2.5")
    assert follower.time == pytest.approx(lead.time + 2.5)
    assert follower.status().shift == 2.5


def test_going_to_a_time_moves_the_lead(pair: tuple[StudioController, StudioController]) -> None:
    lead, follower = pair
    Console(follower).run("shift 1")
    wanted = lead.status().start + 5.0
    Console(follower).run(f"goto {wanted}")
    assert follower.time == pytest.approx(wanted)
    assert lead.time == pytest.approx(wanted - 1.0)


def test_playing_beside_plays_the_lead(pair: tuple[StudioController, StudioController]) -> None:
    lead, follower = pair
    Console(follower).run("play")
    assert lead.status().running
    Console(follower).run("pause")
    assert not lead.status().running


def test_recordings_of_other_times_are_shown_from_their_beginnings() -> None:
    source = RecordedMatch(SHIPPED_MATCH)
    lead = StudioController(source)
    beside = RecordedMatch(SHIPPED_MATCH)
    beside.link(lead, start=source.recording.end + 100.0)
    assert beside.shift == pytest.approx(-(source.recording.end + 100.0) + source.recording.start)
    beside.close()
    lead.close()


def test_a_single_recording_cannot_be_shifted() -> None:
    controller = StudioController(RecordedMatch(SHIPPED_MATCH))
    with pytest.raises(KickaboutError, match="only the recording beside"):
        Console(controller).run("shift 1")
    controller.close()
