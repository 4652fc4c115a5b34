"""A contact sheet: many moments of a view in one picture."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kickabout.recording.export import pictures
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.reader import Recording
from kickabout.recording.picture_file import write_picture
from kickabout.representations import FieldDimensions, TrueWorld

Pixels = np.ndarray[Any, Any]
WIDTH = 320  # px of one moment
BAR = 20  # px above it, for the time
GREEN, WHITE, BLACK = (60, 130, 50), (255, 255, 255), (20, 20, 20)  # BGR
SIDES = {"home": (220, 120, 40), "away": (50, 50, 220)}
MARGIN = 0.7  # m around the field


def contact_sheet(recording: Recording, view: str, target: Path, *, moments: int = 20) -> int:
    """Write evenly spread moments of "field" (ground truth from above) or of a topic of images."""
    if view == "field":
        tiles = _field_tiles(recording, moments)
    else:
        found = list(pictures(recording, view))
        chosen = np.linspace(0, len(found) - 1, min(moments, len(found))).astype(int)
        tiles = [_labeled(_resized(found[i][1]), found[i][0]) for i in chosen]
    if not tiles:
        raise RecordingError(f"has no pictures of '{view}'", file=recording.path)
    write_picture(_tiled(tiles), target)
    return len(tiles)


def _resized(picture: Pixels) -> Pixels:
    height = round(picture.shape[0] * WIDTH / picture.shape[1])
    resized: Pixels = cv2.resize(picture, (WIDTH, height), interpolation=cv2.INTER_AREA)
    return resized


def _labeled(picture: Pixels, time: float) -> Pixels:
    bar = np.full((BAR, picture.shape[1], 3), BLACK, np.uint8)
    origin = (6, BAR - 6)
    cv2.putText(bar, f"{time:.1f} s", origin, cv2.FONT_HERSHEY_SIMPLEX, 0.5, WHITE, 1, cv2.LINE_AA)
    return np.vstack((bar, picture))


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
    picture = np.full((round(2.0 * half_y * scale), WIDTH, 3), GREEN, np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return round((x + half_x) * scale), round((half_y - y) * scale)

    for x, y, end_x, end_y in field.line_segments():
        cv2.line(picture, at(x, y), at(end_x, end_y), WHITE, 1, cv2.LINE_AA)
    radius = round(field.center_circle_radius * scale)
    cv2.circle(picture, at(0.0, 0.0), radius, WHITE, 1, cv2.LINE_AA)
    for name, position, quaternion in zip(
        world.robots, world.torso_positions, world.torso_quaternions, strict=True
    ):
        w, qx, qy, qz = quaternion.tolist()
        heading = math.atan2(2.0 * (w * qz + qx * qy), 1.0 - 2.0 * (qy * qy + qz * qz))
        px, py = float(position[0]), float(position[1])
        color = SIDES.get(name.partition(" ")[0], WHITE)
        cv2.circle(picture, at(px, py), 5, color, -1, cv2.LINE_AA)
        nose = at(px + 0.3 * math.cos(heading), py + 0.3 * math.sin(heading))
        cv2.line(picture, at(px, py), nose, WHITE, 1, cv2.LINE_AA)
    ball = world.ball_position.tolist()
    cv2.circle(picture, at(ball[0], ball[1]), 3, BLACK, -1, cv2.LINE_AA)
    return picture
