"""HULKs' percepts of labeled images, and images painted by hand; computed once for all tests."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from tests.perception.halls import FIELD, IMAGES, shots

from kickabout.evaluation.perception.camera_threads import CameraPipeline
from kickabout.evaluation.perception.perception_evaluation import Evaluation, evaluate
from kickabout.evaluation.perception.perception_scenes import LabeledImage
from kickabout.framework import Team
from kickabout.framework.teams.team import load_team
from kickabout.geometry import Camera, Pose3, Robot, rotation_y
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraMatrix,
    FieldColors,
    ImageCoordinateSystem,
)
from kickabout.representations.camera import Yuyv

GREEN = (80, 105, 100)  # Y, Cb, Cr
WHITE = (200, 128, 128)
GRAY = (90, 128, 128)
BLACK = (20, 128, 128)
CARPET = FieldColors(valid=True, y=80.0, y_high=140.0, min_green=0.395, max_red=0.34, max_blue=0.34)
Color = tuple[int, int, int]
Seen = Mapping[type, Any]


@cache
def hulks() -> Team:
    return load_team("hulks2021")


@cache
def seen(condition: str = "nominal") -> tuple[tuple[LabeledImage, Seen], ...]:
    """Return images of one hall with the team's percepts."""
    pipeline = CameraPipeline(hulks(), field=FIELD)
    return tuple((shot, pipeline.see(shot)) for shot in shots(condition))


@cache
def evaluation(*conditions: str, seeds: Sequence[int] = (5,)) -> Evaluation:
    images = [s for condition in conditions for seed in seeds for s in shots(condition, seed)]
    assert len(images) == IMAGES * len(conditions) * len(seeds)
    return evaluate(hulks(), images, field=FIELD)


def carpet(width: int = 640, height: int = 480) -> Yuyv:
    """Return an image that is entirely green."""
    image = np.empty((height, width, 2), np.uint8)
    paint(image, (slice(None), slice(None)), GREEN)
    return image


def paint(image: Yuyv, where: tuple[slice, slice], color: Color) -> None:
    """Paint a part of an image; its columns must begin and end at even numbers."""
    part = image[where]
    part[:, :, 0] = color[0]
    part[:, 0::2, 1] = color[1]
    part[:, 1::2, 1] = color[2]


def looking_down(image: Yuyv, tilt: float = 0.5, height: float = 0.5) -> CameraInputs:
    """Return inputs from a camera above the robot's origin that looks ahead and down."""
    pose: Pose3[Camera, Robot] = Pose3(rotation_y(tilt), np.array((0.0, 0.0, height)))
    rows, columns = image.shape[:2]
    return CameraInputs(
        image=CameraImage(yuyv=image),
        info=CameraInfo(
            width=columns,
            height=rows,
            focal_length=(0.93 * columns, 0.93 * columns),
            center=(0.5 * columns, 0.5 * rows),
        ),
        matrix=CameraMatrix(camera_to_robot=pose, valid=True),
        system=ImageCoordinateSystem(),
    )
