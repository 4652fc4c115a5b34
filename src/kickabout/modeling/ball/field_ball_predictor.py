"""The ball on the field: from pose, ball model and friction to its position and where it stops."""

from kickabout.framework import Module, NoParameters
from kickabout.geometry import Field, Vector2
from kickabout.representations import BallFriction, BallModel, FieldBall, RobotPose
from kickabout.soccer.ball_physics import end_of_roll


class FieldBallPredictor(Module[NoParameters]):
    """Transforms the ball to the field and predicts its end, ignoring obstacles."""

    def update(self, pose: RobotPose, ball: BallModel, friction: BallFriction) -> FieldBall:
        if not ball.known:
            return FieldBall()
        position, velocity = ball.position_in_robot, ball.velocity_in_robot
        end = end_of_roll(position, velocity, friction.deceleration)
        velocity_in_field: Vector2[Field] = Vector2(*velocity.rotated(pose.robot_to_field.theta))
        return FieldBall(
            position_in_field=pose.robot_to_field @ position,
            velocity_in_field=velocity_in_field,
            end_in_field=pose.robot_to_field @ end,
            end_in_robot=end,
            known=True,
        )
