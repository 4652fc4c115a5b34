"""Whistle detection in a hall, and calibration of cameras with mounting errors."""

import math
import multiprocessing
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

import numpy as np

from kickabout.benching import Bench
from kickabout.calibration.camera_calibration import calibrate_camera
from kickabout.evaluation.trials.whistle_trials import (
    BLOCK_TIME,
    NO_ECHO,
    Listener,
    WhistleTrial,
    false_whistles,
    whistle_trial,
)
from kickabout.framework import FrameInfo
from kickabout.representations import GameState, GameStateModel
from kickabout.robots.nao.cameras import CAMERA_NAMES
from kickabout.simulation.ears import SoundKind, Soundscape, SoundSettings
from kickabout.simulation.match.faults import Fault, FaultKind

PROCESSES = 2
WHISTLES = (SoundKind.FOX40, SoundKind.PEA, SoundKind.PLASTIC)
MAX_DISTANCE = 10.0  # m
NOISE_HOUR = 3600.0  # s
NOISE_PIECE = 150.0  # s
MAX_MOUNTING_ERROR = math.radians(3.0)
SEEDS_PER_CALIBRATION = 4  # each takes a simulated minute with images: 20 seeds make 5 of them


def run(bench: Bench) -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
        _whistles(bench, pool)
        _noise(bench, pool)
        _calibration(bench, pool)
    _listening(bench)


def heard(seed: int) -> WhistleTrial:
    """Simulate a whistle of any make at a random distance in the hall."""
    distance = float(np.random.default_rng([seed, 3]).uniform(1.0, MAX_DISTANCE))
    return whistle_trial(WHISTLES[seed % len(WHISTLES)], distance, seed=seed)


def located(seed: int) -> WhistleTrial:
    """Simulate the same outdoors, without echoes."""
    distance = float(np.random.default_rng([seed, 4]).uniform(1.0, MAX_DISTANCE))
    outdoors = SoundSettings(hall=NO_ECHO)
    return whistle_trial(WHISTLES[seed % len(WHISTLES)], distance, seed=seed, settings=outdoors)


def _whistles(bench: Bench, pool: Executor) -> None:
    count = 12 * bench.seeds
    seeds = range(1, 1 + count)
    results = list(bench.each(pool.map(heard, seeds, chunksize=4), "whistles", count))
    success = 100.0 * float(np.mean([math.isfinite(result.detected_after) for result in results]))
    detail = (
        f"{count} whistles of 3 makes, 1 to {MAX_DISTANCE:.0f} m away, in a hall with spectators"
    )
    bench.metric("senses_whistles_heard", success, "%", goal=">= 99", detail=detail)
    _direction(bench, "senses_direction_in_hall", results, goal="")
    outdoors = list(bench.each(pool.map(located, seeds, chunksize=4), "outdoors", count))
    _direction(bench, "senses_direction", outdoors, goal="<= 8")


def _direction(bench: Bench, name: str, results: list[WhistleTrial], *, goal: str) -> None:
    errors = np.array([result.direction_error for result in results])
    valid = errors[~np.isnan(errors)]
    detail = f"median of {len(valid)} directions of {len(errors)} whistles"
    middle = math.degrees(float(np.median(valid))) if len(valid) else math.inf
    bench.metric(name, middle, "°", goal=goal, detail=detail)


def _noise(bench: Bench, pool: Executor) -> None:
    pieces = 4 if bench.quick else round(NOISE_HOUR / NOISE_PIECE)
    listen = partial(_false_whistles, seconds=NOISE_PIECE)
    counts = list(bench.each(pool.map(listen, range(101, 101 + pieces)), "noise", pieces))
    hours = pieces * NOISE_PIECE / NOISE_HOUR
    detail = f"{sum(counts)} in {hours:.2g} h of a crowd that cheers, sings and claps"
    bench.metric("senses_false_whistles", sum(counts) / hours, "per h", goal="<= 1", detail=detail)


def _false_whistles(seed: int, *, seconds: float) -> int:
    return false_whistles(seconds, seed=seed)


def _listening(bench: Bench) -> None:
    """Measure the processing of a block of sound while waiting for the whistle."""
    listener = Listener(Soundscape(SoundSettings(), 1))
    time, block = next(listener.blocks(BLOCK_TIME, 0.2))
    frame, in_set = FrameInfo(time=time, dt=BLOCK_TIME), GameStateModel(state=GameState.SET)
    taken = bench.time_of(lambda: listener.recognizer.update(frame, block, in_set), repeat=400)
    detail = f"a block of {BLOCK_TIME * 1e3:.0f} ms, four microphones"
    bench.metric("senses_listening", taken * 1e3, "ms", detail=detail)


def calibrated(seed: int) -> tuple[float, float]:
    """Return the max remaining angle error in rad, and the duration in s."""
    random = np.random.default_rng([seed, 5])
    true = random.uniform(-MAX_MOUNTING_ERROR, MAX_MOUNTING_ERROR, (2, 3))
    faults = [
        Fault(
            kind=FaultKind.CAMERA_MOUNTING,
            robot="home 1",
            camera=camera,
            values=tuple(angles.tolist()),
        )
        for camera, angles in zip(CAMERA_NAMES, true, strict=True)
    ]
    result = calibrate_camera(faults=faults, seed=seed)
    if result.fit is None:
        return math.inf, result.seconds
    found = result.fit.calibration
    angles = np.array([found.cameras[camera] for camera in CAMERA_NAMES])
    return float(np.abs(angles - true).max()), result.seconds


def _calibration(bench: Bench, pool: Executor) -> None:
    seeds = range(1, 1 + max(1, bench.seeds // SEEDS_PER_CALIBRATION))
    results = list(bench.each(pool.map(calibrated, seeds), "calibrations", len(seeds)))
    residuals = np.degrees([residual for residual, _ in results])
    detail = f"largest angle of both cameras, median of {len(results)}; worst {max(residuals):.2f}°"
    residual = float(np.median(residuals))
    bench.metric("senses_calibration_residual", residual, "°", goal="<= 0.3", detail=detail)
    seconds = max(seconds for _, seconds in results)
    detail = "simulated time, the longest"
    bench.metric("senses_calibration_time", seconds, "s", goal="<= 60", detail=detail)
