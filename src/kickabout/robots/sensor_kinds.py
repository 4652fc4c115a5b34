"""What a robot senses besides images and sound: names, places and errors of its sensors."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.geometry.arrays import FloatArray
from kickabout.robots.appearance import Point

EVERYWHERE_LOW: Point = (-math.inf, -math.inf, -math.inf)
EVERYWHERE_HIGH: Point = (math.inf, math.inf, math.inf)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FootSensors:
    """Force sensors at the corners of the rectangular soles of feet."""

    geoms: tuple[str, ...]  # of the soles in the physics model, without prefix
    sites: tuple[str, ...]  # frames of the soles in the physics model, without prefix
    corners: FloatArray  # foot × (front x, rear x, left y, right y), m, in the frame of the sole


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactSwitch:
    """A button that contacts press: those of a part of a link, such as a bumper or a paw."""

    button: str
    link: str
    low: Point = EVERYWHERE_LOW  # m, bounds of the part in the frame of the link
    high: Point = EVERYWHERE_HIGH
    ground: bool = False  # also pressed by the ground, not only by the ball and by other robots


@dataclass(frozen=True, slots=True, kw_only=True)
class Sonar:
    """An ultrasonic sensor in the torso: the nearest robot in a horizontal cone."""

    name: str
    bearing: float  # rad, to the left
    half_angle: float = math.radians(30.0)  # of the cone
    range: tuple[float, float] = (0.2, 2.55)  # m
    no_echo: float = 5.0  # m, reported if there is no robot in the cone
    period: int = 8  # frames between two pulses; the value is kept until the next echo


@dataclass(frozen=True, slots=True, kw_only=True)
class Infrared:
    """An infrared distance sensor: the nearest object on a ray, at most the end of the range."""

    name: str
    link: str
    position: Point  # m, in the frame of the link
    direction: Point = (1.0, 0.0, 0.0)  # in the frame of the link
    range: tuple[float, float] = (0.1, 0.9)  # m
    noise: float = 0.02  # standard deviation, relative
    period: int = 4  # frames between two measurements


DistanceSensor = Sonar | Infrared


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorKind:
    """Sensors by name, in the order in which sensor frames list their values."""

    gyroscope: bool = True  # without one, sensor frames report zeros, also for the two below
    accelerometer: bool = True
    board_angles: bool = True  # roll and pitch, estimated by the robot's own hardware
    feet: FootSensors | None = None
    buttons: tuple[str, ...] = ()
    switches: tuple[ContactSwitch, ...] = ()  # buttons that contacts press
    distances: tuple[DistanceSensor, ...] = ()
    battery: bool = True

    @property
    def foot_count(self) -> int:
        """Number of feet with force sensors."""
        return len(self.feet.corners) if self.feet else 0

    @property
    def infrared(self) -> tuple[Infrared, ...]:
        return tuple(sensor for sensor in self.distances if isinstance(sensor, Infrared))

    @property
    def distance_names(self) -> tuple[str, ...]:
        return tuple(sensor.name for sensor in self.distances)


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorErrors:
    """Errors of the sensors: standard deviations; by default there are none."""

    joint_resolution: float = 0.0  # rad
    joint_noise: float = 0.0  # rad
    gyro_noise: float = 0.0  # rad/s
    gyro_bias: float = 0.0  # rad/s, drawn once per robot
    accelerometer_noise: float = 0.0  # m/s²
    accelerometer_bias: float = 0.0  # m/s², drawn once per robot
    foot_force_noise: float = 0.0  # N
    foot_force_gain: float = 0.0  # relative, drawn once per sensor
    board_angle_noise: float = 0.0  # rad
    current_per_torque: float = 0.0  # A/(N·m)
    heating: float = 0.0  # °C/s per (N·m)²
    cooling: float = 0.0  # 1/s towards room temperature
    battery_minutes: float = math.inf  # from full to empty

    def with_changes(self, changes: Mapping[str, float]) -> "SensorErrors":
        """Return the same errors but for some, by name."""
        known = [error.name for error in fields(self)]
        for name in changes:
            if name not in known:
                raise ConfigurationError(
                    f"there is no sensor error '{name}'.{did_you_mean(name, known)}"
                )
        return replace(self, **changes) if changes else self
