"""A match's pool for the studio: it keeps the newest estimates of the robots."""

from typing import Any

from kickabout.framework import KickaboutError
from kickabout.simulation.match.player import Belief, RobotInputs
from kickabout.simulation.match.pools.pool import Answers, Commands, Pool
from kickabout.simulation.physics.snapshot import Snapshot


class ListeningPool:
    """Passes everything on, and stores where the robots estimate themselves and the ball."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.compilation = pool.compilation
        self.estimates: dict[int, Belief | None] = {}

    def begin(self, snapshot: Snapshot, inputs: dict[int, RobotInputs]) -> None:
        self.pool.begin(snapshot, inputs)

    def commands(self) -> Commands:
        return self.pool.commands()

    def finish(self) -> Answers:
        answers = self.pool.finish()
        self.estimates = {index: outputs.belief for index, outputs in answers.outputs.items()}
        return answers

    def ask(self, player: int, what: str, *arguments: object) -> Any:
        return self.pool.ask(player, what, *arguments)

    def kill_late(self) -> bool:
        return self.pool.kill_late()

    def failure(self) -> KickaboutError | None:
        return self.pool.failure()

    def settle(self) -> list[Answers]:
        return self.pool.settle()

    def close(self) -> None:
        self.pool.close()
