"""Vision of the GermanTeam 2001: what it finds in random images, errors of percepts, and time."""

import statistics
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np

from kickabout.benching import Bench
from kickabout.calibration.color_table_halls import legged_settings
from kickabout.evaluation.perception.color_vision import ColorVision, Finding, findings
from kickabout.evaluation.perception.four_legged_scenes import FourLeggedHall, random_hall_light
from kickabout.framework import FrameInfo, NoParameters
from kickabout.perception.camera.four_legged_camera_matrix_calculator import (
    FourLeggedCameraMatrixCalculator,
)
from kickabout.perception.camera.horizon_calculator import (
    HorizonCalculator,
    HorizonCalculatorParameters,
)
from kickabout.representations import CameraCalibration, TorsoState
from kickabout.robots.kind import robot_kind
from kickabout.soccer.league import load_league

LEAGUE, ROBOT = "legged2001", "ers210"
SETTINGS = {"shutter": "fast", "gain": "middle", "white_balance": "fluorescent"}
FIRST_SEED = 5000  # far from the seeds of the shipped color table, which begin at 1000
BALL_RANGE, LANDMARK_RANGE, ROBOT_RANGE = 1.5, 3.0, 1.5  # m
WORKERS = 2


def _hall(seed: int) -> FourLeggedHall:
    """Return a hall with a random light near the usual one, that no table was made from."""
    return FourLeggedHall(
        load_league(LEAGUE),
        robot_kind(ROBOT),
        light=random_hall_light(np.random.default_rng([seed, 2])),
        settings=legged_settings(ROBOT, SETTINGS),
        seed=seed,
    )


def _found(seed: int, images: int) -> list[Finding]:
    """Return the findings in all images of one hall."""
    hall = _hall(seed)
    vision = ColorVision(ROBOT, hall.field)
    shots = hall.images(images)
    return [finding for shot in shots for finding in findings(shot, vision.percepts(shot))]


def _vision(bench: Bench) -> None:
    halls, images = (4, 40) if bench.quick else (30, 100)
    seeds = range(FIRST_SEED, FIRST_SEED + halls)
    with ProcessPoolExecutor(WORKERS) as pool:
        parts = pool.map(partial(_found, images=images), seeds)
        found = [f for part in bench.each(parts, "halls", total=halls) for f in part]
    total = halls * images
    _ball(bench, [f for f in found if f.sort == "ball"], total)
    for sort in ("flag", "goal"):
        _landmarks(bench, sort, [f for f in found if f.sort == sort])
    _robots(bench, [f for f in found if f.sort == "robot"], total)
    _time(bench)


def _ball(bench: Bench, balls: Sequence[Finding], images: int) -> None:
    near = [f for f in balls if f.visible and f.distance <= BALL_RANGE]
    detail = f"of {len(near)} that are half visible within {BALL_RANGE:g} m"
    bench.metric("germanteam_ball_found", _percent(near), "%", goal=">= 97", detail=detail)
    false = 1000.0 * sum(f.wrong for f in balls) / images
    bench.metric(
        "germanteam_ball_false", false, "per 1,000", goal="<= 1", detail=f"{images} images"
    )
    hits = [f for f in near if f.found]
    bench.metric("germanteam_ball_error", 100.0 * _median(f.error for f in hits), "cm")
    relative = 100.0 * _median(f.error / f.distance for f in hits)
    bench.metric("germanteam_ball_relative", relative, "%", goal="<= 10", detail="of the distance")


def _landmarks(bench: Bench, sort: str, found: Sequence[Finding]) -> None:
    near = [f for f in found if f.visible and f.distance <= LANDMARK_RANGE]
    name, detail = f"germanteam_{sort}", f"of {len(near)} visible within {LANDMARK_RANGE:g} m"
    bench.metric(f"{name}_found", _percent(near), "%", goal=">= 95", detail=detail)
    wrong, percepts = sum(f.wrong for f in found), sum(f.wrong or f.found for f in found)
    detail = f"of {percepts} percepts"
    bench.metric(
        f"{name}_wrong", 100.0 * wrong / max(percepts, 1), "%", goal="<= 0.5", detail=detail
    )
    turns = [abs(f.turn) for f in near if f.found and not np.isnan(f.turn)]
    what = "bearing" if sort == "flag" else "worse post"
    bench.metric(f"{name}_bearing", float(np.degrees(_median(turns))), "°", detail=what)
    if sort == "flag":
        errors = 100.0 * _median(f.error for f in near if f.found)
        bench.metric(f"{name}_distance", errors, "%", detail="median error of the distance")


def _robots(bench: Bench, robots: Sequence[Finding], images: int) -> None:
    near = [f for f in robots if f.visible and f.distance <= ROBOT_RANGE]
    detail = f"of {len(near)} with 40 px of patches within {ROBOT_RANGE:g} m"
    bench.metric("germanteam_robot_found", _percent(near), "%", detail=detail)
    false = 1000.0 * sum(f.wrong for f in robots) / images
    bench.metric("germanteam_robot_false", false, "per 1,000")
    hits = [f for f in near if f.found]
    distance, turn = _median(f.error for f in hits), _median(f.turn for f in hits)
    bench.metric("germanteam_robot_distance", 100.0 * distance, "%", goal="<= 30", detail="median")
    bench.metric(
        "germanteam_robot_bearing", float(np.degrees(turn)), "°", goal="<= 5", detail="median"
    )


def _time(bench: Bench) -> None:
    """Measure everything that a camera thread does with an image, in time of the processor."""
    hall = _hall(FIRST_SEED)
    vision, matrices = (
        ColorVision(ROBOT, hall.field),
        FourLeggedCameraMatrixCalculator(NoParameters()),
    )
    horizon = HorizonCalculator(HorizonCalculatorParameters())
    times = []
    for index, shot in enumerate(hall.images(60 if bench.quick else 300, labels=False)):
        assert shot.joints is not None
        begin = time.process_time()
        matrix = matrices.update(shot.joints, TorsoState(), CameraCalibration(), shot.info)
        horizon.update(FrameInfo(time=0.04 * index), matrix, shot.info, shot.image)
        vision.percepts(shot)
        times.append(time.process_time() - begin)
    value = 1e3 * statistics.median(times[10:])
    detail = "table, runs, blobs, directions, ball, robots, flags, goals; CPU time, median"
    bench.metric("germanteam_vision_time", value, "ms", goal="<= 1", detail=detail)


def _percent(found: Sequence[Finding]) -> float:
    return 100.0 * sum(f.found for f in found) / max(len(found), 1)


def _median(values: Iterable[float]) -> float:
    known = [value for value in values if not np.isnan(value)]
    return statistics.median(known) if known else float("nan")


VISION_PARTS = {"vision": _vision}
