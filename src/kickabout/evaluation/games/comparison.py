"""Comparison of two teams: from paired games to differences with confidence intervals."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kickabout.evaluation.games.games import GamePlan, GameResult, TeamResult

METRICS: dict[str, Callable[[TeamResult], float]] = {
    "goals": lambda team: float(team.goals),
    "possession": lambda team: team.possession,
    "falls": lambda team: float(team.falls),
    "kicks": lambda team: float(team.kicks),
    "penalties": lambda team: float(team.penalties),
    "walked": lambda team: team.walked,
    "localization": lambda team: math.nan if team.localization is None else team.localization,
}
CONFIDENCE = 0.95
RESAMPLINGS = 4000


def paired_plans(plan: GamePlan, games: int) -> list[GamePlan]:
    """Return plans in which each seed is played twice with sides swapped, for fairness."""
    if plan.home == plan.away:
        return [replace(plan, seed=plan.seed + number) for number in range(games)]
    plans = []
    for number in range((games + 1) // 2):
        there = replace(plan, seed=plan.seed + number)
        plans += [there, replace(there, home=there.away, away=there.home)]
    return plans[:games]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One metric of two teams; `low` and `high` bound the mean difference."""

    metric: str
    first: float
    second: float
    difference: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        return self.low > 0.0 or self.high < 0.0


def sides(result: GameResult, first: str) -> tuple[TeamResult, TeamResult]:
    """Return the first team's result, then the other's; home first if a team plays itself."""
    if result.plan.home == first:
        return result.home, result.away
    return result.away, result.home


def differences(results: Sequence[GameResult], first: str) -> list[Difference]:
    """Return means of both teams, and differences with bootstrap intervals over games."""
    ordered = sorted(results, key=lambda result: (result.plan.seed, result.plan.home != first))
    return [_difference(name, ordered, first) for name in METRICS]


def _difference(name: str, results: Sequence[GameResult], first: str) -> Difference:
    pairs = np.array([[METRICS[name](team) for team in sides(r, first)] for r in results])
    pairs = pairs[~np.isnan(pairs).any(axis=1)] if len(pairs) else np.zeros((0, 2))
    if not len(pairs):
        return Difference(
            metric=name,
            first=math.nan,
            second=math.nan,
            difference=math.nan,
            low=-math.inf,
            high=math.inf,
        )
    means = pairs.mean(axis=0)
    low, high = bootstrap_interval(pairs[:, 0] - pairs[:, 1])
    return Difference(
        metric=name,
        first=float(means[0]),
        second=float(means[1]),
        difference=float(means[0] - means[1]),
        low=low,
        high=high,
    )


def bootstrap_interval(
    values: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> tuple[float, float]:
    """Return the confidence interval of the mean; infinite for fewer than two values."""
    if len(values) < 2:
        return -math.inf, math.inf
    random = np.random.default_rng(len(values))
    draws = random.integers(0, len(values), (RESAMPLINGS, len(values)))
    tail = 50.0 * (1.0 - CONFIDENCE)
    low, high = np.percentile(values[draws].mean(axis=1), (tail, 100.0 - tail))
    return float(low), float(high)
