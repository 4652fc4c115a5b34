"""Tracking obstacles: from seen robots and pushed arms and feet to what stands around."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.geometry import Vector2, readonly
from kickabout.modeling.camera_view import points_in_view
from kickabout.modeling.goal_posts import near_posts
from kickabout.modeling.obstacle_hypotheses import ObstacleHypotheses, ObstacleRules
from kickabout.representations import (
    ArmContactState,
    CameraInfo,
    CameraMatrix,
    FieldDimensions,
    FootBumperState,
    Obstacle,
    ObstacleKind,
    ObstacleModel,
    Odometry,
    RobotPose,
    RobotsPercept,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObstacleTrackerParameters:
    matching: float = param(0.4, unit="m", low=0.0, doc="percepts this near are of one robot")
    matching_growth: float = param(0.1, low=0.0, doc="what that gains per m of distance")
    drift: float = param(0.05, unit="m/√s", low=0.0, doc="unsteadiness of a robot's place")
    acceleration: float = param(0.2, unit="m/s/√s", low=0.0, doc="change of a robot's speed")
    slowing: float = param(0.15, unit="m/s²", low=0.01, doc="robots are assumed to slow down")
    first_speed: float = param(0.15, unit="m/s", low=0.0, doc="of a robot seen for the first time")
    percept_factor: float = param(
        4.0, low=0.1, doc="on the percepts' covariance, as errors of successive images are alike"
    )
    odometry_share: float = param(0.1, low=0.0, doc="part of a step that odometry may err by")
    needed: int = param(3, low=1, doc="measurements before an obstacle is shown")
    needed_within: float = param(1.0, unit="s", low=0.0, doc="time for these")
    forget_after: float = param(6.0, unit="s", low=0.0, doc="unseen for longer, it is forgotten")
    missed_for: float = param(0.8, unit="s", low=0.0, doc="in view for so long but not seen: gone")
    same: float = param(0.2, unit="m", low=0.0, doc="obstacles this near are one")
    team_majority: float = param(0.6, low=0.5, high=1.0, doc="of the jerseys to name a team")
    vote_memory: float = param(0.97, low=0.0, high=1.0, doc="of old jerseys at each new one")
    margin_px: float = param(20.0, unit="px", low=0.0, doc="at the image's edge robots are missed")
    range: float = param(4.0, unit="m", low=0.0, doc="robots farther away may be missed")
    radius: float = param(0.15, unit="m", low=0.0, doc="of a standing robot")
    fallen_radius: float = param(0.3, unit="m", low=0.0, doc="of a lying robot")
    arm_x: float = param(0.05, unit="m", doc="where something that pushes an arm stands")
    arm_y: float = param(0.27, unit="m", low=0.0, doc="the same, to the side")
    foot_x: float = param(0.2, unit="m", doc="where something that hits a foot stands")
    foot_y: float = param(0.06, unit="m", low=0.0, doc="the same, to the side")
    contact_deviation: float = param(0.1, unit="m", low=0.01, doc="of these places")
    post_range: float = param(6.0, unit="m", low=0.0, doc="goal posts farther away do not matter")


@inputs
@frozen
class ObstacleView:
    """Where the camera looked when it saw robots."""

    matrix: CameraMatrix
    camera: CameraInfo


@inputs
@frozen
class OwnBody:
    """How the robot moves and what it bumps into."""

    odometry: Odometry
    arms: ArmContactState
    feet: FootBumperState


@inputs
@frozen
class KnownGround:
    """Where goal posts are."""

    pose: RobotPose
    field: FieldDimensions


class ObstacleTracker(Module[ObstacleTrackerParameters]):
    """A Kalman filter for each obstacle, shown once it was measured a few times.

    Goal posts come from the map. After B-Human 2019, 5.3.1.
    """

    def __init__(self, parameters: ObstacleTrackerParameters) -> None:
        super().__init__(parameters)
        self.hypotheses = ObstacleHypotheses()
        self.rules = self._rules()

    def parameters_changed(self) -> None:
        self.rules = self._rules()

    def update(
        self,
        frame: FrameInfo,
        percept: RobotsPercept,
        view: ObstacleView,
        body: OwnBody,
        ground: KnownGround,
    ) -> ObstacleModel:
        self.hypotheses.predict(body.odometry.step.array, frame.dt, self.rules)
        self._see(frame, percept)
        self._feel(frame, body)
        self._miss(frame, view)
        self.hypotheses.forget(frame.time, self.rules)
        posts = near_posts(frame.time, ground.pose, ground.field, self.parameters.post_range)
        return ObstacleModel(obstacles=(*self._shown(), *posts))

    def _see(self, frame: FrameInfo, percept: RobotsPercept) -> None:
        if not percept.robots:
            return
        places = [(r.position_in_robot.x, r.position_in_robot.y) for r in percept.robots]
        factor = self.parameters.percept_factor
        spreads = [factor * robot.covariance for robot in percept.robots]
        found = self.hypotheses.measure(places, spreads, frame.time, self.rules)
        for robot, candidate in zip(percept.robots, found, strict=True):
            candidate.vote(robot.team, robot.fallen, self.rules.vote_memory)
            candidate.is_robot = True

    def _feel(self, frame: FrameInfo, body: OwnBody) -> None:
        p = self.parameters
        touched = [
            (x, side * y)
            for contact, x, y in (
                (body.arms.contact, p.arm_x, p.arm_y),
                (body.feet.contact, p.foot_x, p.foot_y),
            )
            for touches, side in zip(contact, (1.0, -1.0), strict=True)
            if touches
        ]
        if touched:
            spread = p.contact_deviation**2 * np.eye(2)
            spreads = [spread] * len(touched)
            self.hypotheses.measure(touched, spreads, frame.time, self.rules)

    def _miss(self, frame: FrameInfo, view: ObstacleView) -> None:
        """Count how long obstacles are in view without being seen; some hide behind others."""
        p, candidates = self.parameters, self.hypotheses.candidates
        if all(candidate.last_seen_at == frame.time for candidate in candidates):
            return
        places = self.hypotheses.places()
        points = self.hypotheses.means[:, :2]
        visible = points_in_view(points, view.matrix, view.camera, margin_px=p.margin_px).tolist()
        standing = [place for place, c in zip(places, candidates, strict=True) if c.shown]
        for candidate, place, in_view in zip(candidates, places, visible, strict=True):
            if not in_view or candidate.last_seen_at == frame.time or math.hypot(*place) > p.range:
                continue
            if not any(_hides(other, place, p.radius) for other in standing):
                candidate.missed += frame.dt

    def _shown(self) -> Iterator[Obstacle]:
        p, all_of = self.parameters, self.hypotheses
        covariances = readonly(all_of.covariances[:, :2, :2])
        for i, (candidate, mean) in enumerate(
            zip(all_of.candidates, all_of.means.tolist(), strict=True)
        ):
            if not candidate.shown:
                continue
            x, y, vx, vy = mean
            is_fallen = candidate.fallen > 0.5
            kind = ObstacleKind.FALLEN_ROBOT if is_fallen else ObstacleKind.ROBOT
            yield Obstacle(
                kind=kind if candidate.is_robot else ObstacleKind.UNKNOWN,
                team=candidate.team(p.team_majority),
                center_in_robot=Vector2(x, y),
                velocity_in_robot=Vector2(vx, vy),
                covariance=covariances[i],
                radius=p.fallen_radius if is_fallen else p.radius,
                last_seen_at=candidate.last_seen_at,
            )

    def _rules(self) -> ObstacleRules:
        p = self.parameters
        return ObstacleRules(
            matching=p.matching,
            matching_growth=p.matching_growth,
            drift=p.drift,
            acceleration=p.acceleration,
            slowing=p.slowing,
            first_speed=p.first_speed,
            odometry_share=p.odometry_share,
            needed=p.needed,
            needed_within=p.needed_within,
            forget_after=p.forget_after,
            missed_for=p.missed_for,
            same=p.same,
            vote_memory=p.vote_memory,
        )


def _hides(near: tuple[float, float], far: tuple[float, float], radius: float) -> bool:
    """Whether something at one place stands in front of another place."""
    (x, y), (far_x, far_y) = near, far
    distance = math.hypot(far_x, far_y)
    if distance <= radius:
        return False
    along = (x * far_x + y * far_y) / distance
    aside = abs(x * far_y - y * far_x) / distance
    return 0.0 < along < distance - radius and aside < 1.5 * radius
