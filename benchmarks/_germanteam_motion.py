"""Motion of the GermanTeam 2001: trot, odometry from a table, stand-ups, grabs and kicks."""

import math
import statistics
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TypeVar

from kickabout.benching import Bench
from kickabout.calibration.odometry_calibration import OdometryCheck, checks
from kickabout.evaluation.trials.four_legged_trials import LYING
from kickabout.evaluation.trials.motion_net_trials import (
    BACKWARD,
    NET,
    NOMINAL_DEG,
    ROBOT,
    GrabTrial,
    LongWalk,
    NetKick,
    carried,
    grab_kicks,
    grabs,
    head_kicks,
    long_walk,
    stand_ups,
)
from kickabout.evaluation.trials.odometry_trials import OdometryTrial, straight_walks
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.motion.motion_net.odometry_table import read_table
from kickabout.motion.motion_net.table_odometer import table_file

T = TypeVar("T")
WORKERS = 2
RISE_TIME = 4.0  # s
STEPS = 2  # of the odometry table's grid
CHECKED = ((2, 0, 0), (-2, 0, 0), (0, 2, 0), (0, -2, 0), (0, 0, 2), (0, 0, -2))


def _motion(bench: Bench) -> None:
    """Measure everything that this team's motion is made of."""
    _walk(bench)
    _odometry(bench)
    _stand_up(bench)
    _ball(bench)


def _walk(bench: Bench) -> None:
    seconds = 30.0 if bench.quick else 600.0
    trial: LongWalk = long_walk(seconds=seconds, seed=1)
    minutes = f"in {trial.seconds / 60.0:.1f} min of walks in all directions without a pause"
    name = "germanteam_trot"
    bench.metric(f"{name}_forward", trial.forward, "m/s", goal=">= 0.22", detail=minutes)
    bench.metric(f"{name}_sideways", trial.sideways, "m/s", goal=">= 0.15", detail=minutes)
    bench.metric(f"{name}_turn", trial.turn, "rad/s", goal=">= 1.6", detail=minutes)
    bench.metric(f"{name}_falls", trial.falls, "", goal="<= 1", detail=minutes)
    off, detail = 100.0 * trial.off_paws, "of the time on other parts than paws"
    bench.metric(f"{name}_off_paws", off, "%", goal="<= 0.5", detail=detail)


def _odometry(bench: Bench) -> None:
    table = read_table(table_file(NET, RobotConfiguration(ROBOT)))
    keys = CHECKED[::3] if bench.quick else CHECKED
    found: list[OdometryCheck] = list(
        checks(table, "walk", keys=keys, steps=STEPS, seconds=5.0, seed=7)
    )
    worst = 100.0 * max(check.error for check in found)
    detail = f"speeds measured again in {len(keys)} directions, difference to the table"
    bench.metric("germanteam_odometry_table", worst, "%", goal="<= 5", detail=detail)
    trials: list[OdometryTrial] = straight_walks(count=2 if bench.quick else 6, seed=3)
    worst = 100.0 * max(trial.error for trial in trials)
    detail = f"worst of {len(trials)} straight walks of 5 s, of the path"
    bench.metric("germanteam_odometry_walk", worst, "%", goal="<= 10", detail=detail)


def _stand_up(bench: Bench) -> None:
    count = 2 if bench.quick else 10
    jobs = {side: partial(stand_ups, side, count=count, seed=1) for side in LYING}
    found: dict[str, list[float]] = _together(bench, jobs, "stand-ups")
    good = {side: sum(t <= RISE_TIME for t in times) for side, times in found.items()}
    detail = f"within {RISE_TIME:g} s; of {count} each: " + ", ".join(
        f"{side} {number}" for side, number in good.items()
    )
    success = 100.0 * sum(good.values()) / (count * len(LYING))
    bench.metric("germanteam_stand_up", success, "%", goal=">= 95", detail=detail)


def _ball(bench: Bench) -> None:
    count = 4 if bench.quick else 20
    kicks = (*NOMINAL_DEG, BACKWARD)
    taken: dict[str, list[GrabTrial]] = _together(
        bench, {"grab": partial(grabs, count=5 * count, seed=1)}, "grabs"
    )
    jobs = {name: partial(grab_kicks, name, count=count, seed=1) for name in kicks}
    jobs["head_kick"] = partial(head_kicks, count=2 * count, seed=1)
    kicked: dict[str, list[NetKick]] = _together(bench, jobs, "kicks")
    held = [trial for trial in taken["grab"] if trial.held]
    share = 100.0 * len(held) / len(taken["grab"])
    detail = f"of {len(taken['grab'])}, then held through a quarter turn; ball within 15 × 20 mm"
    bench.metric("germanteam_grab", share, "%", goal=">= 60", detail=detail)
    head = kicked.pop("head_kick")
    share = 100.0 * sum(kick.hit for kick in head) / len(head)
    speed = statistics.median(kick.speed for kick in head)
    detail = f"of {len(head)} within 45° of straight ahead; median {speed:.2f} m/s; stands again"
    bench.metric("germanteam_head_kick", share, "%", goal=">= 95", detail=detail)
    for name, trials in kicked.items():
        _kick(bench, name, trials)
    far = carried(count=2 if bench.quick else 10, seed=1)
    share = 100.0 * sum(distance >= 1.0 for distance in far) / len(far)
    detail = f"of {len(far)} walks with the ball are 1 m long"
    bench.metric("germanteam_carry", share, "%", goal=">= 80", detail=detail)


def _kick(bench: Bench, name: str, trials: list[NetKick]) -> None:
    if name == BACKWARD:
        good = [kick for kick in trials if kick.ahead < 0.0]
        detail = "end up behind the robot"
    else:
        good = [kick for kick in trials if kick.within(NOMINAL_DEG[name])]
        detail = f"within 30° of {NOMINAL_DEG[name]:g}°"
    share = 100.0 * len(good) / max(1, len(trials))
    median = math.degrees(statistics.median(k.direction for k in trials)) if trials else math.nan
    detail = f"of {len(trials)} {detail}; median {median:.0f}°"
    bench.metric(f"germanteam_{name}", share, "%", goal=">= 80", detail=detail)


def _together(bench: Bench, jobs: Mapping[str, Callable[[], T]], what: str) -> dict[str, T]:
    """Return the results of jobs that run in several processes."""
    with ProcessPoolExecutor(WORKERS) as pool:
        running = {name: pool.submit(job) for name, job in jobs.items()}
        return {name: running[name].result() for name in bench.each(running, what)}


MOTION_PARTS: Mapping[str, Callable[[Bench], None]] = {"motion": _motion}
