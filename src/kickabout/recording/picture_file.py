"""Pictures as files."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kickabout.recording.format.errors import RecordingError
from kickabout.recording.replacing import replacing


def write_picture(pixels: np.ndarray[Any, Any], target: Path) -> None:
    """Write pixels (BGR) to a file in the format of its ending."""
    try:
        is_encoded, data = cv2.imencode(target.suffix, pixels)
    except cv2.error:
        is_encoded = False
    if not is_encoded:
        raise RecordingError(
            "cannot be written as a picture; name a file that ends in .png or .jpg", file=target
        )
    with replacing(target) as unfinished:
        unfinished.write_bytes(data.tobytes())
