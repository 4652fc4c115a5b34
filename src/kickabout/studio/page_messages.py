"""Messages that pages may send; each is checked before it is used."""

from typing import Annotated, Any, Literal

import msgspec

from kickabout.simulation.match.inspection import Question
from kickabout.studio.pages.requests import PageRequest
from kickabout.studio.sources.source import StudioError

Name = Annotated[str, msgspec.Meta(max_length=120)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=200)]


class RobotView(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The data of one robot that a page shows."""

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
    """The data that a page is to receive again and again, in place of that requested before."""

    moments: bool = True
    robots: Annotated[dict[Name, RobotView], msgspec.Meta(max_length=22)] = {}


class RunLine(msgspec.Struct, tag="say", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """Run a line in the console."""

    id: int
    line: Annotated[str, msgspec.Meta(max_length=2000)]


class Complete(
    msgspec.Struct, tag="complete", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Return words that complete a line."""

    id: int
    line: Annotated[str, msgspec.Meta(max_length=2000)]


class Inspect(msgspec.Struct, tag="ask", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """Return data of a robot once."""

    id: int
    robot: Name
    view: RobotView = msgspec.field(name="look")


class Change(msgspec.Struct, tag="change", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """Change a robot's program; sent by studios that watch robots elsewhere."""

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


class ReadMotion(
    msgspec.Struct, tag="motion", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Return the text of a key-frame motion, or all names if none is given."""

    id: int
    name: Name = ""


class ShowMotion(
    msgspec.Struct, tag="show motion", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Return a motion that is being edited as postures; with a start it is simulated."""

    id: int
    name: Name
    text: MotionSource
    start: Literal["standing", "front", "back", "left", "right"] | None = None


class SaveMotion(
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
    """Sample the lines that a robot sees now for its camera calibration, or clear all samples."""

    id: int
    robot: Name
    threads: Annotated[tuple[Name, ...], msgspec.Meta(max_length=8)] = ()  # that get images
    clear: bool = False


class FitCamera(
    msgspec.Struct, tag="fit camera", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Return corrections of the cameras fitted to the samples, and the approximate pose refined."""

    id: int
    robot: Name
    pose: tuple[Finite, Finite, Finite] = msgspec.field(name="place")  # m, m, rad; approximate


class FitColors(
    msgspec.Struct, tag="fit colors", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Return thresholds of the color classes, fitted to pixels of each."""

    id: int
    samples: Annotated[dict[Name, Pixels], msgspec.Meta(max_length=4)]


class SaveCalibration(
    msgspec.Struct, tag="keep calibration", tag_field="do", forbid_unknown_fields=True, frozen=True
):
    """Save a calibration to a layer."""

    id: int
    layer: Name
    module: Literal["CameraCalibrationLoader", "ColorCalibrationLoader"]
    values: Annotated[
        dict[Name, Finite | tuple[Finite, ...]], msgspec.Meta(min_length=1, max_length=8)
    ]


CalibrationRequest = SampleLines | FitCamera | FitColors | SaveCalibration
EditorRequest = ReadMotion | ShowMotion | SaveMotion
Request = RunLine | Complete | Inspect | Change | EditorRequest | CalibrationRequest | PageRequest
PageMessage = Watch | Request  # requests get a reply
_decoder: msgspec.json.Decoder[PageMessage] = msgspec.json.Decoder(PageMessage)


def page_message(data: str | bytes) -> PageMessage:
    """Decode a page's message; an invalid one raises an error."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise StudioError(f"the page sent something that cannot be used: {error}") from None
    except RecursionError:
        raise StudioError("the page sent something that is nested too deeply") from None
