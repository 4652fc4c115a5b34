"""Images whose rows are not updated any more."""

from dataclasses import replace

import numpy as np

from kickabout.framework import FrameInfo
from kickabout.perception.image_watcher import ImageWatcher, ImageWatcherParameters
from kickabout.representations import CameraCondition, CameraImage


def watched(noise: float, images: int = 30) -> list[CameraCondition]:
    watcher, rng = ImageWatcher(ImageWatcherParameters()), np.random.default_rng(3)
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
    assert sum(condition.restart_wanted for condition in conditions) == 1


def test_a_still_scene_with_noise_is_fine() -> None:
    assert not any(condition.corrupt for condition in watched(4.0))


def test_no_image_is_no_reason_to_worry() -> None:
    watcher = ImageWatcher(ImageWatcherParameters())
    assert not watcher.update(FrameInfo(), CameraImage()).corrupt
