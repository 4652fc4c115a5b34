"""Worker processes: players distributed to processes, in lock step with the world."""

import multiprocessing
import multiprocessing.connection
import os
import pickle
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kickabout.framework import ConfigurationError, KickaboutError, clock
from kickabout.simulation.match.compilation import Compilation
from kickabout.simulation.match.player import PlayerPlan, RobotInputs
from kickabout.simulation.match.pools.pool import Answers, Commands, LocalPool, Loss, Pool
from kickabout.simulation.match.pools.worker import Message, work
from kickabout.simulation.physics.snapshot import Snapshot

ANSWER_WITHIN = 600.0  # s; the first frame may have to compile kernels on a slow machine
CLOSE_WITHIN = 5.0  # s for each answer while a match is closed
LEAVE_WITHIN = 1.0  # s after the request to stop, then processes are killed
GONE = "the process of this robot is gone"


def make_pool(plans: Sequence[PlayerPlan], workers: int) -> Pool:
    """Return players in this process (0 workers), or distributed to worker processes."""
    return ProcessPool(plans, workers) if workers else LocalPool(plans)


def worker_count(wanted: int | None, players: int) -> int:
    """Return the number of workers; by default one per core, but no more than players."""
    if wanted is not None:
        if wanted < 0:
            raise ConfigurationError(f"{wanted} workers; 0 means no other process")
        return wanted
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return min(players, cores)


@dataclass(slots=True, kw_only=True)
class Worker:
    """One process and the players in it."""

    process: Any  # of a class of the multiprocessing context
    pipe: multiprocessing.connection.Connection
    players: tuple[int, ...]
    cell: int  # of the compilation
    pending: int = 0  # messages that will arrive
    received: deque[Message] = field(default_factory=deque)  # and were not taken yet


class ProcessPool:
    """Players distributed evenly to processes that answer frame by frame."""

    def __init__(self, plans: Sequence[PlayerPlan], workers: int) -> None:
        # Forked workers share the loaded modules and start at once; others have to import them.
        method = "fork" if sys.platform == "linux" else "spawn"
        self._context: Any = multiprocessing.get_context(method)
        count = min(workers, len(plans))
        self.compilation = Compilation(self._context, 1 + count)
        self._workers: list[Worker] = []
        self._timeout = ANSWER_WITHIN
        for i in range(count):
            self._workers.append(self._started(plans[i::workers], 1 + i))
        self._losses: list[Loss] = []

    def _started(self, plans: Sequence[PlayerPlan], cell: int) -> Worker:
        ours, theirs = self._context.Pipe()
        forked = self._context.get_start_method() == "fork"
        inherited = [ours, *(worker.pipe for worker in self._workers)] if forked else []
        process = self._context.Process(
            target=work,
            args=(theirs, list(plans), inherited, self.compilation, cell),
            daemon=True,
        )
        process.start()
        theirs.close()
        players = tuple(plan.index for plan in plans)
        return Worker(process=process, pipe=ours, players=players, cell=cell)

    def processes(self) -> list[Worker]:
        """Return the workers that are alive."""
        return list(self._workers)

    def begin(self, snapshot: Snapshot, inputs: dict[int, RobotInputs]) -> None:
        """Let all workers start on a frame, without waiting for them."""
        shared = pickle.dumps(snapshot, protocol=5)
        for worker in list(self._workers):
            due = {index: inputs[index] for index in worker.players if index in inputs}
            try:
                self._send(worker, "frame", shared, due)
                worker.pending += 2  # commands and outputs
            except OSError:
                self._remove(worker)

    def commands(self) -> Commands:
        """Wait for all workers; one that has ended is reported as a loss."""
        commands = Commands()
        for worker in list(self._workers):
            try:
                commands.take(self._taken(worker, "commands"))
            except (EOFError, OSError):
                self._remove(worker)
            except KickaboutError as failure:
                commands.take(Commands(failure=failure))
        commands.losses, self._losses = self._losses, []
        return commands

    def finish(self) -> Answers:
        answers = Answers()
        for worker in list(self._workers):
            try:
                answers.take(self._taken(worker, "outputs"))
            except (EOFError, OSError):
                self._remove(worker)
            except KickaboutError as failure:
                answers.take(Answers(failure=failure))
        return answers

    def failure(self) -> KickaboutError | None:
        for worker in list(self._workers):
            try:
                self._wait(worker)
            except (EOFError, OSError):
                self._remove(worker)
        waiting = [message for worker in self._workers for message in worker.received]
        failures = [content.failure for kind, content in waiting if kind == "outputs"]
        return next((failure for failure in failures if failure), None)

    def ask(self, player: int, what: str, *arguments: object) -> Any:
        for worker in self._workers:
            if player in worker.players:
                return self._queried(worker, player, what, arguments)
        raise KickaboutError(GONE)

    def _queried(self, worker: Worker, *query: object) -> Any:
        try:
            self._wait(worker)
            self._send(worker, "ask", *query)
            worker.pending += 1
            kind, content = self._arrived(worker)
        except (EOFError, OSError):
            self._remove(worker)
            raise KickaboutError(GONE) from None
        if kind == "refusal":
            raise content
        return content

    def _send(self, worker: Worker, *content: object) -> None:
        worker.pipe.send_bytes(pickle.dumps(content, protocol=5))

    def _wait(self, worker: Worker) -> None:
        """Receive everything that a worker still has to send."""
        while worker.pending:
            worker.received.append(self._arrived(worker))

    def _taken(self, worker: Worker, wanted: str) -> Any:
        """Return the next content of a kind; others were left by an interrupted wait."""
        while True:
            waiting = worker.received
            kind, content = waiting.popleft() if waiting else self._arrived(worker)
            if kind == wanted:
                return content

    def _arrived(self, worker: Worker) -> Message:
        """Return the next message; kill a worker without one, as it would not answer later."""
        if not worker.pipe.poll(self._timeout):
            worker.process.kill()
            raise KickaboutError(f"no answer from a robot process within {self._timeout:g} s")
        message: Message = pickle.loads(worker.pipe.recv_bytes())
        worker.pending -= 1
        return message

    def _remove(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.process.join(LEAVE_WITHIN)
        self.compilation.leave(worker.cell)
        reason = f"the robot process ended with code {worker.process.exitcode}"
        self._losses.append(Loss(players=worker.players, reason=reason))

    def kill_late(self) -> bool:
        late = [worker for worker in self._workers if worker.pending and worker.process.is_alive()]
        for worker in late:
            worker.process.kill()  # not `terminate`, which a stopped process does not handle
        return bool(late)

    def settle(self) -> list[Answers]:
        self._timeout = CLOSE_WITHIN
        end = clock.monotonic() + LEAVE_WITHIN
        for worker in list(self._workers):
            try:
                while worker.pending and worker.pipe.poll(max(0.0, end - clock.monotonic())):
                    worker.received.append(self._arrived(worker))
            except (EOFError, OSError):
                self._remove(worker)
        self.kill_late()
        waiting = [message for worker in self._workers for message in worker.received]
        return [content for kind, content in waiting if kind == "outputs"]

    def close(self) -> None:
        for worker in self._workers:
            try:
                worker.pipe.send_bytes(pickle.dumps(("stop",), protocol=5))
            except OSError:
                continue
        end = clock.monotonic() + LEAVE_WITHIN
        for worker in self._workers:
            worker.process.join(max(0.0, end - clock.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._workers.clear()
        self.compilation.close()
