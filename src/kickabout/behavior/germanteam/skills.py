"""Skills: walking, turning, standing and kicking, as functions of the world and parameters."""

import math

from kickabout.behavior.engines.layers import Skill, skill
from kickabout.behavior.germanteam.kicks import REQUESTS, BallMotion
from kickabout.behavior.germanteam.requests import Requests, head, walk
from kickabout.behavior.germanteam.walking import (
    forward_to,
    omnidirectional,
    steered_around,
    steered_beside,
)
from kickabout.behavior.germanteam.world_model import GermanTeamWorld
from kickabout.geometry import Field, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import HeadTask

FAR = 0.35  # m, distance to a target from which on the robot walks forward to it
ARRIVED, ARRIVED_TURN = 0.04, 0.15  # m, rad
CLOSE = 0.5  # m, distance to the ball from which on the approach is precise
RUN_UP = 0.06  # m, by which the robot stays farther from the ball until it is aligned
ALIGNED, ALIGNED_TURN = 0.06, 0.4  # m, rad, errors at which it keeps all of that distance
AUTOMATIC, TRACK_BALL = HeadTask.AUTOMATIC, HeadTask.TRACK_BALL


@skill
def stand(world: GermanTeamWorld, task: HeadTask = AUTOMATIC) -> Requests:
    """Stand still."""
    return Requests(head=head(task))


@skill
def turn(world: GermanTeamWorld, speed: float = 0.6, task: HeadTask = TRACK_BALL) -> Requests:
    """Turn on the spot; positive speeds are to the left."""
    return Requests(motion=walk(0.0, 0.0, speed), head=head(task))


@skill
def go_to_point(
    world: GermanTeamWorld,
    x: float = 0.0,
    y: float = 0.0,
    direction: float = 0.0,
    speed: float = 1.0,
    backward: float = 0.0,
    task: HeadTask = AUTOMATIC,
) -> Requests:
    """Walk to a point of the field and face a direction there.

    A far target is approached head first, or tail first if it is no farther than `backward`.
    """
    target = world.pose.inverse() @ Vector2[Field](x, y)
    heading = wrapped(direction - world.pose.theta)
    distance = target.norm
    if distance < ARRIVED and abs(heading) < ARRIVED_TURN:
        return Requests(head=head(task))
    if distance < max(FAR, backward):
        return Requests(motion=omnidirectional(target, heading, speed), head=head(task))
    around = steered_around(target, world)
    return Requests(motion=forward_to(around.angle, speed), head=head(task))


@skill
def go_to_ball(
    world: GermanTeamWorld,
    ahead: float = 0.14,
    aside: float = 0.0,
    direction: float = math.nan,
    speed: float = 1.0,
) -> Requests:
    """Walk until the ball is at a place in the robot's frame, facing a direction of the field.

    Without a direction the robot walks straight to the ball.
    """
    ball = world.ball_in_robot
    heading = wrapped(direction - world.pose.theta) if math.isfinite(direction) else ball.angle
    offset = Vector2[Robot](ahead, aside).rotated(heading)
    target = ball - offset
    if ball.norm > CLOSE:
        around = steered_around(target, world)
        return Requests(motion=forward_to(around.angle, speed), head=head(AUTOMATIC))
    across = abs(target.rotated(-heading).y)
    error = min(1.0, max(abs(heading) / ALIGNED_TURN, across / ALIGNED))
    target = target - Vector2[Robot](RUN_UP * error, 0.0).rotated(heading)
    target = steered_beside(target, ball, heading)
    return Requests(motion=omnidirectional(target, heading, speed), head=head(TRACK_BALL))


BallSkill = Skill[GermanTeamWorld, [], Requests]


def _ball_skill(motion: BallMotion, name: str, doc: str) -> BallSkill:
    def carry_out(world: GermanTeamWorld) -> Requests:
        return Requests(motion=REQUESTS[motion], head=head(TRACK_BALL))

    carry_out.__name__, carry_out.__doc__ = name, doc
    return skill(carry_out)


head_kick = _ball_skill(BallMotion.HEAD_KICK, "head_kick", "Throw the body on the ball.")
grab = _ball_skill(BallMotion.GRAB, "grab", "Take the ball between fore legs and head.")
kick_forward = _ball_skill(BallMotion.FORWARD, "kick_forward", "Kick the ball forward.")
kick_left = _ball_skill(BallMotion.LEFT, "kick_left", "Kick the ball to the left.")
kick_right = _ball_skill(BallMotion.RIGHT, "kick_right", "Kick the ball to the right.")
kick_backward = _ball_skill(BallMotion.BACKWARD, "kick_backward", "Kick the ball over the back.")

SKILLS = (
    stand,
    turn,
    go_to_point,
    go_to_ball,
    head_kick,
    grab,
    kick_forward,
    kick_left,
    kick_right,
    kick_backward,
)
