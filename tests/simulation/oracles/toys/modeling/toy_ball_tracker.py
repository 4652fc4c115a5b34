"""From a percept to a model of the ball."""

from kickabout.framework import FrameInfo, Last, Module, NoParameters
from kickabout.representations import BallModel, BallPercept, Seen


class ToyBallTracker(Module[NoParameters]):
    """Publishes the last percept."""

    def update(self, frame: FrameInfo, percept: BallPercept, last: Last[BallModel]) -> BallModel:
        if percept.seen is not Seen.YES:
            return last
        return BallModel(
            position_in_robot=percept.position_in_robot, last_seen_at=frame.time, known=True
        )
