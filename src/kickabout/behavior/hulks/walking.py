"""Motion planner: from a walk and obstacles to the next step.

The path gives a translation, near obstacles deflect it, a rotation is added, and the step planner
turns both into a step that the walk can do. The last steps to a pose are left to the walk engine,
which knows where its feet are.
"""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.behavior.hulks.action import Walk, WalkingMode
from kickabout.behavior.hulks.parameters import WalkParameters
from kickabout.behavior.hulks.steps import planned_step
from kickabout.behavior.hulks.view import View
from kickabout.behavior.shared.navigation.steering_away import steered_away
from kickabout.behavior.shared.surroundings import circles, terrain
from kickabout.behavior.shared.tactical.positions import away_from
from kickabout.geometry import Field, Pose2, Robot, Vector2, directed_tangent
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import Motion, MotionRequest, PathModel, WalkMode, WalkRequest

BALL_MODES = (WalkingMode.WALK_BEHIND_BALL, WalkingMode.DRIBBLE)
AVOIDING = (WalkingMode.PATH, WalkingMode.PATH_WITH_ORIENTATION, *BALL_MODES)
TURNED = (WalkingMode.PATH_WITH_ORIENTATION, WalkingMode.DIRECT_WITH_ORIENTATION)
TURN_ON_SPOT = 1.2  # rad; deviation from the path beyond which not to step forward


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkPlan:
    """The result of planning a walk in one cycle."""

    request: MotionRequest
    target: Pose2[Robot, Field]
    path: PathModel = PathModel()
    arrived: bool = False


def planned_walk(view: View, walk: Walk) -> WalkPlan:
    """Plan a walk in its mode."""
    if walk.mode is WalkingMode.VELOCITY:
        request = WalkRequest(mode=WalkMode.SPEED, speed=walk.velocity)
        return WalkPlan(request=_walking(request), target=view.world.pose)
    if walk.mode in BALL_MODES:
        return _to_ball(view, walk)
    target = allowed(view, walk.target)
    left = view.world.field_to_robot @ target
    if _is_there(view, left):
        return WalkPlan(request=MotionRequest(motion=Motion.STAND), target=target, arrived=True)
    return _to_pose(view, walk, target)


def allowed(view: View, target: Pose2[Robot, Field]) -> Pose2[Robot, Field]:
    """Return the target, or the nearest pose away from the ball at an opponents' kick."""
    world = view.world
    if world.may_play_ball or not world.is_ball_known:
        return target
    room = view.parameters.walk.clear_room + 0.05
    position = away_from(target.position, world.ball, room, world.own_goal)
    return Pose2.from_position(position, target.theta)


def waypoint_behind_ball(
    here: Vector2[Field], ball: Vector2[Field], direction: float, parameters: WalkParameters
) -> Vector2[Field]:
    """Return the point behind the ball, turned around it towards the robot (HULKs 2021, 5.9.3)."""
    behind = direction + math.pi
    off = wrapped((here - ball).angle - behind)
    turned = math.copysign(max(0.0, abs(off) - parameters.waypoint_lead), off)
    return ball + Vector2.from_polar(parameters.waypoint, behind + turned)


def turned_heading(translation: float, final: float, distance: float, turn_from: float) -> float:
    """Return the heading: along the path if far, final if there, linear in between."""
    fraction = min(1.0, max(0.0, distance / turn_from))
    return wrapped(final + fraction * wrapped(translation - final))


def pushed_aside(
    translation: Vector2[Robot], obstacles: list[Vector2[Robot]], within: float, weight: float
) -> Vector2[Robot]:
    """Add vectors away from near obstacles to the translation; its length stays."""
    unit = translation.normalized()
    total = unit
    for obstacle in obstacles:
        distance = obstacle.norm
        if 1e-6 < distance < within and obstacle.dot(unit) > 0.0:
            total = total - obstacle * (weight * (1.0 - distance / within) / distance)
    return total.normalized() * translation.norm if total.norm > 1e-6 else translation


def _to_ball(view: View, walk: Walk) -> WalkPlan:
    world, f = view.world, view.parameters.walk
    if not view.memory.behind_ball:
        position = waypoint_behind_ball(world.position, view.ball, walk.direction, f)
        waypoint: Pose2[Robot, Field] = Pose2.from_position(position, walk.target.theta)
        return _to_pose(view, walk, waypoint)
    if walk.mode is WalkingMode.WALK_BEHIND_BALL:
        return WalkPlan(request=_by_walk(view, walk.target, walk.speed), target=walk.target)
    return _through_ball(view, walk)


def _through_ball(view: View, walk: Walk) -> WalkPlan:
    """Walk straight at the ball with the kicking foot; slower with lateral error."""
    f = view.parameters.walk
    left = view.world.field_to_robot @ walk.target
    aside = left.y
    ahead = left.x + f.dribble_past
    missed = max(0.0, abs(aside) - f.dribble_width) / f.dribble_width
    careful = max(0.2, 1.0 - 0.5 * missed - 0.5 * abs(wrapped(left.theta)))
    forward = min(ahead, f.step_forward * walk.speed) * careful
    desired: Pose2[Robot, Robot] = Pose2(max(0.0, forward), 0.6 * aside, 0.5 * wrapped(left.theta))
    return WalkPlan(request=_stepping(view, desired), target=walk.target)


