"""Keepers: from ball and goal to blocking, squatting, jumping or making room."""

import math

from kickabout.behavior.hulks.action import Action, HeadAim, Walk, WalkingMode
from kickabout.behavior.hulks.parameters import Permission
from kickabout.behavior.hulks.view import View
from kickabout.behavior.shared.tactical.positions import facing
from kickabout.behavior.shared.tactical.rolling import Crossing, crossing
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import FieldDimensions, Motion

SQUAT, LEFT, RIGHT = "genuflect", "dive_left", "dive_right"
BUSY = (Motion.DIVE, Motion.SPECIAL)


def keeper(view: View) -> Action:
    """Return the action of player 1 as the keeper."""
    return guard(view, Permission.of(view.parameters.keeper.keeper))


def replacement_keeper(view: View) -> Action:
    """Return the action of a replacement keeper, which must not use its hands."""
    return guard(view, Permission.of(view.parameters.keeper.replacement))


def shootout_keeper(view: View) -> Action:
    """Return the action of a keeper on the goal line, which may also jump."""
    everything = Permission.BLOCK | Permission.SQUAT | Permission.JUMP
    return guard(view, everything, out=view.parameters.keeper.on_line)


def guard(view: View, may: Permission, *, out: float | None = None) -> Action:
    """Return the action of a keeper with its permissions."""
    world = view.world
    if world.body.motion.motion in BUSY:
        return Action(name=view.memory.action, body=Motion.STAND, head=HeadAim.BALL_TRACKER)
    motion = saving_motion(view, may)
    if motion:
        return Action(name=motion, body=Motion.DIVE, special=motion, head=HeadAim.BALL_TRACKER)
    if out is None:
        position, side = guarding_position(view, may)
    else:  # at a penalty no striker of our team needs room
        position, side = blocking_position(world.ball, world.field, out), 0.0
    walk = Walk(mode=WalkingMode.PATH_WITH_ORIENTATION, target=_turned(position, world.ball))
    return Action(name="guard goal", body=walk, head=HeadAim.LOOK_AROUND_BALL, side=side)


def guarding_position(view: View, may: Permission) -> tuple[Vector2[Field], float]:
    """Return the keeper's position, and the side on which it makes room, or 0."""
    world, f = view.world, view.parameters.keeper
    if Permission.LEAVE in may and _must_leave(view):
        aside = math.copysign(world.field.goal_area_y + 0.4, -world.ball.y or 1.0)
        return Vector2(-world.field.goal_area_x, aside), 0.0
    position = blocking_position(world.ball, world.field, f.out)
    if not _obstructs_striker(view, position):
        return position, 0.0
    side = side_for_room(view, position)
    return position + Vector2(-0.1, side * f.aside), side


def side_for_room(view: View, position: Vector2[Field]) -> float:
    """Return the side away from the ball; for a ball straight ahead, the present side."""
    offset = view.world.ball.y - position.y
    if abs(offset) >= view.parameters.keeper.same_side:
        return -math.copysign(1.0, offset)
    return view.memory.side or math.copysign(1.0, view.world.pose.y - position.y)


def blocking_position(ball: Vector2[Field], field: FieldDimensions, out: float) -> Vector2[Field]:
    """Return the position on the line from ball to goal center, at a distance from the goal."""
    goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    offset = ball - goal
    if offset.x < out:  # beside the goal: at the post
        return Vector2(goal.x + out, math.copysign(field.goal.post_y - 0.15, ball.y or 1.0))
    limit = field.goal.post_y
    y = offset.y * out / offset.x
    return Vector2(goal.x + out, max(-limit, min(limit, y)))


def saving_motion(view: View, may: Permission) -> str:
    """Return the key frames that stop a ball on its path into the goal; "" if none is needed."""
    f, found = view.parameters.keeper, coming_ball(view)
    if found is None:
        return ""
    if abs(found.aside) <= f.squat_width:
        return SQUAT if Permission.SQUAT in may else ""
    if abs(found.aside) <= f.jump_width and Permission.JUMP in may:
        return LEFT if found.aside > 0.0 else RIGHT
    return ""


def coming_ball(view: View) -> Crossing | None:
    """Return where a ball will pass the keeper on its path between the posts."""
    world, f = view.world, view.parameters.keeper
    ball = world.balls.own
    if not ball.known or world.own_ball_age > 0.3 or ball.velocity_in_robot.norm < f.min_speed:
        return None
    if world.position.distance_to(world.own_goal) > 1.0 or abs(world.pose.theta) > 1.2:
        return None
    found = crossing(ball.position_in_robot, ball.velocity_in_robot, world.field.ball.deceleration)
    if found is None or found.after > f.soon or abs(found.aside) > f.jump_width:
        return None
    return found if _ends_in_goal(view) else None


def _ends_in_goal(view: View) -> bool:
    """Return whether the ball rolls between the posts."""
    world = view.world
    velocity = world.ball_velocity
    if velocity.x >= 0.0:
        return False
    y = world.ball.y + velocity.y * (world.own_goal.x - world.ball.x) / velocity.x
    return abs(y) < world.field.goal.post_y + 0.1


def _must_leave(view: View) -> bool:
    world = view.world
    near = world.ball.distance_to(world.own_goal) < view.parameters.keeper.leave_within
    return not world.may_play_ball and near


def _obstructs_striker(view: View, position: Vector2[Field]) -> bool:
    """Return whether the keeper would stand where the striker has to play the ball."""
    world, f = view.world, view.parameters.keeper
    is_near = position.distance_to(world.ball) < (f.come_back if view.memory.side else f.give_way)
    return is_near and world.others.roles.striker not in (0, world.number)


def _turned(position: Vector2[Field], ball: Vector2[Field]) -> Pose2[Robot, Field]:
    """Return the pose that faces the ball, but never our goal."""
    pose: Pose2[Robot, Field] = facing(position, ball)
    return Pose2.from_position(position, max(-1.2, min(1.2, pose.theta)))
