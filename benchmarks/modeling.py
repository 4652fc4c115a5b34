"""How right the models are in play, after being carried and after penalties, and their cost."""

import math
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np

from kickabout.benching import Bench
from kickabout.learning.model_trials import (
    LOST,
    ModelErrors,
    carried,
    end_of_roll,
    returned,
    watch_game,
)

TEAM = "bhuman2019"
PROCESSES = 2


def run(bench: Bench) -> None:
    seeds = range(1, 1 + max(1, bench.seeds // 2))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
        seconds = 10.0 if bench.quick else 60.0
        games = pool.map(partial(_game, seconds=seconds), seeds)
        _in_play(bench, list(bench.each(games, "5 v 5")), seconds)
        _recovery(bench, "modeling_carried", list(bench.each(pool.map(carried, seeds), "carried")))
        _recovery(
            bench, "modeling_return", list(bench.each(pool.map(returned, seeds), "return")), 5.0
        )
        rolls = [error for errors in pool.map(end_of_roll, seeds) for error in errors]
        late = 100.0 * float(np.quantile(rolls, 0.9))
        bench.metric(
            "modeling_end_of_roll",
            100.0 * float(np.median(rolls)),
            "%",
            goal="<= 10",
            detail=f"of the whole way, median of {len(rolls)} looks; 90th {late:.0f} %",
        )


def _game(seed: int, seconds: float) -> ModelErrors:
    return watch_game(TEAM, seed=seed, seconds=seconds)


def _in_play(bench: Bench, games: list[ModelErrors], seconds: float) -> None:
    detail = f"{len(games)} games of {seconds:.0f} s, 10 robots each"
    pose = np.concatenate([game.pose for game in games])
    turn = np.concatenate([game.turn for game in games])
    bench.metric("modeling_pose_median", 100 * np.median(pose), "cm", goal="<= 8", detail=detail)
    bench.metric("modeling_pose_p95", 100 * np.quantile(pose, 0.95), "cm", goal="<= 25")
    bench.metric("modeling_turn_median", math.degrees(np.median(turn)), "°", goal="<= 2.5")
    bench.metric("modeling_lost", 100 * float(np.mean(pose > LOST)), "%", goal="<= 0.5")
    ball = np.concatenate([game.ball for game in games])
    speed = np.concatenate([game.ball_speed for game in games])
    bench.metric("modeling_ball_median", 100 * np.median(ball), "cm", goal="<= 8")
    if len(speed):
        bench.metric("modeling_ball_speed_median", 100 * np.median(speed), "%", goal="<= 15")
    opponent = np.concatenate([game.opponent for game in games])
    if len(opponent):
        bench.metric("modeling_opponent_median", 100 * np.median(opponent), "cm", goal="<= 25")
    told = sum(game.opponents_told for game in games)
    wrong = 100 * sum(game.teammates_as_opponents for game in games) / max(1, told)
    bench.metric("modeling_teammates_as_opponents", wrong, "%", detail=f"of {told}")
    team_ball = np.concatenate([game.team_ball for game in games])
    bench.metric("modeling_team_ball_median", 100 * np.median(team_ball), "cm")
    times = [time for game in games for time in game.modeling_ms]
    bench.metric("modeling_time", float(np.median(times)), "ms", goal="<= 1.2", detail="a robot")
    bench.metric("modeling_failures", sum(game.failed for game in games), "", goal="<= 0")


def _recovery(bench: Bench, name: str, seconds: list[float], within: float = 12.0) -> None:
    share = 100.0 * float(np.mean(np.array(seconds) <= within))
    bench.metric(f"{name}_right", share, "%", goal=">= 98", detail=f"within {within:.0f} s")
    bench.metric(f"{name}_median", min(float(np.median(seconds)), 1e9), "s", goal="<= 8")
