"""The lock-step runner: all threads in simulated time, in one order, the same every time."""

from collections.abc import Callable, Iterable

from kickabout.framework.agent import Agent
from kickabout.framework.graph import ThreadGraph

Feed = Callable[[str, float], Iterable[object]]  # thread and time → representations from the body


def _nothing(thread: str, now: float) -> Iterable[object]:
    return ()


class LockStepRunner:
    """Runs an agent's threads at their rates, or cycle by cycle as a body dictates."""

    def __init__(self, agent: Agent, *, start: float = 0.0) -> None:
        self.agent = agent
        self.start = start
        self.now = start
        self._cycles = {thread.name: 0 for thread in agent.graph.threads if _is_timed(thread)}

    def cycle(self, thread: str, now: float, inputs: Iterable[object] = ()) -> None:
        """One cycle of a thread, then of all threads that run after it."""
        self.now = max(self.now, now)
        self.agent.run(thread, now, inputs)
        for follower in self.agent.followers_of(thread):
            self._follow(follower, thread, now)

    def _follow(self, thread: str, trigger: str, now: float) -> None:
        self.agent.run(thread, now, trigger=trigger)
        for follower in self.agent.followers_of(thread):
            self._follow(follower, thread, now)

    def advance(self, until: float, feed: Feed = _nothing) -> None:
        """Run all cycles that are due before a time, in order of time, ties as in the team file."""
        while due := [(self._due(name), order, name) for order, name in enumerate(self._cycles)]:
            time, _, name = min(due)
            if time >= until:
                break
            self._cycles[name] += 1
            self.cycle(name, time, feed(name, time))
        self.now = max(self.now, until)

    def _due(self, name: str) -> float:
        plan = self.agent.graph.thread(name).plan
        assert plan.rate is not None
        return self.start + (self._cycles[name] + plan.phase) / plan.rate


def _is_timed(thread: ThreadGraph) -> bool:
    return thread.plan.rate is not None and not thread.plan.after
