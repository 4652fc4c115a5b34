"""A representation that only a look at the image could fill."""

from kickabout.framework import representation


@representation
class ToyRegions:
    """How many regions the image has."""

    count: int = 0
