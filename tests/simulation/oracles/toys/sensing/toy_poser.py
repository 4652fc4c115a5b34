"""A body that always stands."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import TorsoState


class ToyPoser(Module[NoParameters]):
    """Knows how its torso stands, so that its camera can be believed."""

    def update(self) -> TorsoState:
        return TorsoState(valid=True)
