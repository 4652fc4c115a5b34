"""Parameters that filters of the torso's orientation share."""

from dataclasses import dataclass

from kickabout.framework import param
from kickabout.sensing.orientation.torso_orientation import OrientationNoise


@dataclass(frozen=True, slots=True, kw_only=True)
class OrientationParameters:
    """How far sensors are trusted, and how the offset is learned."""

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

    @property
    def noise(self) -> OrientationNoise:
        return OrientationNoise(
            gyro=self.gyro_noise,
            acceleration=self.acceleration_noise,
            calm_below=self.calm_below,
            agitation=self.agitation,
            learning=self.offset_learning,
            largest_rest=self.largest_rest,
            settling=self.settling,
            start_below=self.start_below,
            start=self.start_noise,
        )
