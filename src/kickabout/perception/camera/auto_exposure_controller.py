"""Exposure: from the positions of field, body and ball in the image to weights of its cells."""

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
    max_distance: float = param(
        3.0, unit="m", low=0.0, doc="cells that show field beyond this distance get no weight"
    )
    ball_fraction: float = param(
        0.5, low=0.0, high=1.0, doc="fraction of the sum of weights that goes to the ball's cell"
    )


class AutoExposureController(Module[AutoExposureControllerParameters]):
    """Weighs image cells: none for far field and the robot's body, half of all for the ball.

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
        size, max_distance = (info.width, info.height), self.parameters.max_distance
        weights = field_weights(projection, size, contour.rows, contour.spacing, max_distance)
        if ball.known:
            at = np.array(((ball.position_in_robot.x, ball.position_in_robot.y),))
            pixel = robot_to_image(at, projection, field.ball.radius)[0]
            self._emphasize(weights, pixel, info)
        if weights.sum() <= 0.0:
            return CameraSettings()
        return CameraSettings(weights=tuple(weights.ravel().tolist()))

    def _emphasize(self, weights: FloatArray, pixel: FloatArray, info: CameraInfo) -> None:
        """Give the ball's cell its fraction of the sum of all weights."""
        inside = 0.0 <= pixel[0] < info.width and 0.0 <= pixel[1] < info.height
        if not inside:
            return
        column, row = int(pixel[0] * CELLS / info.width), int(pixel[1] * CELLS / info.height)
        weights[row, column] = 0.0
        fraction = self.parameters.ball_fraction
        others = float(weights.sum())
        weights[row, column] = (
            others * fraction / (1.0 - fraction) if others and fraction < 1.0 else 1.0
        )
