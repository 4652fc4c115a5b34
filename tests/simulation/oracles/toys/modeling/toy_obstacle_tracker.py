"""From robots in the image to obstacles."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import Obstacle, ObstacleModel, RobotsPercept


class ToyObstacleTracker(Module[NoParameters]):
    """Publishes the robots of this image only."""

    def update(self, percept: RobotsPercept) -> ObstacleModel:
        return ObstacleModel(
            obstacles=tuple(
                Obstacle(center_in_robot=robot.position_in_robot, covariance=robot.covariance)
                for robot in percept.robots
            )
        )
