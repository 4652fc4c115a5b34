"""The error of recordings: a file, topic or value that cannot be used."""

from pathlib import Path

from kickabout.framework.errors import KickaboutError


class RecordingError(KickaboutError):
    """A recording that cannot be written, read or replayed; nothing of it was changed."""

    def __init__(self, message: str, *, file: Path | None = None) -> None:
        super().__init__(message if file is None else f"{file}: {message}")
