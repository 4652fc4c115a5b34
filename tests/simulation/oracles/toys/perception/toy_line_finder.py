"""From regions to lines and their intersections."""

from tests.simulation.oracles.toys.regions import ToyRegions

from kickabout.framework import Module, NoParameters
from kickabout.representations import IntersectionsPercept, LinesPercept


class ToyLineFinder(Module[NoParameters]):
    """Finds no lines."""

    def update(self, regions: ToyRegions) -> tuple[LinesPercept, IntersectionsPercept]:
        return LinesPercept(), IntersectionsPercept()
