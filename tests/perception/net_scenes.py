"""Rendered pictures for the networks' tests, rendered once per process."""

import functools
import math
from collections.abc import Callable

import numpy as np

from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.learning.samples.scenes import SceneMix, labeled_pictures

SEED = 77123


@functools.cache
def pictures(count: int = 100, *, held_out: bool = False) -> tuple[LabeledPicture, ...]:
    """Return pictures of two halls in several lights; no ball is behind a net."""
    mix = SceneMix(pictures_per_light=20, ball_in_goal=0.0)
    return tuple(labeled_pictures(count, SEED, held_out=held_out, mix=mix))


def chosen(camera: str, wanted: Callable[[LabeledPicture], bool]) -> tuple[LabeledPicture, ...]:
    return tuple(p for p in pictures() if p.camera == camera and wanted(p))


def ball_distance(picture: LabeledPicture) -> float:
    """Return the ball's distance from the robot in m; infinite without a ball."""
    if picture.ball_in_world is None:
        return math.inf
    pose = picture.own.robot_to_world
    return math.dist(picture.ball_in_world[:2].tolist(), (pose.x, pose.y))


def ball_in_robot(picture: LabeledPicture) -> tuple[float, float]:
    assert picture.ball_in_world is not None
    pose = picture.own.robot_to_world
    offset = picture.ball_in_world[:2] - np.array((pose.x, pose.y))
    c, s = math.cos(pose.theta), math.sin(pose.theta)
    return float(c * offset[0] + s * offset[1]), float(c * offset[1] - s * offset[0])
