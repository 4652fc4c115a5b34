"""Quality of the simulated robot's motion: walk, pushes, falls, get-up, kicks; cost of a cycle.

Every metric covers several seeds, with noise of the sensors and delay of the servos.
"""

import math
import os
import statistics
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from kickabout.benching import Bench
from kickabout.evaluation.trials.fall_trials import GetUpTrial
from kickabout.evaluation.trials.kick_trials import KickResult, summary
from kickabout.evaluation.trials.motion_bench import IMPULSE, SECONDS, TRIALS, trial
from kickabout.evaluation.trials.motion_trials import (
    OdometryTrial,
    TargetTrial,
    WalkTrial,
    falls_in_ten_minutes,
    rms,
)
from kickabout.geometry import Pose2
from kickabout.representations import Motion, MotionRequest, WalkMode, WalkRequest
from kickabout.simulation.match.drill import Drill

WALK_GOALS = {"forward": 0.35, "backward": 0.22, "sideways": 0.22, "turning": 1.6}  # m/s, rad/s
KICK_REACH = {"forward": 1.5, "forward_long": 3.0, "side": 1.0, "turn": 1.0}  # m

WHOLE_PLAYER = ("approach", "around")

Results = Mapping[str, list[Any]]  # of all seeds, by the name of the trial


def run(bench: Bench) -> None:
    for part in PARTS.values():
        part(bench)


def _body(bench: Bench) -> None:
    results = _tried(bench, [name for name in TRIALS if not name.startswith(WHOLE_PLAYER)])
    _walks(bench, results)
    _pushes_and_targets(bench, results)
    _falls(bench, results)
    _kicks(bench, results)


def _tried(bench: Bench, names: Iterable[str]) -> Results:
    seeds = range(1, (4 if bench.quick else bench.seeds) + 1)
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        jobs = {name: [pool.submit(trial, name, seed) for seed in seeds] for name in names}
        for job in bench.each([job for group in jobs.values() for job in group], "motion trials"):
            job.result()
    return {name: [job.result() for job in group] for name, group in jobs.items()}


def _walks(bench: Bench, results: Results) -> None:
    level: list[WalkTrial] = []
    for name, goal in WALK_GOALS.items():
        trials: list[WalkTrial] = results[f"walk {name}"]
        level += trials
        unit = "rad/s" if name == "turning" else "m/s"
        speed = statistics.mean(t.speed for t in trials)
        detail = f"mean of {len(trials)} walks of {SECONDS:g} s with starts, turns and stops"
        bench.metric(f"motion_{name}_speed", speed, unit, goal=f">= {goal:g}", detail=detail)
        _fall_metric(bench, name, trials, "<= 1")
    _fall_metric(bench, "random", results["random"], "<= 2")
    rough: list[WalkTrial] = results["rough"]
    detail = "each step lands on another patch: corners within 3 mm, friction 0.5–1"
    speed = statistics.mean(t.speed for t in rough)
    bench.metric("motion_rough_speed", speed, "m/s", goal=">= 0.25", detail=detail)
    _fall_metric(bench, "rough", rough, "<= 2")
    level += results["random"]
    _orientation(bench, level)
    minutes = sum(t.seconds for t in level) / 60.0
    alarms = sum(t.false_alarms for t in level) * 30.0 / minutes
    detail = f"detected falls that did not happen, in {minutes:.0f} min of walking"
    bench.metric("motion_false_alarms", alarms, "per 30 min", goal="<= 1", detail=detail)


def _fall_metric(bench: Bench, name: str, trials: list[WalkTrial], goal: str) -> None:
    falls, minutes = sum(t.falls for t in trials), sum(t.seconds for t in trials) / 60.0
    detail = f"{falls} in {minutes:.1f} min"
    value = falls_in_ten_minutes(trials)
    bench.metric(f"motion_{name}_falls", value, "per 10 min", goal=goal, detail=detail)


def _orientation(bench: Bench, trials: list[WalkTrial]) -> None:
    detail = "angle between estimated and true vertical, while walking"
    error = math.degrees(rms([t.tilt_rms for t in trials if t.falls == 0]))
    bench.metric("motion_orientation_rms", error, "°", goal="<= 1", detail=detail)
    largest = math.degrees(max(t.tilt_max for t in trials if t.falls == 0))
    bench.metric("motion_orientation_max", largest, "°", goal="<= 3", detail=detail)


