"""Field ball oracle: from ground truth to the ball in the field and where it will stop."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import FieldBall, FieldDimensions, GroundTruth
from kickabout.simulation.oracles.observation.true_ball import (
    ball_end_in_field,
    ball_in_field,
    ball_velocity_in_field,
)


class FieldBallOracle(Module[NoParameters]):
    """The true ball, with its end predicted by the true friction of the carpet."""

    def update(self, truth: GroundTruth, field: FieldDimensions) -> FieldBall:
        end = ball_end_in_field(truth, field.ball.deceleration)
        return FieldBall(
            position_in_field=ball_in_field(truth),
            velocity_in_field=ball_velocity_in_field(truth),
            end_in_field=end,
            end_in_robot=truth.own.robot_to_field.inverse() @ end,
            known=True,
        )
