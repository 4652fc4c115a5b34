"""Recording a live robot to a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kickabout.framework import Agent, Team
from kickabout.recording.recorder import Recorder
from kickabout.recording.settings import RecordingSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveProgram:
    """The data of a robot that a replay needs."""

    name: str
    team: Team
    seed: int
    constants: tuple[object, ...]


class LiveRecording:
    """Records a robot while it runs; cycles for which the writer is too slow are dropped.

    Create it before the robot starts, call `save` regularly, and `close` after it has stopped.
    """

    def __init__(
        self,
        path: Path,
        settings: RecordingSettings,
        agent: Agent,
        *,
        constants: tuple[object, ...] = (),
        facts: Mapping[str, str] | None = None,
    ) -> None:
        self.agent = agent
        self.recorder = Recorder(path, replace(settings, when_full="drop", truth=0.0), facts=facts)
        self.recorder.describe({"live": agent.name})
        program = LiveProgram(
            name=agent.name, team=agent.team, seed=agent.seed, constants=constants
        )
        (recording,) = self.recorder.robots((program,))
        self._robot = recording(agent)

    def save(self) -> None:
        """Write all complete chunks."""
        self.recorder.advance(max(thread.frame.time for thread in self.agent.threads.values()))
        self.recorder.collect(0, self._robot.taken())

    def change(self, what: str, arguments: Sequence[object]) -> None:
        """Record a change from outside, which a replay repeats."""
        self._robot.change(what, arguments)

    def close(self) -> None:
        self.recorder.collect(0, self._robot.finish())
        self.recorder.close()
