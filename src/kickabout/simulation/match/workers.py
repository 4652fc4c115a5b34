"""Worker processes: players distributed to processes, in lock step with the world."""

import gc
import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from kickabout.framework import (
    ConfigurationError,
    KickaboutError,
    ModuleFailure,
    clock,
)
from kickabout.simulation.match.compilation import Compilation
from kickabout.simulation.match.inspection import CHANGES, inspected, program_verbs
from kickabout.simulation.match.player import Player, PlayerPlan, RobotInputs, RobotOutputs
from kickabout.simulation.physics.snapshot import Snapshot

ANSWER_WITHIN = 600.0  # s; the first frame may have to compile kernels on a slow machine
CLOSE_WITHIN = 5.0  # s for each answer while a match is closed
LEAVE_WITHIN = 1.0  # s after the request to stop, then processes are killed
GONE = "the process of this robot is gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """Players whose process has ended."""

    players: tuple[int, ...]
    reason: str


@dataclass(slots=True, kw_only=True)
class Answers:
    """Outputs and failures of all players in one frame."""

    outputs: dict[int, RobotOutputs] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    failure: KickaboutError | None = None  # of a player; the outputs of the others are complete

    def take(self, other: "Answers") -> None:
        self.outputs.update(other.outputs)
        self.losses += other.losses
        self.failure = self.failure or other.failure


class Pool(Protocol):
    """A set of players; first `begin` a frame, then `finish` it."""

    @property
    def compilation(self) -> Compilation: ...
    def begin(self, snapshot: Snapshot, inputs: dict[int, RobotInputs]) -> None: ...
    def finish(self) -> Answers: ...
    def ask(self, player: int, what: str, *arguments: object) -> Any: ...

    def kill_late(self) -> bool:
        """Kill processes that have not answered yet; return whether there were any."""

    def settle(self) -> None:
        """Receive outstanding answers before the match is closed; kill late processes."""

    def close(self) -> None: ...


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


def queried(player: Player, what: str, arguments: Sequence[object]) -> Any:
    """Carry out a query or a change in a player's program."""
    agent = player.agent
    verbs: dict[str, Callable[..., Any]] = {
        "representation": lambda name: agent[name],
        "value": agent.value,
        "report": player.report,
        "parameters": agent.parameters,
        "inspect": partial(inspected, agent),
        "finish_recording": player.finish_recording,
        **program_verbs(agent),
    }
    answer = verbs[what](*arguments)
    if player.recorder and what in CHANGES:
        player.recorder.change(what, arguments)
    return answer


def played(
    players: Mapping[int, Player], snapshot: Snapshot, inputs: Mapping[int, RobotInputs]
) -> Answers:
    """Run one frame of the players with inputs; after a failure, the others still run."""
    answers = Answers()
    due = {index: player for index, player in players.items() if index in inputs}
    for index, player in due.items():
        try:
            answers.outputs[index] = player.frame(snapshot, inputs[index])
        except KickaboutError as failure:
            answers.failure = answers.failure or failure
    return answers


class LocalPool:
    """All players in this process, one after the other."""

    def __init__(self, plans: Sequence[PlayerPlan]) -> None:
        self.compilation = Compilation(multiprocessing, 1)
        self.players = {plan.index: Player(plan) for plan in plans}
        self._frame: tuple[Snapshot, dict[int, RobotInputs]] | None = None

    def begin(self, snapshot: Snapshot, inputs: dict[int, RobotInputs]) -> None:
        self._frame = (snapshot, inputs)

    def finish(self) -> Answers:
        assert self._frame is not None
        return played(self.players, *self._frame)

    def ask(self, player: int, what: str, *arguments: object) -> Any:
        return queried(self.players[player], what, arguments)

    def kill_late(self) -> bool:
        return False

    def settle(self) -> None: ...

    def close(self) -> None:
        self.players.clear()
        self.compilation.close()


