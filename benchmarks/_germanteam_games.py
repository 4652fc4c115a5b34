"""Games of the GermanTeam 2001 against itself: goals, falls, failures and the time they cost."""

from concurrent.futures import ProcessPoolExecutor

from kickabout.benching import Bench
from kickabout.evaluation.games.games import GamePlan, GameResult, play_game
from kickabout.soccer.fidelity import Fidelity

TEAM, LEAGUE, PLAYERS = "germanteam2001", "legged2001", 3
HALF = 600.0  # s
FIRST_SEED = 9000
WORKERS = 2


def _plans(bench: Bench, fidelity: Fidelity, count: int) -> list[GamePlan]:
    return [
        GamePlan(
            home=TEAM,
            away=TEAM,
            league=LEAGUE,
            robots=PLAYERS,
            fidelity=fidelity,
            half=60.0 if bench.quick else HALF,
            seed=FIRST_SEED + number,
        )
        for number in range(1 if bench.quick else count)
    ]


def _games(bench: Bench, fidelity: Fidelity, count: int) -> None:
    plans = _plans(bench, fidelity, count)
    with ProcessPoolExecutor(WORKERS) as pool:
        played = pool.map(play_game, plans)
        results = list(bench.each(played, f"games with {fidelity}", total=len(plans)))
    _metrics(bench, fidelity, results, halves=2.0 * plans[0].half / (2.0 * HALF))


def _metrics(bench: Bench, fidelity: str, results: list[GameResult], *, halves: float) -> None:
    """Report all metrics per game of two whole halves."""
    games = len(results)
    teams = [team for result in results for team in (result.home, result.away)]
    shown = f"{games} games of 2 × {results[0].plan.half:.0f} s, from seed {FIRST_SEED}"
    name = f"germanteam_games_{fidelity}"
    goals = sum(team.goals for team in teams) / games / halves
    goal = ">= 2" if fidelity == "images" else ""
    bench.metric(f"{name}_goals", goals, "per game", goal=goal, detail=shown)
    falls = sum(team.falls for team in teams) / (games * 2 * PLAYERS) / halves
    bench.metric(f"{name}_falls", falls, "per robot and game", goal="<= 2", detail=shown)
    failed = sum(bool(result.failures) for result in results)
    bench.metric(f"{name}_failures", failed, "games", goal="<= 0", detail=shown)
    penalties = sum(team.penalties for team in teams) / games / halves
    bench.metric(f"{name}_penalties", penalties, "per game", detail=shown)
    kicks = sum(team.kicks for team in teams) / games / halves
    bench.metric(f"{name}_kicks", kicks, "per game", detail=shown)


def _images(bench: Bench) -> None:
    _games(bench, "images", 6)


def _truth(bench: Bench) -> None:
    _games(bench, "truth", 6)


GAMES_PARTS = {"games": _images, "games_truth": _truth}
