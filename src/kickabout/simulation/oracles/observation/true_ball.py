"""The true ball: from ground truth to vectors in the frames that models use."""

from kickabout.geometry import Field, Robot, Vector2
from kickabout.representations import GroundTruth


def ball_in_field(truth: GroundTruth) -> Vector2[Field]:
    x, y, _ = truth.ball_in_field.tolist()
    return Vector2(x, y)


def ball_velocity_in_field(truth: GroundTruth) -> Vector2[Field]:
    x, y, _ = truth.ball_velocity.tolist()
    return Vector2(x, y)


def ball_in_robot(truth: GroundTruth) -> Vector2[Robot]:
    return truth.own.robot_to_field.inverse() @ ball_in_field(truth)


def ball_velocity_in_robot(truth: GroundTruth) -> Vector2[Robot]:
    """Return the velocity over ground, along the robot's axes."""
    x, y = ball_velocity_in_field(truth).rotated(-truth.own.robot_to_field.theta)
    return Vector2(x, y)


def ball_end_in_field(truth: GroundTruth, deceleration: float) -> Vector2[Field]:
    """Return where the ball comes to rest if no robot touches it."""
    velocity = ball_velocity_in_field(truth)
    path = velocity * (0.5 * velocity.norm / deceleration)
    return ball_in_field(truth) + path