def _to_pose(view: View, walk: Walk, target: Pose2[Robot, Field]) -> WalkPlan:
    world, f = view.world, view.parameters.walk
    left = world.field_to_robot @ target
    distance = left.position.norm
    if distance < f.near and walk.mode not in BALL_MODES:
        return WalkPlan(request=_by_walk(view, target, walk.speed), target=target)
    path = PathModel(target_in_field=target)
    translation = left.position
    if walk.mode in AVOIDING:
        path = _path(view, target, ball_room=_ball_room(view, walk.mode))
        translation = next_point(path, translation)
        robots = [world.field_to_robot @ body.position for body in world.obstacles if body.is_robot]
        translation = pushed_aside(translation, robots, f.avoid_within, f.avoid_weight)
        nearest = min(robots, key=lambda robot: robot.norm, default=None)
        if nearest is not None and walk.mode not in BALL_MODES:
            translation = steered_away(translation, nearest, f.elbow_room)
    if not world.may_play_ball and world.is_ball_known:
        translation = steered_away(translation, world.ball_in_robot, f.clear_room)
    heading = left.theta
    if walk.mode not in TURNED:
        heading = turned_heading(translation.angle, left.theta, distance, f.turn_from)
    facing = 1.0 if distance < f.turn_from or walk.mode in TURNED else _facing(translation.angle)
    length = min(translation.norm, f.step_forward) * walk.speed * facing
    step = translation.normalized() * length
    return WalkPlan(
        request=_stepping(view, Pose2(step.x, step.y, 0.5 * heading)), target=target, path=path
    )


def _facing(bearing: float) -> float:
    return max(0.0, 1.0 - abs(bearing) / TURN_ON_SPOT)


def next_point(path: PathModel, target: Vector2[Robot]) -> Vector2[Robot]:
    """Return where the path first touches a circle, in the robot's frame; else the target."""
    if not path.corners:
        return target
    corner = path.corners[0]
    radius = -corner.radius if corner.clockwise else corner.radius
    exists, _, touch = directed_tangent(
        np.zeros(2), 0.0, corner.center_in_robot.array, float(radius)
    )
    if not exists:  # inside the circle: straight out of it
        return corner.center_in_robot * (-0.3 / max(corner.center_in_robot.norm, 1e-6))
    return Vector2.from_array(touch) if np.hypot(*touch) > 0.05 else _along(path, target)


def _along(path: PathModel, target: Vector2[Robot]) -> Vector2[Robot]:
    """Return a step along the first circle."""
    corner = path.corners[0]
    side = -1.0 if corner.clockwise else 1.0
    outward = corner.center_in_robot * (-1.0 / max(corner.center_in_robot.norm, 1e-6))
    return outward.rotated(side * math.pi / 2.0) * min(0.3, target.norm)


def _ball_room(view: View, mode: WalkingMode) -> float:
    """Return the distance of the path to the ball: the striker needs room for its kick."""
    f = view.parameters.walk
    if not view.world.may_play_ball:
        return f.clear_room
    if mode in BALL_MODES:
        return f.ball_room
    return 0.0 if view.world.plays_ball else f.striker_room


def _path(view: View, target: Pose2[Robot, Field], *, ball_room: float) -> PathModel:
    world, f = view.world, view.parameters.walk
    found = circles(world, robot_room=f.robot_room, post_room=f.post_room, ball_room=ball_room)
    return world.planner.plan(world.pose, target, list(found), terrain(world, f.margin))


def _is_there(view: View, left: Pose2[Robot, Robot]) -> bool:
    f, stays = view.parameters.walk, view.memory.arrived
    near, parallel = (f.leave, f.leave_turn) if stays else (f.arrived, f.arrived_turn)
    return left.position.norm < near and abs(wrapped(left.theta)) < parallel


def _by_walk(view: View, target: Pose2[Robot, Field], speed: float) -> MotionRequest:
    """Leave the last steps to the walk engine, which ends with level feet at the pose."""
    return _walking(
        WalkRequest(
            mode=WalkMode.TARGET,
            speed=Pose2(speed, speed, 1.0),
            target_in_robot=view.world.field_to_robot @ target,
            keep_heading=True,
        )
    )


def _stepping(view: View, desired: Pose2[Robot, Robot]) -> MotionRequest:
    f = view.parameters.walk
    step = planned_step(desired, view.world.body.motion.walking_at, f)
    return _walking(WalkRequest(mode=WalkMode.STEP, speed=step))


def _walking(walk: WalkRequest) -> MotionRequest:
    return MotionRequest(motion=Motion.WALK, walk=walk)
