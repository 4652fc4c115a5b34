"""Sub-options: short-term intentions, which give skills their parameters."""

import math
from typing import ClassVar

from kickabout.behavior.engines.layers import LayerState, SkillCall, after, internal
from kickabout.behavior.germanteam import skills
from kickabout.behavior.germanteam.kicks import (
    DIRECTIONS,
    SPOTS,
    BallMotion,
    grab_direction,
    is_in_place,
)
from kickabout.behavior.germanteam.requests import Requests, limited
from kickabout.behavior.germanteam.world_model import GermanTeamWorld
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import BehaviorLayer, HeadTask, Motion

Call = SkillCall[GermanTeamWorld, Requests]
GIVE_UP = 6.0  # s, in which the ball does not get to where a kick needs it
AIMED = 0.3  # rad, error of the direction with which a kick is begun
GRABBED = 0.2  # s; a kick that is requested then waits for the end of the grab
SEARCH_TURN = 0.5  # of the fastest turn
FULL_TURN = 9.0  # s, longer than such a turn takes


class SubOption(LayerState[GermanTeamWorld, Requests]):
    """Base of all sub-options."""

    layer = BehaviorLayer.SUB_OPTION


class StandAround(SubOption):
    """Stand, and look where the head's own control wants to."""

    @internal(initial=True)
    def stand(self) -> Call:
        return skills.stand()


class WatchBall(SubOption):
    """Stand, and do not take the eyes off the ball."""

    @internal(initial=True)
    def stand(self) -> Call:
        return skills.stand(task=HeadTask.TRACK_BALL)


class TurnForBall(SubOption):
    """Turn on the spot, beginning in the direction where the ball was last."""

    def was_right(self) -> bool:
        return self.world.given.ball.known and self.world.angle_to_ball < 0.0

    def was_left(self) -> bool:
        return not self.was_right()

    @internal(initial=True, to={"right": was_right, "left": was_left})
    def begin(self) -> Call:
        return skills.turn(speed=SEARCH_TURN)

    @internal(to={"done": after(FULL_TURN)})
    def left(self) -> Call:
        return skills.turn(speed=SEARCH_TURN)

    @internal(to={"done": after(FULL_TURN)})
    def right(self) -> Call:
        return skills.turn(speed=-SEARCH_TURN)

    @internal(final=True)
    def done(self) -> Call:
        return skills.stand(task=HeadTask.TRACK_BALL)


class GoToPosition(SubOption):
    """Go to a position on the field, and face the ball there if it is known."""

    ahead: ClassVar[float] = 0.0  # −1 … 1, of the way to the opponents' goal line
    aside: ClassVar[float] = 0.0  # −1 … 1, of the way to the left side line
    follows_ball: ClassVar[float] = 0.0  # fraction of the ball's y that is added

    @property
    def target(self) -> tuple[float, float]:
        field, world = self.world.field, self.world
        y = self.aside * field.side_line_y
        if world.knows_ball:
            y += self.follows_ball * world.ball_y
        return self.ahead * field.goal_line_x, limited(y, 0.7 * field.side_line_y)

    @internal(initial=True)
    def go(self) -> Call:
        world = self.world
        x, y = self.target
        direction = world.absolute_angle_to_ball if world.knows_ball else 0.0
        return skills.go_to_point(x, y, direction)


class PositionForPass(GoToPosition):
    """Wait in the opponents' half, on the ball's side."""

    ahead, follows_ball = 0.4, 0.6


class PositionInOwnHalf(GoToPosition):
    """Go to the center of our half."""

    ahead = -0.5


class PositionBehindBall(GoToPosition):
    """Follow the ball at the halfway line, ready to take it if it comes back."""

    ahead, follows_ball = -0.2, 0.6


class PositionAtCenter(GoToPosition):
    """Go to the middle of the opponents' half."""

    ahead = 0.45


class PositionForKickoff(SubOption):
    """Go to this player's position before a kick-off, if robots walk there by themselves."""

    @internal(initial=True)
    def go(self) -> Call:
        field, number = self.world.field, self.world.given.player.number
        ahead, aside = ((-0.9, 0.0), (-0.5, 0.3), (-0.2, 0.0), (-0.5, -0.4))[(number - 1) % 4]
        return skills.go_to_point(ahead * field.goal_line_x, aside * field.side_line_y, 0.0)


