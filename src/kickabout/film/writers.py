"""Writers: from pictures to films and strips, one picture at a time."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import numpy as np
from PIL import Image

from kickabout.film.animated_webp import AnimatedWebp
from kickabout.film.plan import FilmPlan
from kickabout.film.video import Video
from kickabout.pictures.canvas import WHITE
from kickabout.pictures.codec import Pixels
from kickabout.pictures.png import png_of
from kickabout.recording.replacing import replacing

GAP = 4  # px between the pictures of a strip
QUALITY = 72  # of WebP, in percent
SAMPLED = 8  # pictures, of which a GIF takes its colors


class Writer(Protocol):
    """Takes the pictures of a film in their order."""

    def add(self, picture: Pixels) -> None: ...


@contextmanager
def writing(plan: FilmPlan) -> Iterator[Writer]:
    """Write the film to a file that appears when it is complete."""
    makers: dict[str, Callable[[FilmPlan, Path], _Closable]] = {
        ".mp4": _video,
        ".webm": _video,
        ".webp": _Webp,
        ".gif": _Gif,
        ".png": _Strip,
    }
    with replacing(plan.target) as unfinished:
        writer = makers[plan.target.suffix](plan, unfinished)
        try:
            yield writer
            writer.finish()
        finally:
            writer.end()


class _Closable(Writer, Protocol):
    def finish(self) -> None:
        """Complete the film; called only if all pictures are there."""

    def end(self) -> None:
        """Release the file; called in any case."""


def _video(plan: FilmPlan, place: Path) -> _Closable:
    return Video(place, plan.target.suffix, plan.size, rate=plan.rate)


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
        self.place = place
        self.duration = 10 * round(100.0 / plan.rate)  # whole 10 ms
        self.pictures: list[Image.Image] = []

    def add(self, picture: Pixels) -> None:
        self.pictures.append(Image.fromarray(picture))

    def finish(self) -> None:
        palette = _common_palette(self.pictures)
        first, *others = [
            picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in self.pictures
        ]
        first.save(
            self.place, "GIF", save_all=True, append_images=others, duration=self.duration, loop=0
        )

    def end(self) -> None:
        pass


def _common_palette(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return a picture with the colors that suit some evenly spread pictures.

    The usual method, median cut, loses the colors of jerseys among the many greens of the carpet.
    """
    chosen = np.linspace(0, len(pictures) - 1, min(SAMPLED, len(pictures))).astype(int)
    joined = np.concatenate([np.asarray(pictures[index])[::2, ::2] for index in chosen])
    return Image.fromarray(joined).quantize(256, Image.Quantize.FASTOCTREE)


class _Strip:
    """One picture with all moments side by side."""

    def __init__(self, plan: FilmPlan, place: Path) -> None:
        self.place = place
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
        self.place.write_bytes(png_of(self.sheet))

    def end(self) -> None:
        pass
