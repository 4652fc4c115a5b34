"""Scenes of the four-legged league with chosen positions, for tests of vision by color."""

from functools import cache

import numpy as np

from kickabout.calibration.color_table_halls import legged_settings
from kickabout.evaluation.perception.color_vision import ColorPercepts, ColorVision
from kickabout.evaluation.perception.four_legged_scenes import FourLeggedHall, HallLight
from kickabout.evaluation.perception.perception_scenes import LabeledImage
from kickabout.geometry import Pose2, Robot, Vector2, World
from kickabout.robots.kind import robot_kind
from kickabout.soccer.league import load_league

SETTINGS = {"shutter": "fast", "gain": "middle", "white_balance": "fluorescent"}
Place = tuple[float, float, float]
LEVEL = (0.0, 0.0, 0.0)


@cache
def hall(seed: int = 7) -> FourLeggedHall:
    return FourLeggedHall(
        load_league("legged2001"),
        robot_kind("ers210"),
        light=HallLight(),
        settings=legged_settings("ers210", SETTINGS),
        seed=seed,
        exact=True,
    )


@cache
def vision() -> ColorVision:
    return ColorVision("ers210", hall().field)


def shot(
    own: Place,
    *,
    head: Place = LEVEL,
    ball: tuple[float, float] | None = None,
    others: tuple[Place, ...] = (),
) -> LabeledImage:
    """Return an image of a robot; robots and a ball without a position are behind it."""
    poses = [Pose2[Robot, World](*place) for place in (own, *others)]
    while len(poses) < len(hall().ids):
        poses.append(poses[0] @ Pose2[Robot, Robot](-0.5 - 0.3 * len(poses), 0.0, 0.0))
    hidden = poses[0] @ Vector2[Robot](-0.4, 0.0)
    x, y = ball if ball is not None else hidden
    position = np.array((x, y, hall().field.ball.radius))
    hall().frame += 4
    return hall().shot(hall().snapshot(poses, ball=position, head=head))


def percepts(image: LabeledImage) -> ColorPercepts:
    return vision().percepts(image)
