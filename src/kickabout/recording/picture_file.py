"""Pictures as files."""

from pathlib import Path

from kickabout.pictures.codec import Pixels, encoded
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.replacing import replacing


def write_picture(pixels: Pixels, target: Path) -> None:
    """Write pixels (RGB) to a file in the format of its ending."""
    data = encoded(pixels, target.suffix)
    if data is None:
        raise RecordingError(
            "cannot be written as a picture; name a file that ends in .png or .jpg", file=target
        )
    with replacing(target) as unfinished:
        unfinished.write_bytes(data)
