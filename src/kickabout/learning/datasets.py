"""Data sets: from a seed to arrays for training, rendered once and kept in the user's cache."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import platformdirs

from kickabout.learning.ball_samples import ball_samples
from kickabout.learning.pictures import LabeledPicture
from kickabout.learning.robot_samples import boundary_targets, robot_boxes
from kickabout.learning.scenes import labeled_pictures
from kickabout.learning.spotted import Spotter
from kickabout.perception.robots_thumbnail import color_thumbnail, gray_thumbnail
from kickabout.representations import CameraName

Arrays = dict[str, npt.NDArray[Any]]
Progress = Callable[[int, int], None]  # pictures made, of how many

VERSION = 2  # of what is rendered; other numbers are other files
SHARD = 1000  # pictures per file
GRAY_FACTOR = 4
COLOR_FACTOR = 8
BOUNDARY_COLUMNS = 40


def cache_folder() -> Path:
    return platformdirs.user_cache_path("kickabout") / "learning"


def load_samples(
    pictures: int, *, seed: int, held_out: bool, progress: Progress | None = None
) -> Arrays:
    """Samples of so many pictures for all networks; missing shards are rendered now."""
    shards = [
        _shard(index, seed=seed, held_out=held_out, progress=progress, total=pictures)
        for index in range(-(-pictures // SHARD))
    ]
    return {name: np.concatenate([shard[name] for shard in shards]) for name in shards[0]}


def _shard(
    index: int, *, seed: int, held_out: bool, progress: Progress | None, total: int
) -> Arrays:
    part = "held_out" if held_out else "training"
    path = cache_folder() / f"v{VERSION}_{part}_{seed}_{index:03d}.npz"
    if not path.exists():
        arrays = _rendered(index, seed=seed, held_out=held_out, progress=progress, total=total)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part.npz")
        np.savez(unfinished, **arrays)  # type: ignore[arg-type]
        unfinished.rename(path)
    if progress:
        progress(min((index + 1) * SHARD, total), total)
    with np.load(path) as stored:
        return {name: stored[name] for name in stored.files}


def _rendered(
    index: int, *, seed: int, held_out: bool, progress: Progress | None, total: int
) -> Arrays:
    rng = np.random.default_rng((seed, index, 7))
    scenes = labeled_pictures(SHARD, seed * 1000 + index, held_out=held_out)
    spotter = Spotter()
    rows: dict[str, list[npt.NDArray[np.generic]]] = {}
    for made, picture in enumerate(scenes):
        for name, array in _samples(picture, rng, spotter):
            rows.setdefault(name, []).append(array)
        if progress and made % 20 == 0:
            progress(index * SHARD + made, total)
    return {name: np.concatenate(parts) for name, parts in rows.items()}


def _samples(
    picture: LabeledPicture, rng: np.random.Generator, spotter: Spotter
) -> Iterator[tuple[str, npt.NDArray[np.generic]]]:
    """Named arrays of a picture, whose first axis is joined with those of others."""
    ball = ball_samples(picture, rng, spotter)
    yield "patches", ball.patches
    yield "is_ball", ball.is_ball
    yield "circles", ball.circles
    yield "distances", ball.distances
    if picture.camera is CameraName.UPPER:
        yield "gray", gray_thumbnail(picture.yuyv, GRAY_FACTOR)[None]
        yield "color", color_thumbnail(picture.yuyv, COLOR_FACTOR)[None]
        yield "boxes", robot_boxes(picture)[None]
        yield "boundary", boundary_targets(picture, BOUNDARY_COLUMNS)[None]
