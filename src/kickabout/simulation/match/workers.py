"""Worker processes: players spread over processes, in lock step with the world."""

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
    OnFailure,
    clock,
)
from kickabout.simulation.match.compilation import Compilation
from kickabout.simulation.match.inspection import CHANGES, inspected, program_verbs
from kickabout.simulation.match.player import Player, PlayerPlan, RobotInputs, RobotOutputs
from kickabout.simulation.physics.snapshot import Snapshot

ANSWER_WITHIN = 600.0  # s; the first frame may have to compile kernels on a slow machine
CLOSE_WITHIN = 5.0  # s for each answer while a match is closed
LEAVE_WITHIN = 1.0  # s, after which processes that were told to stop are killed
GONE = "the process of this robot is gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """Players whose process is gone."""

    players: tuple[int, ...]
    reason: str


@dataclass(slots=True, kw_only=True)
class Answers:
    """What came back for one frame."""

    deeds: dict[int, RobotOutputs] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    failure: KickaboutError | None = None  # of a player; what the others did is here all the same

    def take(self, other: "Answers") -> None:
        self.deeds.update(other.deeds)
        self.losses += other.losses
        self.failure = self.failure or other.failure


class Pool(Protocol):
    """Players somewhere; first `begin` a frame, then `finish` it."""

    @property
    def compilation(self) -> Compilation: ...
    def begin(self, snapshot: Snapshot, news: dict[int, RobotInputs]) -> None: ...
    def finish(self) -> Answers: ...
    def ask(self, player: int, what: str, *arguments: object) -> Any: ...

    def kill_late(self) -> bool:
        """End processes that owe an answer; True if there were any."""

    def settle(self) -> None:
        """Take what is still owed before the match is closed; late processes are ended."""

    def close(self) -> None: ...


def make_pool(plans: Sequence[PlayerPlan], workers: int) -> Pool:
    """Players in this process (0 workers), or spread over worker processes."""
    return ProcessPool(plans, workers) if workers else LocalPool(plans)


def worker_count(wanted: int | None, players: int) -> int:
    """As wanted; else one per core the process may use, but no more than players."""
    if wanted is not None:
        if wanted < 0:
            raise ConfigurationError(f"{wanted} workers; 0 is this process alone")
        return wanted
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return min(players, cores)


def asked(player: Player, what: str, arguments: Sequence[object]) -> Any:
    """Questions and changes that a match passes on to a player's program."""
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
    players: Mapping[int, Player], snapshot: Snapshot, news: Mapping[int, RobotInputs]
) -> Answers:
    """One frame of some players; who fails does not cost the others what they recorded."""
    answers = Answers()
    for index, player in players.items():
        try:
            answers.deeds[index] = player.frame(snapshot, news[index])
        except KickaboutError as failure:
            answers.failure = answers.failure or failure
    return answers


class LocalPool:
    """All players in this process, one after the other."""

    def __init__(self, plans: Sequence[PlayerPlan], on_failure: OnFailure = OnFailure.STOP) -> None:
        self.compilation = Compilation(multiprocessing, 1)
        self.players = {plan.index: Player(plan, on_failure) for plan in plans}
        self._frame: tuple[Snapshot, dict[int, RobotInputs]] | None = None

    def begin(self, snapshot: Snapshot, news: dict[int, RobotInputs]) -> None:
        self._frame = (snapshot, news)

    def finish(self) -> Answers:
        assert self._frame is not None
        return played(self.players, *self._frame)

    def ask(self, player: int, what: str, *arguments: object) -> Any:
        return asked(self.players[player], what, arguments)

    def kill_late(self) -> bool:
        return False

    def settle(self) -> None: ...

    def close(self) -> None:
        self.players.clear()
        self.compilation.close()


@dataclass(slots=True, kw_only=True)
class Worker:
    """One process and the players in it."""

    process: Any  # of the context's own class
    pipe: multiprocessing.connection.Connection
    players: tuple[int, ...]
    cell: int  # of the compilation
    owes: int = 0  # answers that were not yet taken


