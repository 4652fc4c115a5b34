"""Watching: from all percepts to a head request."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import (
    BallPercept,
    BorderPercept,
    GoalsPercept,
    HeadRequest,
    LandmarksPercept,
    LinesPercept,
    RobotsPercept,
)


class PupWatcher(Module[NoParameters]):
    """Publishes the default request."""

    def update(
        self,
        landmarks: LandmarksPercept,
        goals: GoalsPercept,
        border: BorderPercept,
        ball: BallPercept,
        robots: RobotsPercept,
        lines: LinesPercept,
    ) -> HeadRequest:
        return HeadRequest()
