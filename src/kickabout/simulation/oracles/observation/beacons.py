"""Beacons and colored goals as upright objects in the field frame of a team."""

from functools import lru_cache

import numpy as np

from kickabout.framework import frozen
from kickabout.geometry import Vec2, readonly
from kickabout.representations import FieldDimensions
from kickabout.representations.field import ColoredPart


@frozen
class UprightObject:
    """A colored part, relative to a team."""

    part: ColoredPart
    middle_in_field: Vec2  # m


@lru_cache(maxsize=16)
def upright_objects(field: FieldDimensions, direction: float) -> tuple[UprightObject, ...]:
    """Return all landmarks for the team that attacks in this direction of the world's x axis."""
    return tuple(
        UprightObject(part=part, middle_in_field=readonly(direction * np.array(part.position)))
        for part in field.colored_parts()
    )
