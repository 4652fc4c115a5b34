"""GermanTeam's localization: the experiments of its report, and trotting in simulation."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kickabout.benching import Bench
from kickabout.evaluation.trials.landmarks.landmark_experiments import (
    CASES,
    Locate,
    experiment,
    locator,
    steady_walk,
)
from kickabout.evaluation.trials.landmarks.landmark_walks import carried_away, walked
from kickabout.evaluation.trials.landmarks.landmark_world import LandmarkWorld, Moment, WorldErrors
from kickabout.framework import Module
from kickabout.geometry import Vec
from kickabout.modeling.pose.german_team_landmark_memory_locator import (
    GermanTeamLandmarkMemoryLocator,
)
from kickabout.modeling.pose.german_team_self_locator import GermanTeamSelfLocator
from kickabout.soccer.league import load_league

TEAM = str(Path(__file__).parent / "_aibo_locators.toml")
FIELD = load_league("legged2001").field
METHODS: Mapping[str, type[Module[Any]]] = {
    "particles": GermanTeamSelfLocator,
    "memory": GermanTeamLandmarkMemoryLocator,
}
JUMP = 0.05  # m in one image
WITHIN = 10.0  # s
WORKERS = 2


def _localization(bench: Bench) -> None:
    seeds = range(1000, 1010 if bench.quick else 1100)
    for name, module in METHODS.items():
        for case in CASES if name == "particles" else ("scan", "walking"):
            rows, certain = [], []
            for seed in seeds:
                errors, is_certain = experiment(case, FIELD, locator(module, seed), seed=seed)
                rows.append(errors[0])
                certain.append(is_certain)
            detail = f"{len(seeds)} seeds; certain in {100 * np.mean(certain):.0f} %"
            _quantiles(bench, f"germanteam_{name}_{case}", np.array(rows), detail)
        walks = [
            steady_walk(FIELD, locator(module, seed), seed=seed)
            for seed in (seeds if bench.quick else seeds[:50])
        ]
        errors = np.concatenate([walk.errors[:, 0] for walk in walks])
        _quantiles(bench, f"germanteam_{name}_steady", errors, "walking, after the first 12 s")
        moves = np.concatenate([walk.moves for walk in walks])
        detail = f"images in which the pose moves by more than {100 * JUMP:g} cm beyond odometry"
        bench.metric(
            f"germanteam_{name}_jumps", 100 * float(np.mean(moves > JUMP)), "%", detail=detail
        )
    _cost(bench)


def _cost(bench: Bench) -> None:
    moments = list(LandmarkWorld(FIELD, seed=1, errors=WorldErrors()).moments(4.0, walks=True))
    for name, module in METHODS.items():
        locate, upcoming = locator(module), iter(moments * 100)
        value = bench.time_of(partial(_next, locate, upcoming), repeat=1000)
        bench.metric(f"germanteam_{name}_time", 1e3 * value, "ms", detail="one cycle, median")


def _next(locate: Locate, upcoming: Iterator[Moment]) -> None:
    locate(next(upcoming))


def _trotting(bench: Bench) -> None:
    """Measure while trotting in physics, and after being carried away."""
    seeds = range(1, 3 if bench.quick else 7)
    with ProcessPoolExecutor(WORKERS) as pool:
        run = partial(walked, team=TEAM, seconds=10.0 if bench.quick else 30.0)
        walks = list(bench.each(pool.map(run, seeds), "trots", len(seeds)))
        errors = np.concatenate([walk.errors for walk in walks])
        certain = 100 * np.mean([walk.certain for walk in walks])
        detail = f"{len(seeds)} trots at percepts, head error of 5°; certain {certain:.0f} %"
        _quantiles(bench, "germanteam_trot", errors[:, 0], detail, goals=("<= 10", "<= 30"))
        turns = np.degrees(np.quantile(errors[:, 1], (0.5, 0.95)))
        bench.metric("germanteam_trot_turn_median", turns[0], "deg", detail=detail)
        bench.metric("germanteam_trot_turn_p95", turns[1], "deg", detail=detail)
        seeds = range(101, 103 if bench.quick else 121)
        run_away = partial(carried_away, team=TEAM)
        found = list(bench.each(pool.map(run_away, seeds), "carried", len(seeds)))
    times = np.array(found)
    detail = f"of {len(found)} robots carried away know their pose (30 cm, 15°) within {WITHIN:g} s"
    share = 100 * float(np.mean(times <= WITHIN))
    bench.metric("germanteam_carried_found", share, "%", goal=">= 95", detail=detail)
    bench.metric("germanteam_carried_time", float(np.median(times)), "s", detail="median")


def _quantiles(
    bench: Bench, name: str, values: Vec, detail: str, goals: tuple[str, str] = ("", "")
) -> None:
    median, most = 100.0 * np.quantile(values, (0.5, 0.95))
    bench.metric(f"{name}_median", median, "cm", goal=goals[0], detail=detail)
    bench.metric(f"{name}_p95", most, "cm", goal=goals[1], detail=detail)


LOCALIZATION_PARTS = {"localization": _localization, "trotting": _trotting}
