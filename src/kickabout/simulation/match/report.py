"""The report of a match: results of the game, of each robot, and cycle times."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from kickabout.framework.running.stopwatch import TimingSummary
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.simulation.match.observer import Observer
from kickabout.simulation.match.player import Belief, PlayerReport
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.decisions import Decision, GoalScored, PenaltyGiven
from kickabout.simulation.referee.view import RobotId

TELEPORT = 0.2  # m in one frame; more means that the robot was placed


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadReport:
    """Cycle times of one thread."""

    cycles: int
    median_ms: float
    p99_ms: float
    deadline_misses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotReport:
    """Results of one robot."""

    robot: str
    walked: float  # m
    falls: int
    get_ups: int
    kicks: int  # touches that accelerated the ball
    penalties: int
    # m, error while upright and in play; None: the robot does not localize itself
    localization_mean: float | None
    localization_p95: float | None  # m
    ball_right: float | None  # fraction of time with the ball model within BALL_TOLERANCE
    threads: dict[str, ThreadReport] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchReport:
    """A whole match."""

    home: str
    away: str
    seed: int
    fidelity: str
    score: tuple[int, int]
    simulated_seconds: float
    wall_seconds: float
    real_time_factor: float | None  # without start and compilation; None: too short
    goals: list[str]
    robots: list[RobotReport]
    lost: dict[str, str]  # robots whose process ended, with the reason

    @property
    def failed(self) -> bool:
        """Whether a module failed or a robot's process ended."""
        return bool(self.lost) or any(robot.failures for robot in self.robots)


BALL_TOLERANCE = 0.3  # m, plus a tenth of the distance
BELIEF_INTERVAL = 0.12  # s between two comparisons of beliefs with the truth
KICK_SPEED = 0.5  # m/s, min change of the ball's velocity by a kick


class Statistics:
    """Sums and counts during a match."""

    def __init__(self, robots: int) -> None:
        self.walked = np.zeros(robots)
        self.get_ups = [0] * robots
        self.kicks = [0] * robots
        self.pose_errors: list[list[float]] = [[] for _ in range(robots)]
        self.ball_checks: list[list[bool]] = [[] for _ in range(robots)]
        self._before: Snapshot | None = None
        self._was_fallen = [False] * robots

    def count(self, snapshot: Snapshot, observer: Observer) -> None:
        """Process one frame."""
        before, self._before = self._before, snapshot
        for index, since in enumerate(observer.fallen_since):
            if self._was_fallen[index] and since is None:
                self.get_ups[index] += 1
            self._was_fallen[index] = since is not None
        if before is None:
            return
        moved = np.hypot(*(snapshot.torso_positions - before.torso_positions)[:, :2].T)
        self.walked += np.where(moved < TELEPORT, moved, 0.0)
        faster = math.dist(snapshot.ball_velocity, before.ball_velocity)
        if faster > KICK_SPEED:
            for index, touching in enumerate(observer.touching):
                self.kicks[index] += int(touching)

    def compare(
        self, robot: int, belief: Belief, true_pose: Pose2[Robot, Field], ball: Vector2[Field]
    ) -> None:
        """Compare a robot's belief with the truth, both in its team's field frame."""
        self.pose_errors[robot].append(
            belief.robot_to_field.position.distance_to(true_pose.position)
        )
        ball_in_robot = true_pose.inverse() @ ball
        estimated = belief.ball_in_robot
        allowed = BALL_TOLERANCE + 0.1 * ball_in_robot.norm
        self.ball_checks[robot].append(
            estimated is not None and estimated.distance_to(ball_in_robot) < allowed
        )

    def forget(self, robot: int) -> None:
        """Ignore the movement of a robot that was placed."""
        self._before = None
        self._was_fallen[robot] = False


def robot_reports(
    ids: Sequence[RobotId],
    statistics: Statistics,
    observer: Observer,
    players: Mapping[int, PlayerReport],
    decisions: Sequence[tuple[float, Decision]],
) -> list[RobotReport]:
    """Return one report per robot, in the order of the match."""
    given = [d.robot for _, d in decisions if isinstance(d, PenaltyGiven)]
    return [
        RobotReport(
            robot=str(robot),
            walked=round(float(statistics.walked[index]), 3),
            falls=observer.falls[index],
            get_ups=statistics.get_ups[index],
            kicks=statistics.kicks[index],
            penalties=given.count(robot),
            localization_mean=_mean(statistics.pose_errors[index]),
            localization_p95=_p95(statistics.pose_errors[index]),
            ball_right=_mean([float(right) for right in statistics.ball_checks[index]]),
            threads=_threads(players.get(index, PlayerReport())),
            failures=[
                f"{f.module} at {f.time:.3f} s: {f.reason}"
                for f in players.get(index, PlayerReport()).failures
            ],
        )
        for index, robot in enumerate(ids)
    ]


def goal_lines(decisions: Sequence[tuple[float, Decision]]) -> list[str]:
    return [
        f"{time:.1f} s: {d.team} scores, {d.score[0]}:{d.score[1]}"
        for time, d in decisions
        if isinstance(d, GoalScored)
    ]


def _mean(values: Sequence[float]) -> float | None:
    return round(float(np.mean(values)), 4) if values else None


def _p95(values: Sequence[float]) -> float | None:
    return round(float(np.percentile(values, 95)), 4) if values else None


def _threads(player: PlayerReport) -> dict[str, ThreadReport]:
    return {
        name: _thread(times["cycle"], player.deadline_misses.get(name, 0))
        for name, times in player.timings.items()
    }


def _thread(summary: TimingSummary, misses: int) -> ThreadReport:
    return ThreadReport(
        cycles=summary.count,
        median_ms=round(summary.median_ms, 4),
        p99_ms=round(summary.p99_ms, 4),
        deadline_misses=misses,
    )
