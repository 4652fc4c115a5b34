"""A representation that can be computed only from the image."""

from kickabout.framework import representation


@representation
class ToyRegions:
    """The number of regions in the image."""

    count: int = 0
