"""Kick catalogue: from trials of every kick to the file from which behavior chooses kicks."""

import math
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from kickabout.evaluation.trials.kick_trials import (
    STEP_TO_BALL,
    KickResult,
    KickSummary,
    standing_kick,
    summary,
    walk_kicks,
)
from kickabout.motion.kick.bezier_kick import kick_names, load_kick
from kickabout.motion.kick.walk_kick import load_walk_kick, walk_kick_names
from kickabout.soccer.kick_catalogue import KickEntry

HEADER = """\
# Effect of each kick with the right foot; those with the left foot are mirrored.
# Measured in the simulated world by `kickabout motion catalogue`; do not edit by hand.

robot = "nao"
"""


def measured(seeds: int) -> Iterator[KickEntry]:
    """Measure every kick of the configuration, in-walk kicks first."""
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        for name in walk_kick_names():
            jobs = [pool.submit(_walk, name, seed) for seed in range(1, seeds + 1)]
            yield _walking_entry(name, summary([kick for job in jobs for kick in job.result()]))
        for name in kick_names():
            stands = [pool.submit(_stand, name, seed) for seed in range(1, seeds + 1)]
            yield _standing_entry(name, summary([job.result() for job in stands]))


def _walk(name: str, seed: int) -> list[KickResult]:
    return walk_kicks(name, left=seed % 2 == 0, seed=seed, count=2)


def _stand(name: str, seed: int) -> KickResult:
    return standing_kick(name, left=seed % 2 == 0, seed=seed)


def _walking_entry(name: str, results: KickSummary) -> KickEntry:
    kick = load_walk_kick(name)
    put = kick.placement
    duration = put.duration + kick.kick.duration
    return _entry(
        name,
        results,
        walking=True,
        ball=(put.behind + STEP_TO_BALL, 0.05 - put.aside),
        direction=math.radians(kick.direction_deg),
        duration=duration,
    )


def _standing_entry(name: str, results: KickSummary) -> KickEntry:
    kick = load_kick(name)
    return _entry(
        name,
        results,
        walking=False,
        ball=kick.ball,
        direction=math.radians(kick.direction_deg),
        duration=kick.duration,
    )


def _entry(
    name: str,
    results: KickSummary,
    *,
    walking: bool,
    ball: tuple[float, float],
    direction: float,
    duration: float,
) -> KickEntry:
    return KickEntry(
        name=name,
        walking=walking,
        ball_x=round(ball[0], 4),
        ball_y=round(ball[1], 4),
        direction=round(direction + results.bias, 4),
        reach=round(results.reach, 2),
        reach_spread=round(results.reach_spread, 2),
        direction_spread=round(results.spread, 4),
        duration=round(duration, 3),
        ball_time=round(results.ball_time, 3),
        hit=round(results.hit, 3),
        falls=round(results.falls, 3),
    )


def write_catalogue(entries: list[KickEntry], path: Path) -> None:
    lines = [HEADER]
    for entry in entries:
        lines.append("[[kicks]]")
        for key in entry.__dataclass_fields__:
            value = getattr(entry, key)
            if isinstance(value, bool):
                shown = str(value).lower()
            else:
                shown = f'"{value}"' if isinstance(value, str) else f"{float(value)!r}"
            lines.append(f"{key} = {shown}")
        lines.append("")
    path.write_text("\n".join(lines), encoding="utf-8")