class PositionInGoal(SubOption):
    """Stay on the line of our goal, and walk sideward to the side where the ball is."""

    @property
    def wanted(self) -> tuple[float, float]:
        field, world = self.world.field, self.world
        reach = 0.55 * field.goal.inner_half_width
        y = limited(0.35 * world.ball_y, reach) if world.knows_ball else 0.0
        return -field.goal_line_x + 0.1, y

    def is_off(self) -> bool:
        x, y = self.wanted
        here = self.world.pose
        return math.hypot(x - here.x, y - here.y) > 0.08 or abs(here.theta) > 0.4

    def is_there(self) -> bool:
        x, y = self.wanted
        here = self.world.pose
        return math.hypot(x - here.x, y - here.y) < 0.045 and abs(here.theta) < 0.2

    @internal(initial=True, to={"shift": is_off})
    def guard(self) -> Call:
        return skills.stand(task=HeadTask.AUTOMATIC)

    @internal(to={"guard": is_there})
    def shift(self) -> Call:
        x, y = self.wanted
        return skills.go_to_point(x, y, 0.0, backward=10.0)


class ReturnBackward(SubOption):
    """Walk back into the goal with the face to the field."""

    @internal(initial=True)
    def go(self) -> Call:
        return skills.go_to_point(-self.world.field.goal_line_x + 0.1, 0.0, 0.0, backward=10.0)


class GoDirectToBall(SubOption):
    """Walk straight to the ball, until it can be taken."""

    @internal(initial=True)
    def go(self) -> Call:
        return skills.go_to_ball(ahead=SPOTS[BallMotion.GRAB].ahead)


class WithBall(SubOption):
    """Align to the ball, then carry out a motion with it, and stand again.

    If the ball is already held, the motion begins at once.
    """

    motion: ClassVar[BallMotion]
    skill: ClassVar[skills.BallSkill]
    phase: ClassVar[Motion] = Motion.KICK  # that shows that the motion has begun

    def is_ready(self) -> bool:
        if self.world.holds_ball:
            return True
        error = wrapped(self.heading - self.world.pose.theta)
        return is_in_place(self.motion, self.world.ball_in_robot) and abs(error) < AIMED

    def has_begun(self) -> bool:
        return self.world.given.motion.motion is self.phase

    def has_ended(self) -> bool:
        return not self.world.is_kicking

    @internal(initial=True, to={"act": is_ready, "done": after(GIVE_UP)})
    def align(self) -> Call:
        return skills.go_to_ball(ahead=SPOTS[self.motion].ahead, direction=self.heading)

    @internal(to={"finish": has_begun, "done": after(3.0)})
    def act(self) -> Call:
        return self.skill()

    @internal(to={"done": has_ended})
    def finish(self) -> Call:
        return skills.stand(task=HeadTask.TRACK_BALL)

    @internal(final=True)
    def done(self) -> Call:
        return skills.stand(task=HeadTask.TRACK_BALL)

    @property
    def heading(self) -> float:
        """The direction on the field in which the robot has to look, so that the kick hits."""
        return wrapped(self.world.direction_of_kick - DIRECTIONS[self.motion])


class HeadKick(WithBall):
    """Throw the whole body on the ball, forward."""

    motion, skill = BallMotion.HEAD_KICK, skills.head_kick


class GrabBall(WithBall):
    """Take the ball between fore legs and head, and hold it."""

    motion, skill, phase = BallMotion.GRAB, skills.grab, Motion.SPECIAL

    @property
    def heading(self) -> float:
        """The direction from which one of the four kicks hits."""
        return grab_direction(self.world.direction_of_kick, self.world.pose.theta)

    @internal(to={"done": after(GRABBED)})
    def finish(self) -> Call:
        return skills.grab()

    @internal(final=True)
    def done(self) -> Call:
        return skills.grab()


class KickForward(WithBall):
    """Kick the ball forward."""

    motion, skill = BallMotion.FORWARD, skills.kick_forward


class KickLeft(WithBall):
    """Kick the ball to the left."""

    motion, skill = BallMotion.LEFT, skills.kick_left


class KickRight(WithBall):
    """Kick the ball to the right."""

    motion, skill = BallMotion.RIGHT, skills.kick_right


class KickBackward(WithBall):
    """Kick the ball over the back, like a bicycle kick."""

    motion, skill = BallMotion.BACKWARD, skills.kick_backward


SUB_OPTIONS = (
    StandAround,
    WatchBall,
    TurnForBall,
    PositionForPass,
    PositionInOwnHalf,
    PositionBehindBall,
    PositionAtCenter,
    PositionForKickoff,
    PositionInGoal,
    ReturnBackward,
    GoDirectToBall,
    HeadKick,
    GrabBall,
    KickForward,
    KickLeft,
    KickRight,
    KickBackward,
)
