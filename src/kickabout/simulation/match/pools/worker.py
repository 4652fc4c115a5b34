"""A worker process: it runs the programs of some players, frame by frame."""

import gc
import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

from kickabout.framework import KickaboutError, ModuleFailure
from kickabout.simulation.match.compilation import Compilation
from kickabout.simulation.match.player import Player, PlayerPlan, RobotInputs
from kickabout.simulation.match.pools.pool import Commands, begun, completed, queried

Pipe = multiprocessing.connection.Connection
Message = tuple[str, Any]  # its kind: "commands", "outputs" of a frame; "answer", "refusal"


def work(
    pipe: Pipe, plans: list[PlayerPlan], inherited: list[Pipe], compilation: Compilation, cell: int
) -> None:
    """Create the players, then answer until the match stops or is killed."""
    for other_end in inherited:  # if a worker kept it open, the pipe would outlive a killed match
        other_end.close()
    _ignore_terminal_signals()
    threading.Thread(target=_end_with_the_match, daemon=True).start()
    compilation.join(cell)
    program = Programs(plans)
    try:
        while (request := pickle.loads(pipe.recv_bytes()))[0] != "stop":
            for message in program.answers(*request):
                pipe.send_bytes(pickle.dumps(message, protocol=5))
    except (EOFError, ConnectionError):  # the match was killed
        return


class Programs:
    """The players of a worker, which are created when they are needed first."""

    def __init__(self, plans: list[PlayerPlan]) -> None:
        self._plans = plans
        self._created: dict[int, Player] = {}

    def answers(self, kind: str, *content: Any) -> Iterator[Message]:
        return self._frame(*content) if kind == "frame" else self._query(*content)

    def _frame(self, snapshot: bytes, inputs: dict[int, RobotInputs]) -> Iterator[Message]:
        """Run a frame; the commands are sent before the other outputs are computed."""
        try:
            commands = begun(self._players(), pickle.loads(snapshot), inputs)
        except KickaboutError as error:
            commands = Commands(failure=error)
        commands.failure = _portable(commands.failure)
        yield "commands", commands
        answers = completed(self._created, commands.joints)
        answers.failure = _portable(answers.failure)
        yield "outputs", answers

    def _query(self, index: int, what: str, arguments: tuple[object, ...]) -> Iterator[Message]:
        try:
            answer = queried(self._players()[index], what, arguments)
            pickle.dumps(answer)
            yield "answer", answer
        except KickaboutError as error:
            yield "refusal", _portable(error)
        except Exception as error:  # a failed query must not end the robots
            problem = f"the robot process cannot answer: {type(error).__name__}: {error}"
            yield "refusal", KickaboutError(problem)

    def _players(self) -> dict[int, Player]:
        if not self._created:
            self._created = {plan.index: Player(plan) for plan in self._plans}
            gc.freeze()  # a garbage collection of these permanent objects takes five frames
        return self._created


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


def _portable(error: KickaboutError | None) -> KickaboutError | None:
    """Convert an error to a class that can be sent to another process."""
    if error is None:
        return None
    kind = ModuleFailure if isinstance(error, ModuleFailure) else KickaboutError
    return kind(str(error))
