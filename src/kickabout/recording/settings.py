"""Settings of recordings, from a file in config/recording."""

import fnmatch
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kickabout.framework.errors import ConfigurationError, KickaboutError, did_you_mean
from kickabout.framework.teams.configuration import config_names, load_config
from kickabout.framework.teams.typed_file import read_as

EVERY_CYCLE = math.inf
RENAMES = "renames"  # a table in the same folder


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingSettings:
    """The content of a file in config/recording."""

    description: str = ""
    # "thread/Representation" with wildcards → Hz; the first match counts, 0 leaves it out
    rates: Mapping[str, float] = field(default_factory=lambda: {"*": EVERY_CYCLE})
    truth: float = 25.0  # Hz of ground truth; infinite for every frame of the world
    images: float = 0.0  # Hz of JPEG images for people, per camera
    image_width: int = 320  # px
    image_quality: int = 75  # of JPEG, 1 … 100
    debug: tuple[str, ...] = ()  # names of drawings, plots and notes to record, with wildcards
    chunk: float = 0.5  # s; data that a killed process may lose
    level: int = 1  # of zstd
    queue: int = 16  # batches of cycles (about a chunk each) that may wait for the writer
    when_full: Literal["wait", "drop"] = "wait"  # with "wait", recordings of one seed are identical
    largest: float = 4e9  # bytes; the recording ends at this size and reports it
    min_free: float = 2e8  # bytes on the disk; the recording ends below and reports it

    def __post_init__(self) -> None:
        for name, value in self.rates.items():
            if not value >= 0.0:
                raise KickaboutError(f"rates: '{name}' is {value}, expected at least 0")
        if self.chunk <= 0.0 or self.queue < 1 or not 1 <= self.level <= 22:
            raise KickaboutError("chunk and queue have to be positive, level 1 to 22")

    def rate_of(self, thread: str, representation: str) -> float:
        """Return Hz, infinite for every cycle, 0 for never."""
        topic = f"{thread}/{representation}"
        for pattern, rate in self.rates.items():
            if fnmatch.fnmatchcase(topic, pattern):
                return rate
        return 0.0


def load_settings(name: str = "default") -> RecordingSettings:
    """Load settings by the name of their file or by its path."""
    known = [other for other in config_names("recording") if other != RENAMES]
    if not name.endswith(".toml") and name not in known:
        raise ConfigurationError(
            f"there are no recording settings '{name}'.{did_you_mean(name, known)}"
        )
    return read_as(load_config("recording", name), RecordingSettings)
