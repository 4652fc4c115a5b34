"""Preparation: kernels compiled on all cores before they are needed, with reports of progress."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

from kickabout.framework.compilation.cache import KernelCache
from kickabout.framework.compilation.content import kernels_used_by
from kickabout.framework.compilation.signatures import KernelSignature, name_of

POLL = 0.1  # s
DEFAULT_COST = 0.3  # s, of a kernel whose cost is unknown


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the preparation is; costs are seconds of one core of the machine that measured."""

    done: int
    total: int
    cost_done: float
    cost_total: float


class Preparation:
    """Compiles what the cache does not hold, callees before their callers.

    Each process takes one kernel at a time, the most expensive of those whose callees are ready.
    A kernel that cannot be compiled is left to its first use, where its error has a context.
    """

    def __init__(self, wanted: Iterable[KernelSignature]) -> None:
        self._waiting = {item.key: item for item in wanted if _is_missing(item)}
        self._blockers = _blockers(self._waiting.values())
        self._total = len(self._waiting)
        self._cost = sum(map(_cost, self._waiting.values()))
        self._done = 0
        self._cost_done = 0.0

    def __len__(self) -> int:
        return self._total

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return Progress(self._done, self._total, self._cost_done, self._cost)

    def run(
        self, report: Callable[[Progress], None], stopped: threading.Event, processes: int
    ) -> None:
        """Compile everything; once `stopped` is set, break off within a moment."""
        context = multiprocessing.get_context("spawn")
        compilers = [_Compiler(context) for _ in range(min(processes, self._total))]
        try:
            while self._done < self._total and not stopped.is_set():
                self._hand_out(compilers)
                self._take_in(compilers)
                report(self.progress)
        finally:
            for compiler in compilers:
                compiler.close()

    def _hand_out(self, compilers: Sequence["_Compiler"]) -> None:
        for compiler in compilers:
            ready = [key for key in self._waiting if not self._blockers[key]]
            if compiler.item is None and ready:
                key = max(ready, key=lambda key: _cost(self._waiting[key]))
                compiler.begin(self._waiting.pop(key))

    def _take_in(self, compilers: Sequence["_Compiler"]) -> None:
        for pipe in wait([compiler.pipe for compiler in compilers], POLL):
            compiler = next(compiler for compiler in compilers if compiler.pipe is pipe)
            item = compiler.end()
            self._done += 1
            self._cost_done += _cost(item)
            for blockers in self._blockers.values():
                blockers.discard(item.key)


class _Compiler:
    """A process that compiles one kernel at a time."""

    def __init__(self, context: Any) -> None:
        self.item: KernelSignature | None = None
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_compile, args=(theirs,), daemon=True)
        with _without_interrupts():
            self._process.start()
        theirs.close()

    def begin(self, item: KernelSignature) -> None:
        self.item = item
        self.pipe.send(item)

    def end(self) -> KernelSignature:
        """Take the answer; EOFError if the process has died."""
        assert self.item is not None
        item, self.item = self.item, None
        self.pipe.recv()
        return item

    def close(self) -> None:
        self.pipe.close()
        self._process.kill()
        self._process.join()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block Ctrl+C in this thread and in the processes that it starts.

    A terminal sends it to all processes of a command; those that still import would print where.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which Python would start now, and unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _compile(pipe: Connection) -> None:
    """Compile what comes through the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when this ends
    while True:
        try:
            item: KernelSignature = pipe.recv()
        except EOFError:
            return
        try:
            dispatcher, arguments = item.resolved()
            dispatcher.compile(arguments)
        except Exception as error:  # the same at its first use, which says where
            pipe.send(str(error))
        else:
            pipe.send("")


def default_processes() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _is_missing(item: KernelSignature) -> bool:
    try:
        dispatcher, arguments = item.resolved()
    except LookupError:  # listed for other code
        return False
    cache = getattr(dispatcher, "_cache", None)
    return isinstance(cache, KernelCache) and not cache.holds(arguments, dispatcher.targetctx)


def _blockers(items: Iterable[KernelSignature]) -> dict[tuple[str, str], set[tuple[str, str]]]:
    """For each signature those of the kernels that its kernel calls, directly or not."""
    of_kernel: dict[str, set[tuple[str, str]]] = {}
    for item in items:
        of_kernel.setdefault(item.kernel, set()).add(item.key)
    used = {name: _names_used_by(name, items) for name in of_kernel}
    return {
        item.key: set().union(*(of_kernel.get(name, set()) for name in used[item.kernel]))
        for item in items
    }


def _names_used_by(name: str, items: Iterable[KernelSignature]) -> set[str]:
    dispatcher, _ = next(item for item in items if item.kernel == name).resolved()
    return {name_of(kernel) for kernel in kernels_used_by(dispatcher)} - {name}


def _cost(item: KernelSignature) -> float:
    return item.seconds or DEFAULT_COST
