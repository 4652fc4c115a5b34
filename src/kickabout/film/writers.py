"""Writers: from pictures to films and strips, one picture at a time."""

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from kickabout.film.animated_webp import AnimatedWebp
from kickabout.film.canvas import WHITE, Pixels
from kickabout.film.plan import FilmPlan
from kickabout.framework import ConfigurationError
from kickabout.recording.replacing import replacing

CODEC = "mp4v"  # OpenCV's package has no encoder of H.264, and that of VP9 takes 1 s per picture
GAP = 4  # px between the pictures of a strip
QUALITY = 72  # of WebP, in percent


class Writer(Protocol):
    """Takes the pictures of a film in their order."""

    def add(self, picture: Pixels) -> None: ...


@contextmanager
def writing(plan: FilmPlan) -> Iterator[Writer]:
    """Write the film to a file that appears when it is complete."""
    makers: dict[str, Callable[[FilmPlan, Path], _Closable]] = {
        ".mp4": _Mp4,
        ".webp": _Webp,
        ".gif": _Gif,
        ".png": _Strip,
    }
    with replacing(plan.target) as unfinished:
        # The encoders choose their format by the ending of the name.
        place = unfinished.with_name(f".{unfinished.name}{plan.target.suffix}")
        try:
            writer = makers[plan.target.suffix](plan, place)
            try:
                yield writer
            finally:
                writer.end()
            writer.finish()
            os.replace(place, unfinished)
        finally:
            place.unlink(missing_ok=True)


class _Closable(Writer, Protocol):
    def finish(self) -> None:
        """Complete the file; called only if all pictures are there."""

    def end(self) -> None:
        """Release the file; called in any case."""


class _Mp4:
    """A film in MP4."""

    def __init__(self, plan: FilmPlan, place: Path) -> None:
        codec = cv2.VideoWriter.fourcc(*CODEC)
        self.film = cv2.VideoWriter(str(place), codec, plan.rate, plan.size)
        if not self.film.isOpened():
            raise ConfigurationError(
                f"this build of OpenCV has no codec {CODEC}; name a .webp file", file=plan.target
            )

    def add(self, picture: Pixels) -> None:
        self.film.write(picture)

    def end(self) -> None:
        self.film.release()

    def finish(self) -> None:
        pass


class _Webp:
    """An animation in WebP."""

    def __init__(self, plan: FilmPlan, place: Path) -> None:
        self.animation = AnimatedWebp(place, plan.size, rate=plan.rate, quality=QUALITY)

    def add(self, picture: Pixels) -> None:
        self.animation.add(picture)

    def finish(self) -> None:
        self.animation.finish()

    def end(self) -> None:
        pass


class _Gif:
    """An animation in GIF, whose encoder needs all pictures at once."""

    def __init__(self, plan: FilmPlan, place: Path) -> None:
        self.place, self.target, self.rate = place, plan.target, plan.rate
        self.pictures: list[Pixels] = []

    def add(self, picture: Pixels) -> None:
        self.pictures.append(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA))

    def finish(self) -> None:
        animation = cv2.Animation()
        animation.frames = self.pictures
        animation.durations = [10 * round(100.0 / self.rate)] * len(self.pictures)  # whole 10 ms
        if not cv2.imwriteanimation(str(self.place), animation):
            raise ConfigurationError("cannot be written as a GIF", file=self.target)

    def end(self) -> None:
        pass


class _Strip:
    """One picture with all moments side by side."""

    def __init__(self, plan: FilmPlan, place: Path) -> None:
        self.place, self.target = place, plan.target
        self.width, self.height = plan.size
        count = len(plan.times)
        self.columns = min(count, max(1, round(math.sqrt(count * 1.3))))
        rows = math.ceil(count / self.columns)
        shape = (rows * (self.height + GAP) + GAP, self.columns * (self.width + GAP) + GAP, 3)
        self.sheet: Pixels = np.full(shape, WHITE, np.uint8)
        self.count = 0

    def add(self, picture: Pixels) -> None:
        row, column = divmod(self.count, self.columns)
        y, x = GAP + row * (self.height + GAP), GAP + column * (self.width + GAP)
        self.sheet[y : y + self.height, x : x + self.width] = picture
        self.count += 1

    def finish(self) -> None:
        if not cv2.imwrite(str(self.place), self.sheet):
            raise ConfigurationError("cannot be written as a picture", file=self.target)

    def end(self) -> None:
        pass
