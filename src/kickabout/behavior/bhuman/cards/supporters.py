"""Cards of supporters and defenders."""

import math
from dataclasses import dataclass

from kickabout.behavior.bhuman.pieces import SoccerCard
from kickabout.behavior.bhuman.skills.body import MoveArms
from kickabout.behavior.bhuman.skills.look import LookActively
from kickabout.behavior.bhuman.skills.walk_to_point import WalkToPoint
from kickabout.behavior.engines.cards import configured, memory
from kickabout.behavior.shared.tactical.positions import (
    beside_ball,
    beside_clearing,
    clipped,
    defender_position,
    facing,
    outside_penalty_area,
    pair_position,
    upfield_position,
)
from kickabout.behavior.shared.teammates import ActiveTeammate
from kickabout.behavior.shared.world_state import WorldState
from kickabout.framework import param
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import Role


class SupporterCard(SoccerCard):
    """A card of supporters, while the team knows the ball."""

    @staticmethod
    def is_possible(world: WorldState) -> bool:
        return world.supporter_index >= 0 and world.is_ball_known

    @property
    def is_foremost(self) -> bool:
        return self.world.supporter_index == len(self.world.supporters) - 1

    def side_of_line(self, start: Vector2[Field], end: Vector2[Field]) -> float:
        """Return the distance of this robot from a line, positive on its left."""
        return (end - start).normalized().cross(self.world.position - start)

    def hold(self, target: Pose2[Robot, Field]) -> None:
        self.call(LookActively())
        self.call(WalkToPoint(target=target, around_ball=True, avoid_own_area=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockParameters:
    near: float = param(
        0.6, unit="m", low=0.0, doc="distance of an opponent in front at which to block"
    )
    far: float = param(
        0.9, unit="m", low=0.0, doc="distance of an opponent in front at which to stop blocking"
    )
    room: float = param(0.45, unit="m", low=0.0, doc="distance to the opponent")
    ball_far: float = param(
        2.0, unit="m", low=0.0, doc="distance to the ball at which to stop blocking"
    )


class BlockAfterBallLostCard(SupporterCard):
    """Blocks the opponent that has just won the ball."""

    parameters = configured(BlockParameters)

    def opponent(self, within: float) -> Vector2[Field] | None:
        world = self.world
        if world.ball_distance > self.parameters.ball_far or not world.opponents:
            return None
        opponent = min(world.opponents, key=world.ball.distance_to)
        in_robot = world.field_to_robot @ opponent
        in_front = in_robot.norm < within and abs(in_robot.angle) < 0.8
        behind_me = world.ball_distance < opponent.distance_to(world.ball)
        return opponent if in_front and behind_me else None

    def preconditions(self) -> bool:
        return self.opponent(self.parameters.near) is not None

    def postconditions(self) -> bool:
        return self.opponent(self.parameters.far) is None

    def execute(self) -> None:
        world = self.world
        opponent = self.opponent(self.parameters.far)
        if opponent is not None:
            position = opponent + (world.ball - opponent).normalized() * self.parameters.room
            self.hold(facing(position, opponent))


@dataclass(frozen=True, slots=True, kw_only=True)
class DefendParameters:
    back: float = param(1.6, unit="m", low=0.5, doc="distance of the back position from our goal")
    forward: float = param(
        3.4, unit="m", low=0.5, doc="distance of the forward position from our goal"
    )
    between: float = param(
        2.5, unit="m", low=0.5, doc="distance from our goal beyond which a defender is forward"
    )
    ball_up: float = param(0.5, unit="m", doc="x of the ball beyond which one of two goes forward")
    ball_down: float = param(
        -0.5, unit="m", doc="x of the ball below which no defender goes forward"
    )
    side_change: float = param(
        0.4, unit="m", low=0.0, doc="distance beyond the line at which to change sides"
    )
    arm_room: float = param(
        0.35, unit="m", low=0.0, doc="distance to the keeper's view at which to move an arm back"
    )
    partner_room: float = param(0.6, unit="m", low=0.0, doc="distance to the other defender")
    sure: float = param(
        0.3, unit="m", low=0.0, doc="lateral difference that decides the sides of two defenders"
    )
    area_margin: float = param(
        0.25, unit="m", low=0.0, doc="distance of the second defender to the penalty area"
    )
    keeper_room: float = param(
        1.0, unit="m", low=0.0, doc="distance to a ball that the keeper plays"
    )


class DefendGoalCard(SupporterCard):
    """Closes a gap that the keeper leaves; of two defenders one stands forward.

    It leaves room for the striker or keeper that plays the ball.
    """

    parameters = configured(DefendParameters)
    side = memory(0.0)  # 1 left, −1 right, 0 not decided
    is_forward = memory(False)

    def preconditions(self) -> bool:
        return self.world.role is Role.DEFENDER

    def partner(self) -> ActiveTeammate | None:
        world = self.world
        for number in world.supporters:
            teammate = world.teammate(number)
            if teammate is not None and world.role_of(number) is Role.DEFENDER:
                return teammate
        return None

    def execute(self) -> None:
        world, f = self.world, self.parameters
        line = self.side_of_line(world.own_goal, world.ball)
        partner = self.partner()
        self._choose_side(line, partner)
        self.is_forward = partner is not None and self._goes_forward(partner)
        if abs(line) < f.arm_room and world.keeper is not None:
            left = self.side < 0.0
            self.call(MoveArms(left="back" if left else "", right="" if left else "back"))
        self.hold(facing(self._position(partner, self.side), world.ball))

    def _position(self, partner: ActiveTeammate | None, side: float) -> Vector2[Field]:
        f, ball, field = self.parameters, self.world.ball, self.world.field
        if self.world.keeper_plays_ball:
            return beside_clearing(ball, field, side=side, room=f.keeper_room)
        if partner is None:
            side = side if self.world.keeper is not None else 0.0
            return defender_position(ball, field, side=side, radius=f.back * field.length_ratio)
        if self.is_forward:
            return defender_position(ball, field, side=side, radius=f.forward * field.length_ratio)
        radius = f.back * field.length_ratio
        position = pair_position(ball, field, side=side, radius=radius, room=f.partner_room)
        # Three robots of a team may be in the penalty area: keeper, striker and one defender.
        second = field.has_penalty_area and self.world.number > partner.number
        return outside_penalty_area(position, field, margin=f.area_margin) if second else position

    def _choose_side(self, line: float, partner: ActiveTeammate | None) -> None:
        f, world = self.parameters, self.world
        if partner is None:
            if self.side == 0.0 or self.side * line < -f.side_change:
                self.side = math.copysign(1.0, line)
            return
        direction = (world.ball - world.own_goal).normalized()
        difference = line - direction.cross(partner.position - world.own_goal)
        if abs(difference) > f.sure or self.side == 0.0:
            self.side = math.copysign(1.0, difference)
        elif world.number > partner.number and self._goes_here(partner):
            self.side = -self.side

    def _goes_here(self, partner: ActiveTeammate) -> bool:
        """Return whether the partner walks to the side of this robot, so that one has to change."""
        if partner.walking_to is None:
            return False
        theirs = partner.walking_to.position
        own, other = (self._position(partner, side) for side in (self.side, -self.side))
        return theirs.distance_to(own) < theirs.distance_to(other)

    def _goes_forward(self, partner: ActiveTeammate) -> bool:
        """Return whether this robot goes forward: being there, heading and ball side decide."""
        world, f = self.world, self.parameters
        ratio = world.field.length_ratio
        own = world.position.distance_to(world.own_goal) > f.between * ratio
        other = partner.position.distance_to(world.own_goal) > f.between * ratio
        if own is not other:
            return own
        if not own and world.ball.x < ratio * (f.ball_down if self.is_forward else f.ball_up):
            return False
        looks_up = abs(world.pose.theta) < 0.5 * math.pi
        if partner.heading is not None:
            partner_looks_up = abs(partner.heading) < 0.5 * math.pi
            if looks_up is not partner_looks_up:
                return looks_up
        off, partner_off = (abs(p.y - world.ball.y) for p in (world.position, partner.position))
        return (off, world.number) < (partner_off, partner.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpfieldParameters:
    ball_back: float = param(1.0, unit="m", doc="x of the ball below which to wait upfield")
    ball_front: float = param(1.5, unit="m", doc="x of the ball above which to come back")
    ahead: float = param(2.0, unit="m", low=0.0, doc="distance ahead of the ball")
    change: float = param(
        0.3, unit="m", low=0.0, doc="distance beyond the line at which to change sides"
    )


class WaitUpfieldCard(SupporterCard):
    """Waits upfield for a pass as the foremost supporter, beside the path of the ball."""

    parameters = configured(UpfieldParameters)
    side = memory(0.0)

    def is_chosen(self) -> bool:
        return self.is_foremost and self.world.role is Role.SUPPORTER

    def preconditions(self) -> bool:
        return self.is_chosen() and self.world.ball.x < self._on_field(self.parameters.ball_back)

    def postconditions(self) -> bool:
        return not self.is_chosen() or self.world.ball.x > self._on_field(
            self.parameters.ball_front
        )

    def _on_field(self, x: float) -> float:
        return x * self.world.field.length_ratio

    def execute(self) -> None:
        world, f = self.world, self.parameters
        line = self.side_of_line(world.ball, world.opponents_goal)
        if self.side == 0.0 or self.side * line < -f.change:
            self.side = math.copysign(1.0, line)
        ahead = self._on_field(f.ahead)
        position = upfield_position(world.ball, world.field, left=self.side > 0.0, ahead=ahead)
        to_ball = (world.ball - position).angle
        to_goal = (world.opponents_goal - position).angle
        between = to_goal + 0.5 * math.remainder(to_ball - to_goal, 2.0 * math.pi)
        self.hold(Pose2.from_position(position, between))


@dataclass(frozen=True, slots=True, kw_only=True)
class NextToStrikerParameters:
    distance: float = param(1.3, unit="m", low=0.5, doc="distance to the ball")
    angle: float = param(
        math.radians(70.0),
        unit="rad",
        low=0.0,
        doc="angle around the ball, from straight behind it",
    )
    change: float = param(
        0.5, unit="m", low=0.0, doc="distance beyond the line at which to change sides"
    )
    inner_from: float = param(
        0.3, unit="m", low=0.0, doc="y of the ball beyond which to take the inner side"
    )


class WalkNextToStrikerCard(SupporterCard):
    """Stays near the ball to take over from the striker."""

    parameters = configured(NextToStrikerParameters)
    side = memory(0.0)

    def preconditions(self) -> bool:
        return True

    def execute(self) -> None:
        world, f = self.world, self.parameters
        line = self.side_of_line(world.own_goal, world.ball)
        inner = -math.copysign(1.0, world.ball.y)
        if self.side == 0.0 or self.side * line < -f.change:
            self.side = math.copysign(1.0, line)
        is_aside = abs(world.ball.y) > f.inner_from
        if is_aside and world.ball.x > 0.5 * world.field.goal_line_x:
            self.side = inner
        position = beside_ball(
            world.ball, world.field, left=self.side > 0.0, distance=f.distance, angle=f.angle
        )
        self.hold(facing(position, world.ball))


@dataclass(frozen=True, slots=True, kw_only=True)
class NextToKeeperParameters:
    room: float = param(1.2, unit="m", low=0.5, doc="distance to the ball that the keeper plays")


class WalkNextToKeeperCard(SoccerCard):
    """Leaves the ball to the keeper and stays out of our area, as the striker."""

    parameters = configured(NextToKeeperParameters)

    def preconditions(self) -> bool:
        world = self.world
        keeper = world.keeper
        if not world.plays_ball or keeper is None or not world.is_ball_known:
            return False
        field = world.field
        near = world.ball.x < -field.goal_area_x + 0.5 and abs(world.ball.y) < field.goal_area_y
        near = near or world.keeper_plays_ball
        theirs = keeper.time_to_reach_ball
        if theirs is None:
            theirs = keeper.position.distance_to(world.ball) / 0.25
        return near and theirs < world.others.roles.time_to_reach_ball

    def execute(self) -> None:
        world = self.world
        side = math.copysign(1.0, world.position.y - world.ball.y)
        beside = world.ball + Vector2(0.6, side).normalized() * self.parameters.room
        front = -world.field.goal_area_x + 0.3
        position = clipped(Vector2(max(front, beside.x), beside.y), world.field)
        self.call(LookActively())
        target = facing(position, world.ball)
        self.call(WalkToPoint(target=target, around_ball=True, avoid_own_area=True))
