"""How well and how fast teams play: goals alone and in games, set plays, real-time factor."""

import math
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import mean, median
from typing import get_args

import numpy as np

from kickabout import Match
from kickabout.benching import Bench
from kickabout.learning.games import GameBook, GamePlan, play_games, revisions_of
from kickabout.representations import load_field
from kickabout.simulation.scene import (
    BallPlan,
    Fidelity,
    RefereePlan,
    RobotPlan,
    Scene,
    TeamPlan,
)

TEAM = "bhuman2019"
FIELD = load_field("spl2019")
ABSENT = TeamPlan(color="red", number=2, robots=(RobotPlan(number=1, pose=(-4.3, 3.2, 0.0)),))
PROCESSES = 2
SEEDS_A_GAME = 3  # games are long: 20 seeds make 6 of them
RTF_GOALS: dict[Fidelity, float] = {"truth": 3.0, "percepts": 1.5, "images": 0.5}


def run(bench: Bench) -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
        _striker_alone(bench, pool)
        _golden_goal(bench, pool)
    _against_dummies(bench)
    _games(bench)
    _real_time(bench)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One robot alone with the ball: seconds until it scored, infinite if it did not."""

    seconds: float
    failed: bool


def striker_alone(seed: int) -> Attempt:
    """A robot in play and a ball, both anywhere on the field."""
    random = np.random.default_rng(seed)
    x, y = random.uniform(-4.0, 4.0), random.uniform(-2.5, 2.5)
    pose = (random.uniform(-4.0, 3.0), random.uniform(-2.5, 2.5), random.uniform(-3.1, 3.1))
    scene = Scene(
        home=TeamPlan(color="blue", number=1, robots=(RobotPlan(number=2, pose=pose),)),
        away=ABSENT,
        ball=BallPlan(position=(x, y)),
        referee=RefereePlan(automatic=False, start="playing"),
    )
    return _scored(scene, seed, timeout=240.0)


def golden_goal(seed: int, fidelity: Fidelity) -> Attempt:
    """One robot on an empty field from the line-up to a goal, as the HULKs measure themselves."""
    scene = Scene(
        fidelity=fidelity,
        home=TeamPlan(color="blue", number=1, robots=(RobotPlan(number=2),)),
        away=ABSENT,
        referee=RefereePlan(half=600.0),
    )
    return _scored(scene, seed, timeout=240.0)


def _scored(scene: Scene, seed: int, *, timeout: float) -> Attempt:
    with Match(TEAM, "dummies", scene=scene, seed=seed, workers=0) as match:

        def is_in_goal() -> bool:
            ball = match.truth.ball
            return ball.x > FIELD.goal_line_x and abs(ball.y) < FIELD.goal.inner_half_width

        scored = match.forward(until=is_in_goal, timeout=timeout)
        seconds = match.time if scored else math.inf
        return Attempt(seconds=seconds, failed=match.report().failed)


def _striker_alone(bench: Bench, pool: ProcessPoolExecutor) -> None:
    seeds = range(1, bench.seeds + 1)
    attempts = list(bench.each(pool.map(striker_alone, seeds), "striker alone", bench.seeds))
    _tell(bench, "match_striker_alone", attempts, share=">= 100", seconds="<= 40", within=240.0)


def _golden_goal(bench: Bench, pool: ProcessPoolExecutor) -> None:
    seeds = range(1, bench.seeds + 1)
    for fidelity in ("percepts", "images"):
        tries = pool.map(partial(golden_goal, fidelity=fidelity), seeds)
        attempts = list(bench.each(tries, f"golden goal, {fidelity}", bench.seeds))
        goals = (">= 95", "<= 60") if fidelity == "images" else ("", "")
        name = f"match_golden_goal_{fidelity}"
        _tell(bench, name, attempts, share=goals[0], seconds=goals[1], within=120.0)


def _tell(
    bench: Bench, name: str, attempts: list[Attempt], *, share: str, seconds: str, within: float
) -> None:
    times = [attempt.seconds for attempt in attempts]
    scored = 100.0 * mean(float(time <= within) for time in times)
    failed = sum(attempt.failed for attempt in attempts)
    detail = f"{len(times)} tries, within {within:.0f} s, {failed} with a failed module"
    bench.metric(f"{name}_scored", scored, "%", goal=share, detail=detail)
    middle = min(median(times), 1e9)
    bench.metric(f"{name}_median", middle, "s", goal=seconds)


def _against_dummies(bench: Bench) -> None:
    half = 60.0 if bench.quick else 600.0
    with Match(
        TEAM, "dummies", seed=1, scene=Scene(referee=RefereePlan(half=half)), fidelity="percepts"
    ) as match:
        while match.control.state.state.value != "playing":
            match.run(1.0)
        match.run(half)
        score = match.score
    detail = f"{half:.0f} s, {score[0]} : {score[1]}"
    bench.metric(
        "match_against_dummies", score[0] * 600.0 / half, "goals", goal=">= 5", detail=detail
    )


def _games(bench: Bench) -> None:
    half = 60.0 if bench.quick else 600.0
    plans = [
        GamePlan(home=TEAM, away=TEAM, seed=seed, half=half)
        for seed in range(1, 1 + max(1, bench.seeds // SEEDS_A_GAME))
    ]
    played = play_games(plans, GameBook(bench.games), processes=PROCESSES)
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
    cognition = median(game.cognition_ms for game in games)
    bench.metric("match_cognition_cycle", cognition, "ms", goal="<= 3", detail="median")


def _real_time(bench: Bench) -> None:
    """Two worker processes beside the physics, from the middle of a game."""
    seconds = 5.0 if bench.quick else 20.0
    for fidelity in get_args(Fidelity):
        scene = Scene(referee=RefereePlan(start="playing", half=600.0))
        with Match(TEAM, TEAM, seed=1, scene=scene, fidelity=fidelity) as match:
            match.run(2.0)
            before = match.wall_seconds
            match.run(seconds)
            factor = seconds / (match.wall_seconds - before)
        bench.metric(
            f"match_real_time_factor_{fidelity}",
            factor,
            "× real time",
            goal=f">= {RTF_GOALS[fidelity]:g}",
            detail="5 v 5 in play",
        )
