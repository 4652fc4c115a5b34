"""A body with a known torso pose."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import TorsoState


class ToyPoser(Module[NoParameters]):
    """Publishes a valid torso pose, so that the camera matrix can be computed."""

    def update(self) -> TorsoState:
        return TorsoState(valid=True)
