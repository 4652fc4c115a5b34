"""A contact sheet: many moments of a view in one picture."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kickabout.pictures.canvas import BLACK, WHITE, Canvas
from kickabout.pictures.codec import Pixels, resized
from kickabout.recording.export import pictures
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.reader import Recording
from kickabout.recording.picture_file import write_picture
from kickabout.representations import FieldDimensions, TrueWorld

WIDTH = 320  # px of one moment
BAR = 20  # px above it, for the time
TEXT_SIZE = 14.0  # px
GREEN = (50, 130, 60)
SIDES = {"home": (40, 120, 220), "away": (220, 50, 50)}
MARGIN = 0.7  # m around the field


def contact_sheet(recording: Recording, view: str, target: Path, *, moments: int = 20) -> int:
    """Write evenly spread moments of "field" (ground truth from above) or of a topic of images."""
    if view == "field":
        tiles = _field_tiles(recording, moments)
    else:
        found = pictures(recording, view, at_most=moments)
        tiles = [_labeled(_tile(picture), time) for time, picture in found]
    if not tiles:
        raise RecordingError(f"has no pictures of '{view}'", file=recording.path)
    write_picture(_tiled(tiles), target)
    return len(tiles)


def _tile(picture: Pixels) -> Pixels:
    height = round(picture.shape[0] * WIDTH / picture.shape[1])
    return resized(picture, (WIDTH, height))


def _labeled(picture: Pixels, time: float) -> Pixels:
    bar = Canvas((picture.shape[1], BAR), BLACK)
    bar.text(f"{time:.1f} s", (6.0, BAR / 2.0), WHITE, TEXT_SIZE)
    return np.vstack((bar.pixels, picture))


def _tiled(tiles: Sequence[Pixels]) -> Pixels:
    across = math.ceil(math.sqrt(len(tiles)))
    blank = np.zeros_like(tiles[0])
    rows = [list(tiles[i : i + across]) for i in range(0, len(tiles), across)]
    rows[-1] += [blank] * (across - len(rows[-1]))
    return np.vstack([np.hstack(row) for row in rows])


def _field_tiles(recording: Recording, moments: int) -> list[Pixels]:
    field = _dimensions(recording)
    topic = f"truth/{TrueWorld.__name__}"
    tiles = []
    first = next(recording.messages(topic), None) if topic in recording.topics else None
    if first is None:
        return []
    for time in np.linspace(first.time, recording.end, moments).tolist():
        tiles.append(_labeled(_drawn(recording.value(topic, time), field), time))
    return tiles


def _dimensions(recording: Recording) -> FieldDimensions:
    for program in recording.programs.values():
        for constant in program.constants:
            if isinstance(constant, FieldDimensions):
                return constant
    return FieldDimensions()


def _drawn(world: TrueWorld, field: FieldDimensions) -> Pixels:
    half_x, half_y = field.goal_line_x + MARGIN, field.side_line_y + MARGIN
    scale = WIDTH / (2.0 * half_x)
    canvas = Canvas((WIDTH, round(2.0 * half_y * scale)), GREEN)

    def at(x: float, y: float) -> tuple[float, float]:
        return (x + half_x) * scale, (half_y - y) * scale

    for x, y, end_x, end_y in field.line_segments():
        canvas.lines([at(x, y), at(end_x, end_y)], WHITE, 1.0)
    canvas.circle(at(0.0, 0.0), field.center_circle_radius * scale, WHITE, 1.0)
    for name, position, quaternion in zip(
        world.robots, world.torso_positions, world.torso_quaternions, strict=True
    ):
        w, qx, qy, qz = quaternion.tolist()
        heading = math.atan2(2.0 * (w * qz + qx * qy), 1.0 - 2.0 * (qy * qy + qz * qz))
        px, py = float(position[0]), float(position[1])
        color = SIDES.get(name.partition(" ")[0], WHITE)
        canvas.disk(at(px, py), 5.0, color)
        nose = at(px + 0.3 * math.cos(heading), py + 0.3 * math.sin(heading))
        canvas.lines([at(px, py), nose], WHITE, 1.0)
    ball = world.ball_position.tolist()
    canvas.disk(at(ball[0], ball[1]), 3.0, BLACK)
    return canvas.pixels
