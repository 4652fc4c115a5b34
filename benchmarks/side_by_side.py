"""Two teams' eyes on the same images, and their localization in the same games."""

import math
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

import numpy as np

from kickabout import Match
from kickabout.benching import Bench
from kickabout.framework import load_team
from kickabout.geometry import Vec
from kickabout.learning.model_trials import watch_game
from kickabout.learning.perception_evaluation import evaluate, hall_images
from kickabout.learning.perception_scenes import LabeledImage
from kickabout.representations import load_field
from kickabout.simulation.scene import RefereePlan, Scene
from kickabout.simulation.workers import LocalPool

TEAMS = ("bhuman2019", "hulks2021")
LOCATORS = {"bhuman2019": "SelfLocator", "hulks2021": "HulksSelfLocator"}
FIELDS = [load_field("spl2019"), load_field("spl2020")]
SEED = 77  # the images of the perception bench
PER_HALL = 24
PROCESSES = 2


def run(bench: Bench) -> None:
    for team in TEAMS:
        _eyes(bench, team)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
        for team in TEAMS:
            _localization(bench, team, pool)
    for team in TEAMS:
        _locator_time(bench, team)


def _eyes(bench: Bench, team: str) -> None:
    seen = evaluate(load_team(team), _shots(bench, team), field=FIELDS[0])
    ball = seen.score("ball", lambda event: event.distance <= 3.0)
    lines = seen.score("lines", lambda event: event.distance <= 4.0)
    goals = (">= 99", ">= 93", ">= 75") if team == "hulks2021" else ("", "", "")
    name, detail = f"side_{team}", f"{seen.images} images"
    bench.metric(
        f"{name}_ball_precision", 100.0 * ball.precision, "%", goal=goals[0], detail=detail
    )
    bench.metric(f"{name}_ball_recall", 100.0 * ball.recall, "%", goal=goals[1], detail=detail)
    bench.metric(f"{name}_lines_found", 100.0 * lines.recall, "%", goal=goals[2], detail=detail)


def _shots(bench: Bench, team: str) -> Iterator[LabeledImage]:
    halls = 12 if bench.quick else 6 * bench.seeds
    for number in bench.each(range(halls), f"halls, {team}"):
        yield from hall_images(FIELDS, number, count=PER_HALL, seed=SEED)


def _localization(bench: Bench, team: str, pool: Executor) -> None:
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
    errors = watch_game(team, seed=seed, seconds=seconds)
    return np.array(errors.pose), np.array(errors.turn)


def _locator_time(bench: Bench, team: str) -> None:
    """Both run in the same team, one after the other, alone on the machine."""
    module = LOCATORS[team]
    times = _times_of(module, seconds=3.0 if bench.quick else 20.0)
    detail = f"{module} in bhuman2019, {len(times)} cycles of 10 robots"
    for name, share in (("median", 0.5), ("p99", 0.99), ("p999", 0.999)):
        value = float(np.quantile(times, share))
        bench.metric(f"side_{team}_locator_{name}", value, "ms", detail=detail)
    bench.metric(f"side_{team}_locator_worst", float(times.max()), "ms", detail=detail)


def _times_of(module: str, *, seconds: float) -> Vec:
    """ms of each cycle of a locator in play, without the cycles in which it gets warm."""
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
        for watch in watches:
            watch.reset()
        match.run(seconds)
        return np.concatenate([watch.ring[: watch.count] for watch in watches]) * 1e-6
