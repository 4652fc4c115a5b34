"""The feed: samples the source at a bounded rate and offers the newest data to each page."""

import contextlib
import dataclasses
import threading
from collections.abc import Callable, Iterable

import msgspec

from kickabout.framework import KickaboutError, clock
from kickabout.simulation.match.inspection import Question
from kickabout.studio.page_messages import Watch
from kickabout.studio.studio_controller import StudioController

MOMENTS = 25.0  # Hz
INTRODUCED = 10.0  # Hz, as drawing takes time from the compilation that is waited for
STATUS = 5.0  # Hz
ROBOT_DATA = 10.0  # Hz, at most
MAX_FRACTION = 0.04  # of the match's time that may be spent on answering pages
RESEND = 1.0  # s, after which unchanged data are sent again

Payload = bytes | str


class Page:
    """One open page: the data it watches, and the newest of each kind that were not sent yet."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.watch = Watch()
        self._wake = wake
        self._lock = threading.Lock()
        self._waiting: dict[str, Payload] = {}
        self.fresh = True  # nothing was sent yet

    def offer(self, kind: str, payload: Payload) -> None:
        """Replace the waiting payload of a kind by a newer one."""
        with self._lock:
            self._waiting[kind] = payload
        self._wake()

    def has_waiting(self, kind: str) -> bool:
        """Return whether a payload of a kind was not sent yet."""
        with self._lock:
            return kind in self._waiting

    def taken(self) -> list[Payload]:
        """Return and remove all waiting payloads."""
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        return list(waiting.values())


class Feed:
    """A thread that samples a source; a bounded fraction of the match's time is spent on it."""

    def __init__(self, controller: StudioController) -> None:
        self.controller = controller
        self._pages: list[Page] = []
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="studio feed", daemon=True)
        self._sent_moment = (-1.0, 0.0)  # its time in the match, and when it was sent
        self._sent_status: bytes = b""
        self._sent_events = -1
        self._next_status = self._next_robot_data = 0.0
        self._drawing: set[str] = set()  # robots whose modules draw for pages

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join(5.0)

    @property
    def rate(self) -> float:
        """How many moments a second are sent, at most."""
        return INTRODUCED if self.controller.introduces else MOMENTS

    def open_page(self, wake: Callable[[], None]) -> Page:
        page = Page(wake)
        with self._lock:
            self._pages = [*self._pages, page]
        self._changed.set()
        return page

    def close_page(self, page: Page) -> None:
        with self._lock:
            self._pages = [other for other in self._pages if other is not page]
        self._sent_status, self._sent_events = b"", -1
        self._changed.set()

    def watch(self, page: Page, wanted: Watch) -> None:
        page.watch = wanted
        page.fresh = True
        self._next_robot_data = 0.0
        self._changed.set()

    def hurry(self) -> None:
        """Send new data soon, as something was changed by hand."""
        self._next_status = self._next_robot_data = 0.0
        self._changed.set()

    def _release(self, wanted: Iterable[str]) -> None:
        """Stop the drawing of robots that no page watches any longer."""
        for robot in self._drawing - set(wanted):
            self._drawing.discard(robot)
            with contextlib.suppress(KickaboutError):
                self.controller.inspect(robot, Question())

    def _run(self) -> None:
        while not self._ended.is_set():
            begin = clock.monotonic()
            if self._pages:
                self._sample(begin)
            else:
                self._release(())
            used = clock.monotonic() - begin
            pause = 1.0 / self.rate - used if self._pages else 3600.0
            clock.wait(max(0.002, pause), self._changed)
            self._changed.clear()

    def _sample(self, now: float) -> None:
        pages = self._pages
        fresh = any(page.fresh for page in pages)
        for page in pages:
            page.fresh = False
        try:
            self._send_moment(pages, now, forced=fresh)
            if now >= self._next_status or fresh:
                self._next_status = now + 1.0 / STATUS
                self._send_status(pages, forced=fresh)
            if now >= self._next_robot_data:
                self._send_robot_data(pages, now)
        except Exception as error:  # of any kind: the feed has to continue
            failure = msgspec.json.encode({"kind": "failure", "text": str(error)}).decode()
            for page in pages:
                page.offer("failure", failure)
            self._next_robot_data = now + 1.0

    def _send_moment(self, pages: Iterable[Page], now: float, *, forced: bool) -> None:
        moment = self.controller.moment()
        time, when = self._sent_moment
        if moment.time == time and now - when < RESEND and not forced:
            return
        self._sent_moment = (moment.time, now)
        data = moment.packed()
        for page in pages:
            if page.watch.moments:
                page.offer("moment", data)

    def _send_status(self, pages: Iterable[Page], *, forced: bool) -> None:
        status = msgspec.json.encode(
            {"kind": "status", **dataclasses.asdict(self.controller.status())}
        )
        if status != self._sent_status or forced:
            self._sent_status = status
            for page in pages:
                page.offer("status", status.decode())
        events = self.controller.events()
        if len(events) != self._sent_events or forced:
            self._sent_events = len(events)
            data = msgspec.json.encode({"kind": "events", "events": events}).decode()
            for page in pages:
                page.offer("events", data)

    def _send_robot_data(self, pages: list[Page], now: float) -> None:
        questions = merged([page.watch for page in pages])
        before = self.controller.source.spent
        drawing = {robot for robot, question in questions.items() if question.draw}
        self._release(drawing)
        self._drawing |= drawing
        for robot, question in questions.items():
            answer = self.controller.inspect(robot, question).decode()
            text = (
                f'{{"kind":"thoughts","robot":{msgspec.json.encode(robot).decode()},"of":{answer}}}'
            )
            for page in pages:
                if robot in page.watch.robots:
                    page.offer(f"thoughts {robot}", text)
        spent = self.controller.source.spent - before
        self._next_robot_data = now + max(1.0 / ROBOT_DATA, spent / MAX_FRACTION)


def merged(watches: Iterable[Watch]) -> dict[str, Question]:
    """Return one question per robot that covers the data of all pages."""
    found: dict[str, Question] = {}
    for watch in watches:
        for robot, view in watch.robots.items():
            one, other = found.get(robot, Question()), view.question
            found[robot] = Question(
                values=tuple(dict.fromkeys(one.values + other.values)),
                drawings=tuple(dict.fromkeys(one.drawings + other.drawings)),
                parameters=tuple(dict.fromkeys(one.parameters + other.parameters)),
                draw=one.draw or other.draw,
                timings=one.timings or other.timings,
                images=one.images or other.images,
                graph=one.graph or other.graph,
            )
    return found
