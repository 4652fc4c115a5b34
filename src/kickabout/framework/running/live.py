"""The live runner: all threads run concurrently, each at the rate of its source."""

import threading
from collections.abc import Callable, Iterable, Mapping

from kickabout.framework import clock
from kickabout.framework.errors import KickaboutError
from kickabout.framework.running.agent import Agent
from kickabout.framework.running.lockstep import Feed, no_feed

Source = Callable[[], Iterable[object] | None]  # waits for the next inputs; None at its end
STOP_WITHIN = 5.0  # s, for a thread to finish its cycle


class LiveRunner:
    """Runs each thread of an agent in its own Python thread.

    A thread waits for its source (sensors, an image), for its timer, or for the threads it
    runs after. Before each cycle, `feed` returns further inputs without waiting for them.
    Hot loops release the interpreter lock, so threads run in parallel there.
    """

    def __init__(
        self, agent: Agent, sources: Mapping[str, Source] | None = None, feed: Feed = no_feed
    ) -> None:
        self.agent = agent
        self.feed = feed
        self.errors: list[BaseException] = []
        self._sources = dict(sources or {})
        self._stopping = threading.Event()
        self._triggers = {
            thread.name: _Triggers() for thread in agent.graph.threads if thread.plan.after
        }
        self._begin = clock.monotonic()
        self._threads = [
            threading.Thread(
                target=self._loop, args=(name,), name=f"{agent.name}.{name}", daemon=True
            )
            for name in agent.threads
        ]

    def start(self) -> None:
        self._begin = clock.monotonic()
        for thread in self._threads:
            thread.start()

    def join(self, timeout: float = STOP_WITHIN) -> None:
        """Wait until all sources have ended."""
        for thread in self._threads:
            thread.join(timeout)

    def stop(self) -> None:
        """End all threads after their current cycle; raise the first error of a thread, if any."""
        self._stopping.set()
        for triggers in self._triggers.values():
            triggers.end()
        for thread in self._threads:
            thread.join(STOP_WITHIN)
        stuck = [thread.name for thread in self._threads if thread.is_alive()]
        if self.errors:
            raise self.errors[0]
        if stuck:
            raise KickaboutError(f"threads still run after {STOP_WITHIN:g} s: {', '.join(stuck)}")

    def _loop(self, name: str) -> None:
        try:
            if name in self._triggers:
                self._follow(name)
            elif name in self._sources:
                self._take(name, self._sources[name])
            else:
                self._tick(name)
        except BaseException as error:
            self.errors.append(error)
            self._stopping.set()

    def _follow(self, name: str) -> None:
        while (trigger := self._triggers[name].take()) is not None and not self._stopping.is_set():
            self._cycle(name, (), trigger)

    def _take(self, name: str, source: Source) -> None:
        while not self._stopping.is_set() and (inputs := source()) is not None:
            self._cycle(name, inputs, None)

    def _tick(self, name: str) -> None:
        plan = self.agent.graph.thread(name).plan
        period = 1.0 / (plan.rate or 1.0)
        due = self._begin + plan.phase * period
        while not clock.wait(due - clock.monotonic(), self._stopping):
            self._cycle(name, (), None)
            due = max(due + period, clock.monotonic())

    def _cycle(self, name: str, inputs: Iterable[object], trigger: str | None) -> None:
        now = clock.monotonic() - self._begin
        self.agent.run(name, now, (*inputs, *self.feed(name, now)), trigger)
        for follower in self.agent.followers_of(name):
            self._triggers[follower].put(name)


class _Triggers:
    """Threads that ran since the last cycle of a thread that runs after them.

    Each is in the queue at most once: a late thread runs once with the newest data, not once
    for each missed trigger.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, None] = {}
        self._has_ended = False
        self._changed = threading.Condition()

    def put(self, thread: str) -> None:
        with self._changed:
            self._waiting[thread] = None
            self._changed.notify()

    def end(self) -> None:
        with self._changed:
            self._has_ended = True
            self._changed.notify()

    def take(self) -> str | None:
        """Wait for and return the thread that is waiting longest; None after the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._has_ended)
            if self._has_ended:
                return None
            thread = next(iter(self._waiting))
            del self._waiting[thread]
            return thread
