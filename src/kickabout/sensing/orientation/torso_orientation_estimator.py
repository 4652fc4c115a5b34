"""Torso orientation 2019: from gyroscope and accelerometer to roll and pitch."""

from kickabout.framework import FrameInfo, Module
from kickabout.representations import GyroOffsetState, InertialState, SensorFrame
from kickabout.sensing.orientation.orientation_parameters import OrientationParameters
from kickabout.sensing.orientation.torso_orientation import NO_OFFSET, TorsoOrientation


class TorsoOrientationEstimator(Module[OrientationParameters]):
    """Unscented Kalman filter of the orientation, after B-Human 2019, section 7.3.

    It pauses while the board is dead or disconnected, or its readings are not numbers, and then
    starts from gravity alone.
    """

    def __init__(self, parameters: OrientationParameters) -> None:
        super().__init__(parameters)
        self.orientation = TorsoOrientation()
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.noise = self.parameters.noise

    def update(
        self, frame: FrameInfo, sensors: SensorFrame, offset: GyroOffsetState
    ) -> InertialState:
        corrected = self.parameters.apply_offset and offset.known
        gyro = self.orientation.turn_rates(sensors.gyro, offset.offset if corrected else NO_OFFSET)
        if offset.board_dead or offset.board_disconnected:
            self.orientation.pause()
        else:
            self.orientation.update(gyro, sensors.accelerometer, dt=frame.dt, noise=self.noise)
        return self.orientation.state(gyro, sensors.accelerometer)
