"""Pictures of percepts, drawn on images of the upper camera in several halls."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from kickabout.evaluation.perception.camera_threads import CameraPipeline
from kickabout.evaluation.perception.perception_evaluation import hall_images
from kickabout.evaluation.perception.perception_scenes import LabeledImage
from kickabout.framework import load_team
from kickabout.representations import (
    BallPercept,
    CenterCirclePercept,
    FieldBoundaryPercept,
    LinesPercept,
    PenaltyMarkPercept,
    RobotsPercept,
    Seen,
    load_field,
)
from kickabout.simulation.camera.optics.yuv import rgb_from_yuyv

TEAM = "bhuman2021"
FIELD = load_field("spl2020")
SEED = 5
HALLS = 8
PER_HALL = 24  # images to choose from
COLUMNS = 4
SIZE = (480, 360)  # px of each picture
BALL, LINE, BOUNDARY, ROBOT, MARK = "#ff8c00", "#ff2a2a", "#ffd400", "#ff40ff", "#40e0ff"


def main(folder: Path | None) -> None:
    """Draw the image of each hall in which most is detected."""
    tiles = [_drawn(*_richest(hall)) for hall in range(HALLS)]
    sheet = Image.new("RGB", (SIZE[0] * COLUMNS, SIZE[1] * (HALLS // COLUMNS)))
    for number, tile in enumerate(tiles):
        row, column = divmod(number, COLUMNS)
        sheet.paste(tile.resize(SIZE, Image.Resampling.LANCZOS), (column * SIZE[0], row * SIZE[1]))
    if folder is not None:
        sheet.quantize(256, dither=Image.Dither.NONE).save(folder / "percepts.png", optimize=True)


def _richest(hall: int) -> tuple[LabeledImage, Mapping[type, Any]]:
    pipeline = CameraPipeline(load_team(TEAM), field=FIELD)
    shots = hall_images([FIELD], hall, count=PER_HALL, seed=SEED)
    seen = [(shot, pipeline.see(shot)) for shot in shots if shot.info.width == 640]
    return max(seen, key=lambda pair: _richness(pair[1]))


def _richness(seen: Mapping[type, Any]) -> int:
    """Return how many kinds of things were detected, and as a second measure how many things."""
    lines, robots = len(seen[LinesPercept].lines), len(seen[RobotsPercept].robots)
    ball = seen[BallPercept].seen is Seen.YES
    kinds = (ball, lines > 1, robots > 0, seen[CenterCirclePercept].seen)
    return int(100 * sum(kinds) + lines + robots)


def _drawn(shot: LabeledImage, seen: Mapping[type, Any]) -> Image.Image:
    picture = Image.fromarray(rgb_from_yuyv(shot.image.yuyv))
    draw = ImageDraw.Draw(picture)
    boundary = seen[FieldBoundaryPercept]
    if boundary.valid:
        draw.line([(float(x), float(y)) for x, y in boundary.points_in_image], BOUNDARY, width=3)
    for line in seen[LinesPercept].lines:
        draw.line([*line.start_in_image, *line.end_in_image], LINE, width=4)
    for robot in seen[RobotsPercept].robots:
        draw.rectangle(robot.box_in_image, outline=ROBOT, width=3)
    mark = seen[PenaltyMarkPercept]
    if mark.seen:
        draw.circle((*mark.center_in_image,), 8, outline=MARK, width=3)
    ball = seen[BallPercept]
    if ball.seen is Seen.YES:
        draw.circle((*ball.center_in_image,), ball.radius_px + 3, outline=BALL, width=4)
    return picture
