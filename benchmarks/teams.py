"""Comparison of the NAO teams: goals alone, round robin, swapped modules, shared code."""

import ast
import multiprocessing
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from statistics import mean

from kickabout import Match
from kickabout.benching import Bench
from kickabout.evaluation.games.games import GamePlan, ResultsFile, play_games, revisions_of
from kickabout.evaluation.games.ratings import round_robin, standings
from kickabout.evaluation.trials.play_trials import golden_goal
from kickabout.framework import KickaboutError, Team, build_graph, load_team
from kickabout.framework.registry import module_named
from kickabout.simulation.match.scene import RefereePlan, Scene
from kickabout.soccer.fidelity import Fidelity

TEAMS = ("bhuman2019", "bhuman2021", "hulks2021")
SWAPPED = ("RobotPose", "BallModel", "ObstacleModel", "Navigator", "RoleState")
PERCEPTION: dict[str, dict[str, tuple[str, ...]]] = {  # modules to swap into another team
    "bhuman": {
        "ScanLineRegions": ("RelativeColorSegmenter",),
        "FieldBoundaryPercept": ("FieldBoundaryDetector", "LowerFieldBoundaryDetector"),
        "RobotsPercept": ("RobotDetector", "LowerRobotDetector"),
        "LinesPercept": ("LineDetector",),
        "PenaltyMarkPercept": ("PenaltyMarkDetector",),
        "BallCandidates": ("BallCandidateGenerator",),
        "BallPercept": ("BallDetector",),
    },
    "hulks": {
        "FieldColors": ("HulksChromaticityFieldColorDetector",),
        "ScanLineRegions": ("HulksImageSegmenter",),
        "FieldBoundaryPercept": ("HulksFieldBoundaryDetector",),
        "RobotsPercept": ("HulksRobotDetector",),
        "LinesPercept": ("HulksLineDetector",),
        "PenaltyMarkPercept": ("HulksPenaltyMarkDetector",),
        "BallCandidates": ("HulksBallCandidateGenerator",),
        "BallPercept": ("HulksBallDetector",),
    },
}
STATIONS = ("sensing", "perception", "modeling", "behavior", "motion", "communication")
SOURCE = Path(__file__).parents[1] / "src"
PROCESSES = 2


def run(bench: Bench) -> None:
    for part in PARTS.values():
        part(bench)


