"""Files that are never incomplete: they are written beside their target, then renamed."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.exclusive_file import exclusive


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Provide an empty file that replaces the target when the block ends without an error."""
    final = Path(os.path.realpath(target))  # replace the target of a link, not the link
    unfinished = final.with_name(f"{final.name}.{os.getpid()}.part")
    try:
        _prepare(final, unfinished)
        try:
            yield unfinished
            with exclusive(final):
                unfinished.replace(final)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise RecordingError(f"cannot be written: {error.strerror}", file=target) from None


def _prepare(final: Path, unfinished: Path) -> None:
    if final.exists() and not final.is_file():
        raise OSError(errno.EINVAL, "it is not a regular file")  # renaming would remove a device
    if final.exists():
        with exclusive(final):
            pass  # refuse now instead of after writing
    final.parent.mkdir(parents=True, exist_ok=True)
    unfinished.touch()
