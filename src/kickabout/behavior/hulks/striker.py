"""The striker: from ball, goals and obstacles to kicking, dribbling or clearing."""

import math

from kickabout.behavior.hulks.action import Action, HeadAim, Strike, Walk, WalkingMode
from kickabout.behavior.hulks.obstruction import RoundObstacle, free_fraction
from kickabout.behavior.hulks.view import View
from kickabout.behavior.shared.tactical.goal_view import goal_range
from kickabout.behavior.shared.tactical.kicks import (
    STAND_LONG,
    WALK_FORWARD,
    Kick,
    better_foot,
    kick_pose,
)
from kickabout.behavior.shared.tactical.positions import facing, wall_position
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import FieldDimensions, Motion

# Directions of cleared balls, by positions in units of half the field: outward along goal line and
# side lines, forward before the goal. Directions in between are weighted means.
CLEARING: tuple[tuple[float, float, float], ...] = (
    (-1.0, 0.35, math.radians(75.0)),
    (-1.0, -0.35, math.radians(-75.0)),
    (-1.0, 1.0, math.radians(10.0)),
    (-1.0, -1.0, math.radians(-10.0)),
    (-0.8, 0.0, 0.0),
    (-0.6, 0.9, 0.0),
    (-0.6, -0.9, 0.0),
    (-0.3, 0.0, 0.0),
)
STRIKE = "strike"
CLOSE = 0.9  # m to the ball within which the head tracks only the ball


def striker(view: View) -> Action:
    """Return the action of the striker: wait, clear or attack."""
    world = view.world
    if not world.may_play_ball:
        return wait_for_kick(view)
    if view.ball.x < view.parameters.striker.clear_x:
        return clear(view)
    return attack(view)


def attack(view: View) -> Action:
    """Return a kick at the goal if it is near and the path is free, else a dribble."""
    f, world = view.parameters.striker, view.world
    direction = goal_direction(view)
    if view.goal_distance > f.kick_from:
        opponent = min((p.distance_to(view.ball) for p in world.opponents), default=math.inf)
        kicks = opponent < f.midfield_kick and _is_free(view, direction)
        return kick(view, direction, "kick forward") if kicks else dribble(view, direction)
    heading = world.pose.theta
    shown = goal_range(view.ball, world.field)
    if view.goal_distance < f.walk_in and shown is not None and shown.contains(heading):
        return dribble(view, heading, "walk in")
    if view.goal_distance >= f.walk_in and _is_free(view, direction):
        return kick(view, direction, "kick at goal")
    return dribble(view, direction)


def goal_direction(view: View) -> float:
    """Return the direction to the goal's center; from beside the goal, to a point before it."""
    ball, goal = view.ball, view.world.opponents_goal
    beside = abs(ball.y) > view.world.field.goal.post_y and goal.x - ball.x < 0.5
    aim: Vector2[Field] = Vector2(goal.x - 1.3, 0.0) if beside else goal
    return (aim - ball).angle


def clear(view: View) -> Action:
    """Return a kick away from our goal if its path is free and in the field, else a dribble."""
    field = view.world.field
    direction = clearing_direction(view.ball, field)
    end = view.ball + Vector2.from_polar(STAND_LONG.reach, direction)
    nearest = min((p.distance_to(view.ball) for p in view.world.opponents), default=math.inf)
    if nearest > 1.0 and abs(end.y) < field.side_line_y and _is_free(view, direction):
        return kick(view, direction, "clear")
    return dribble(view, direction, "dribble out")


def clearing_direction(ball: Vector2[Field], field: FieldDimensions) -> float:
    """Return the mean direction of the key points, weighted by how near they are."""
    total: Vector2[Field] = Vector2()
    for x, y, angle in CLEARING:
        position: Vector2[Field] = Vector2(x * field.goal_line_x, y * field.side_line_y)
        squared = (position.x - ball.x) ** 2 + (position.y - ball.y) ** 2
        total = total + Vector2.from_polar(1.0 / (squared + 0.01), angle)
    return total.angle


def is_behind(view: View, direction: float) -> bool:
    """Return whether the robot is behind the ball, with hysteresis."""
    f, distance = view.parameters.striker, view.world.ball_distance
    off, turn = abs(view.off_line(direction)), abs(wrapped(direction - view.world.pose.theta))
    if view.memory.behind_ball:
        return off < f.lost_angle and distance < f.lost_beyond and turn < 1.0
    return off < f.align_angle and distance < f.align_within and turn < 0.7


