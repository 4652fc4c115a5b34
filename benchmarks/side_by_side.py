"""Perception of two teams on the same images, and their localization in the same games."""

import math
import multiprocessing
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

import numpy as np

from kickabout import Match
from kickabout.benching import Bench
from kickabout.evaluation.perception.perception_evaluation import Evaluation, evaluate, hall_images
from kickabout.evaluation.trials.model_trials import observe_game
from kickabout.framework import load_team
from kickabout.geometry import Vec
from kickabout.representations import load_field
from kickabout.simulation.match.pools.pool import LocalPool
from kickabout.simulation.match.scene import RefereePlan, Scene

TEAMS = ("bhuman2019", "hulks2021")
LOCATORS = {"bhuman2019": "SelfLocator", "hulks2021": "HulksSelfLocator"}
FIELDS = [load_field("spl2019"), load_field("spl2020")]
SEED = 77  # the images of the perception bench
PER_HALL = 24
PROCESSES = 2


def run(bench: Bench) -> None:
    for part in PARTS.values():
        part(bench)


def _pool() -> Executor:
    return ProcessPoolExecutor(PROCESSES, mp_context=multiprocessing.get_context("spawn"))


def _perception(bench: Bench) -> None:
    halls = range(12 if bench.quick else 6 * bench.seeds)
    with _pool() as pool:
        for team in TEAMS:
            evaluated = pool.map(partial(_evaluated, team), halls)
            parts = list(bench.each(evaluated, f"halls, {team}", len(halls)))
            events = [event for part in parts for event in part.events]
            images = sum(part.images for part in parts)
            _perception_metrics(bench, team, Evaluation(images=images, events=events))


def _evaluated(team: str, number: int) -> Evaluation:
    """Evaluate the perception of a team in one hall."""
    shots = hall_images(FIELDS, number, count=PER_HALL, seed=SEED)
    return evaluate(load_team(team), shots, field=FIELDS[0])


def _perception_metrics(bench: Bench, team: str, seen: Evaluation) -> None:
    ball = seen.score("ball", lambda event: event.distance <= 3.0)
    lines = seen.score("lines", lambda event: event.distance <= 4.0)
    goals = (">= 99", ">= 93", ">= 75") if team == "hulks2021" else ("", "", "")
    name, detail = f"side_{team}", f"{seen.images} images"
    bench.metric(
        f"{name}_ball_precision", 100.0 * ball.precision, "%", goal=goals[0], detail=detail
    )
    bench.metric(f"{name}_ball_recall", 100.0 * ball.recall, "%", goal=goals[1], detail=detail)
    bench.metric(f"{name}_lines_found", 100.0 * lines.recall, "%", goal=goals[2], detail=detail)


def _localization(bench: Bench) -> None:
    with _pool() as pool:
        for team in TEAMS:
            _located(bench, team, pool)


def _located(bench: Bench, team: str, pool: Executor) -> None:
    seconds = 5.0 if bench.quick else 60.0
    seeds = range(1, 1 + max(1, bench.seeds // 4))
    played = pool.map(partial(_game, team, seconds), seeds)
    games = list(bench.each(played, f"games, {team}", len(seeds)))
    pose = np.concatenate([game[0] for game in games])
    turn = np.concatenate([game[1] for game in games])
    goals = ("<= 12", "<= 35") if team == "hulks2021" else ("", "")
    name, detail = f"side_{team}", f"{len(games)} games of {seconds:.0f} s, 10 robots each"
    median, late = 100.0 * np.median(pose), 100.0 * np.quantile(pose, 0.95)
    bench.metric(f"{name}_pose_median", median, "cm", goal=goals[0], detail=detail)
    bench.metric(f"{name}_pose_p95", late, "cm", goal=goals[1], detail=detail)
    bench.metric(f"{name}_turn_median", math.degrees(np.median(turn)), "°", detail=detail)


def _game(team: str, seconds: float, seed: int) -> tuple[Vec, Vec]:
    errors = observe_game(team, seed=seed, seconds=seconds)
    return np.array(errors.pose), np.array(errors.turn)


def _locator_time(bench: Bench) -> None:
    """Measure both locators in the same team, one after the other."""
    for team, module in LOCATORS.items():
        times = _times_of(module, seconds=3.0 if bench.quick else 20.0)
        detail = f"{module} in bhuman2019, {len(times)} cycles of 10 robots"
        for name, quantile in (("median", 0.5), ("p99", 0.99), ("p999", 0.999)):
            value = float(np.quantile(times, quantile))
            bench.metric(f"side_{team}_locator_{name}", value, "ms", detail=detail)
        bench.metric(f"side_{team}_locator_worst", float(times.max()), "ms", detail=detail)


def _times_of(module: str, *, seconds: float) -> Vec:
    """Return the duration of each cycle of a locator in ms, without those to warm up."""
    team = f"bhuman2019+RobotPose={module}"
    scene = Scene(referee=RefereePlan(start="playing", half=600.0))
    with Match(team, team, seed=1, scene=scene, workers=0) as match:
        match.run(1.0)
        pool = match.pool
        assert isinstance(pool, LocalPool)
        watches = [
            step.stopwatch
            for player in pool.players.values()
            for step in player.agent.threads["cognition"].steps
            if step.node.name == module
        ]
        warm = watches[0].count
        match.run(seconds)
        return np.concatenate([watch.latest()[warm:] for watch in watches]) * 1e-6


PARTS = {"perception": _perception, "localization": _localization, "time": _locator_time}
