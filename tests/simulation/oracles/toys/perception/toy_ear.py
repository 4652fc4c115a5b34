"""From sound to the whistle."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import AudioFrame, WhistlePercept


class ToyEar(Module[NoParameters]):
    """Detects no whistle."""

    def update(self, sound: AudioFrame) -> WhistlePercept:
        return WhistlePercept()