def kick(view: View, direction: float, name: str, chosen: Kick = STAND_LONG) -> Action:
    """Return the action of a kick: approach, strike, or dribble after a timeout."""
    world, f = view.world, view.parameters.striker
    if world.body.motion.motion is Motion.KICK:
        return Action(name=name, body=Motion.STAND, head=HeadAim.BALL_TRACKER)
    if view.memory.behind_ball and world.now - view.memory.behind_since > f.timeout:
        return dribble(view, direction, "push")
    left = foot(view, direction, chosen)
    pose = kick_pose(view.ball, direction, chosen, left)
    shot = view.ball + Vector2.from_polar(chosen.reach, direction)
    if _is_ready(view, pose):
        strike = Strike(kick=chosen, left=left, direction=direction)
        body = strike if _stands(view) else Motion.STAND
        return Action(name=STRIKE, body=body, head=HeadAim.BALL_TRACKER, shooting_to=shot)
    walk = Walk(mode=WalkingMode.WALK_BEHIND_BALL, target=pose, direction=direction)
    return Action(name=name, body=walk, head=_ball_head(view), shooting_to=shot)


def _is_ready(view: View, pose: Pose2[Robot, Field]) -> bool:
    """Return whether the robot is at the pose of a kick and the ball rests, with hysteresis."""
    world, f = view.world, view.parameters.striker
    rest = world.field_to_robot @ pose
    near = 1.6 if view.memory.action == STRIKE else 1.0
    if world.own_ball_age > 0.5 or world.ball_velocity.norm > f.calm:
        return False
    return rest.position.norm < near * f.precise and abs(rest.theta) < near * f.precise_turn


def _stands(view: View) -> bool:
    """Return whether the robot stands so long that the sway of the last step is over."""
    stood_for = view.world.now - view.memory.stands_since
    return stood_for >= view.parameters.striker.settle and view.memory.action == STRIKE


def dribble(view: View, direction: float, name: str = "dribble") -> Action:
    """Return the action of walking behind the ball and through it."""
    aside = view.world.ball_in_robot.y
    near = view.world.ball_distance < 0.4
    left = aside > 0.0 if near and abs(aside) > 0.03 else foot(view, direction, WALK_FORWARD)
    pose = kick_pose(view.ball, direction, WALK_FORWARD, left)
    walk = Walk(mode=WalkingMode.DRIBBLE, target=pose, direction=direction)
    shot = view.ball + Vector2.from_polar(0.5, direction)
    return Action(name=name, body=walk, head=_ball_head(view), shooting_to=shot)


def foot(view: View, direction: float, chosen: Kick) -> bool:
    """Return whether to use the left foot: the nearer one; near the ball the choice stays."""
    if view.world.ball_distance < 0.4:
        return view.memory.left
    return better_foot(view.world.pose, view.ball, direction, chosen)


def wait_for_kick(view: View) -> Action:
    """Return the action at an opponents' kick: between ball and our goal, as near as allowed."""
    distance = view.parameters.walk.clear_room + 0.1
    position = wall_position(view.world.ball, view.world.field, distance=distance)
    walk = Walk(mode=WalkingMode.PATH_WITH_ORIENTATION, target=facing(position, view.world.ball))
    return Action(name="wait for kick", body=walk, head=HeadAim.BALL_TRACKER)


def obstacles(view: View) -> list[RoundObstacle]:
    """Return the circles that stop the ball."""
    f = view.parameters.striker
    return [
        (b.position, f.body_room if b.is_robot else b.radius + view.world.field.ball.radius)
        for b in view.world.obstacles
    ]


def _is_free(view: View, direction: float) -> bool:
    f = view.parameters.striker
    reach = min(STAND_LONG.reach, view.goal_distance)
    fraction = free_fraction(view.ball, direction, obstacles(view), reach=reach, parameters=f)
    return fraction > f.free_fraction


def _ball_head(view: View) -> HeadAim:
    return HeadAim.BALL_TRACKER if view.world.ball_distance < CLOSE else HeadAim.LOOK_AROUND_BALL
