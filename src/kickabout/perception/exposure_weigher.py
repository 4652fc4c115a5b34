"""Exposure: from where field, body and ball are in the image to weights of its parts."""

import functools
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Last, Module, param
from kickabout.geometry import FloatArray, IndexArray
from kickabout.perception.eye import Eye, eye_of, image_to_robot, robot_to_image
from kickabout.representations import (
    BallModel,
    BodyContour,
    CameraInfo,
    CameraMatrix,
    CameraSettings,
    FieldDimensions,
    ImageCoordinateSystem,
)

CELLS = 4  # in each direction
PLACES = 5  # in each column at which the body is looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposureWeigherParameters:
    farthest: float = param(3.0, unit="m", low=0.0, doc="field beyond this does not count")
    ball_share: float = param(0.5, low=0.0, high=1.0, doc="of all weights that the ball gets")


class ExposureWeigher(Module[ExposureWeigherParameters]):
    """Far field and the own body do not count; the ball, where it should be, counts half.

    After B-Human 2019, section 4.1.1.
    """

    def update(
        self,
        matrix: CameraMatrix,
        info: CameraInfo,
        system: ImageCoordinateSystem,
        contour: BodyContour,
        ball: Last[BallModel],
        field: FieldDimensions,
    ) -> CameraSettings:
        if not matrix.valid:
            return CameraSettings()
        eye = eye_of(matrix, info, system)
        weights = self._field_weights(eye, info, contour)
        if ball.known:
            at = np.array(((ball.position_in_robot.x, ball.position_in_robot.y),))
            pixel = robot_to_image(at, eye, field.ball.radius)[0]
            self._emphasize(weights, pixel, info)
        if weights.sum() <= 0.0:
            return CameraSettings()
        return CameraSettings(weights=tuple(weights.ravel().tolist()))

    def _field_weights(self, eye: Eye, info: CameraInfo, contour: BodyContour) -> FloatArray:
        """1 for cells that show near field only, else 0."""
        tops, places = _grid(info.width, info.height)
        ground = image_to_robot(tops, eye, 0.0)
        is_near = np.hypot(ground[:, 0], ground[:, 1]) <= self.parameters.farthest
        bottoms = (info.height / CELLS) * np.arange(1, CELLS + 1)
        is_free = _body_tops(contour, places, info.height)[None, :] >= bottoms[:, None]
        return (is_near.reshape(CELLS, CELLS) & is_free).astype(float)

    def _emphasize(self, weights: FloatArray, pixel: FloatArray, info: CameraInfo) -> None:
        """Give the ball's cell its share of the sum of all weights."""
        inside = 0.0 <= pixel[0] < info.width and 0.0 <= pixel[1] < info.height
        if not inside:
            return
        column, row = int(pixel[0] * CELLS / info.width), int(pixel[1] * CELLS / info.height)
        weights[row, column] = 0.0
        share = self.parameters.ball_share
        others = float(weights.sum())
        weights[row, column] = others * share / (1.0 - share) if others and share < 1.0 else 1.0


@functools.lru_cache(maxsize=4)
def _grid(width: int, height: int) -> tuple[FloatArray, IndexArray]:
    """The upper middles of all cells, row by row, and columns of px within each column of them."""
    wide, high = width / CELLS, height / CELLS
    tops = [((column + 0.5) * wide, row * high) for row in range(CELLS) for column in range(CELLS)]
    places = np.arange(CELLS)[:, None] * wide + np.linspace(0.0, wide - 1.0, PLACES)
    return np.array(tops), places.astype(np.int64)


def _body_tops(contour: BodyContour, places: IndexArray, height: int) -> FloatArray:
    """The highest row of the own body in each column of cells."""
    if len(contour.rows) == 0:
        return np.full(len(places), float(height))
    rows = contour.rows[np.minimum(places // contour.spacing, len(contour.rows) - 1)]
    return np.asarray(np.minimum(rows.min(axis=1), height), np.float64)
