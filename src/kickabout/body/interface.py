"""One interface to a robot's body: sensor frames come in, commands go out."""

import dataclasses
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from kickabout.framework import KickaboutError
from kickabout.representations import JointRequest, LedRequest, SensorFrame, SpeechRequest


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
        for name in _LED_GROUPS:
            brightness = np.array(getattr(self.leds, name), np.float64)
            if not ((brightness >= 0.0) & (brightness <= 1.0)).all():
                raise ValueError(f"{name}: a brightness outside 0 … 1 in {brightness.tolist()}")


_LED_GROUPS = tuple(entry.name for entry in dataclasses.fields(LedRequest))


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
