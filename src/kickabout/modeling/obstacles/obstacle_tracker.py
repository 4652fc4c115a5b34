"""Obstacle tracker: from seen robots and contacts of arms and feet to the obstacles around."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.modeling.camera_view import points_in_view
from kickabout.modeling.obstacles.goal_posts import near_posts
from kickabout.modeling.obstacles.obstacle_hypotheses import ObstacleHypotheses
from kickabout.modeling.obstacles.obstacle_rules import ObstacleRules
from kickabout.modeling.odometry_increment import OdometryIncrement
from kickabout.representations import (
    ArmContactState,
    CameraInfo,
    CameraMatrix,
    FieldDimensions,
    FootBumperState,
    ObstacleModel,
    Odometry,
    RobotPose,
    RobotsPercept,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObstacleTrackerParameters(ObstacleRules):
    margin_px: float = param(
        20.0, unit="px", low=0.0, doc="margin at the image's edges in which a robot may be missed"
    )
    max_distance: float = param(
        4.5, unit="m", low=0.0, doc="distance beyond which a robot may be missed"
    )
    arm_x: float = param(0.05, unit="m", doc="position of an obstacle that pushes an arm, forward")
    arm_y: float = param(
        0.27, unit="m", low=0.0, doc="position of an obstacle that pushes an arm, to the side"
    )
    foot_x: float = param(0.2, unit="m", doc="position of an obstacle that a foot hits, forward")
    foot_y: float = param(
        0.06, unit="m", low=0.0, doc="position of an obstacle that a foot hits, to the side"
    )
    contact_deviation: float = param(
        0.1, unit="m", low=0.01, doc="standard deviation of these positions"
    )


@inputs
@frozen
class ObstacleView:
    """Pose and optics of the camera that took the image."""

    matrix: CameraMatrix
    camera: CameraInfo


@inputs
@frozen
class OwnBody:
    """Inputs about the robot's motion and its contacts with obstacles."""

    odometry: Odometry
    arms: ArmContactState
    feet: FootBumperState


@inputs
@frozen
class FieldPose:
    """The robot's pose and the field, from which goal posts follow."""

    pose: RobotPose
    field: FieldDimensions


class ObstacleTracker(Module[ObstacleTrackerParameters]):
    """A Kalman filter for each obstacle, published after a few measurements.

    Goal posts come from the map. After B-Human 2019, 5.3.1.
    """

    def __init__(self, parameters: ObstacleTrackerParameters) -> None:
        super().__init__(parameters)
        self.hypotheses = ObstacleHypotheses()
        self.increment = OdometryIncrement()

    def update(
        self,
        frame: FrameInfo,
        percept: RobotsPercept,
        view: ObstacleView,
        body: OwnBody,
        ground: FieldPose,
    ) -> ObstacleModel:
        step = self.increment.step(body.odometry)
        self.hypotheses.predict(step.array, frame.dt, self.parameters)
        self.hypotheses.correct(percept, frame.time, self.parameters)
        self._add_contacts(frame, body)
        self._miss(frame, view)
        self.hypotheses.forget(frame.time, self.parameters)
        posts = near_posts(frame.time, ground.pose, ground.field, self.parameters.max_post_distance)
        return ObstacleModel(obstacles=(*self.hypotheses.shown(self.parameters), *posts))

    def _add_contacts(self, frame: FrameInfo, body: OwnBody) -> None:
        p = self.parameters
        arms, feet = body.arms.contact, body.feet.contact
        touched = [
            (x, side * y)
            for contact, x, y in ((arms, p.arm_x, p.arm_y), (feet, p.foot_x, p.foot_y))
            if any(contact)
            for touches, side in zip(contact, (1.0, -1.0), strict=True)
            if touches
        ]
        if touched:
            spread = p.contact_deviation**2 * np.eye(2)
            spreads = [spread] * len(touched)
            self.hypotheses.measure(touched, spreads, frame.time, self.parameters)

    def _miss(self, frame: FrameInfo, view: ObstacleView) -> None:
        """Count how long obstacles are in view without being seen, unless another hides them."""
        p, candidates = self.parameters, self.hypotheses.candidates
        if all(candidate.last_seen_at == frame.time for candidate in candidates):
            return
        points = self.hypotheses.means[:, :2]
        visible = points_in_view(points, view.matrix, view.camera, margin_px=p.margin_px).tolist()
        if not any(visible):
            return
        positions = self.hypotheses.positions()
        standing = [position for position, c in zip(positions, candidates, strict=True) if c.shown]
        for candidate, position, in_view in zip(candidates, positions, visible, strict=True):
            if (
                not in_view
                or candidate.last_seen_at == frame.time
                or math.hypot(*position) > p.max_distance
            ):
                continue
            if not any(_hides(other, position, p.radius) for other in standing):
                candidate.missed += frame.dt


def _hides(near: tuple[float, float], far: tuple[float, float], radius: float) -> bool:
    """Return whether an obstacle at the near position hides one at the far position."""
    (x, y), (far_x, far_y) = near, far
    distance = math.hypot(far_x, far_y)
    if distance <= radius:
        return False
    along = (x * far_x + y * far_y) / distance
    aside = abs(x * far_y - y * far_x) / distance
    return 0.0 < along < distance - radius and aside < 1.5 * radius
