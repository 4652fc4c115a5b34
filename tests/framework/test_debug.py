"""The debug channel: canvases, plots, pictures, switches."""

import math

import numpy as np
import pytest

from kickabout.framework.debug import SILENT, DebugChannel, Kind
from kickabout.framework.drawing import Ellipse, Line, Solid, Text


@pytest.fixture
def channel() -> DebugChannel:
    made = DebugChannel()
    made.listen("BallTracker.*")
    return made


def test_silent_debug_gives_no_canvas_and_discards_everything() -> None:
    assert SILENT.field("a") is None
    assert SILENT.image("a") is None
    assert SILENT.space("a") is None
    assert SILENT.picture("a") is None
    SILENT.plot("a", 1.0)
    SILENT.note("b")
    SILENT.sound("c")
    assert not SILENT.on("d")
    assert not SILENT.once("d")


def test_only_requested_messages_are_sent_but_all_names_are_known(channel: DebugChannel) -> None:
    channel.debug_of("BallTracker").plot("gate", 2.0)
    channel.debug_of("LineDetector").plot("count", 3.0)
    assert [(m.kind, m.name, m.content) for m in channel.taken()] == [
        (Kind.PLOT, "BallTracker.gate", 2.0)
    ]
    assert channel.known == {"BallTracker.gate": Kind.PLOT, "LineDetector.count": Kind.PLOT}
    assert channel.taken() == []


def test_drawings_in_a_moved_frame_are_transformed(channel: DebugChannel) -> None:
    canvas = channel.debug_of("BallTracker").field("path")
    assert canvas is not None
    moved = canvas.at(1.0, 2.0, math.pi / 2.0)
    moved.line((0.0, 0.0), (1.0, 0.0), color="red", dashed=True)
    moved.at(1.0, 0.0).circle((0.0, 0.0), 0.1)
    (message,) = channel.taken()
    line, circle = message.content
    assert isinstance(line, Line)
    assert line.points[1] == pytest.approx((1.0, 3.0))
    assert line.dashed
    assert isinstance(circle, Ellipse)
    assert circle.center == pytest.approx((1.0, 3.0))


def test_every_shape_can_be_drawn(channel: DebugChannel) -> None:
    debug = channel.debug_of("BallTracker")
    if canvas := debug.image("marks"):
        canvas.arrow((0.0, 0.0), (1.0, 1.0))
        canvas.polygon((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), fill="green")
        canvas.ellipse((0.0, 0.0), (1.0, 0.5), 0.3)
        canvas.dot((1.0, 1.0))
        canvas.text((0.0, 0.0), "here")
    if space := debug.space("axes", frame="camera"):
        space.line((0, 0, 0), (1, 1, 1))
        space.sphere((0, 0, 1), 0.1)
        space.box((0, 0, 0), (1, 1, 1))
        space.axes((0, 0, 0))
        space.text((0, 0, 0), "there")
    flat, deep = channel.taken()
    assert [type(shape) for shape in flat.content] == [Line, Line, Ellipse, Ellipse, Text]
    assert [type(shape) for shape in deep.content] == [Line, Solid, Solid, Solid, Text]
    assert (flat.kind, deep.kind, deep.detail) == (Kind.IMAGE, Kind.SPACE, "camera")


def test_pictures_are_copied_when_they_are_sent(channel: DebugChannel) -> None:
    send = channel.debug_of("BallTracker").picture("edges")
    assert send is not None
    pixels = np.full((4, 6), 127, np.uint8)
    send(pixels, "gray")
    pixels[:] = 0
    (message,) = channel.taken()
    assert message.content.min() == 127
    assert message.detail == "gray"


def test_switches_stay_on_while_requested_and_once_is_true_once(channel: DebugChannel) -> None:
    debug = channel.debug_of("BallTracker")
    assert [debug.on("reset"), debug.on("reset")] == [True, True]
    assert [debug.once("save"), debug.once("save")] == [True, False]
    channel.ignore("BallTracker.*")
    assert channel.silent
    assert channel.debug_of("BallTracker") is SILENT


def test_notes_and_sounds_arrive(channel: DebugChannel) -> None:
    debug = channel.debug_of("BallTracker")
    debug.note("lost the ball")
    debug.sound("ding")
    assert [(m.kind, m.content) for m in channel.taken()] == [
        (Kind.NOTE, "lost the ball"),
        (Kind.SOUND, "ding"),
    ]
