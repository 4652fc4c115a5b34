"""Scene objects of the landmarks and walls that stand on a field."""

from collections.abc import Sequence

import numpy as np

from kickabout.representations.field import FieldDimensions, Landmark
from kickabout.robots.appearance import Rgb, Shape
from kickabout.simulation.camera.scene.objects import (
    SceneClass,
    SceneObjects,
    joined,
    solid_objects,
)
from kickabout.soccer.boards import Board, walls_of
from kickabout.soccer.colors import paint_color

LAST_INSTANCE = 255  # of the first landmark; the others count down
_GLOSS = 0.05  # painted wood and cardboard


def field_objects(field: FieldDimensions) -> SceneObjects:
    """Return the landmarks and the walls of a field."""
    landmarks = [
        _landmark(landmark, LAST_INSTANCE - index) for index, landmark in enumerate(field.landmarks)
    ]
    return joined(*landmarks, board_objects(walls_of(field), SceneClass.WALL))


def board_objects(
    boards: Sequence[Board], kind: SceneClass, *, plain: Rgb = (0.8, 0.8, 0.8), instance: int = 0
) -> SceneObjects:
    """Return boards as boxes; those without a color of their own get the plain one."""
    count = len(boards)
    colors = [paint_color(board.color) if board.color else plain for board in boards]
    return solid_objects(
        shape=np.full(count, Shape.BOX, np.int32),
        size=np.array([board.half_size for board in boards]).reshape(count, 3),
        position=np.array([board.center for board in boards]).reshape(count, 3),
        rotation=np.array([board.rotation for board in boards]).reshape(count, 3, 3),
        color=np.array(colors).reshape(count, 3),
        gloss=_GLOSS,
        class_id=kind,
        instance=instance,
    )


def _landmark(landmark: Landmark, instance: int) -> SceneObjects:
    x, y = landmark.position
    halves = [(band.top - band.bottom) / 2.0 for band in landmark.bands]
    count = len(halves)
    return solid_objects(
        shape=np.full(count, Shape.CYLINDER, np.int32),
        size=np.array([(landmark.radius, half, 0.0) for half in halves]),
        position=np.array([(x, y, (band.bottom + band.top) / 2.0) for band in landmark.bands]),
        color=np.array([paint_color(band.color) for band in landmark.bands]),
        gloss=_GLOSS,
        class_id=SceneClass.LANDMARK,
        instance=instance,
    )
