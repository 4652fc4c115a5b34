"""Pools of players: the interface to their programs, and all of them in this process."""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from kickabout.framework import KickaboutError
from kickabout.framework.running.lockstep import Steps
from kickabout.simulation.match.compilation import Compilation
from kickabout.simulation.match.inspection import CHANGES, inspected, program_verbs
from kickabout.simulation.match.player import (
    JointCommand,
    Player,
    PlayerPlan,
    Result,
    RobotInputs,
    RobotOutputs,
    Run,
)
from kickabout.simulation.physics.snapshot import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """Players whose process has ended."""

    players: tuple[int, ...]
    reason: str


@dataclass(slots=True, kw_only=True)
class Commands:
    """The joints of all players in one frame."""

    joints: dict[int, JointCommand] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    failure: KickaboutError | None = None  # of a player; the commands of the others are complete

    def take(self, other: "Commands") -> None:
        self.joints.update(other.joints)
        self.losses += other.losses
        self.failure = self.failure or other.failure


@dataclass(slots=True, kw_only=True)
class Answers:
    """Outputs and failures of all players in one frame."""

    outputs: dict[int, RobotOutputs] = field(default_factory=dict)
    failure: KickaboutError | None = None  # of a player; the outputs of the others are complete

    def take(self, other: "Answers") -> None:
        self.outputs.update(other.outputs)
        self.failure = self.failure or other.failure


OVER = "over"  # instead of a step of a cycle


class Pool(Protocol):
    """A set of players: `begin` a frame, take its `commands`, later `finish` it.

    The next frame may begin before the last one is finished, so that no process has to wait.
    """

    @property
    def compilation(self) -> Compilation: ...
    def begin(self, snapshot: Snapshot, inputs: dict[int, RobotInputs]) -> None: ...
    def commands(self) -> Commands:
        """Wait for the commands of the frame that has begun last."""

    def finish(self) -> Answers:
        """Wait for the outputs of the oldest frame that is not finished."""

    def failure(self) -> KickaboutError | None:
        """Wait until all programs have run; return a failure of a frame that is not finished."""

    def ask(self, player: int, what: str, *arguments: object) -> Any: ...

    def kill_late(self) -> bool:
        """Kill processes that have not answered yet; return whether there were any."""

    def settle(self) -> list[Answers]:
        """Return outstanding answers before the match is closed; kill late processes."""

    def close(self) -> None: ...


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


def begun(
    players: Mapping[int, Player], snapshot: Snapshot, inputs: Mapping[int, RobotInputs]
) -> Commands:
    """Begin a frame of the players with inputs; after a failure, the others still run."""
    runs = {
        index: player.begin(snapshot, inputs[index])
        for index, player in players.items()
        if index in inputs
    }
    joints, failure = side_by_side(runs)
    return Commands(joints=joints, failure=failure)


def completed(players: Mapping[int, Player], indices: Iterable[int]) -> Answers:
    """Run the rest of a frame of some players; after a failure, the others still run."""
    outputs, failure = side_by_side({index: players[index].complete() for index in indices})
    return Answers(outputs=outputs, failure=failure)


def side_by_side(
    runs: Mapping[int, Run[Result]],
) -> tuple[dict[int, Result], KickaboutError | None]:
    """Run programs in turns of one module; return their results and the failure of the first.

    The code of a module, and what all robots share, is then in the processor's cache for all but
    the first robot. One program after the other takes a third more time.
    """
    results: dict[int, Result] = {}
    failures: dict[int, KickaboutError] = {}
    cycles: dict[int, Steps] = dict.fromkeys(runs, iter(()))
    while cycles:
        for index, steps in tuple(cycles.items()):
            try:
                while next(steps, OVER) is OVER:
                    steps = cycles[index] = next(runs[index])
            except StopIteration as end:
                results[index] = end.value
                del cycles[index]
            except KickaboutError as failure:
                failures[index] = failure
                del cycles[index]
    failed = [failures[index] for index in runs if index in failures]
    ordered = {index: results[index] for index in runs if index in results}
    return ordered, failed[0] if failed else None


class LocalPool:
    """All players in this process, one after the other."""

    def __init__(self, plans: Sequence[PlayerPlan]) -> None:
        self.compilation = Compilation(multiprocessing, 1)
        self.players = {plan.index: Player(plan) for plan in plans}
        self._commands = Commands()
        self._answers: deque[Answers] = deque()

    def begin(self, snapshot: Snapshot, inputs: dict[int, RobotInputs]) -> None:
        self._commands = begun(self.players, snapshot, inputs)
        self._answers.append(completed(self.players, self._commands.joints))

    def commands(self) -> Commands:
        return self._commands

    def finish(self) -> Answers:
        return self._answers.popleft()

    def failure(self) -> KickaboutError | None:
        return next((answers.failure for answers in self._answers if answers.failure), None)

    def ask(self, player: int, what: str, *arguments: object) -> Any:
        return queried(self.players[player], what, arguments)

    def kill_late(self) -> bool:
        return False

    def settle(self) -> list[Answers]:
        return list(self._answers)

    def close(self) -> None:
        self.players.clear()
        self.compilation.close()
