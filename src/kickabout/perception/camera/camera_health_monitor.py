"""Corrupt images: from a row that repeats in successive images to a request for a restart."""

import zlib
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import CameraCondition, CameraImage


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraHealthMonitorParameters:
    period: float = param(2.0, unit="s", low=0.0, doc="time for which the same row is checked")
    repetitions: int = param(
        8, low=1, doc="number of equal rows in succession that means a corrupt camera"
    )


class CameraHealthMonitor(Module[CameraHealthMonitorParameters]):
    """Compares a random row of successive images; noise makes those of a working camera differ.

    Empty images count as repetitions once the camera has delivered an image.
    After B-Human 2019, section 4.1.1.
    """

    random_stream = "ImageWatcher"

    def __init__(self, parameters: CameraHealthMonitorParameters) -> None:
        super().__init__(parameters)
        self.row = 0
        self.chosen_at = -1e9
        self.checksum: int | None = None  # None: no row was checked yet
        self.repeated = 0

    def update(self, frame: FrameInfo, image: CameraImage) -> CameraCondition:
        if image.height > 0:
            self._watch(frame.time, image)
        elif self.checksum is not None:
            self.repeated += 1
        repetitions = self.parameters.repetitions
        return CameraCondition(
            corrupt=self.repeated >= repetitions,
            restart_requested=self.repeated == repetitions,
            repeated_rows=self.repeated,
        )

    def _watch(self, now: float, image: CameraImage) -> None:
        if now - self.chosen_at > self.parameters.period or self.row >= image.height:
            self.row = int(self.random.integers(image.height))
            self.chosen_at, self.checksum = now, None
        checksum = zlib.crc32(image.yuyv[self.row].tobytes())
        self.repeated = self.repeated + 1 if checksum == self.checksum else 0
        self.checksum = checksum
