"""From regions to an unrelated model."""

from tests.simulation.oracles.toys.regions import ToyRegions

from kickabout.framework import Module, NoParameters
from kickabout.representations import BallFriction


class ToyRegionWatcher(Module[NoParameters]):
    """A model that needs a representation without an oracle."""

    def update(self, regions: ToyRegions) -> BallFriction:
        return BallFriction(deceleration=0.3 + regions.count)
