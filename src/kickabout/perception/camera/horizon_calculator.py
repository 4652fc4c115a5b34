"""Image coordinates: from two camera matrices to the horizon and the rotation between rows."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Mat3
from kickabout.geometry.pose3 import sealed
from kickabout.perception.camera.camera_projection import horizon_row, projection_of, turn_between
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraMatrix,
    ImageCoordinateSystem,
)

NO_SYSTEM = ImageCoordinateSystem()


@dataclass(frozen=True, slots=True, kw_only=True)
class HorizonCalculatorParameters:
    max_pause: float = param(
        0.1,
        unit="s",
        low=0.0,
        doc="maximum time between images from which the camera's rotation is derived",
    )
    max_turn_speed: float = param(
        8.0,
        unit="rad/s",
        low=0.0,
        doc="maximum speed of the camera; faster turns are errors of its matrix",
    )


class HorizonCalculator(Module[HorizonCalculatorParameters]):
    """Computes the horizon, and a rotation per row for the rolling shutter.

    It assumes that the camera keeps rotating as it did since the previous image. After Röfer
    (2007) as used by B-Human 2019, section 4.1.3.
    """

    def __init__(self, parameters: HorizonCalculatorParameters) -> None:
        super().__init__(parameters)
        self.before: tuple[float, Mat3] | None = None

    def update(
        self, frame: FrameInfo, matrix: CameraMatrix, info: CameraInfo, image: CameraImage
    ) -> ImageCoordinateSystem:
        rotation = matrix.camera_to_robot.rotation
        pan, tilt = self._turn(frame.time, rotation)
        self.before = (frame.time, rotation) if matrix.valid else None
        if not matrix.valid:
            return NO_SYSTEM
        width, projection = float(info.width), projection_of(matrix, info, NO_SYSTEM)
        row_of_matrix = 0.0
        if info.row_time > 0.0:
            row_of_matrix = (frame.time - image.taken_at) / info.row_time
        return ImageCoordinateSystem(
            horizon_left=sealed(np.array((0.0, horizon_row(0.0, projection)))),
            horizon_right=sealed(np.array((width, horizon_row(width, projection)))),
            row_rotation=sealed(np.array((pan * info.row_time, tilt * info.row_time))),
            row_of_matrix=row_of_matrix,
        )

    def _turn(self, now: float, rotation: Mat3) -> tuple[float, float]:
        """Return the camera's pan and tilt in rad/s; zero if they are unknown or too fast."""
        p = self.parameters
        if self.before is None or not 0.0 < now - self.before[0] <= p.max_pause:
            return 0.0, 0.0
        seconds = now - self.before[0]
        roll, tilt, pan = (angle / seconds for angle in turn_between(self.before[1], rotation))
        is_possible = max(abs(roll), abs(tilt), abs(pan)) <= p.max_turn_speed
        return (pan, tilt) if is_possible else (0.0, 0.0)
