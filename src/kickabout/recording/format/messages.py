"""Messages other than representations: cycles, changes, annotations, pictures."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kickabout.framework.debug import Kind, Message
from kickabout.pictures.camera_pictures import jpeg_of_yuyv
from kickabout.pictures.codec import Pixels, decoded
from kickabout.recording.format.errors import RecordingError
from kickabout.representations import CameraImage


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleInfo:
    """One cycle of a thread; all messages of the cycle carry the same sequence number."""

    time: float  # s, on the robot's own clock
    dt: float  # s
    cycle: int
    trigger: str | None = None  # the thread that this one ran after
    dropped: int = 0  # cycles of this robot that were not recorded so far


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What was changed from outside before the cycle of the same sequence number."""

    what: str  # "switch", "change_parameters", "override", …
    arguments: list[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """A remark at a time."""

    text: str
    source: str = ""  # module or program


@dataclass(frozen=True, slots=True, kw_only=True)
class DebugShown:
    """A drawing, plot or picture of one cycle."""

    kind: Kind
    name: str
    content: Any
    detail: str = ""


def shown(message: Message) -> DebugShown:
    return DebugShown(
        kind=message.kind, name=message.name, content=message.content, detail=message.detail
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Timestamp:
    sec: int
    nsec: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CompressedImage:
    """As the schema foxglove.CompressedImage wants it."""

    timestamp: _Timestamp
    frame_id: str
    data: bytes
    format: str


COMPRESSED_IMAGE = "foxglove.CompressedImage"


def jpeg_of(image: CameraImage, time: int, *, width: int, quality: int) -> CompressedImage:
    """Encode an image for viewing, at most this wide; as JPEG is lossy, it cannot be replayed."""
    return CompressedImage(
        timestamp=_Timestamp(sec=time // 10**9, nsec=time % 10**9),
        frame_id=image.camera,
        data=jpeg_of_yuyv(image.yuyv, quality=quality, max_width=width),
        format="jpeg",
    )


def pixels_of(plain: dict[str, Any]) -> Pixels:
    """Decode the pixels (RGB) of a recorded JPEG image."""
    pixels = decoded(base64.b64decode(plain["data"]))
    if pixels is None:
        raise RecordingError("a recorded JPEG image is damaged")
    return pixels


def annotations_of(messages: Sequence[Message]) -> list[Annotation]:
    """Return the notes of modules in a cycle."""
    notes = [message for message in messages if message.kind is Kind.NOTE]
    return [Annotation(text=str(m.content), source=m.name.removesuffix(".note")) for m in notes]
