"""Elo ratings: from the results of many games to a rating of each team with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from kickabout.evaluation.games.comparison import CONFIDENCE, paired_plans
from kickabout.evaluation.games.games import GamePlan, GameResult

MEAN_RATING = 1500.0
SPREAD = 400.0  # points that make a win ten times as likely
PRIOR_GAMES = 1.0  # drawn games against an average team, which keep ratings finite
ROUNDS = 200
RESAMPLINGS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A team in the table."""

    team: str
    games: int
    won: int
    drawn: int
    lost: int
    goals_for: int
    goals_against: int
    rating: float
    low: float
    high: float


def round_robin(teams: Sequence[str], plan: GamePlan, games: int) -> list[GamePlan]:
    """Return plans in which each pair of teams plays that many games with sides swapped."""
    plans: list[GamePlan] = []
    for home, away in combinations(teams, 2):
        pair = GamePlan(
            home=home,
            away=away,
            seed=plan.seed,
            half=plan.half,
            robots=plan.robots,
            fidelity=plan.fidelity,
            league=plan.league,
        )
        plans += paired_plans(pair, games)
    return plans


def standings(teams: Sequence[str], results: Sequence[GameResult]) -> list[Standing]:
    """Return the table, best team first."""
    ordered = sorted(results, key=lambda r: (r.plan.home, r.plan.away, r.plan.seed))
    index = {team: number for number, team in enumerate(teams)}
    pairs = np.array([(index[r.plan.home], index[r.plan.away]) for r in ordered], np.int64)
    points = np.array([_points(r) for r in ordered])
    ratings = elo(pairs.reshape(-1, 2), points, len(teams))
    bounds = _bounds(pairs.reshape(-1, 2), points, len(teams))
    table = [
        _standing(team, ordered, float(ratings[i]), float(bounds[0][i]), float(bounds[1][i]))
        for team, i in index.items()
    ]
    return sorted(table, key=lambda standing: -standing.rating)


def elo(
    pairs: npt.NDArray[np.int64], points: npt.NDArray[np.float64], teams: int
) -> npt.NDArray[np.float64]:
    """Return maximum-likelihood ratings by the Bradley-Terry iteration."""
    strength = np.ones(teams)
    won = np.full(teams, 0.5 * PRIOR_GAMES)
    np.add.at(won, pairs[:, 0], points)
    np.add.at(won, pairs[:, 1], 1.0 - points)
    for _ in range(ROUNDS):
        played = PRIOR_GAMES / (strength + 1.0)
        rates = 1.0 / (strength[pairs[:, 0]] + strength[pairs[:, 1]])
        np.add.at(played, pairs[:, 0], rates)
        np.add.at(played, pairs[:, 1], rates)
        strength = won / played
    return MEAN_RATING + SPREAD * np.log10(strength)


def _points(result: GameResult) -> float:
    difference = result.home.goals - result.away.goals
    return 0.5 if difference == 0 else float(difference > 0)


def _bounds(
    pairs: npt.NDArray[np.int64], points: npt.NDArray[np.float64], teams: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    if not len(points):
        return np.full(teams, -np.inf), np.full(teams, np.inf)
    random = np.random.default_rng(len(points))
    drawn = []
    for _ in range(RESAMPLINGS):
        chosen = random.integers(0, len(points), len(points))
        drawn.append(elo(pairs[chosen], points[chosen], teams))
    tail = 50.0 * (1.0 - CONFIDENCE)
    low, high = np.percentile(drawn, (tail, 100.0 - tail), axis=0)
    return low, high


def _standing(
    team: str, results: Sequence[GameResult], rating: float, low: float, high: float
) -> Standing:
    scores = [(r.home.goals, r.away.goals) for r in results if r.plan.home == team]
    scores += [(r.away.goals, r.home.goals) for r in results if r.plan.away == team]
    return Standing(
        team=team,
        games=len(scores),
        won=sum(own > other for own, other in scores),
        drawn=sum(own == other for own, other in scores),
        lost=sum(own < other for own, other in scores),
        goals_for=sum(own for own, _ in scores),
        goals_against=sum(other for _, other in scores),
        rating=rating,
        low=low,
        high=high,
    )
