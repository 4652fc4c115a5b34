"""From models to a wish of where to look."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import BallModel, HeadRequest, RobotPose, WhistlePercept


class ToyPlayer(Module[NoParameters]):
    """Wants nothing."""

    def update(self, pose: RobotPose, ball: BallModel, whistle: WhistlePercept) -> HeadRequest:
        return HeadRequest()
