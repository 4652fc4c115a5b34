"""Whole games for experiments: from a plan with a seed to metrics of the game."""

import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

import msgspec

from kickabout.framework import ConfigurationError
from kickabout.framework.revision import revision
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.report import MatchReport, RobotReport
from kickabout.simulation.match.scene import RefereePlan, Scene
from kickabout.simulation.match.truth import Truth
from kickabout.soccer.fidelity import Fidelity
from kickabout.soccer.players import DEFAULT_LEAGUE

SAMPLE_INTERVAL = 0.24  # s
NEAR_BALL = 0.5  # m


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlan:
    """One game; equal plans give equal results."""

    home: str
    away: str
    seed: int = 1
    half: float = 600.0  # s
    robots: int = 5
    fidelity: Fidelity = "percepts"
    league: str = DEFAULT_LEAGUE

    def scene(self) -> Scene:
        return Scene(referee=RefereePlan(half=self.half, pause=min(self.half, 10.0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamResult:
    """Metrics of one team in a game."""

    goals: int = 0
    possession: float = 0.0  # fraction of the attended time with its robot nearest to the ball
    falls: int = 0
    kicks: int = 0
    penalties: int = 0
    walked: float = 0.0  # m, all robots
    localization: float | None = None  # m, median of its robots' mean errors


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """Metrics of a game that was played to its end."""

    plan: GamePlan
    home: TeamResult = TeamResult()
    away: TeamResult = TeamResult()
    attended: float = 0.0  # fraction of playing time with an upright robot within NEAR_BALL
    simulated_seconds: float = 0.0
    wall_seconds: float = 0.0
    cognition_ms: float = 0.0  # median cycle of the robots' median
    failures: list[str] = field(default_factory=list)
    revision: str = ""  # of the source code that played


class PossessionCounter:
    """Counts which team has the robot nearest to the ball."""

    def __init__(self) -> None:
        self.samples = 0
        self.attended = 0
        self.nearest = {"home": 0, "away": 0}

    def sample(self, truth: Truth) -> None:
        ball = truth.ball
        upright = [
            (robot.pose.position.distance_to(ball), team)
            for (team, _), robot in truth.robots.items()
            if robot.upright
        ]
        self.samples += 1
        if not upright:
            return
        distance, team = min(upright)
        if distance <= NEAR_BALL:
            self.attended += 1
            self.nearest[team] += 1

    def possession(self, team: str) -> float:
        return self.nearest[team] / max(1, self.attended)


def play_game(plan: GamePlan) -> GameResult:
    """Play a game in this process from kick-off to the final whistle."""
    counter = PossessionCounter()
    with Match(
        plan.home,
        plan.away,
        robots=plan.robots,
        league=plan.league,
        fidelity=plan.fidelity,
        seed=plan.seed,
        scene=plan.scene(),
        workers=0,
    ) as match:
        while not match.control.is_over:
            match.run(SAMPLE_INTERVAL)
            if match.control.state.state.value == "playing":
                counter.sample(match.truth)
        return _result(plan, match.report(), counter)


def _result(plan: GamePlan, report: MatchReport, counter: PossessionCounter) -> GameResult:
    teams = [_team_result(report, side, counter) for side in ("home", "away")]
    cognition = [
        r.threads["cognition"].median_ms for r in report.robots if "cognition" in r.threads
    ]
    lost = [f"{robot}: {reason}" for robot, reason in report.lost.items()]
    return GameResult(
        plan=plan,
        home=replace(teams[0], goals=report.score[0]),
        away=replace(teams[1], goals=report.score[1]),
        attended=counter.attended / max(1, counter.samples),
        simulated_seconds=report.simulated_seconds,
        wall_seconds=report.wall_seconds,
        cognition_ms=median(cognition) if cognition else 0.0,
        failures=lost + [text for robot in report.robots for text in robot.failures],
        revision=revision(),
    )


def _team_result(report: MatchReport, side: str, counter: PossessionCounter) -> TeamResult:
    robots: list[RobotReport] = [r for r in report.robots if r.robot.startswith(side)]
    errors = [r.localization_mean for r in robots if r.localization_mean is not None]
    return TeamResult(
        possession=counter.possession(side),
        falls=sum(robot.falls for robot in robots),
        kicks=sum(robot.kicks for robot in robots),
        penalties=sum(robot.penalties for robot in robots),
        walked=sum(robot.walked for robot in robots),
        localization=median(errors) if errors else None,
    )


class ResultsFile:
    """A file with a line for each result, so that a long run can be resumed."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.results: dict[GamePlan, GameResult] = {}
        if path is not None:
            for number, line in enumerate(_lines_of(path), 1):
                self._read(line, number)

    def _read(self, line: bytes, number: int) -> None:
        try:
            result = msgspec.json.decode(line, type=GameResult)
        except msgspec.DecodeError as error:
            # A killed run leaves half a line at most; that game is played again.
            if not line.rstrip().endswith(b"}"):
                return
            raise ConfigurationError(
                f"line {number} is not the result of a game: {error}", file=self.path
            ) from None
        self.results[result.plan] = result

    def add(self, result: GameResult) -> None:
        self.results[result.plan] = result
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")


def _lines_of(path: Path) -> list[bytes]:
    """Return the lines and end the last one; refuse a file that cannot be written."""
    try:
        with path.open("ab+") as file:
            file.seek(0)
            lines = file.read().splitlines(keepends=True)
            if lines and not lines[-1].endswith(b"\n"):
                file.write(b"\n")
    except OSError as error:
        raise ConfigurationError(f"cannot be written: {error.strerror}", file=path) from None
    return lines


def play_games(
    plans: Iterable[GamePlan], results_file: ResultsFile, *, processes: int
) -> Iterator[GameResult]:
    """Return results in the order in which games end; those in the file are not played again."""
    listed = list(dict.fromkeys(plans))
    yield from (results_file.results[plan] for plan in listed if plan in results_file.results)
    missing = [plan for plan in listed if plan not in results_file.results]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max(1, processes), mp_context=context) as pool:
        for done in as_completed([pool.submit(play_game, plan) for plan in missing]):
            result = done.result()
            results_file.add(result)
            yield result


def revisions_of(results: Iterable[GameResult]) -> str:
    """Return the revisions that played these games; a file may hold several."""
    return ", ".join(sorted({result.revision for result in results}))
