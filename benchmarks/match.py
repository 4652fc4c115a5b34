"""Quality of play and speed of matches: goals, set plays, real-time factor."""

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import product
from statistics import mean, median

from benchmarks._match_speed import TEAM, match_speed

from kickabout import Match
from kickabout.benching import Bench
from kickabout.evaluation.games.games import GamePlan, ResultsFile, play_games, revisions_of
from kickabout.evaluation.trials.play_trials import (
    ATTEMPT_TIMEOUT,
    FREE_KICK_TIME,
    FREE_KICKS,
    Attempt,
    free_kick,
    golden_goal,
    shootout,
    striker_alone,
)
from kickabout.simulation.match.scene import RefereePlan, Scene
from kickabout.simulation.referee.view import TeamSide

PROCESSES = 2
SEEDS_PER_GAME = 3  # games are long: 20 seeds make 6 of them
SEEDS_PER_SHOOTOUT = 4


def run(bench: Bench) -> None:
    for part in PARTS.values():
        part(bench)


def _alone(bench: Bench) -> None:
    with _processes() as pool:
        _striker_alone(bench, pool)
        _golden_goal(bench, pool)


def _processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(PROCESSES, mp_context=multiprocessing.get_context("spawn"))


def _striker_alone(bench: Bench, pool: Executor) -> None:
    tries = pool.map(partial(striker_alone, TEAM), _seeds(bench))
    attempts = list(bench.each(tries, "striker alone", bench.seeds))
    name = "match_striker_alone"
    _report(bench, name, attempts, success=">= 100", seconds="<= 40", within=ATTEMPT_TIMEOUT)


def _seeds(bench: Bench) -> range:
    return range(1, bench.seeds + 1)


def _golden_goal(bench: Bench, pool: Executor) -> None:
    for fidelity in ("percepts", "images"):
        tries = pool.map(partial(golden_goal, TEAM, fidelity=fidelity), _seeds(bench))
        attempts = list(bench.each(tries, f"golden goal, {fidelity}", bench.seeds))
        goals = (">= 95", "<= 60") if fidelity == "images" else ("", "")
        name = f"match_golden_goal_{fidelity}"
        _report(bench, name, attempts, success=goals[0], seconds=goals[1], within=120.0)


def _free_kicks(bench: Bench) -> None:
    """Measure each of the four free kicks, for and against the team."""
    kinds = list(product(FREE_KICKS, TeamSide))[: 2 if bench.quick else None]
    rounds = range(1, 1 + max(1, bench.seeds // 4))
    with _processes() as pool:
        jobs = [
            pool.submit(free_kick, TEAM, seed, kick, team)
            for seed in rounds
            for kick, team in kinds
        ]
        attempts = [job.result() for job in bench.each(jobs, "free kicks")]
    _report(
        bench, "match_free_kick", attempts, success=">= 90", seconds="<= 30", within=FREE_KICK_TIME
    )


def _report(
    bench: Bench,
    name: str,
    attempts: Sequence[Attempt],
    *,
    success: str,
    seconds: str,
    within: float,
) -> None:
    done = 100.0 * mean(float(attempt.is_within(within)) for attempt in attempts)
    failed = sum(attempt.failed for attempt in attempts)
    illegal = sum(not attempt.legal for attempt in attempts)
    detail = f"{len(attempts)} tries, within {within:.0f} s, {illegal} with a foul"
    bench.metric(f"{name}_done", done, "%", goal=success, detail=detail)
    times = [
        ATTEMPT_TIMEOUT if attempt.seconds is None else attempt.seconds for attempt in attempts
    ]
    detail = f"slowest {max(times):.0f} s; {failed} tries with a failed module"
    bench.metric(f"{name}_median", median(times), "s", goal=seconds, detail=detail)


def _shootouts(bench: Bench) -> None:
    seeds = range(1, 1 + max(1, bench.seeds // SEEDS_PER_SHOOTOUT))
    with _processes() as pool:
        tries = pool.map(partial(shootout, TEAM), seeds)
        played = list(bench.each(tries, "shoot-outs", len(seeds)))
    shots = sum(len(entry.ends) for entry in played)
    scored = 100.0 * sum(entry.scored for entry in played) / max(1, shots)
    detail = f"{shots} shots in {len(played)} shoot-outs at a keeper that stands"
    bench.metric("match_shootout_scored", scored, "%", goal=">= 60", detail=detail)
    legal = 100.0 * mean(float(entry.legal) for entry in played)
    bench.metric("match_shootout_legal", legal, "%", goal=">= 100", detail="whole shoot-outs")


def _against_dummies(bench: Bench) -> None:
    half = 60.0 if bench.quick else 600.0
    scene = Scene(referee=RefereePlan(half=half))
    with Match(TEAM, "dummies", seed=1, scene=scene, fidelity="percepts") as match:
        match.forward(lambda: match.control.state.state.value == "playing")
        match.run(half)
        score = match.score
    detail = f"{half:.0f} s, {score[0]} : {score[1]}"
    goals = score[0] * 600.0 / half
    bench.metric("match_against_dummies", goals, "goals", goal=">= 5", detail=detail)


def _games(bench: Bench) -> None:
    half = 60.0 if bench.quick else 600.0
    plans = [
        GamePlan(home=TEAM, away=TEAM, seed=seed, half=half)
        for seed in range(1, 1 + max(1, bench.seeds // SEEDS_PER_GAME))
    ]
    played = play_games(plans, ResultsFile(bench.games), processes=PROCESSES)
    games = list(bench.each(played, "5 v 5", len(plans)))
    detail = f"{len(games)} games of 2 × {half:.0f} s, played by {revisions_of(games)}"
    per_game = 600.0 / half
    goals = mean(game.home.goals + game.away.goals for game in games) * per_game
    falls = mean(game.home.falls + game.away.falls for game in games) / 10.0 * per_game
    bench.metric("match_goals_a_game", goals, "goals", goal=">= 2", detail=detail)
    attended = 100.0 * mean(game.attended for game in games)
    bench.metric("match_ball_attended", attended, "%", goal=">= 55", detail=detail)
    bench.metric("match_falls_a_robot", falls, "falls", goal="<= 6", detail=detail)
    failures = sum(len(game.failures) for game in games)
    bench.metric("match_module_failures", failures, "", goal="<= 0", detail=detail)


PARTS = {
    "speed": match_speed,
    "alone": _alone,
    "free_kicks": _free_kicks,
    "shootouts": _shootouts,
    "dummies": _against_dummies,
    "games": _games,
}
