"""A module with lights and speech, for a separate thread."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import FrameInfo, LedRequest, SpeechRequest


class Shiner(Module[NoParameters]):
    """Requests one sentence and green feet."""

    def update(self, frame: FrameInfo) -> tuple[LedRequest, SpeechRequest]:
        green = ((0.0, 1.0, 0.0),)
        feet = LedRequest(colors={"left_foot": green, "right_foot": green})
        return feet, SpeechRequest(text="hello", number=1)
