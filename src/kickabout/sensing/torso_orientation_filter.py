"""Torso orientation 2019: from gyroscope and accelerometer to roll and pitch."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import GyroOffsetState, InertialState, SensorFrame
from kickabout.sensing.torso_orientation import NO_OFFSET, OrientationNoise, TorsoOrientation


@dataclass(frozen=True, slots=True, kw_only=True)
class TorsoOrientationFilterParameters:
    gyro_noise: float = param(0.02, unit="rad/s", low=0.0, doc="deviation of turn rates")
    acceleration_noise: float = param(
        1.7, unit="m/s²", low=0.0, doc="deviation of gravity; with 1.7 it is followed within 8 s"
    )
    calm_below: float = param(
        40.0,
        unit="m/s²",
        low=0.0,
        doc="jolts of steps reach this; without them, the rest of a step would seem to lean",
    )
    agitation: float = param(1.0, low=0.0, doc="more deviation per m/s² beyond that")
    start_below: float = param(
        3.0, unit="m/s²", low=0.0, doc="a reading to start with is as long as gravity but for this"
    )
    start_noise: float = param(0.3, unit="rad", low=0.0, doc="deviation right after a start")
    offset_learning: float = param(
        0.06, unit="1/s", low=0.0, doc="of what is left of the offset, per rad of correction"
    )
    largest_rest: float = param(0.03, unit="rad/s", low=0.0, doc="more is never left of the offset")
    settling: float = param(
        3.0, unit="s", low=0.0, doc="after a start, before the offset is learned"
    )
    apply_offset: bool = param(True, doc="take a known offset off the turn rates")


class TorsoOrientationFilter(Module[TorsoOrientationFilterParameters]):
    """Unscented Kalman filter after B-Human 2019, section 7.3.

    It stands still while the board is dead or disconnected, and then starts from gravity alone.
    """

    def __init__(self, parameters: TorsoOrientationFilterParameters) -> None:
        super().__init__(parameters)
        self.orientation = TorsoOrientation()
        self.parameters_changed()

    def parameters_changed(self) -> None:
        parameters = self.parameters
        self.noise = OrientationNoise(
            gyro=parameters.gyro_noise,
            acceleration=parameters.acceleration_noise,
            calm_below=parameters.calm_below,
            agitation=parameters.agitation,
            learning=parameters.offset_learning,
            largest_rest=parameters.largest_rest,
            settling=parameters.settling,
            start_below=parameters.start_below,
            start=parameters.start_noise,
        )

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
