"""Recording: writing, reading, replaying and comparing the data of robots."""

from kickabout.recording.conditions import Condition
from kickabout.recording.deviations import Comparison, Deviation, Tolerances
from kickabout.recording.format.columns import (
    all_columns,
    columns,
    frame,
    frames,
    joined,
    write_tables,
)
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.reader import Recorded, Recording, Topic
from kickabout.recording.live_recording import LiveRecording
from kickabout.recording.recorder import Recorder
from kickabout.recording.replay import Replay, ReplayedCycle
from kickabout.recording.settings import RecordingSettings, load_settings

__all__ = [
    "Comparison",
    "Condition",
    "Deviation",
    "LiveRecording",
    "Recorded",
    "Recorder",
    "Recording",
    "RecordingError",
    "RecordingSettings",
    "Replay",
    "ReplayedCycle",
    "Tolerances",
    "Topic",
    "all_columns",
    "columns",
    "frame",
    "frames",
    "joined",
    "load_settings",
    "write_tables",
]
