"""Images whose rows are not updated any more."""

from dataclasses import replace

import numpy as np

from kickabout.framework import FrameInfo
from kickabout.perception.camera.camera_health_monitor import (
    CameraHealthMonitor,
    CameraHealthMonitorParameters,
)
from kickabout.representations import CameraCondition, CameraImage


def watched(noise: float, images: int = 30) -> list[CameraCondition]:
    watcher, rng = CameraHealthMonitor(CameraHealthMonitorParameters()), np.random.default_rng(3)
    still = rng.integers(0, 200, (24, 32, 2)).astype(np.uint8)
    conditions = []
    for k in range(images):
        moved = still + (noise * rng.random(still.shape)).astype(np.uint8)
        image = replace(CameraImage(), yuyv=moved)
        conditions.append(watcher.update(FrameInfo(time=k / 30.0), image))
    return conditions


def test_rows_that_repeat_call_for_one_restart() -> None:
    conditions = watched(0.0)
    assert conditions[-1].corrupt
    assert sum(condition.restart_requested for condition in conditions) == 1


def test_a_still_scene_with_noise_is_fine() -> None:
    assert not any(condition.corrupt for condition in watched(4.0))


def noisy_image(rng: np.random.Generator) -> CameraImage:
    return CameraImage(yuyv=rng.integers(0, 200, (24, 32, 2)).astype(np.uint8))


def test_a_camera_that_falls_silent_is_broken_until_it_works_again() -> None:
    watcher, rng = CameraHealthMonitor(CameraHealthMonitorParameters()), np.random.default_rng(3)
    watcher.update(FrameInfo(), noisy_image(rng))
    silent = [watcher.update(FrameInfo(time=k / 30.0), CameraImage()) for k in range(1, 91)]
    assert not silent[0].corrupt
    assert silent[-1].corrupt
    assert silent[-1].repeated_rows == 90
    assert sum(condition.restart_requested for condition in silent) == 1
    assert not watcher.update(FrameInfo(time=91 / 30.0), noisy_image(rng)).corrupt


def test_before_the_first_image_there_is_no_reason_to_worry() -> None:
    watcher = CameraHealthMonitor(CameraHealthMonitorParameters())
    conditions = [watcher.update(FrameInfo(time=k / 30.0), CameraImage()) for k in range(90)]
    assert not any(condition.corrupt or condition.repeated_rows for condition in conditions)
