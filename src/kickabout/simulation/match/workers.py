"""Worker processes: players spread over processes, in lock step with the world."""

import gc
import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from kickabout.framework import ConfigurationError, KickaboutError, ModuleFailure, OnFailure
from kickabout.simulation.match.inspection import CHANGES, inspected, program_verbs
from kickabout.simulation.match.player import Deeds, News, Player, PlayerPlan
from kickabout.simulation.physics.snapshot import Snapshot

ANSWER_WITHIN = 600.0  # s; the first frame may have to compile kernels on a slow machine
LEAVE_WITHIN = 5.0  # s
GONE = "the process of this robot is gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """Players whose process is gone."""

    players: tuple[int, ...]
    reason: str


@dataclass(slots=True, kw_only=True)
class Answers:
    """What came back for one frame."""

    deeds: dict[int, Deeds] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    failure: KickaboutError | None = None  # of a player; what the others did is here all the same

    def take(self, other: "Answers") -> None:
        self.deeds.update(other.deeds)
        self.losses += other.losses
        self.failure = self.failure or other.failure


class Pool(Protocol):
    """Players somewhere; first `begin` a frame, then `finish` it."""

    def begin(self, snapshot: Snapshot, news: dict[int, News]) -> None: ...
    def finish(self) -> Answers: ...
    def ask(self, player: int, what: str, *arguments: object) -> Any: ...
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


def played(players: Mapping[int, Player], snapshot: Snapshot, news: Mapping[int, News]) -> Answers:
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
        self.players = {plan.index: Player(plan, on_failure) for plan in plans}
        self._frame: tuple[Snapshot, dict[int, News]] | None = None

    def begin(self, snapshot: Snapshot, news: dict[int, News]) -> None:
        self._frame = (snapshot, news)

    def finish(self) -> Answers:
        assert self._frame is not None
        return played(self.players, *self._frame)

    def ask(self, player: int, what: str, *arguments: object) -> Any:
        return asked(self.players[player], what, arguments)

    def close(self) -> None:
        self.players.clear()


@dataclass(slots=True, kw_only=True)
class Worker:
    """One process and the players in it."""

    process: Any  # of the context's own class
    pipe: multiprocessing.connection.Connection
    players: tuple[int, ...]
    owes_frame: bool = False  # it was begun, and its answer not yet taken


class ProcessPool:
    """Players spread evenly over processes that answer frame by frame."""

    def __init__(self, plans: Sequence[PlayerPlan], workers: int) -> None:
        # Forked workers share what is loaded already and start at once; others have to import.
        method = "fork" if sys.platform == "linux" else "spawn"
        self._context: Any = multiprocessing.get_context(method)
        self._workers: list[Worker] = []
        for i in range(min(workers, len(plans))):
            self._workers.append(self._started(plans[i::workers]))
        self._losses: list[Loss] = []

    def _started(self, plans: Sequence[PlayerPlan]) -> Worker:
        ours, theirs = self._context.Pipe()
        forked = self._context.get_start_method() == "fork"
        inherited = [ours, *(worker.pipe for worker in self._workers)] if forked else []
        process = self._context.Process(
            target=_work, args=(theirs, list(plans), inherited), daemon=True
        )
        process.start()
        theirs.close()
        return Worker(process=process, pipe=ours, players=tuple(plan.index for plan in plans))

    def processes(self) -> list[Worker]:
        """The workers that are alive."""
        return list(self._workers)

    def begin(self, snapshot: Snapshot, news: dict[int, News]) -> None:
        """Let all workers start on a frame; returns at once."""
        for worker in list(self._workers):
            content = ("frame", snapshot, {index: news[index] for index in worker.players})
            try:
                worker.owes_frame = True
                worker.pipe.send_bytes(pickle.dumps(content, protocol=5))
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
                return self._asked(worker, pickle.dumps(("ask", player, what, arguments), 5))
        raise KickaboutError(GONE)

    def _asked(self, worker: Worker, question: bytes) -> Any:
        try:
            if worker.owes_frame:  # somebody broke off between `begin` and `finish`
                self._answer(worker)
            worker.pipe.send_bytes(question)
            return self._answer(worker)
        except (EOFError, OSError):
            self._bury(worker)
            raise KickaboutError(GONE) from None

    def _answer(self, worker: Worker) -> Any:
        if not worker.pipe.poll(ANSWER_WITHIN):
            raise KickaboutError(f"no answer from a robot process within {ANSWER_WITHIN:g} s")
        kind, content = pickle.loads(worker.pipe.recv_bytes())
        worker.owes_frame = False  # answers come in order, a frame's before all others
        if kind == "failed":
            raise content
        return content

    def _bury(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.process.join(LEAVE_WITHIN)
        reason = f"the robot process ended with code {worker.process.exitcode}"
        self._losses.append(Loss(players=worker.players, reason=reason))

    def close(self) -> None:
        for worker in self._workers:
            try:
                worker.pipe.send_bytes(pickle.dumps(("stop",), protocol=5))
            except OSError:
                continue
        for worker in self._workers:
            worker.process.join(LEAVE_WITHIN)
            if worker.process.is_alive():
                worker.process.terminate()
        self._workers.clear()


def _work(
    pipe: multiprocessing.connection.Connection,
    plans: list[PlayerPlan],
    inherited: list[multiprocessing.connection.Connection],
) -> None:
    """A worker's life: make the players, then answer until told to stop or left alone."""
    for other_end in inherited:  # kept open by a worker, a pipe would outlive a killed match
        other_end.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the match decides when it ends
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