def _golden_goals(bench: Bench) -> None:
    seeds = range(1, 1 + max(1, bench.seeds // 2))
    context = multiprocessing.get_context("spawn")
    for team in TEAMS:
        with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
            played = pool.map(partial(golden_goal, team, fidelity="images"), seeds)
            tries = list(bench.each(played, f"{team} alone", len(seeds)))
        scored = 100.0 * mean(float(attempt.is_within(120.0)) for attempt in tries)
        detail = f"{len(tries)} tries at images, within 120 s"
        bench.metric(f"teams_golden_goal_{team}", scored, "%", goal=">= 90", detail=detail)


def _round_robin(bench: Bench) -> None:
    half, games = 30.0 if bench.quick else 120.0, max(2, bench.seeds // 2)
    plan = GamePlan(home=TEAMS[0], away=TEAMS[1], half=half)
    plans = round_robin(TEAMS, plan, games)
    games_in_turn = play_games(plans, ResultsFile(bench.games), processes=PROCESSES)
    played = list(bench.each(games_in_turn, "games", len(plans)))
    detail = f"{games} games a pair, 2 × {half:.0f} s, played by {revisions_of(played)}"
    for row in standings(TEAMS, played):
        row_detail = (
            f"95 %: {row.low:.0f} to {row.high:.0f}; {row.won}–{row.drawn}–{row.lost}, "
            f"{row.goals_for} : {row.goals_against}; {detail}"
        )
        bench.metric(f"teams_elo_{row.team}", row.rating, "", detail=row_detail)
        bench.metric(f"teams_goals_{row.team}", row.goals_for, "goals", goal=">= 1")
    failures = sum(len(result.failures) for result in played)
    bench.metric("teams_module_failures", failures, "", goal="<= 0", detail=detail)


def _swaps(bench: Bench) -> None:
    """Play each team with each provider and the whole perception of another team."""
    names = [f"{team}+{name}" for team in TEAMS for name in _foreign_providers(team)]
    perceptions = [team + _swapped_perception(team) for team in TEAMS]
    seconds = 2.0 if bench.quick else 120.0
    jobs = [(name, "percepts") for name in names] + [(name, "images") for name in perceptions]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
        played = pool.map(partial(_plays, seconds), *zip(*jobs, strict=True))
        tries = zip(jobs, bench.each(played, "swaps", len(jobs)), strict=True)
        failed = [name for (name, _), plays in tries if not plays]
    detail = f"{len(names)} swaps at percepts, {len(perceptions)} of all perception at images"
    detail += f", {seconds:.0f} s; failed: {', '.join(failed) or 'none'}"
    bench.metric("teams_swaps_failed", len(failed), "", goal="<= 0", detail=detail)


def _swapped_perception(team: str) -> str:
    other = PERCEPTION["hulks" if team.startswith("bhuman") else "bhuman"]
    return "".join(f"+{kind}={name}" for kind, names in other.items() for name in names)


def _foreign_providers(team: str) -> list[str]:
    own = _providers(team)
    found = {
        f"{name}={module}"
        for other in TEAMS
        for name, module in _providers(other).items()
        if own.get(name) != module
    }
    return sorted(found)


@cache
def _providers(team: str) -> dict[str, str]:
    graph = build_graph(load_team(team))
    return {
        provided.__name__: node.name
        for thread in graph.threads
        for node in thread.nodes
        for provided in node.provides
        if provided is not None and provided.__name__ in SWAPPED
    }


def _plays(seconds: float, team: str, fidelity: Fidelity) -> bool:
    scene = Scene(referee=RefereePlan(start="playing", half=600.0))
    try:
        with Match(
            team, "dummies", robots=2, fidelity=fidelity, scene=scene, seed=1, workers=0
        ) as match:
            match.run(seconds)
            return not match.report().failed
    except KickaboutError:
        return False


def _shared(bench: Bench) -> None:
    """Count the lines of files in the teams' stations by the number of teams that use them."""
    users: dict[Path, set[str]] = {}
    for team in TEAMS:
        for path in _files(load_team(team)):
            users.setdefault(path, set()).add(team)
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in users}
    detail = f"in {', '.join(STATIONS)}, including imports of modules"
    for count, name in ((3, "all"), (2, "two")):
        shared = sum(lines[path] for path, teams in users.items() if len(teams) == count)
        bench.metric(f"teams_lines_shared_by_{name}", shared, "lines", detail=detail)
    for team in TEAMS:
        own = sum(lines[path] for path, teams in users.items() if teams == {team})
        bench.metric(f"teams_lines_only_{team}", own, "lines", detail=detail)


def _files(team: Team) -> Iterable[Path]:
    """Yield the files of a team's modules and all their imports within the stations."""
    waiting = [
        module_named(name, team.packages).__module__
        for thread in team.threads
        for name in thread.module_names
    ]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        path = _file_of(name)
        if name in seen or path is None:
            continue
        seen.add(name)
        waiting += _imported(path)
        if name.split(".")[1] in STATIONS:
            yield path


@cache
def _file_of(module: str) -> Path | None:
    if not module.startswith("kickabout."):
        return None
    path = SOURCE / module.replace(".", "/")
    package = path / "__init__.py"
    file = package if package.exists() else path.with_suffix(".py")
    return file if file.exists() else None


@cache
def _imported(path: Path) -> tuple[str, ...]:
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names]
    return tuple(found)


PARTS = {"alone": _golden_goals, "games": _round_robin, "swaps": _swaps, "shared": _shared}
