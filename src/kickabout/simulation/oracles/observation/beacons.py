"""Beacons and colored goals as upright objects in the field frame of a team."""

from functools import lru_cache

import numpy as np

from kickabout.framework import frozen
from kickabout.geometry import Vec2, readonly
from kickabout.representations import FieldDimensions
from kickabout.representations.field import Landmark, goal_landmark_name


@frozen
class UprightObject:
    """A landmark whose middle stands upright on the ground."""

    name: str
    middle_in_field: Vec2  # m
    top: float  # m above the ground
    height: float  # m, of the colored part
    width: float  # m


@lru_cache(maxsize=16)
def upright_objects(field: FieldDimensions, direction: float) -> tuple[UprightObject, ...]:
    """Return all landmarks for the team that attacks in this direction of the world's x axis."""
    beacons = [_beacon(landmark, direction) for landmark in field.landmarks if landmark.bands]
    return (*beacons, *_goals(field, direction))


def _beacon(landmark: Landmark, direction: float) -> UprightObject:
    colored = [band for band in landmark.bands if band.color != "white"] or landmark.bands
    top = max(band.top for band in colored)
    return UprightObject(
        name=landmark.name,
        middle_in_field=readonly(direction * np.array(landmark.position)),
        top=top,
        height=top - min(band.bottom for band in colored),
        width=2.0 * landmark.radius,
    )


def _goals(field: FieldDimensions, direction: float) -> list[UprightObject]:
    """Return the goals that have a color of their own, by the back wall that shows it."""
    goal = field.goal
    return [
        UprightObject(
            name=goal_landmark_name(color),
            middle_in_field=readonly((direction * side * (goal.post_x + goal.depth), 0.0)),
            top=goal.crossbar_z,
            height=goal.crossbar_z,
            width=2.0 * goal.post_y,
        )
        for side, color in zip((1.0, -1.0), goal.colors, strict=True)
        if color
    ]
