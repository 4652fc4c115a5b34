"""One interface to a robot's body: sensor frames come in, commands go out."""

import dataclasses
from dataclasses import dataclass, field
from typing import Protocol

from kickabout.framework import KickaboutError
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraName,
    CameraSettings,
    JointCalibration,
    JointRequest,
    LedRequest,
    SensorFrame,
    SpeechRequest,
)


class BodyError(KickaboutError):
    """A body that cannot be reached or understood."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BodyCommand:
    """Everything a body is told in one frame; by default: be limp, dark and silent."""

    joints: JointRequest = field(default_factory=JointRequest)
    leds: LedRequest = field(default_factory=LedRequest)
    speech: SpeechRequest = field(default_factory=SpeechRequest)

    def check(self) -> None:
        """Raise a ValueError if no robot could do this."""
        self.joints.check()
        check_lights(self.leds)


def check_lights(leds: LedRequest) -> None:
    """Raise a ValueError if lights cannot be that dark or bright."""
    for name in _LED_GROUPS:
        group = getattr(leds, name)
        for light in group:
            parts = light if isinstance(light, tuple) else (light,)
            if not all(0.0 <= part <= 1.0 for part in parts):
                raise ValueError(f"{name}: a brightness outside 0 … 1 in {list(group)}")


_LED_GROUPS = tuple(entry.name for entry in dataclasses.fields(LedRequest))


def in_motor_angles(wished: JointRequest, calibration: JointCalibration) -> JointRequest:
    """What to tell the motors, which know nothing of what is added to the angles they measure."""
    if not calibration.offsets.any():
        return wished
    return JointRequest(angles=wished.angles - calibration.offsets, stiffness=wished.stiffness)


class Body(Protocol):
    """A robot, simulated, replayed or made of metal.

    One thread takes frames and sends a command after each; frames come at the body's own pace, so
    waiting for them is what paces the robot's motion. `close` may be called from any thread.
    """

    def receive(self) -> SensorFrame | None:
        """Wait for the next frame.

        While the body does not answer, frames come with `connected` false and values that are
        stale. None: it is gone for good, or was closed.
        """

    def send(self, command: BodyCommand) -> None:
        """Hand over what to do next.

        A ValueError refuses a command that does not fit the body; then nothing of it is done. What
        is sent while the body does not answer is lost.
        """

    def close(self) -> None:
        """Let go of the body; a `receive` that waits returns. Closing twice does no harm."""


class ImageSource(Protocol):
    """The cameras of a body that has some; images come at their own pace, beside the frames."""

    def info(self, camera: CameraName) -> CameraInfo:
        """Size and geometry of the images that a camera delivers."""

    def look(self, camera: CameraName, settings: CameraSettings) -> CameraImage | None:
        """The newest image, of the size that `info` says; the settings are for those to come.

        None: the camera delivers none, or none yet.
        """
