"""Parameters of the Kalman filters of the torso's orientation."""

from dataclasses import dataclass

from kickabout.framework import param
from kickabout.sensing.orientation.torso_orientation import OrientationNoise


@dataclass(frozen=True, slots=True, kw_only=True)
class OrientationParameters:
    """Noise of the sensors, and learning of the gyroscope's offset."""

    gyro_noise: float = param(0.02, unit="rad/s", low=0.0, doc="standard deviation of turn rates")
    acceleration_noise: float = param(
        1.7,
        unit="m/s²",
        low=0.0,
        doc="standard deviation of gravity; with 1.7 it takes effect within 8 s",
    )
    calm_below: float = param(
        40.0,
        unit="m/s²",
        low=0.0,
        doc="excess of acceleration up to which readings are used fully; jolts of steps reach it",
    )
    agitation: float = param(
        1.0, low=0.0, doc="increase of the standard deviation per m/s² beyond calm_below"
    )
    start_below: float = param(
        3.0,
        unit="m/s²",
        low=0.0,
        doc="maximum difference between gravity and the length of the first reading",
    )
    start_noise: float = param(
        0.3, unit="rad", low=0.0, doc="standard deviation right after a start"
    )
    offset_learning: float = param(
        0.06, unit="1/s", low=0.0, doc="learning rate of the remaining offset per rad of correction"
    )
    max_rest: float = param(0.03, unit="rad/s", low=0.0, doc="maximum of the remaining offset")
    settling: float = param(
        3.0, unit="s", low=0.0, doc="time after a start before the offset is learned"
    )
    apply_offset: bool = param(True, doc="subtract a known offset from the turn rates")

    @property
    def noise(self) -> OrientationNoise:
        return OrientationNoise(
            gyro=self.gyro_noise,
            acceleration=self.acceleration_noise,
            calm_below=self.calm_below,
            agitation=self.agitation,
            learning=self.offset_learning,
            max_rest=self.max_rest,
            settling=self.settling,
            start_below=self.start_below,
            start=self.start_noise,
        )