def _pushes_and_targets(bench: Bench, results: Results) -> None:
    survived = [one for seed in results["pushes"] for one in seed]
    success = 100.0 * statistics.mean(survived)
    detail = f"{len(survived)} pushes of {IMPULSE} N·s from 8 sides at 0.25 m/s"
    bench.metric("motion_pushes_survived", success, "%", goal=">= 85", detail=detail)
    walks: list[OdometryTrial] = results["odometry"]
    position = 100.0 * rms([t.position for t in walks])
    rotation = 100.0 * rms([t.rotation for t in walks])
    detail = f"root mean square of {len(walks)} mixed walks of 4 m"
    bench.metric("motion_odometry_position", position, "%", goal="<= 8", detail=detail)
    bench.metric("motion_odometry_rotation", rotation, "%", goal="<= 5", detail=detail)
    targets: list[TargetTrial] = results["target"]
    reached = [t.distance <= 0.03 and t.angle <= math.radians(3.0) for t in targets]
    success = 100.0 * statistics.mean(reached)
    detail = "within 3 cm and 3°, 2 m away, any bearing and heading"
    bench.metric("motion_target_reached", success, "%", goal=">= 95", detail=detail)
    distance = 100.0 * statistics.mean(t.distance for t in targets)
    bench.metric("motion_target_distance", distance, "cm", goal="<= 3")
    settling = statistics.median(t.settling_time for t in targets)
    detail = "from within 5 cm and 5° until standing, median"
    bench.metric("motion_target_settling", settling, "s", goal="<= 1.5", detail=detail)
    seconds = statistics.median(t.seconds for t in targets)
    bench.metric("motion_target_time", seconds, "s", detail="median")


def _falls(bench: Bench, results: Results) -> None:
    falls = [t for seed in results["falls"] for t in seed if t.fell]
    detected = 100.0 * statistics.mean(t.warning_time > 0.0 for t in falls)
    detail = f"{len(falls)} falls after pushes while walking"
    bench.metric("motion_fall_noticed", detected, "%", goal=">= 95", detail=detail)
    before = 1e3 * statistics.median(t.warning_time for t in falls)
    bench.metric("motion_fall_warning", before, "ms", detail="from the alarm to the impact, median")
    for side, goal in (("front", "<= 4"), ("back", "<= 5")):
        trials: list[GetUpTrial] = results[side]
        good = 100.0 * statistics.mean(t.up and t.tries <= 2 for t in trials)
        name = f"motion_get_up_{side}"
        bench.metric(f"{name}_success", good, "%", goal=">= 97", detail="within two tries")
        seconds = statistics.median(t.seconds for t in trials)
        bench.metric(f"{name}_time", seconds, "s", goal=goal, detail="of the good try, median")
        turn = math.degrees(rms([t.odometry_turn for t in trials]))
        bench.metric(f"{name}_heading", turn, "°", detail="missed by odometry over fall and get-up")


def _kicks(bench: Bench, results: Results) -> None:
    for name, reach in KICK_REACH.items():
        kicks = [kick for seed in results[f"kick {name}"] for kick in seed]
        _kick_metrics(bench, f"kick_{name}", kicks, reach=f">= {reach:g}", spread=3.0, hit=95.0)
    result = summary(results["standing"])
    bench.metric("motion_standing_kick_reach", result.reach, "m", goal=">= 4")
    spread = math.degrees(result.spread)
    bench.metric("motion_standing_kick_direction", spread, "°", goal="<= 7")
    bench.metric("motion_standing_kick_falls", 100.0 * result.falls, "%", goal="<= 5")


def _approaches(bench: Bench, kind: str) -> None:
    for name, kicks in _tried(bench, [f"{kind} {name}" for name in KICK_REACH]).items():
        metric_name = name.replace(" ", "_")
        _kick_metrics(bench, metric_name, kicks, reach="", spread=8.0, hit=90.0)


def _kick_metrics(
    bench: Bench, name: str, kicks: list[KickResult], *, reach: str, spread: float, hit: float
) -> None:
    result = summary(kicks)
    detail = f"{result.kicks} kicks, ± {result.reach_spread:.2f} m"
    bench.metric(f"motion_{name}_reach", result.reach, "m", goal=reach, detail=detail)
    detail = f"1 σ; mean {math.degrees(result.bias):+.1f}°"
    value = math.degrees(result.spread)
    bench.metric(f"motion_{name}_direction", value, "°", goal=f"<= {spread:g}", detail=detail)
    bench.metric(f"motion_{name}_hit", 100.0 * result.hit, "%", goal=f">= {hit:g}")
    bench.metric(f"motion_{name}_falls", 100.0 * result.falls, "%", goal="<= 2")


def _cycle(bench: Bench) -> None:
    """Measure the motion thread of a complete player, with kernels already loaded."""
    walk = WalkRequest(mode=WalkMode.SPEED, speed=Pose2(0.3, 0.05, 0.2))
    with Drill("bhuman2019", seed=1) as drill:
        drill.request(MotionRequest(motion=Motion.WALK, walk=walk))
        drill.run(20.0 if bench.quick else 60.0)
        timing = drill.robot.ask("report").timings["motion"]["cycle"]
    detail = "of one bhuman2019 player alone, walking"
    bench.metric("motion_cycle_median", timing.median_ms, "ms", goal="<= 0.6", detail=detail)
    bench.metric("motion_cycle_p99", timing.p99_ms, "ms", goal="<= 1.5", detail=detail)


PARTS: Mapping[str, Callable[[Bench], None]] = {
    "body": _body,
    "approaches": partial(_approaches, kind="approach"),
    "around": partial(_approaches, kind="around"),
    "cycle": _cycle,
}
