"""From regions to something that has nothing to do with them."""

from tests.simulation.oracles.toys.regions import ToyRegions

from kickabout.framework import Module, NoParameters
from kickabout.representations import BallFriction


class ToyRegionWatcher(Module[NoParameters]):
    """A model that needs what no oracle knows."""

    def update(self, regions: ToyRegions) -> BallFriction:
        return BallFriction(deceleration=0.3 + regions.count)