@dataclass(slots=True, kw_only=True)
class Worker:
    """One process and the players in it."""

    process: Any  # of a class of the multiprocessing context
    pipe: multiprocessing.connection.Connection
    players: tuple[int, ...]
    cell: int  # of the compilation
    pending: int = 0  # answers that were not received yet


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
            target=_work,
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
        for worker in list(self._workers):
            due = {index: inputs[index] for index in worker.players if index in inputs}
            content = ("frame", snapshot, due)
            try:
                self._send(worker, content)
            except OSError:
                self._remove(worker)

    def finish(self) -> Answers:
        """Wait for all workers; one that has ended is reported as a loss."""
        answers = Answers()
        for worker in list(self._workers):
            try:
                answers.take(self._answer(worker))
            except (EOFError, OSError):
                self._remove(worker)
            except KickaboutError as failure:
                answers.take(Answers(failure=failure))
        answers.losses, self._losses = self._losses, []
        return answers

    def ask(self, player: int, what: str, *arguments: object) -> Any:
        for worker in self._workers:
            if player in worker.players:
                return self._queried(worker, ("ask", player, what, arguments))
        raise KickaboutError(GONE)

    def _queried(self, worker: Worker, query: tuple[object, ...]) -> Any:
        try:
            while worker.pending:  # a signal interrupted the wait for an answer
                self._received(worker)
            self._send(worker, query)
            return self._answer(worker)
        except (EOFError, OSError):
            self._remove(worker)
            raise KickaboutError(GONE) from None

    def _send(self, worker: Worker, content: tuple[object, ...]) -> None:
        worker.pending += 1
        worker.pipe.send_bytes(pickle.dumps(content, protocol=5))

    def _answer(self, worker: Worker) -> Any:
        kind, content = self._received(worker)
        if kind == "failed":
            raise content
        return content

    def _received(self, worker: Worker) -> tuple[str, Any]:
        """Return the next answer; kill a worker without one, as it would not answer later."""
        if not worker.pipe.poll(self._timeout):
            worker.process.kill()
            raise KickaboutError(f"no answer from a robot process within {self._timeout:g} s")
        kind, content = pickle.loads(worker.pipe.recv_bytes())
        worker.pending -= 1
        return kind, content

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

    def settle(self) -> None:
        self._timeout = CLOSE_WITHIN
        end = clock.monotonic() + LEAVE_WITHIN
        for worker in list(self._workers):
            try:
                while worker.pending and worker.pipe.poll(max(0.0, end - clock.monotonic())):
                    self._received(worker)
            except (EOFError, OSError):
                self._remove(worker)
        self.kill_late()

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


def _work(
    pipe: multiprocessing.connection.Connection,
    plans: list[PlayerPlan],
    inherited: list[multiprocessing.connection.Connection],
    compilation: Compilation,
    cell: int,
) -> None:
    """Run a worker: create the players, then answer until the match stops or is killed."""
    for other_end in inherited:  # if a worker kept it open, the pipe would outlive a killed match
        other_end.close()
    _ignore_terminal_signals()
    threading.Thread(target=_end_with_the_match, daemon=True).start()
    compilation.join(cell)
    players: dict[int, Player] = {}
    while True:
        try:
            kind, *content = pickle.loads(pipe.recv_bytes())
        except (EOFError, ConnectionError):  # the match was killed
            return
        if kind == "stop":
            return
        try:
            players = players or _players(plans)
            answer = pickle.dumps(("done", _answered(players, kind, content)), protocol=5)
        except KickaboutError as error:
            answer = pickle.dumps(("failed", _portable(error)), protocol=5)
        except Exception as error:  # a failed query must not end the robots
            if kind == "frame":
                raise
            problem = f"the robot process cannot answer: {type(error).__name__}: {error}"
            answer = pickle.dumps(("failed", KickaboutError(problem)), protocol=5)
        try:
            pipe.send_bytes(answer)
        except ConnectionError:  # the match was killed meanwhile
            return


def _ignore_terminal_signals() -> None:
    """Ignore signals that the terminal sends to all processes; the match ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def _end_with_the_match() -> None:
    """End a worker with its match, also during a compilation."""
    match = multiprocessing.parent_process()
    assert match is not None
    match.join()
    os._exit(1)


def _players(plans: list[PlayerPlan]) -> dict[int, Player]:
    players = {plan.index: Player(plan) for plan in plans}
    gc.freeze()  # a garbage collection of these permanent objects takes five frames
    return players


def _answered(players: dict[int, Player], kind: str, content: list[Any]) -> Any:
    if kind == "frame":
        answers = played(players, *content)
        answers.failure = answers.failure and _portable(answers.failure)
        return answers
    index, what, arguments = content
    return queried(players[index], what, arguments)


def _portable(error: KickaboutError) -> KickaboutError:
    """Convert an error to a class that can be sent to another process."""
    kind = ModuleFailure if isinstance(error, ModuleFailure) else KickaboutError
    return kind(str(error))
