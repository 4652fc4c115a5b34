"""Corrupt images: from rows that repeat in one image after the other to a wish for a restart."""

import zlib
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import CameraCondition, CameraImage


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraHealthMonitorParameters:
    period: float = param(2.0, unit="s", low=0.0, doc="for which one row is watched")
    repetitions: int = param(8, low=1, doc="equal rows in succession that no noise can explain")


class CameraHealthMonitor(Module[CameraHealthMonitorParameters]):
    """Watches a random row for a while; the noise of a working camera never repeats itself.

    A camera that worked and does not deliver any more is no better: its empty images count as well.
    After B-Human 2019, section 4.1.1.
    """

    random_stream = "ImageWatcher"

    def __init__(self, parameters: CameraHealthMonitorParameters) -> None:
        super().__init__(parameters)
        self.row = 0
        self.chosen_at = -1e9
        self.checksum: int | None = None  # None: of no image yet
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
