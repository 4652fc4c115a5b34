"""The lock-step runner: all threads in simulated time, in a deterministic order."""

from collections.abc import Callable, Collection, Iterable, Iterator

from kickabout.framework.graph import ThreadGraph
from kickabout.framework.running.agent import Agent

Feed = Callable[[str, float], Iterable[object]]  # thread and time → representations from the body
Steps = Iterator[None]  # of a cycle: each `next` runs a module


def no_feed(thread: str, now: float) -> Iterable[object]:
    """Return no inputs, for threads that receive nothing from a body."""
    return ()


class LockStepRunner:
    """Runs an agent's threads at their rates, in order of time, then of the team file.

    Before each cycle, `feed` returns the inputs of that thread from the body. The cycles of
    `unpaused` threads run without pauses between their modules.
    """

    def __init__(
        self,
        agent: Agent,
        feed: Feed = no_feed,
        *,
        start: float = 0.0,
        unpaused: Collection[str] = (),
    ) -> None:
        self.agent = agent
        self.unpaused = unpaused
        self.feed = feed
        self.start = start
        timed = [thread for thread in agent.graph.threads if is_timed(thread)]
        self._counts = {thread.name: 0 for thread in timed}
        self._plans = {thread.name: thread.plan for thread in timed}
        self._dues = {thread.name: self._due(thread.name) for thread in timed}

    def cycle(self, thread: str, now: float, trigger: str | None = None) -> None:
        """Run one cycle of a thread, then of all threads that run after it."""
        for steps in self._cycles(thread, now, trigger):
            for _ in steps:
                pass

    def _cycles(self, thread: str, now: float, trigger: str | None = None) -> Iterator[Steps]:
        """Yield the cycles of a thread and of its followers; run each before the next one."""
        inputs = self.feed(thread, now)
        if thread in self.unpaused:
            self.agent.run(thread, now, inputs, trigger)
        else:
            yield self.agent.in_steps(thread, now, inputs, trigger)
        for follower in self.agent.followers_of(thread):
            yield from self._cycles(follower, now, thread)

    def advance(self, until: float) -> None:
        """Run all cycles that are due before a time, each at its due time."""
        while (due := self._next())[0] < until:
            self._count(due[1])
            self.cycle(due[1], due[0])

    def frame(self, now: float, period: float) -> Iterator[Steps | str]:
        """Run the threads due around this frame of a body, each at most once, all at `now`.

        Yields the steps of each cycle, which the caller runs before it continues, so that programs
        of several robots can run side by side; and the name of each timed thread after its cycle,
        or when it is not due.
        """
        end = now + period / 2.0
        for name, due in self._dues.items():
            if due < end:
                self._count(name)
                yield from self._cycles(name, now)
            yield name

    def _next(self) -> tuple[float, str]:
        times = [(due, name) for name, due in self._dues.items()]
        return min(times, key=lambda entry: entry[0], default=(float("inf"), ""))

    def _count(self, name: str) -> None:
        self._counts[name] += 1
        self._dues[name] = self._due(name)

    def _due(self, name: str) -> float:
        plan = self._plans[name]
        return self.start + (self._counts[name] + plan.phase) / (plan.rate or 1.0)


def is_timed(thread: ThreadGraph) -> bool:
    """Whether a thread runs at its own rate, not after other threads."""
    return thread.plan.rate is not None and not thread.plan.after
