"""HULKs' obstacles: from seen robots, sonar, feet and the map to what stands around."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry import Robot, Vector2, readonly
from kickabout.modeling.obstacles.goal_posts import near_posts
from kickabout.modeling.obstacles.hulks_foot_collision import FootCollision
from kickabout.modeling.obstacles.hulks_obstacle_fusion import fused
from kickabout.modeling.obstacles.obstacle_hypotheses import ObstacleHypotheses
from kickabout.modeling.obstacles.obstacle_rules import ObstacleRules
from kickabout.modeling.obstacles.obstacle_tracker import KnownGround
from kickabout.modeling.odometry_increment import OdometryIncrement
from kickabout.representations import (
    FootBumperState,
    Obstacle,
    ObstacleModel,
    Odometry,
    RobotsPercept,
    SonarState,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksObstacleTrackerParameters(ObstacleRules):
    matching: float = param(0.6, unit="m", low=0.0, doc="percepts this near are of one robot")
    matching_growth: float = param(0.1, low=0.0, doc="what that gains per m of distance, sideways")
    matching_depth: float = param(
        0.04, unit="1/m", low=0.0, doc="what that gains per m² of distance, along the ray"
    )
    surprise: float = param(1e9, low=0.01, doc="never: all percepts of a robot count the same")
    slowing: float = param(0.01, unit="m/s²", low=0.001, doc="hardly: the velocity is constant")
    needed: int = param(2, low=1, doc="percepts before a robot counts")
    forget_after: float = param(3.0, unit="s", low=0.0, doc="unseen for longer, it is deleted")
    missed_for: float = param(3.0, unit="s", low=0.0, doc="nothing is missed before it is deleted")
    same: float = param(0.3, unit="m", low=0.0, doc="things of several sources this near are one")
    sonar_from: float = param(0.2, unit="m", low=0.0, doc="nearer echoes say nothing")
    sonar_to: float = param(0.8, unit="m", low=0.0, doc="farther echoes say nothing")
    sonar_y: float = param(0.08, unit="m", low=0.0, doc="to the side where one sonar hears")
    foot_x: float = param(0.25, unit="m", low=0.0, doc="where something that feet hit lies")
    foot_within: float = param(2.0, unit="s", low=0.0, doc="for three contacts in turn")
    felt_deviation: float = param(0.1, unit="m", low=0.01, doc="of what is heard or felt")
    felt_for: float = param(1.5, unit="s", low=0.0, doc="that a foot collision is remembered")


@inputs
@frozen
class Touch:
    """How the robot moves, and what it hears and hits."""

    odometry: Odometry
    feet: FootBumperState
    sonar: SonarState


class HulksObstacleTracker(Module[HulksObstacleTrackerParameters]):
    """A Kalman filter of constant velocity for each robot, fused with all that is felt.

    After HULKs 2021, 5.7, 5.8 and 5.13.
    """

    def __init__(self, parameters: HulksObstacleTrackerParameters) -> None:
        super().__init__(parameters)
        self.robots = ObstacleHypotheses()
        self.collision = FootCollision()
        self.increment = OdometryIncrement()
        self.hit_at = -1e9
        self.hit_in_robot: Vector2[Robot] = Vector2()
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        self.felt_covariance = readonly(p.felt_deviation**2 * np.eye(2))

    def update(
        self, frame: FrameInfo, percept: RobotsPercept, touch: Touch, ground: KnownGround
    ) -> ObstacleModel:
        step = self.increment.step(touch.odometry)
        self.hit_in_robot = step.inverse() @ self.hit_in_robot
        self.robots.predict(step.array, frame.dt, self.parameters)
        self.robots.see(percept, frame.time, self.parameters)
        self.robots.forget(frame.time, self.parameters)
        posts = near_posts(frame.time, ground.pose, ground.field, self.parameters.post_range)
        sources = (
            *posts,
            *self.robots.shown(self.parameters),
            *self._heard(frame, touch),
            *self._hit(frame, touch),
        )
        return ObstacleModel(obstacles=fused(sources, self.parameters.same))

    def _heard(self, frame: FrameInfo, touch: Touch) -> Iterator[Obstacle]:
        """What both sonars hear is straight ahead."""
        p = self.parameters
        if not touch.sonar.working:
            return
        heard = [p.sonar_from <= d <= p.sonar_to for d in touch.sonar.distances]
        if all(heard):
            yield self._felt(Vector2(min(touch.sonar.distances) + p.radius, 0.0), frame.time)
        elif any(heard):
            side = 1.0 if heard[0] else -1.0
            distance = touch.sonar.distances[0 if heard[0] else 1]
            yield self._felt(Vector2(distance + p.radius, side * p.sonar_y), frame.time)

    def _hit(self, frame: FrameInfo, touch: Touch) -> Iterator[Obstacle]:
        p = self.parameters
        working = all(touch.feet.working)
        if self.collision.update(
            frame.time, touch.feet.contact, working=working, within=p.foot_within
        ):
            self.hit_at, self.hit_in_robot = frame.time, Vector2(p.foot_x, 0.0)
        if frame.time - self.hit_at <= p.felt_for:
            yield self._felt(self.hit_in_robot, self.hit_at)

    def _felt(self, center: Vector2[Robot], at: float) -> Obstacle:
        return Obstacle(
            center_in_robot=center,
            covariance=self.felt_covariance,
            radius=self.parameters.radius,
            last_seen_at=at,
        )
