"""The ball on the field agrees with pose and ball model."""

import pytest
from tests.modules import made

from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.ball.field_ball_predictor import FieldBallPredictor
from kickabout.representations import BallFriction, BallModel, FieldBall, RobotPose


def predicted(pose: Pose2[Robot, Field], ball: BallModel) -> FieldBall:
    result: FieldBall = made(FieldBallPredictor).update(
        RobotPose(robot_to_field=pose), ball, BallFriction(deceleration=0.4)
    )
    return result


def test_a_ball_is_transformed_by_the_pose() -> None:
    ball = BallModel(
        position_in_robot=Vector2(1.0, 0.0), velocity_in_robot=Vector2(0.8, 0.0), known=True
    )
    result = predicted(Pose2(1.0, 2.0, 1.5707963267948966), ball)
    assert result.position_in_field.distance_to(Vector2(1.0, 3.0)) < 1e-9
    assert result.velocity_in_field.distance_to(Vector2(0.0, 0.8)) < 1e-9
    assert result.end_in_field.distance_to(Vector2(1.0, 3.8)) < 1e-9
    assert result.end_in_robot.distance_to(Vector2(1.8, 0.0)) < 1e-9


def test_a_resting_ball_keeps_its_position_while_the_robot_turns() -> None:
    ball: Vector2[Field] = Vector2(0.5, -1.0)
    for theta in (0.0, 1.0, -2.5):
        pose: Pose2[Robot, Field] = Pose2(-1.0, 0.3, theta)
        model = BallModel(position_in_robot=pose.inverse() @ ball, known=True)
        result = predicted(pose, model)
        assert result.position_in_field.distance_to(ball) < 1e-9
        assert result.end_in_field == pytest.approx(result.position_in_field)


def test_an_unknown_ball_stays_unknown() -> None:
    assert not predicted(Pose2(), BallModel()).known
