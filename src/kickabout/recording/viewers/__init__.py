"""Recordings and matches in other viewers: Foxglove, Lichtblick, Rerun."""

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from kickabout.recording.format.errors import RecordingError

LAYOUT = Path(str(files("kickabout"))) / "config/viewers/foxglove_layout.json"


def demand_library(name: str, distribution: str) -> None:
    """Raise an error that names the extra, if the library of a viewer is not installed."""
    if find_spec(name) is None:
        raise RecordingError(
            f"this needs {distribution}, which comes with the extra 'viz': "
            "pip install -e '.[viz]' in the clone"
        )
