"""Files with one writer: a second one is refused, and the end of a process unlocks its files."""

import io
import os
import stat
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kickabout.recording.format.errors import RecordingError

if sys.platform != "win32":
    import fcntl

_open_files: "weakref.WeakSet[io.FileIO]" = weakref.WeakSet()


def open_exclusively(path: Path) -> io.FileIO:
    """Open a file for writing and empty it, unless another recording is being written to it."""
    file = _locked(path, os.O_WRONLY | os.O_CREAT)
    if _is_plain(file):
        file.truncate()
    return file


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Lock a file against recordings; it is created if it is missing."""
    with _locked(path, os.O_RDONLY | os.O_CREAT):
        yield


def _locked(path: Path, flags: int) -> io.FileIO:
    """Open and lock a file; the kernel unlocks it when it is closed or the process ends."""

    def opened(name: str, _: int) -> int:
        return os.open(name, flags, 0o666)

    mode = "wb" if flags & os.O_WRONLY else "rb"
    while True:
        file = io.FileIO(path, mode, opener=opened)
        if not _is_plain(file):
            return file  # devices may have several writers
        if not _lock(file):
            file.close()
            raise RecordingError(
                "another recording is being written to it; name another file", file=path
            )
        if os.path.samestat(os.fstat(file.fileno()), path.stat()):
            _open_files.add(file)
            return file
        file.close()  # it was replaced by another file before it was locked


def _is_plain(file: io.FileIO) -> bool:
    return stat.S_ISREG(os.fstat(file.fileno()).st_mode)


def _lock(file: io.FileIO) -> bool:
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # this file system has no locks
    return True


def _close_inherited() -> None:
    """Close locked files in a forked process, which would hold the locks too long."""
    for file in list(_open_files):
        file.close()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_close_inherited)
