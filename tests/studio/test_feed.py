"""Pages get the newest of the data they watch, and do not delay a match."""

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.simulation.match.inspection import Question
from kickabout.studio.feed import MAX_FRACTION, Feed, Page, merged
from kickabout.studio.page_messages import RobotView, RunLine, Watch, page_message
from kickabout.studio.sources.source import Moment, Status, StudioError, TimelineEvent
from kickabout.studio.studio_controller import StudioController


class FakeRobots:
    """A source of two robots that stores the questions it gets."""

    robots = ("home 1", "away 1")

    def __init__(self) -> None:
        self.time = 0.0
        self.spent = 0.0
        self.questions: list[tuple[str, Question]] = []
        self.cost = 0.0

    def moment(self) -> Moment:
        count = len(self.robots)
        return Moment(
            time=self.time,
            ball=np.zeros(7),
            torsos=np.zeros((count, 7)),
            joints=np.zeros((count, 25)),
            estimates=np.full((count, 5), np.nan),
        )

    def status(self) -> Status:
        return Status(mode="live", time=self.time)

    def events(self) -> list[TimelineEvent]:
        return []

    def inspect(self, robot: str, question: Question) -> bytes:
        if robot not in self.robots:
            raise StudioError(f"unknown robot '{robot}'")
        self.questions.append((robot, question))
        self.spent += self.cost
        return b'{"values":{}}'


def _feed() -> tuple[Feed, FakeRobots, Page]:
    source = FakeRobots()
    # Types: fake robots stand in for a source.
    feed = Feed(StudioController(source))  # type: ignore[arg-type]
    return feed, source, feed.open_page(lambda: None)


def _kinds(page: Page) -> list[str]:
    return [
        "moment" if isinstance(data, bytes) else str(msgspec.json.decode(data)["kind"])
        for data in page.taken()
    ]


def test_a_slow_page_gets_only_the_newest_data() -> None:
    page = Page(lambda: None)
    for number in range(100):
        page.offer("moment", bytes([number]))
        page.offer("status", str(number))
    assert page.taken() == [bytes([99]), "99"]
    assert page.taken() == []


def test_a_new_page_gets_everything_at_once() -> None:
    feed, _, page = _feed()
    feed._sample(0.0)
    assert _kinds(page) == ["moment", "status", "events"]


def test_unchanged_data_are_not_sent_again() -> None:
    feed, source, page = _feed()
    feed._sample(0.0)
    page.taken()
    feed._sample(0.04)
    assert _kinds(page) == []
    source.time = 0.1
    feed._sample(0.08)
    assert _kinds(page) == ["moment"]


def test_only_robots_that_a_page_watches_are_inspected() -> None:
    feed, source, page = _feed()
    feed._sample(0.0)
    assert source.questions == []
    feed.watch(page, Watch(robots={"away 1": RobotView(values=("BallModel",))}))
    feed._sample(0.1)
    assert [(robot, q.values) for robot, q in source.questions] == [("away 1", ("BallModel",))]
    assert "thoughts" in _kinds(page)


def test_answers_take_only_a_fraction_of_the_time_of_a_match() -> None:
    feed, source, page = _feed()
    feed.watch(page, Watch(robots={"home 1": RobotView(values=("BallModel",))}))
    source.cost = 0.02
    for step in range(500):
        feed._sample(step * 0.04)
    assert source.spent <= MAX_FRACTION * 500 * 0.04 + source.cost


def test_robots_stop_drawing_when_no_page_watches() -> None:
    feed, source, page = _feed()
    feed.watch(page, Watch(robots={"home 1": RobotView(draw=True)}))
    feed._sample(0.0)
    feed.watch(page, Watch())
    feed._sample(1.0)
    assert source.questions[-1] == ("home 1", Question())


def test_a_question_that_fails_is_reported_and_the_feed_continues() -> None:
    feed, source, page = _feed()
    feed.watch(page, Watch(robots={"home 7": RobotView(values=("BallModel",))}))
    feed._sample(0.0)
    assert "failure" in _kinds(page)
    source.time = 1.0
    feed._sample(0.04)
    assert "moment" in _kinds(page)


def _break() -> Moment:
    raise OSError("the file is gone")


def test_a_broken_file_does_not_end_the_feed(monkeypatch: pytest.MonkeyPatch) -> None:
    feed, source, page = _feed()
    with monkeypatch.context() as broken:
        broken.setattr(source, "moment", _break)
        feed._sample(0.0)
        assert _kinds(page) == ["failure"]
    feed._sample(0.04)
    assert "moment" in _kinds(page)


def test_questions_of_several_pages_are_merged() -> None:
    one = Watch(robots={"home 1": RobotView(values=("A", "B"), timings=True)})
    two = Watch(robots={"home 1": RobotView(values=("B", "C")), "away 1": RobotView(images=True)})
    found = merged([one, two])
    assert found["home 1"] == Question(values=("A", "B", "C"), timings=True)
    assert found["away 1"].images


def test_messages_of_pages_are_checked() -> None:
    assert page_message('{"do":"say","id":1,"line":"help"}') == RunLine(id=1, line="help")
    for text in (
        "{}",
        "[]",
        "nonsense",
        '{"do":"delete"}',
        '{"do":"say","id":"x","line":"help"}',
        '{"do":"say","id":1,"line":"help","more":1}',
        '{"do":"say","id":1,"line":"' + "x" * 3000 + '"}',
        '{"do":"watch","robots":{"home 1":{"values":[1]}}}',
    ):
        with pytest.raises(StudioError, match="cannot be used"):
            page_message(text)


@given(data=st.binary(max_size=200))
def test_no_message_breaks_the_server(data: bytes) -> None:
    with pytest.raises(StudioError):
        page_message(data)
