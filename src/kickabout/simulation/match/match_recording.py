"""The interface between a match and its recorder, independent of the file format."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Any, Protocol

import msgspec
import numpy as np

from kickabout.framework import KickaboutError
from kickabout.representations import TrueWorld
from kickabout.simulation.gamecontroller.game_control import GameControl
from kickabout.simulation.match.player import PlayerPlan
from kickabout.simulation.match.pools.pool import Answers, Pool
from kickabout.simulation.match.scene import Scene, league_of
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.decisions import Decision
from kickabout.simulation.referee.view import TeamSide
from kickabout.soccer.league import League

LEAGUE = "league_data"  # fact with the whole league as JSON


class MatchRecorder(Protocol):
    """Records a match; `kickabout.recording.Recorder` is an implementation."""

    def describe(self, facts: Mapping[str, str]) -> None: ...
    def robots(self, programs: Sequence[PlayerPlan]) -> Sequence[Any]: ...
    def advance(self, time: float) -> None: ...
    def is_truth_due(self, time: float) -> bool: ...
    def record_truth(self, time: float, value: object) -> None: ...
    def record(self, topic: str, time: float, value: object) -> None: ...
    def collect(self, robot: int, pieces: Iterable[Any]) -> None: ...
    def lose(self, robot: int) -> None: ...
    def close(self) -> None: ...


class MatchRecording:
    """Passes the data of a match to a recorder, if there is one."""

    def __init__(self, recorder: MatchRecorder | None) -> None:
        self.recorder = recorder
        self._robots: tuple[str, ...] = ()

    def with_recording(
        self, plans: Sequence[PlayerPlan], scene: Scene, seed: int
    ) -> list[PlayerPlan]:
        """Return the plans of the players with their recorders."""
        if self.recorder is None:
            return list(plans)
        self._robots = tuple(plan.name for plan in plans)
        self.recorder.describe(_facts(scene, seed))
        recordings = self.recorder.robots(plans)
        return [
            replace(plan, recording=recording)
            for plan, recording in zip(plans, recordings, strict=True)
        ]

    def take(self, answers: Answers) -> None:
        """Record the finished pieces from the robots' processes."""
        if self.recorder is None:
            return
        for index, outputs in answers.outputs.items():
            if outputs.recorded:
                self.recorder.collect(index, outputs.recorded)

    def lose(self, robot: int) -> None:
        """Note that a robot's process has ended."""
        if self.recorder is not None:
            self.recorder.lose(robot)

    def frame(self, snapshot: Snapshot, control: GameControl) -> None:
        """Record the true state of the world at the recorder's rate."""
        if self.recorder is None:
            return
        self.recorder.advance(snapshot.time)
        if self.recorder.is_truth_due(snapshot.time):
            world = self._world(snapshot, control)
            self.recorder.record_truth(snapshot.time, world)

    def decide(self, time: float, decision: Decision) -> None:
        if self.recorder is not None:
            self.recorder.record(f"referee/{type(decision).__name__}", time, decision)

    def close(self, pool: Pool, robots: Iterable[int]) -> None:
        """Fetch the remaining pieces from the robots, and end the recording."""
        if self.recorder is None:
            return
        recorder, self.recorder = self.recorder, None
        try:
            for index in robots:
                try:
                    recorder.collect(index, pool.ask(index, "finish_recording"))
                except (KickaboutError, OSError):
                    recorder.lose(index)  # its process is gone, or its recording failed
        finally:
            recorder.close()

    def _world(self, snapshot: Snapshot, control: GameControl) -> TrueWorld:
        return TrueWorld(
            robots=self._robots,
            torso_positions=snapshot.torso_positions,
            torso_quaternions=snapshot.torso_quaternions,
            joint_angles=snapshot.joint_angles.astype(np.float32),
            ball_position=snapshot.ball_position,
            ball_quaternion=snapshot.ball_quaternion,
            ball_velocity=snapshot.ball_velocity,
            home_direction=control.direction(TeamSide.HOME),
            seconds_remaining=float(control.state.seconds_remaining),
        )


def recorded_league(facts: Mapping[str, str], scene: Scene) -> League:
    """Return the league that a recording has in its facts.

    Its files may be elsewhere by now. Older recordings have only the league's name, or a league
    without what leagues need in this version.
    """
    try:
        return msgspec.json.decode(facts[LEAGUE], type=League)
    except (KeyError, msgspec.ValidationError):
        return league_of(scene)


def _facts(scene: Scene, seed: int) -> dict[str, str]:
    league = league_of(scene)
    return {
        "home": scene.home.team,
        "away": scene.away.team,
        "seed": str(seed),
        "league": scene.league,
        "field": league.field.name,
        LEAGUE: msgspec.json.encode(league).decode(),
        "fidelity": scene.fidelity,
        "scene": msgspec.json.encode(scene).decode(),
        "mujoco": version("mujoco"),
    }
