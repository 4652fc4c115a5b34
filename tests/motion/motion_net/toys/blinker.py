"""A module with lights of an Aibo, for tests."""

from kickabout.framework import FrameInfo, Module, NoParameters
from kickabout.representations import LedRequest


class Blinker(Module[NoParameters]):
    """Requests that the face shines."""

    def update(self, frame: FrameInfo) -> LedRequest:
        return LedRequest(brightness={"face": (1.0,) * 7})
