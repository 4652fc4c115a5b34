"""A blind eye: from an image to empty percepts of everything on a four-legged field."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import (
    BallPercept,
    BorderPercept,
    CameraImage,
    GoalsPercept,
    LandmarksPercept,
    LinesPercept,
    RobotsPercept,
)


class PupEye(Module[NoParameters]):
    """Finds nothing."""

    def update(
        self, image: CameraImage
    ) -> tuple[
        LandmarksPercept, GoalsPercept, BorderPercept, BallPercept, RobotsPercept, LinesPercept
    ]:
        return (
            LandmarksPercept(),
            GoalsPercept(),
            BorderPercept(),
            BallPercept(),
            RobotsPercept(),
            LinesPercept(),
        )
