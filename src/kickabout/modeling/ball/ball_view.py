"""The camera's view of the ball: inputs that decide whether it should be in the image."""

from kickabout.framework import Last, frozen, inputs
from kickabout.geometry import Robot, Vector2
from kickabout.representations import CameraInfo, CameraMatrix, ObstacleModel


@inputs
@frozen
class BallView:
    """Inputs that decide whether the ball should be in the image."""

    matrix: CameraMatrix
    camera: CameraInfo
    obstacles: Last[ObstacleModel]


def hides(center: Vector2[Robot], radius: float, ball: Vector2[Robot]) -> bool:
    """Return whether a round obstacle stands between the robot and the ball."""
    distance = ball.norm
    along = center.dot(ball) / distance
    return 0.0 < along < distance and abs(center.cross(ball)) / distance < radius + 0.05
