"""The Aibos: physics, kinematics, trot, get-up, the ball held and kicked, images, a match."""

import math
import statistics
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TypeVar

import mujoco
import numpy as np
from benchmarks._aibo_world import WORLD_PARTS

from kickabout.benching import Bench
from kickabout.evaluation.trials.drill_plan import DrillPlan
from kickabout.evaluation.trials.four_legged_ball_trials import (
    CarryTrial,
    carry_turns,
    four_legged_kicks,
)
from kickabout.evaluation.trials.four_legged_drills import WEAK
from kickabout.evaluation.trials.four_legged_trials import LYING, GetUpTrial, get_ups
from kickabout.evaluation.trials.four_legged_walks import TrotTrial, trot_with_turns
from kickabout.evaluation.trials.kick_trials import summary
from kickabout.geometry import Pose2, Vector2
from kickabout.robots.aibo.kinematics import AiboKinematics, aibo_kinematics
from kickabout.robots.kind import RobotKind, robot_kind
from kickabout.robots.physics_options import OPTIONS
from kickabout.robots.stepping import configure_physics
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.soccer.league import load_league

T = TypeVar("T")

ROBOTS = ("ers7", "ers210")
KICKS = ("paw", "head")
STRENGTHS = {"": 1.0, "_weak": WEAK}  # ending of the metric's name → strength of the motors
TRIES = 20  # of each get-up
GRIP = 0.015  # m, how far a held ball may move
TURN_TIME, RISE_TIME = 2.5, 3.0  # s
WORKERS = 2


def run(bench: Bench) -> None:
    for part in PARTS.values():
        part(bench)


def _physics(bench: Bench) -> None:
    for robot in ROBOTS:
        factor = _physics_speed(robot, 250 if bench.quick else 2500)
        detail = f"8 robots that move all legs, and the ball, at {1e3 * OPTIONS.timestep:g} ms"
        name = f"aibo_physics_8_{robot}"
        bench.metric(name, factor, "× real time", goal=">= 15", detail=f"{detail}; CPU time")


def _physics_speed(robot: str, frames: int) -> float:
    """Return simulated seconds per second of CPU time."""
    kind = robot_kind(robot)
    world = PhysicsWorld(load_league(DrillPlan.of(robot).ball_league).field, [kind] * 8)
    for index in range(8):
        world.place_robot(index, Pose2(-1.4 + 0.4 * index, 0.8 - 0.6 * (index % 3), 0.6 * index))
    world.place_ball(Vector2(0.3, 1.0))
    legs, stiff = np.arange(len(kind.joints_of("legs"))), np.ones(len(kind.joints))
    begin = 0.0
    for frame in range(frames + 50):
        if frame == 50:  # robots stand, kernels are loaded
            begin = time.process_time()
        angles = kind.stand.copy()
        angles[legs] += 0.2 * np.sin(0.15 * frame + legs)
        for index in range(8):
            world.command(index, angles, stiff)
        world.advance()
        world.snapshot()
    return frames * kind.frame_time / (time.process_time() - begin)


def _kinematics(bench: Bench) -> None:
    count = 50 if bench.quick else 500
    for robot in ROBOTS:
        kind, kinematics = robot_kind(robot), aibo_kinematics(robot)
        name, detail = f"aibo_kinematics_{robot}", f"{count} random postures"
        error = _forward_error(kind, kinematics, count)
        bench.metric(f"{name}_forward", error, "m", goal="<= 1e-09", detail=f"{detail}, MuJoCo")
        error = _inverse_error(kinematics, count)
        bench.metric(f"{name}_inverse", error, "m", goal="<= 1e-09", detail=f"{detail}, paws")


def _forward_error(kind: RobotKind, kinematics: AiboKinematics, count: int) -> float:
    """Return the largest difference to MuJoCo's positions of links and frames."""
    spec = mujoco.MjSpec()
    configure_physics(spec)
    kind.add_to_world(spec, prefix="", position=(0.0, 0.0, 0.0))
    model = spec.compile()
    data, random = mujoco.MjData(model), np.random.default_rng(1)
    motors = [joint.name for joint in kind.joints if joint.moves_link]
    addresses = [int(model.joint(name).qposadr[0]) for name in motors]
    links = [int(model.body(link).id) for link in kind.link_names]
    frames = [int(model.site(frame).id) for frame in kind.frames]
    worst = 0.0
    for _ in range(count):
        angles = random.uniform(kinematics.joint_min, kinematics.joint_max)
        data.qpos[addresses] = angles[: len(motors)]
        mujoco.mj_kinematics(model, data)
        found = np.concatenate((data.xpos[links], data.site_xpos[frames]))
        difference = np.abs(found - kinematics.forward(angles).translations)
        worst = max(worst, float(difference.max()))
    return worst


def _inverse_error(kinematics: AiboKinematics, count: int) -> float:
    """Return the largest distance of paws from the positions to which they are moved."""
    random, worst = np.random.default_rng(2), 0.0
    for _ in range(count):
        angles = random.uniform(kinematics.joint_min, kinematics.joint_max)
        paws = kinematics.paws(angles)
        solution = kinematics.leg_angles(paws)
        distance = np.abs(kinematics.paws(solution.angles) - paws).max(axis=1)
        worst = max(worst, float(distance[np.array(solution.reached)].max(initial=0.0)))
    return worst


