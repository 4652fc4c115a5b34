"""Trials by name, so that any process can run them: from a name and a seed to a result."""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kickabout.evaluation.trials.approach_trials import approach_kick
from kickabout.evaluation.trials.fall_trials import FallTrial, get_up, pushed_over
from kickabout.evaluation.trials.kick_trials import KickResult, standing_kick, walk_kicks
from kickabout.evaluation.trials.motion_trials import (
    Speed,
    WalkTrial,
    odometry,
    pushes,
    random_walk,
    steady_walk,
    walk_to_target,
)

SECONDS = 30.0  # of each walk; falls are scaled to ten minutes
IMPULSE = 0.35  # N·s
WALKS: Mapping[str, Speed] = {  # desired; every second seed walks to the other side
    "forward": (0.40, 0.0, 0.0),
    "backward": (-0.28, 0.0, 0.0),
    "sideways": (0.0, 0.28, 0.0),
    "turning": (0.0, 0.0, 1.9),
}
ROUGH: Speed = (0.33, 0.0, 0.0)
KICKS = ("forward", "forward_long", "side", "turn")


def walk(name: str, seed: int) -> WalkTrial:
    x, y, turn = WALKS[name]
    side = 1.0 if seed % 2 else -1.0
    return steady_walk((x, side * y, side * turn), seed=seed, seconds=SECONDS)


def in_walk_kicks(name: str, seed: int) -> list[KickResult]:
    return walk_kicks(name, left=seed % 2 == 0, seed=seed, count=3)


def approached_kick(name: str, seed: int) -> KickResult:
    return approach_kick(name, left=seed % 2 == 0, seed=seed)


def kick_around_the_ball(name: str, seed: int) -> KickResult:
    """Kick in any direction, so that the robot has to walk around the ball first."""
    return approach_kick(name, left=seed % 2 == 0, seed=seed, turned=math.pi, by_motion=True)


def standing_kick_of(name: str, seed: int) -> KickResult:
    return standing_kick(name, left=seed % 2 == 0, seed=seed)


def falls(seed: int) -> list[FallTrial]:
    return [pushed_over(seed=4 * seed + k) for k in range(4)]


TRIALS: Mapping[str, Callable[[int], Any]] = {
    **{f"walk {name}": partial(walk, name) for name in WALKS},
    "random": lambda seed: random_walk(seed=seed, seconds=SECONDS),
    "rough": lambda seed: steady_walk(ROUGH, seed=seed, seconds=SECONDS, rough=True),
    "pushes": lambda seed: pushes(seed=seed, impulse=IMPULSE),
    "odometry": lambda seed: odometry(seed=seed),
    "target": lambda seed: walk_to_target(seed=seed),
    "falls": falls,
    "front": lambda seed: get_up("front", seed=seed),
    "back": lambda seed: get_up("back", seed=seed),
    "standing": partial(standing_kick_of, "forward_long"),
    **{f"kick {name}": partial(in_walk_kicks, name) for name in KICKS},
    **{f"approach {name}": partial(approached_kick, name) for name in KICKS},
    **{f"around {name}": partial(kick_around_the_ball, name) for name in KICKS},
}


def trial(name: str, seed: int) -> Any:  # noqa: ANN401 (each trial has its own kind of result)
    return TRIALS[name](seed)
