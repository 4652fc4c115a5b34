"""Ball model oracle: from ground truth to a ball model."""

import numpy as np

from kickabout.framework import FrameInfo, Module, NoParameters
from kickabout.geometry import readonly
from kickabout.representations import BallModel, GroundTruth
from kickabout.simulation.oracles.observation.true_ball import ball_in_robot, ball_velocity_in_robot

COVARIANCE = readonly(1e-6 * np.eye(2))  # small, but still invertible


class BallModelOracle(Module[NoParameters]):
    """The true ball at any time, independent of what the cameras see."""

    def update(self, frame: FrameInfo, truth: GroundTruth) -> BallModel:
        position = ball_in_robot(truth)
        return BallModel(
            position_in_robot=position,
            velocity_in_robot=ball_velocity_in_robot(truth),
            covariance=COVARIANCE,
            last_seen_at=frame.time,
            last_seen_in_robot=position,
            seen_fraction=1.0,
            known=True,
        )