def _trot(bench: Bench) -> None:
    seconds = 30.0 if bench.quick else 300.0
    jobs = {
        f"aibo_trot_{robot}{ending}": partial(
            trot_with_turns, robot, seconds=seconds, seed=1, strength=strength
        )
        for robot in ROBOTS
        for ending, strength in STRENGTHS.items()
    }
    trials: dict[str, TrotTrial] = _together(bench, jobs, "trots")
    for name, trial in trials.items():
        detail = f"straight, in {trial.seconds / 60.0:.1f} min with turns of {trial.turn:.2f} rad/s"
        bench.metric(f"{name}_speed", trial.speed, "m/s", goal=">= 0.22", detail=detail)
        bench.metric(f"{name}_falls", trial.falls, "", goal="<= 1")
        off = 100.0 * trial.off_paws
        detail = f"of the time on other parts than paws: {trial.touching or 'none'}"
        bench.metric(f"{name}_off_paws", off, "%", goal="<= 0.5", detail=detail)


def _get_up(bench: Bench) -> None:
    tries = 4 if bench.quick else TRIES
    jobs = {
        f"{robot}{ending}/{side}": partial(
            get_ups, robot, side, count=tries, seed=1, strength=strength
        )
        for robot in ROBOTS
        for ending, strength in STRENGTHS.items()
        for side in LYING
    }
    found: dict[str, list[GetUpTrial]] = _together(bench, jobs, "get-ups")
    for robot in ROBOTS:
        for ending in STRENGTHS:
            _get_up_metrics(bench, f"{robot}{ending}", found, ">= 90" if ending else ">= 97")


def _get_up_metrics(
    bench: Bench, name: str, found: Mapping[str, list[GetUpTrial]], goal: str
) -> None:
    sides = {side: found[f"{name}/{side}"] for side in LYING}
    good = {side: sum(t.stood_within(RISE_TIME) for t in trials) for side, trials in sides.items()}
    count = sum(len(trials) for trials in sides.values())
    detail = f"within {RISE_TIME:g} s; of {count // len(sides)} each: " + ", ".join(
        f"{side} {number}" for side, number in good.items()
    )
    success = 100.0 * sum(good.values()) / count
    bench.metric(f"aibo_get_up_{name}_success", success, "%", goal=goal, detail=detail)
    slowest = max(statistics.median(t.seconds for t in trials) for trials in sides.values())
    detail = "median of the slowest side"
    bench.metric(f"aibo_get_up_{name}_time", slowest, "s", goal="<= 3", detail=detail)


def _carry(bench: Bench) -> None:
    count = 6 if bench.quick else 40
    jobs = {robot: partial(carry_turns, robot, count=count, seed=1) for robot in ROBOTS}
    trials: dict[str, list[CarryTrial]] = _together(bench, jobs, "turns with the ball")
    for robot, turns in trials.items():
        whole = [turn for turn in turns if turn.turned >= math.pi]
        held = [t for t in whole if t.deviation <= GRIP and t.seconds <= TURN_TIME]
        detail = f"of {len(turns)} turns of 180° within {TURN_TIME:g} s; ball within ±15 mm"
        value = 100.0 * len(held) / len(turns)
        bench.metric(f"aibo_carry_{robot}_held", value, "%", goal=">= 90", detail=detail)
        seconds = statistics.median(t.seconds for t in whole) if whole else math.inf
        bench.metric(f"aibo_carry_{robot}_time", seconds, "s", goal="<= 2.5", detail="median")
        moved = 1e3 * statistics.median(t.deviation for t in turns)
        bench.metric(f"aibo_carry_{robot}_moved", moved, "mm", goal="<= 15", detail="median")


def _kicks(bench: Bench) -> None:
    count, steps = 4 if bench.quick else 20, (OPTIONS.timestep, 0.5 * OPTIONS.timestep)
    jobs = {
        f"{kick}_{robot}_{step}": partial(
            four_legged_kicks, robot, kick, count=count, seed=1, timestep=step
        )
        for robot in ROBOTS
        for kick in KICKS
        for step in steps
    }
    found = _together(bench, jobs, "kicks")
    for robot in ROBOTS:
        for kick in KICKS:
            coarse, fine = (summary(found[f"{kick}_{robot}_{step}"]) for step in steps)
            name = f"aibo_kick_{kick}_{robot}"
            detail = f"{count} kicks, ± {coarse.reach_spread:.2f} m; {coarse.falls * count:g} falls"
            bench.metric(f"{name}_reach", coarse.reach, "m", detail=detail)
            change = 100.0 * abs(coarse.reach / fine.reach - 1.0) if fine.reach else math.inf
            detail = f"of the mean reach at half the time step, {fine.reach:.2f} m there"
            bench.metric(f"{name}_change", change, "%", goal="<= 15", detail=detail)


def _together(bench: Bench, jobs: Mapping[str, Callable[[], T]], what: str) -> dict[str, T]:
    """Return the results of jobs that run in several processes."""
    with ProcessPoolExecutor(WORKERS) as pool:
        running = {name: pool.submit(job) for name, job in jobs.items()}
        return {name: running[name].result() for name in bench.each(running, what)}


PARTS: Mapping[str, Callable[[Bench], None]] = {
    "physics": _physics,
    "kinematics": _kinematics,
    "trot": _trot,
    "get_up": _get_up,
    "carry": _carry,
    "kicks": _kicks,
    **WORLD_PARTS,
}
