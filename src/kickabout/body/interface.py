"""The interface to a robot's body: it delivers sensor frames and takes commands."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from kickabout.framework import KickaboutError
from kickabout.framework.errors import did_you_mean
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraSettings,
    JointCalibration,
    JointRequest,
    LedRequest,
    SensorFrame,
    SpeechRequest,
)
from kickabout.representations.body import Rgb
from kickabout.robots.kind import LightKind


class BodyError(KickaboutError):
    """A body that cannot be reached or sends malformed data."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BodyCommand:
    """All commands of one frame; by default zero stiffness, lights off, no speech."""

    joints: JointRequest = field(default_factory=JointRequest)
    leds: LedRequest = field(default_factory=LedRequest)
    speech: SpeechRequest = field(default_factory=SpeechRequest)

    def check(self, lights: Sequence[LightKind]) -> None:
        """Raise a ValueError if no robot with these lights can carry this out."""
        self.joints.check()
        check_lights(self.leds, lights)


def check_lights(leds: LedRequest, lights: Sequence[LightKind]) -> None:
    """Raise a ValueError if groups or values do not fit the lights of a robot."""
    for values, colored in ((leds.colors, True), (leds.brightness, False)):
        for name, given in values.items():
            kind = next((light for light in lights if light.name == name), None)
            if kind is None:
                hint = did_you_mean(name, [light.name for light in lights])
                raise ValueError(f"the robot has no lights '{name}'.{hint}")
            if kind.colored is not colored:
                raise ValueError(f"{name}: {'no ' if colored else ''}colors are needed")
            if len(given) not in (1, kind.count):
                raise ValueError(f"{len(given)} values for {name}, which has {kind.count} lights")
            _check_brightness(name, given)


def _check_brightness(name: str, group: Sequence[Rgb] | Sequence[float]) -> None:
    for light in group:
        parts = light if isinstance(light, tuple) else (light,)
        if not all(0.0 <= part <= 1.0 for part in parts):
            raise ValueError(f"{name}: a brightness outside 0 … 1 in {list(group)}")


def in_motor_angles(request: JointRequest, calibration: JointCalibration) -> JointRequest:
    """Return a joint request without the calibration offsets, which the motors do not know."""
    if not _has_offsets(calibration):
        return request
    return JointRequest(angles=request.angles - calibration.offsets, stiffness=request.stiffness)


@lru_cache(maxsize=64)  # calibrations hardly ever change
def _has_offsets(calibration: JointCalibration) -> bool:
    return bool(calibration.offsets.any())


class Body(Protocol):
    """A simulated, replayed or real robot.

    One thread takes frames and sends a command after each. The body determines the rate of frames,
    and with it the rate of the thread that waits for them. `close` may be called from any thread.
    """

    def receive(self) -> SensorFrame | None:
        """Wait for the next frame.

        While the body does not answer, frames have `connected` false and stale values. None: the
        connection is lost permanently, or the body was closed.
        """

    def send(self, command: BodyCommand) -> None:
        """Send a command.

        If it does not fit the body, raise a ValueError and carry out no part of it. A command is
        lost while the body does not answer.
        """

    def close(self) -> None:
        """Release the body and end a waiting `receive`; may be called more than once."""


class ImageSource(Protocol):
    """The cameras of a body; their images are independent of the sensor frames."""

    def info(self, camera: str) -> CameraInfo:
        """Return size and geometry of the images that a camera delivers."""

    def look(self, camera: str, settings: CameraSettings) -> CameraImage | None:
        """Return the newest image, of the size in `info`; the settings are for later images.

        None: the camera delivers no image, or none yet.
        """
