"""The debug channel: drawings, plots, pictures and notes, nearly free without a listener."""

import enum
import fnmatch
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from kickabout.framework.drawing import Canvas, Shape, SpaceCanvas


class Kind(enum.Enum):
    """Type of a debug message, and where it is displayed."""

    FIELD = "field"  # 2-D drawing on the field
    IMAGE = "image"  # 2-D drawing in pixels of the thread's camera
    SPACE = "space"  # 3-D drawing
    PLOT = "plot"
    PICTURE = "picture"
    NOTE = "note"
    SOUND = "sound"
    SWITCH = "switch"


@dataclass(frozen=True, slots=True)
class Message:
    """One debug message of one cycle."""

    kind: Kind
    name: str  # "<module or representation>.<name>"
    content: Any  # list of shapes, number, array or text, depending on the kind
    detail: str = ""  # pixel format of a picture, frame of a drawing


Picture = npt.NDArray[np.generic]
SendPicture = Callable[[Picture, str], None]  # pixels, format: "gray", "rgb", "yuyv", "binary", …


class Debug:
    """The debug output of a module; this base class discards everything.

    Request a canvas and draw only if there is one:
    `if canvas := self.debug.field("candidates"): canvas.circle(…)`.
    """

    __slots__ = ()

    def field(self, name: str, frame: str = "field") -> Canvas | None:
        """Return a canvas on the field, in m; the frame "robot" is at the estimated pose."""
        return None

    def image(self, name: str) -> Canvas | None:
        """Return a canvas on the image of this thread's camera, in px."""
        return None

    def space(self, name: str, frame: str = "robot") -> SpaceCanvas | None:
        """Return a canvas in space, in m; frames: robot, field, camera or a link."""
        return None

    def picture(self, name: str) -> SendPicture | None:
        """Return a function that takes the pixels and their format."""
        return None

    def plot(self, name: str, value: float) -> None:
        """Add a point to a curve over time."""

    def note(self, text: str) -> None:
        """Add a remark to the recording at this time."""

    def sound(self, name: str) -> None:
        """Play one of the known sounds in the viewer."""

    def on(self, name: str) -> bool:
        """Return whether this part of the code is switched on."""
        return False

    def once(self, name: str) -> bool:
        """Return True in only one cycle after this was switched on."""
        return False


SILENT = Debug()


class DebugChannel:
    """Collects the debug messages of one thread's modules that listeners requested."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.known: dict[str, Kind] = {}  # all names used while there was a listener
        self._patterns: set[str] = set()
        self._wanted: dict[str, bool] = {}

    @property
    def silent(self) -> bool:
        return not self._patterns

    def listen(self, pattern: str) -> None:
        """Request all messages whose name matches, such as "BallTracker.*" or "*.obstacles"."""
        self._patterns.add(pattern)
        self._wanted.clear()

    def ignore(self, pattern: str) -> None:
        """Withdraw a request; without such a request, do nothing."""
        self._patterns.discard(pattern)
        self._wanted.clear()

    def debug_of(self, owner: str) -> Debug:
        """Return the debug object for a module or representation."""
        return SILENT if self.silent else ListeningDebug(self, owner)

    def wants(self, name: str, kind: Kind) -> bool:
        self.known.setdefault(name, kind)
        wanted = self._wanted.get(name)
        if wanted is None:
            wanted = any(fnmatch.fnmatchcase(name, pattern) for pattern in self._patterns)
            self._wanted[name] = wanted
        return wanted

    def done(self, name: str) -> None:
        """Switch a name off after it was handled once."""
        self._wanted[name] = False

    def taken(self) -> list[Message]:
        """Return the messages of the cycle that just ended and empty the channel."""
        messages, self.messages = self.messages, []
        return messages


class ListeningDebug(Debug):
    """The debug object while there is a listener."""

    __slots__ = ("channel", "owner")

    def __init__(self, channel: DebugChannel, owner: str) -> None:
        self.channel = channel
        self.owner = owner

    def field(self, name: str, frame: str = "field") -> Canvas | None:
        return self._canvas(name, Kind.FIELD, frame)

    def image(self, name: str) -> Canvas | None:
        return self._canvas(name, Kind.IMAGE)

    def space(self, name: str, frame: str = "robot") -> SpaceCanvas | None:
        if not self._wants(name, Kind.SPACE):
            return None
        shapes: list[Shape] = []
        self._send(Kind.SPACE, name, shapes, frame)
        return SpaceCanvas(shapes)

    def picture(self, name: str) -> SendPicture | None:
        return partial(self._picture, name) if self._wants(name, Kind.PICTURE) else None

    def plot(self, name: str, value: float) -> None:
        if self._wants(name, Kind.PLOT):
            self._send(Kind.PLOT, name, float(value))

    def note(self, text: str) -> None:
        if self._wants("note", Kind.NOTE):
            self._send(Kind.NOTE, "note", text)

    def sound(self, name: str) -> None:
        if self._wants(name, Kind.SOUND):
            self._send(Kind.SOUND, name, name)

    def on(self, name: str) -> bool:
        return self._wants(name, Kind.SWITCH)

    def once(self, name: str) -> bool:
        wanted = self._wants(name, Kind.SWITCH)
        if wanted:
            self.channel.done(f"{self.owner}.{name}")
        return wanted

    def _canvas(self, name: str, kind: Kind, frame: str = "") -> Canvas | None:
        if not self._wants(name, kind):
            return None
        shapes: list[Shape] = []
        self._send(kind, name, shapes, frame)
        return Canvas(shapes)

    def _wants(self, name: str, kind: Kind) -> bool:
        return self.channel.wants(f"{self.owner}.{name}", kind)

    def _picture(self, name: str, pixels: Picture, pixel_format: str) -> None:
        self._send(Kind.PICTURE, name, pixels.copy(), pixel_format)

    def _send(self, kind: Kind, name: str, content: object, detail: str = "") -> None:
        self.channel.messages.append(Message(kind, f"{self.owner}.{name}", content, detail))
