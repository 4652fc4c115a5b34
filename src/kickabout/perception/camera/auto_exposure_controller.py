"""Exposure: from where field, body and ball are in the image to weights of its parts."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Last, Module, param
from kickabout.geometry import FloatArray
from kickabout.perception.camera.camera_projection import projection_of, robot_to_image
from kickabout.perception.camera.exposure_cells import CELLS, field_weights
from kickabout.representations import (
    BallModel,
    BodyContour,
    CameraInfo,
    CameraMatrix,
    CameraSettings,
    FieldDimensions,
    ImageCoordinateSystem,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoExposureControllerParameters:
    farthest: float = param(3.0, unit="m", low=0.0, doc="field beyond this does not count")
    ball_share: float = param(0.5, low=0.0, high=1.0, doc="of all weights that the ball gets")


class AutoExposureController(Module[AutoExposureControllerParameters]):
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
        projection = projection_of(matrix, info, system)
        size, farthest = (info.width, info.height), self.parameters.farthest
        weights = field_weights(projection, size, contour.rows, contour.spacing, farthest)
        if ball.known:
            at = np.array(((ball.position_in_robot.x, ball.position_in_robot.y),))
            pixel = robot_to_image(at, projection, field.ball.radius)[0]
            self._emphasize(weights, pixel, info)
        if weights.sum() <= 0.0:
            return CameraSettings()
        return CameraSettings(weights=tuple(weights.ravel().tolist()))

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
