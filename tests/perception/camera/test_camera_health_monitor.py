"""Images whose rows repeat."""

from dataclasses import replace

import numpy as np

from kickabout.framework import FrameInfo
from kickabout.perception.camera.camera_health_monitor import (
    CameraHealthMonitor,
    CameraHealthMonitorParameters,
)
from kickabout.representations import CameraCondition, CameraImage


def conditions_of(noise: float, images: int = 30) -> list[CameraCondition]:
    monitor, rng = CameraHealthMonitor(CameraHealthMonitorParameters()), np.random.default_rng(3)
    still = rng.integers(0, 200, (24, 32, 2)).astype(np.uint8)
    conditions = []
    for k in range(images):
        moved = still + (noise * rng.random(still.shape)).astype(np.uint8)
        image = replace(CameraImage(), yuyv=moved)
        conditions.append(monitor.update(FrameInfo(time=k / 30.0), image))
    return conditions


def test_repeated_rows_request_one_restart() -> None:
    conditions = conditions_of(0.0)
    assert conditions[-1].corrupt
    assert sum(condition.restart_requested for condition in conditions) == 1


def test_a_still_scene_with_noise_is_fine() -> None:
    assert not any(condition.corrupt for condition in conditions_of(4.0))


def noisy_image(rng: np.random.Generator) -> CameraImage:
    return CameraImage(yuyv=rng.integers(0, 200, (24, 32, 2)).astype(np.uint8))


def test_a_camera_without_images_is_corrupt_until_it_delivers_again() -> None:
    monitor, rng = CameraHealthMonitor(CameraHealthMonitorParameters()), np.random.default_rng(3)
    monitor.update(FrameInfo(), noisy_image(rng))
    silent = [monitor.update(FrameInfo(time=k / 30.0), CameraImage()) for k in range(1, 91)]
    assert not silent[0].corrupt
    assert silent[-1].corrupt
    assert silent[-1].repeated_rows == 90
    assert sum(condition.restart_requested for condition in silent) == 1
    assert not monitor.update(FrameInfo(time=91 / 30.0), noisy_image(rng)).corrupt


def test_before_the_first_image_the_camera_is_not_corrupt() -> None:
    monitor = CameraHealthMonitor(CameraHealthMonitorParameters())
    conditions = [monitor.update(FrameInfo(time=k / 30.0), CameraImage()) for k in range(90)]
    assert not any(condition.corrupt or condition.repeated_rows for condition in conditions)
