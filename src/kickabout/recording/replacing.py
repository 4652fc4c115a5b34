"""Files that are complete or not there: they are written beside their target, then renamed."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.exclusive_file import exclusive


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """An empty file to write to, which then takes the target's place; if it fails, nothing does."""
    place = Path(os.path.realpath(target))  # what a link points to is replaced, not the link
    unfinished = place.with_name(f"{place.name}.{os.getpid()}.part")
    try:
        _prepare(place, unfinished)
        try:
            yield unfinished
            with exclusive(place):
                unfinished.replace(place)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise RecordingError(f"cannot be written: {error.strerror}", file=target) from None


def _prepare(place: Path, unfinished: Path) -> None:
    if place.exists() and not place.is_file():
        raise OSError(errno.EINVAL, "it is no plain file")  # renaming would do away with a device
    if place.exists():
        with exclusive(place):
            pass  # better refused now than when everything is written
    place.parent.mkdir(parents=True, exist_ok=True)
    unfinished.touch()
