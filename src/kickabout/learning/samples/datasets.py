"""Data sets: from a seed to arrays for training, rendered once and cached on disk."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import platformdirs

from kickabout.learning.samples.ball_samples import ball_samples
from kickabout.learning.samples.hulks_ball_samples import HulksBallSampler
from kickabout.learning.samples.module_inputs import CandidateSampler
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.learning.samples.robot_samples import boundary_targets, robot_boxes
from kickabout.learning.samples.scenes import labeled_pictures
from kickabout.perception.robots.thumbnails import color_thumbnail, gray_thumbnail
from kickabout.robots.nao.cameras import UPPER
from kickabout.soccer.league import rendered_fields

Arrays = dict[str, npt.NDArray[Any]]
Progress = Callable[[int, int], None]  # pictures done, total
# from a picture to named arrays, whose first axis is joined with those of other pictures
Sampler = Callable[
    [LabeledPicture, np.random.Generator], Iterator[tuple[str, npt.NDArray[np.generic]]]
]

SHARD = 1000  # pictures per file
GRAY_WIDTH = 160  # px
COLOR_FACTOR = 8
BOUNDARY_COLUMNS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleKind:
    """A way to sample pictures, and the prefix of the files with the samples."""

    prefix: str  # with a version, to be increased when the samples change
    sampler: Callable[[], Sampler]


def cache_folder() -> Path:
    return platformdirs.user_cache_path("kickabout") / "learning"


def load_samples(
    pictures: int,
    *,
    seed: int,
    held_out: bool,
    leagues: Sequence[str] = (),
    progress: Progress | None = None,
    kind: SampleKind | None = None,
) -> Arrays:
    """Return the samples of this number of pictures; missing files are rendered."""
    wanted = kind or COMMON_SAMPLES
    shards = [
        _shard(
            index,
            wanted,
            seed=seed,
            held_out=held_out,
            leagues=leagues,
            progress=progress,
            total=pictures,
        )
        for index in range(-(-pictures // SHARD))
    ]
    return {name: np.concatenate([shard[name] for shard in shards]) for name in shards[0]}


def _shard(
    index: int,
    kind: SampleKind,
    *,
    seed: int,
    held_out: bool,
    leagues: Sequence[str],
    progress: Progress | None,
    total: int,
) -> Arrays:
    part = "held_out" if held_out else "training"
    path = cache_folder() / f"{kind.prefix}_{key_of_fields(leagues)}{part}_{seed}_{index:03d}.npz"
    if not path.exists():
        sampler = kind.sampler()
        arrays = _rendered(
            index,
            sampler,
            seed=seed,
            held_out=held_out,
            leagues=leagues,
            progress=progress,
            total=total,
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part.npz")
        # Types: the stub of NumPy confuses the names with an option.
        np.savez(unfinished, **arrays)  # type: ignore[arg-type]
        unfinished.rename(path)
    if progress:
        progress(min((index + 1) * SHARD, total), total)
    with np.load(path) as stored:
        return {name: stored[name] for name in stored.files}


def key_of_fields(leagues: Sequence[str]) -> str:
    """Return the start of file names for other fields than the default ones, by their content."""
    if not leagues:
        return ""
    content = msgspec.json.encode(rendered_fields(leagues))
    return f"{zlib.crc32(content):08x}_"


def _rendered(
    index: int,
    sampler: Sampler,
    *,
    seed: int,
    held_out: bool,
    leagues: Sequence[str],
    progress: Progress | None,
    total: int,
) -> Arrays:
    rng = np.random.default_rng((seed, index, 7))
    scenes = labeled_pictures(SHARD, seed * 1000 + index, leagues=leagues, held_out=held_out)
    rows: dict[str, list[npt.NDArray[np.generic]]] = {}
    for made, picture in enumerate(scenes):
        for name, array in sampler(picture, rng):
            rows.setdefault(name, []).append(array)
        if progress and made % 20 == 0:
            progress(index * SHARD + made, total)
    return {name: np.concatenate(parts) for name, parts in rows.items()}


def _common_sampler() -> Sampler:
    sampler = CandidateSampler()
    return lambda picture, rng: _common_samples(picture, rng, sampler)


def _common_samples(
    picture: LabeledPicture, rng: np.random.Generator, sampler: CandidateSampler
) -> Iterator[tuple[str, npt.NDArray[np.generic]]]:
    ball = ball_samples(picture, rng, sampler)
    yield "patches", ball.patches
    yield "is_ball", ball.is_ball
    yield "circles", ball.circles
    yield "distances", ball.distances
    yield "gray", gray_thumbnail(picture.yuyv, picture.optics.width // GRAY_WIDTH)[None]
    yield "boxes", robot_boxes(picture)[None]
    if picture.camera == UPPER:
        yield "color", color_thumbnail(picture.yuyv, COLOR_FACTOR)[None]
        yield "boundary", boundary_targets(picture, BOUNDARY_COLUMNS)[None]


COMMON_SAMPLES = SampleKind(prefix="v7", sampler=_common_sampler)
HULKS_BALL_SAMPLES = SampleKind(prefix="hulks_ball_v2", sampler=HulksBallSampler)
