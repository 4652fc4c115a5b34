"""Field boundary by a network: from a small color image to a polyline with deviations."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray, Vec
from kickabout.geometry.pose3 import sealed
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.camera.camera_projection import image_to_robot
from kickabout.perception.field.boundary_net_fit import fitted_rows
from kickabout.perception.networks import Singles, network
from kickabout.perception.robots.thumbnails import Bytes, color_thumbnail
from kickabout.representations import FieldBoundaryPercept
from kickabout.representations.camera import Yuyv

WIDTH, HEIGHT = 80, 60  # px, size of the network's input
MIN_DEVIATION = 8.0  # minimum deviation of brightness in the input; as in training
CHROMA_SCALE = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NetFieldBoundaryDetectorParameters:
    edge: float = param(
        0.008,
        low=0.0,
        high=0.5,
        doc="rows this near to the image's edge, in image heights, are no boundary",
    )
    max_deviation: float = param(
        0.15, low=0.0, high=1.0, doc="maximum deviation of a column's row, in image heights"
    )
    min_columns: int = param(4, low=2, doc="minimum number of columns that show the boundary")
    fits: bool = param(True, doc="fit one or two straight lines to the columns")
    corner_gain: float = param(
        0.6,
        low=0.0,
        high=1.0,
        doc="two lines replace one if their cost is below this fraction of its cost",
    )
    max_distance: float = param(14.0, unit="m", low=1.0, doc="maximum distance of published points")


class NetFieldBoundaryDetector(Module[NetFieldBoundaryDetectorParameters]):
    """Lets a network estimate the boundary's row and deviation in each column.

    After B-Human 2021, 6.1.
    """

    networks = ("boundary",)

    def update(self, camera: CameraInputs) -> FieldBoundaryPercept:
        p, image = self.parameters, camera.image
        if image.width < 2 or image.height == 0:
            return FieldBoundaryPercept()
        pictures = normalized_picture(image.yuyv)
        rows, deviations = (
            output[0].astype(np.float64) for output in network(self.robot, "boundary")(pictures)
        )
        sure = (rows > p.edge) & (rows < 1.0 - p.edge) & (deviations < p.max_deviation)
        if np.count_nonzero(sure) < p.min_columns:
            return FieldBoundaryPercept()
        columns = (np.arange(len(rows)) + 0.5) / len(rows)
        if p.fits:
            rows = fitted_rows(columns, rows, deviations, sure, p.corner_gain)
        return self._percept(camera, columns[sure], rows[sure], deviations[sure])

    def _percept(
        self, camera: CameraInputs, columns: Vec, rows: Vec, deviations: Vec
    ) -> FieldBoundaryPercept:
        width, height = camera.image.width, camera.image.height
        pixels = np.column_stack((columns * width, rows * height))
        points: FloatArray = np.full_like(pixels, np.nan)
        if camera.matrix.valid:
            points = image_to_robot(pixels, camera.projection, 0.0)
        near = np.hypot(points[:, 0], points[:, 1]) < self.parameters.max_distance
        kept = near if camera.matrix.valid else np.ones(len(pixels), np.bool_)
        return FieldBoundaryPercept(
            valid=int(np.count_nonzero(kept)) >= 2,
            points_in_image=sealed(pixels[kept]),
            points_in_robot=sealed(points[kept]),
            deviations_px=sealed(deviations[kept] * height),
        )


def normalized_picture(yuyv: Yuyv) -> Singles:
    """Return 1 × 3 × 60 × 80 values: brightness with mean 0 and deviation 1, chroma around 0."""
    small = resized(yuyv).astype(np.float32)
    brightness = small[0]
    deviation = max(float(brightness.std()), MIN_DEVIATION)
    small[0] = (brightness - brightness.mean()) / deviation
    small[1:] = (small[1:] - 128.0) * (CHROMA_SCALE / 255.0)
    return small[None]


def resized(yuyv: Yuyv) -> Bytes:
    """Return 3 × 60 × 80 means of square blocks; the nearest ones if the sizes do not match."""
    height, width = len(yuyv), yuyv.shape[1] & ~1
    factor = max(1, min(width // WIDTH, height // HEIGHT))
    small = color_thumbnail(yuyv[:, :width], factor)
    if small.shape[1:] == (HEIGHT, WIDTH):
        return small
    rows = ((np.arange(HEIGHT) + 0.5) * height / (HEIGHT * factor)).astype(np.int64)
    columns = ((np.arange(WIDTH) + 0.5) * width / (WIDTH * factor)).astype(np.int64)
    rows, columns = np.minimum(rows, small.shape[1] - 1), np.minimum(columns, small.shape[2] - 1)
    nearest: Bytes = small[:, rows[:, None], columns]
    return nearest
