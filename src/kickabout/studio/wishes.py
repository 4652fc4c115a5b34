"""What pages may send: a few kinds of messages, each checked before it is used."""

from typing import Annotated, Any, Literal

import msgspec

from kickabout.simulation.match.inspection import Question
from kickabout.studio.pages.requests import PageRequest
from kickabout.studio.sources.source import StudioError

Name = Annotated[str, msgspec.Meta(max_length=120)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=200)]


class Look(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a page wants to know about one robot, again and again."""

    values: Names = ()
    drawings: Names = ()
    parameters: Names = ()
    draw: bool = False
    timings: bool = False
    images: bool = False
    graph: bool = False

    @property
    def question(self) -> Question:
        return Question(
            values=self.values,
            drawings=self.drawings,
            parameters=self.parameters,
            draw=self.draw,
            timings=self.timings,
            images=self.images,
            graph=self.graph,
        )


class Watch(msgspec.Struct, tag="watch", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """What a page shows now; it replaces what it asked for before."""

    moments: bool = True
    robots: Annotated[dict[Name, Look], msgspec.Meta(max_length=22)] = {}


class Say(msgspec.Struct, tag="say", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """A line for the console."""

    id: int
    line: Annotated[str, msgspec.Meta(max_length=2000)]


class Complete(
    msgspec.Struct, tag="complete", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """How could this line go on?"""

    id: int
    line: Annotated[str, msgspec.Meta(max_length=2000)]


class Ask(msgspec.Struct, tag="ask", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """A single question about a robot."""

    id: int
    robot: Name
    look: Look


class AskSeries(
    msgspec.Struct, tag="series", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """The numbers at some paths of a robot over a stretch of a recording."""

    id: int
    robot: Name
    paths: Annotated[tuple[Name, ...], msgspec.Meta(max_length=24)]
    start: Annotated[float, msgspec.Meta(ge=0.0, le=1e10)]  # s
    duration: Annotated[float, msgspec.Meta(gt=0.0, le=120.0)]  # s


class Change(msgspec.Struct, tag="change", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """Change a robot's program; for studios that watch robots elsewhere."""

    id: int
    robot: Name
    what: Literal[
        "override", "release", "freeze", "switch", "change_parameters", "changed_parameters"
    ]
    path: Name = ""  # of a value or a module
    more: Annotated[tuple[Any, ...], msgspec.Meta(max_length=2)] = ()

    @property
    def arguments(self) -> tuple[Any, ...]:
        return (self.path, *self.more) if self.path else ()


MotionSource = Annotated[str, msgspec.Meta(max_length=50_000)]


class Motion(msgspec.Struct, tag="motion", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """The text of a key-frame motion; all names if none is given."""

    id: int
    name: Name = ""


class ShowMotion(
    msgspec.Struct, tag="show motion", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """A motion that is being edited as postures; with a start it is simulated."""

    id: int
    name: Name
    text: MotionSource
    start: Literal["standing", "front", "back", "left", "right"] | None = None


class KeepMotion(
    msgspec.Struct, tag="keep motion", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Save a motion under a name."""

    id: int
    name: Name
    text: MotionSource


Finite = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
Pixel = tuple[Finite, Finite, Finite]  # Y, Cb, Cr
Pixels = Annotated[tuple[Pixel, ...], msgspec.Meta(max_length=1000)]


class SampleLines(
    msgspec.Struct, tag="sample lines", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Take the lines that a robot sees now for its camera calibration, or forget all of them."""

    id: int
    robot: Name
    clear: bool = False


class FitCamera(
    msgspec.Struct, tag="fit camera", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Corrections of the cameras from the samples; the robot stands about there on the field."""

    id: int
    robot: Name
    place: tuple[Finite, Finite, Finite]


class FitColors(
    msgspec.Struct, tag="fit colors", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Thresholds of the color classes from pixels of each."""

    id: int
    samples: Annotated[dict[Name, Pixels], msgspec.Meta(max_length=4)]


class KeepCalibration(
    msgspec.Struct, tag="keep calibration", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Save a calibration to a layer."""

    id: int
    layer: Name
    module: Literal["CameraCalibrationLoader", "ColorCalibrationLoader"]
    values: Annotated[
        dict[Name, Finite | tuple[Finite, ...]], msgspec.Meta(min_length=1, max_length=8)
    ]


Calibrate = SampleLines | FitCamera | FitColors | KeepCalibration
Motions = Motion | ShowMotion | KeepMotion
# Requests that get a reply.
Request = Say | Complete | Ask | AskSeries | Change | Motions | Calibrate | PageRequest
Wish = Watch | Request
_decoder: msgspec.json.Decoder[Wish] = msgspec.json.Decoder(Wish)


def wish_of(data: str | bytes) -> Wish:
    """A page's message, or a sentence about what is wrong with it."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise StudioError(f"the page sent something that cannot be used: {error}") from None
    except RecursionError:
        raise StudioError("the page sent something that is nested too deeply") from None
