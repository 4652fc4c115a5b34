"""HULKs' field color by one cluster: from an image to a circle of chroma."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Mat, Vec
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.hulks_field_color import CB, CR, Y, moved_cluster, peak
from kickabout.perception.colors.hulks_ground_samples import ground_samples
from kickabout.perception.colors.relative_colors import chroma
from kickabout.representations import BodyContour, FieldColors


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksOneMeansFieldColorDetectorParameters:
    dynamic: bool = param(True, doc="start at the peaks of the first image's histograms")
    start_cb: float = param(100.0, low=0.0, high=255.0, doc="initial Cb if not dynamic")
    start_cr: float = param(95.0, low=0.0, high=255.0, doc="initial Cr if not dynamic")
    start_y: float = param(90.0, low=0.0, high=255.0, doc="initial Y if not dynamic")
    radius: float = param(14.0, low=0.0, high=255.0, doc="radius of the cluster in Cb and Cr")
    brightest: float = param(1.8, low=1.0, doc="maximum Y of a sample, in Y of the cluster")
    rounds: int = param(3, low=1, high=20, doc="number of times the cluster moves per image")
    max_shift: float = param(6.0, low=0.0, doc="maximum shift of Cb and Cr per round")
    max_jump: float = param(
        25.0, low=0.0, doc="distance of the mean at which the cluster does not move at all"
    )
    min_fraction: float = param(
        0.1, low=0.0, high=1.0, doc="minimum fraction of samples in the cluster"
    )
    step: int = param(16, unit="px", low=2, high=128, doc="distance between sampled pixels")


class HulksOneMeansFieldColorDetector(Module[HulksOneMeansFieldColorDetectorParameters]):
    """Tracks the carpet's color by one mean, which does not move in front of a wall or a robot.

    After HULKs 2021, 4.6.2.
    """

    def __init__(self, parameters: HulksOneMeansFieldColorDetectorParameters) -> None:
        super().__init__(parameters)
        self.cluster: Vec | None = None

    def update(self, camera: CameraInputs, contour: BodyContour) -> FieldColors:
        samples = np.zeros((0, 3))
        if camera.image.height >= 8:
            samples = ground_samples(camera, contour, self.parameters.step)
        if len(samples) == 0:
            return FieldColors()
        before = self._start(samples) if self.cluster is None else self.cluster
        self.cluster, members = self._moved(samples, before)
        if members < self.parameters.min_fraction * len(samples):
            self.cluster = before
        return self._colors(self.cluster)

    def _start(self, samples: Mat) -> Vec:
        p = self.parameters
        if not p.dynamic:
            return np.array((p.start_y, p.start_cb, p.start_cr))
        return np.array((peak(samples, Y), peak(samples, CB), peak(samples, CR)))

    def _moved(self, samples: Mat, before: Vec) -> tuple[Vec, int]:
        """Return the cluster after a few limited shifts, and its members; 0 if it would jump."""
        p, cluster, members = self.parameters, before, 0
        for _ in range(p.rounds):
            mean, members = moved_cluster(samples, cluster, p.radius, p.brightest)
            shift = mean - cluster
            length = float(np.hypot(shift[CB], shift[CR]))
            if length > p.max_jump:
                return before, 0
            cluster = cluster + shift * min(1.0, p.max_shift / max(length, 1e-9))
        return cluster, members

    def _colors(self, cluster: Vec) -> FieldColors:
        p, y = self.parameters, float(cluster[Y])
        return FieldColors(
            valid=True,
            y=y,
            y_deviation=0.25 * y,
            blue=chroma(y, float(cluster[CB])),
            red=chroma(y, float(cluster[CR])),
            tolerance=p.radius / max(y, 16.0),
            y_high=p.brightest * y,
        )