class ProcessPool:
    """Players spread evenly over processes that answer frame by frame."""

    def __init__(self, plans: Sequence[PlayerPlan], workers: int) -> None:
        # Forked workers share what is loaded already and start at once; others have to import.
        method = "fork" if sys.platform == "linux" else "spawn"
        self._context: Any = multiprocessing.get_context(method)
        count = min(workers, len(plans))
        self.compilation = Compilation(self._context, 1 + count)
        self._workers: list[Worker] = []
        self._patience = ANSWER_WITHIN
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
        """The workers that are alive."""
        return list(self._workers)

    def begin(self, snapshot: Snapshot, news: dict[int, RobotInputs]) -> None:
        """Let all workers start on a frame; returns at once."""
        for worker in list(self._workers):
            content = ("frame", snapshot, {index: news[index] for index in worker.players})
            try:
                self._send(worker, content)
            except OSError:
                self._bury(worker)

    def finish(self) -> Answers:
        """Wait for all workers; one that died is told as a loss, and the others go on."""
        answers = Answers()
        for worker in list(self._workers):
            try:
                answers.take(self._answer(worker))
            except (EOFError, OSError):
                self._bury(worker)
            except KickaboutError as failure:
                answers.take(Answers(failure=failure))
        answers.losses, self._losses = self._losses, []
        return answers

    def ask(self, player: int, what: str, *arguments: object) -> Any:
        for worker in self._workers:
            if player in worker.players:
                return self._asked(worker, ("ask", player, what, arguments))
        raise KickaboutError(GONE)

    def _asked(self, worker: Worker, question: tuple[object, ...]) -> Any:
        try:
            while worker.owes:  # a signal came between a question and its answer
                self._received(worker)
            self._send(worker, question)
            return self._answer(worker)
        except (EOFError, OSError):
            self._bury(worker)
            raise KickaboutError(GONE) from None

    def _send(self, worker: Worker, content: tuple[object, ...]) -> None:
        worker.owes += 1
        worker.pipe.send_bytes(pickle.dumps(content, protocol=5))

    def _answer(self, worker: Worker) -> Any:
        kind, content = self._received(worker)
        if kind == "failed":
            raise content
        return content

    def _received(self, worker: Worker) -> tuple[str, Any]:
        """The next answer; a worker without one is ended, as it would not hear more questions."""
        if not worker.pipe.poll(self._patience):
            worker.process.kill()
            raise KickaboutError(f"no answer from a robot process within {self._patience:g} s")
        kind, content = pickle.loads(worker.pipe.recv_bytes())
        worker.owes -= 1
        return kind, content

    def _bury(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.process.join(LEAVE_WITHIN)
        self.compilation.leave(worker.cell)
        reason = f"the robot process ended with code {worker.process.exitcode}"
        self._losses.append(Loss(players=worker.players, reason=reason))

    def kill_late(self) -> bool:
        late = [worker for worker in self._workers if worker.owes and worker.process.is_alive()]
        for worker in late:
            worker.process.kill()  # not `terminate`, which a stopped process does not hear
        return bool(late)

    def settle(self) -> None:
        self._patience = CLOSE_WITHIN
        end = clock.monotonic() + LEAVE_WITHIN
        for worker in list(self._workers):
            try:
                while worker.owes and worker.pipe.poll(max(0.0, end - clock.monotonic())):
                    self._received(worker)
            except (EOFError, OSError):
                self._bury(worker)
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
    """A worker's life: make the players, then answer until told to stop or left alone."""
    for other_end in inherited:  # kept open by a worker, a pipe would outlive a killed match
        other_end.close()
    _leave_signals_to_the_match()
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
        except Exception as error:  # a question without answer must not cost the match its robots
            if kind == "frame":
                raise
            problem = f"the robot process cannot answer: {type(error).__name__}: {error}"
            answer = pickle.dumps(("failed", KickaboutError(problem)), protocol=5)
        try:
            pipe.send_bytes(answer)
        except ConnectionError:  # killed while the robots thought
            return


def _leave_signals_to_the_match() -> None:
    """The terminal sends its signals to all processes, and the match decides when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def _end_with_the_match() -> None:
    """Without this, a worker whose match was killed would first compile to the end."""
    match = multiprocessing.parent_process()
    assert match is not None
    match.join()
    os._exit(1)


def _players(plans: list[PlayerPlan]) -> dict[int, Player]:
    players = {plan.index: Player(plan) for plan in plans}
    gc.freeze()  # all this stays: looking through it for garbage would take five frames of a body
    return players


def _answered(players: dict[int, Player], kind: str, content: list[Any]) -> Any:
    if kind == "frame":
        answers = played(players, *content)
        answers.failure = answers.failure and _portable(answers.failure)
        return answers
    index, what, arguments = content
    return asked(players[index], what, arguments)


def _portable(error: KickaboutError) -> KickaboutError:
    """As it can go to another process, whatever else a class of its own may need to be made."""
    kind = ModuleFailure if isinstance(error, ModuleFailure) else KickaboutError
    return kind(str(error))
