"""Accuracy of the models in play and after disturbances, and their cost."""

import math
import multiprocessing
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

import numpy as np

from kickabout.benching import Bench
from kickabout.evaluation.trials.ball_trials import (
    false_balls,
    resting_point_errors,
    team_ball_with_outlier,
)
from kickabout.evaluation.trials.model_trials import LOST, ModelErrors, observe_game
from kickabout.evaluation.trials.pose_trials import carried, returned, started_mirrored

TEAM = "bhuman2019"
PROCESSES = 2


def run(bench: Bench) -> None:
    for part in PARTS.values():
        part(bench)


def _percepts(bench: Bench) -> None:
    with _processes() as pool:
        games = _watched(bench, pool, _game, "modeling", seconds=10.0 if bench.quick else 60.0)
        team_ball = np.concatenate([game.team_ball for game in games])
        bench.metric("modeling_team_ball_median", 100 * np.median(team_ball), "cm")
        # Alone, because two processes on one core delay each other.
        alone = pool.submit(_game, _seeds(bench)[0], seconds=10.0 if bench.quick else 30.0)
        _cost(bench, alone.result())


def _images(bench: Bench) -> None:
    with _processes() as pool:  # images take four times as long
        seconds = 4.0 if bench.quick else 30.0
        _watched(bench, pool, _image_game, "modeling_images", seconds=seconds)


def _watched(
    bench: Bench, pool: Executor, play: Callable[..., ModelErrors], name: str, *, seconds: float
) -> list[ModelErrors]:
    played = pool.map(partial(play, seconds=seconds), _seeds(bench))
    games = list(bench.each(played, f"5 v 5, {name}", len(_seeds(bench))))
    _in_play(bench, name, games, f"{len(games)} games of {seconds:.0f} s, 10 robots each")
    _among_players(bench, name, games)
    return games


def _recoveries(bench: Bench) -> None:
    seeds = _seeds(bench)
    with _processes() as pool:
        _recovery(bench, "modeling_carried", pool.map(carried, seeds), within=12.0)
        _recovery(bench, "modeling_return", pool.map(returned, seeds), within=5.0)
        _recovery(bench, "modeling_mirrored", pool.map(started_mirrored, seeds), within=10.0)


def _seeds(bench: Bench) -> range:
    return range(1, 1 + max(1, bench.seeds // 2))


def _processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(PROCESSES, mp_context=multiprocessing.get_context("spawn"))


def _game(seed: int, seconds: float) -> ModelErrors:
    return observe_game(TEAM, seed=seed, seconds=seconds)


def _image_game(seed: int, seconds: float) -> ModelErrors:
    return observe_game(TEAM, seed=seed, seconds=seconds, fidelity="images", kick_off=False)


def _in_play(bench: Bench, name: str, games: list[ModelErrors], detail: str) -> None:
    pose = np.concatenate([game.pose for game in games])
    turn = np.concatenate([game.turn for game in games])
    bench.metric(f"{name}_pose_median", 100 * np.median(pose), "cm", goal="<= 8", detail=detail)
    bench.metric(f"{name}_pose_p95", 100 * np.quantile(pose, 0.95), "cm", goal="<= 25")
    bench.metric(f"{name}_turn_median", math.degrees(np.median(turn)), "°", goal="<= 2.5")
    lost = [100 * float(np.mean(np.array(game.pose) > LOST)) for game in games]
    worst = 1 + int(np.argmax(lost))
    detail = f"{max(lost):.2g} % of the game of seed {worst}" if any(lost) else ""
    lost_fraction = 100 * float(np.mean(pose > LOST))
    bench.metric(f"{name}_lost", lost_fraction, "%", goal="<= 0.5", detail=detail)
    ball = np.concatenate([game.ball for game in games])
    speed = np.concatenate([game.ball_speed for game in games])
    if len(ball):
        bench.metric(f"{name}_ball_median", 100 * np.median(ball), "cm", goal="<= 8")
    if len(speed):
        bench.metric(f"{name}_ball_speed_median", 100 * np.median(speed), "%", goal="<= 15")
    opponent = np.concatenate([game.opponent for game in games])
    if len(opponent):
        bench.metric(f"{name}_opponent_median", 100 * np.median(opponent), "cm", goal="<= 25")
    bench.metric(f"{name}_failures", sum(game.failed for game in games), "", goal="<= 0")


def _among_players(bench: Bench, name: str, games: list[ModelErrors]) -> None:
    reported = max(1, sum(game.opponents_reported for game in games))
    wrong = 100 * sum(game.teammates_as_opponents for game in games) / reported
    false = 100 * sum(game.false_opponents for game in games) / reported
    seeds = [str(seed) for seed, game in enumerate(games, 1) if game.teammates_as_opponents]
    detail = f"of {reported}" + (f"; in games of seeds {', '.join(seeds)}" if seeds else "")
    bench.metric(f"{name}_teammates_as_opponents", wrong, "%", goal="<= 0", detail=detail)
    bench.metric(f"{name}_false_opponents", false, "%", detail="more than 1 m from every robot")
    there = max(1, sum(game.opponents_in_sight for game in games))
    known = 100 * sum(game.opponents_known for game in games) / there
    detail = "of those within 4 m of a teammate, in its field of view or not"
    bench.metric(f"{name}_opponents_known", known, "%", detail=detail)


def _cost(bench: Bench, game: ModelErrors) -> None:
    times = np.concatenate(game.modeling_ms)
    detail = "all modeling modules of one robot in one cycle"
    bench.metric("modeling_time", np.median(times), "ms", goal="<= 1.2", detail=detail)
    bench.metric("modeling_time_p99", np.quantile(times, 0.99), "ms", goal="<= 3", detail=detail)


def _recovery(bench: Bench, name: str, trials: Iterable[float], *, within: float) -> None:
    seconds = list(bench.each(trials, name))
    success = 100.0 * float(np.mean(np.array(seconds) <= within))
    detail = f"of {len(seconds)}, within {within:.0f} s"
    bench.metric(f"{name}_right", success, "%", goal=">= 98", detail=detail)
    bench.metric(f"{name}_median", min(float(np.median(seconds)), 1e9), "s", goal="<= 8")


def _balls(bench: Bench) -> None:
    seeds = _seeds(bench)
    with _processes() as pool:
        rolls = _joined(pool.map(resting_point_errors, seeds))
        stays = _joined(pool.map(false_balls, seeds))
        right = _joined(pool.map(team_ball_with_outlier, seeds))
    late = 100.0 * float(np.quantile(rolls, 0.9))
    bench.metric(
        "modeling_end_of_roll",
        100.0 * float(np.median(rolls)),
        "%",
        goal="<= 10",
        detail=f"of the whole distance, median of {len(rolls)} samples; 90th {late:.0f} %",
    )
    detail = f"of {len(stays)} cycles the model is right, with false balls in 5 % of them"
    bench.metric(
        "modeling_false_balls", 100 * float(np.mean(stays)), "%", goal=">= 99", detail=detail
    )
    detail = f"of {len(right)} samples the team's ball is right, although one report is false"
    value = 100 * float(np.mean(right))
    bench.metric("modeling_false_report", value, "%", goal=">= 99", detail=detail)


def _joined(trials: Iterable[Sequence[float]]) -> list[float]:
    return [value for values in trials for value in values]


PARTS = {"percepts": _percepts, "images": _images, "recovery": _recoveries, "balls": _balls}
