"""HULKs' obstacles: from seen robots, sonar, feet and the map to the obstacles around."""

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
from kickabout.modeling.obstacles.obstacle_tracker import FieldPose
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
    matching: float = param(
        0.6, unit="m", low=0.0, doc="maximum distance of a percept from its robot"
    )
    matching_growth: float = param(
        0.1, low=0.0, doc="growth of this distance per meter from the robot, across the ray"
    )
    matching_depth: float = param(
        0.04,
        unit="1/m",
        low=0.0,
        doc="growth of this distance per square meter from the robot, along the ray",
    )
    outlier_distance: float = param(
        1e9, low=0.01, doc="not used: all percepts of a robot have the same weight"
    )
    deceleration: float = param(
        0.01, unit="m/s²", low=0.001, doc="practically zero: the velocity is constant"
    )
    needed: int = param(2, low=1, doc="number of percepts before a robot is published")
    forget_after: float = param(
        3.0, unit="s", low=0.0, doc="time without percepts after which a robot is dropped"
    )
    max_missed: float = param(3.0, unit="s", low=0.0, doc="not reached before a robot is dropped")
    merge_distance: float = param(
        0.3, unit="m", low=0.0, doc="distance below which obstacles of several sources are one"
    )
    sonar_from: float = param(
        0.2, unit="m", low=0.0, doc="minimum distance of an echo that is used"
    )
    sonar_to: float = param(0.8, unit="m", low=0.0, doc="maximum distance of an echo that is used")
    sonar_y: float = param(
        0.08,
        unit="m",
        low=0.0,
        doc="position of an obstacle that only one sonar detects, to the side",
    )
    foot_x: float = param(
        0.25, unit="m", low=0.0, doc="position of an obstacle that the feet hit, forward"
    )
    foot_within: float = param(
        2.0, unit="s", low=0.0, doc="maximum time for three contacts of alternating feet"
    )
    sensed_deviation: float = param(
        0.1, unit="m", low=0.01, doc="standard deviation of an obstacle detected by sonar or feet"
    )
    collision_memory: float = param(
        1.5, unit="s", low=0.0, doc="time for which a collision of the feet is remembered"
    )


SIDE_OF_SONAR = {"left_sonar": 1.0, "right_sonar": -1.0}


@inputs
@frozen
class BodyContacts:
    """Inputs about the robot's motion, its sonar and the contacts of its feet."""

    odometry: Odometry
    feet: FootBumperState
    sonar: SonarState


class HulksObstacleTracker(Module[HulksObstacleTrackerParameters]):
    """A Kalman filter of constant velocity for each robot, fused with sonar, contacts and posts.

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
        self.sensed_covariance = readonly(p.sensed_deviation**2 * np.eye(2))

    def update(
        self, frame: FrameInfo, percept: RobotsPercept, body: BodyContacts, ground: FieldPose
    ) -> ObstacleModel:
        step = self.increment.step(body.odometry)
        self.hit_in_robot = step.inverse() @ self.hit_in_robot
        self.robots.predict(step.array, frame.dt, self.parameters)
        self.robots.correct(percept, frame.time, self.parameters)
        self.robots.forget(frame.time, self.parameters)
        posts = near_posts(frame.time, ground.pose, ground.field, self.parameters.max_post_distance)
        sources = (
            *posts,
            *self.robots.shown(self.parameters),
            *self._by_sonar(frame, body),
            *self._by_feet(frame, body),
        )
        return ObstacleModel(obstacles=fused(sources, self.parameters.merge_distance))

    def _by_sonar(self, frame: FrameInfo, body: BodyContacts) -> Iterator[Obstacle]:
        """Yield the obstacle detected by sonar; straight ahead if both sonars detect it."""
        p = self.parameters
        if not body.sonar.working:
            return
        sides = {name: d for name, d in body.sonar.distances.items() if name in SIDE_OF_SONAR}
        in_range = [name for name, d in sides.items() if p.sonar_from <= d <= p.sonar_to]
        if len(in_range) == 1:
            (sonar,) = in_range
            side = SIDE_OF_SONAR[sonar] * p.sonar_y
            yield self._sensed(Vector2(sides[sonar] + p.radius, side), frame.time)
        elif in_range:
            yield self._sensed(Vector2(min(sides.values()) + p.radius, 0.0), frame.time)

    def _by_feet(self, frame: FrameInfo, body: BodyContacts) -> Iterator[Obstacle]:
        p = self.parameters
        working = all(body.feet.working)
        if self.collision.update(
            frame.time, body.feet.contact, working=working, within=p.foot_within
        ):
            self.hit_at, self.hit_in_robot = frame.time, Vector2(p.foot_x, 0.0)
        if frame.time - self.hit_at <= p.collision_memory:
            yield self._sensed(self.hit_in_robot, self.hit_at)

    def _sensed(self, center: Vector2[Robot], at: float) -> Obstacle:
        return Obstacle(
            center_in_robot=center,
            covariance=self.sensed_covariance,
            radius=self.parameters.radius,
            last_seen_at=at,
        )
