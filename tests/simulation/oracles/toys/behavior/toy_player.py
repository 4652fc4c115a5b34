"""From models to a head request."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import BallModel, HeadRequest, RobotPose, WhistlePercept


class ToyPlayer(Module[NoParameters]):
    """Publishes the default request."""

    def update(self, pose: RobotPose, ball: BallModel, whistle: WhistlePercept) -> HeadRequest:
        return HeadRequest()
