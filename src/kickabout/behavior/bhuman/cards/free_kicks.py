"""Cards of free kicks: kickers of ours, and defenders against the opponents'."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from kickabout.behavior.bhuman.cards.striker import StrikerCard
from kickabout.behavior.bhuman.cards.supporters import SupporterCard
from kickabout.behavior.bhuman.pieces import SoccerCard
from kickabout.behavior.bhuman.skills.body import Stand
from kickabout.behavior.bhuman.skills.go_to_ball_and_kick import GoToBallAndKick
from kickabout.behavior.bhuman.skills.look import LookActively
from kickabout.behavior.bhuman.skills.passing import AnnounceKick
from kickabout.behavior.bhuman.skills.walk_to_point import WalkToPoint
from kickabout.behavior.bhuman.tactical.free_kick_targets import (
    corner_sectors,
    forward_direction,
    goal_kick_positions,
    near_goal_direction,
)
from kickabout.behavior.engines.cards import configured, memory, state
from kickabout.behavior.shared.tactical.kicks import STAND_LONG, WALK_LONG
from kickabout.behavior.shared.tactical.positions import clipped, facing, wall_position
from kickabout.behavior.shared.teammates import ActiveTeammate
from kickabout.framework import param
from kickabout.geometry import Field, Pose2, Vector2
from kickabout.representations import SetPlay

DURATION = 30.0  # s; duration of a free kick in the rules of 2019


class FreeKickCard(StrikerCard):
    """The kicker of one kind of free kick."""

    kind = SetPlay.NONE

    def preconditions(self) -> bool:
        return self.world.is_own_kick and self.world.set_play is self.kind

    @property
    def seconds_left(self) -> float:
        reported = self.world.game.info.data.secondary_seconds
        return float(reported) if reported > 0 else DURATION - self.option_time

    def play(self, direction: float, *, far: bool) -> None:
        kick = STAND_LONG if far else WALK_LONG
        self.call(GoToBallAndKick(kick=kick, direction=direction))

    def wait_behind_ball(self, heading: float) -> None:
        position = self.world.ball - Vector2.from_polar(0.4, heading)
        self.call(LookActively())
        self.call(WalkToPoint(target=Pose2.from_position(position, heading), around_ball=True))

    def announce(self, direction: float) -> None:
        end = self.world.ball + Vector2.from_polar(WALK_LONG.reach, direction)
        self.call(AnnounceKick(to=end))


@dataclass(frozen=True, slots=True, kw_only=True)
class CornerParameters:
    min_width: float = param(
        math.radians(12.0), unit="rad", low=0.0, doc="minimum width of a free sector"
    )
    hurry: float = param(
        15.0, unit="s", low=0.0, doc="remaining time of the free kick at which to kick in any case"
    )


class CornerKickToOwnRobotCard(FreeKickCard):
    """Kicks a corner into a sector free of opponents, as soon as the sector is steady."""

    kind = SetPlay.CORNER_KICK
    parameters = configured(CornerParameters)
    chosen = memory(math.inf)
    is_steady = memory(False)

    def may_kick(self) -> bool:
        found = math.isfinite(self.chosen)
        return found and (self.is_steady or self.seconds_left < self.parameters.hurry)

    def prepare(self) -> None:
        world, f = self.world, self.parameters
        opponents = [
            (b.position, b.radius) for b in world.obstacles if b.is_robot and not b.is_teammate
        ]
        sectors = corner_sectors(world.ball, world.field, opponents, min_width=f.min_width)
        held = next((s for s in sectors if s.contains(self.chosen)), None)
        self.is_steady = held is not None
        if sectors and held is None:
            self.chosen = sectors[0].middle

    @state(initial=True, to={"kick": may_kick})
    def wait(self) -> None:
        world = self.world
        if math.isfinite(self.chosen):
            self.announce(self.chosen)
        inward = (world.field.penalty_mark_x - world.ball.x, -world.ball.y)
        self.wait_behind_ball(math.atan2(inward[1], inward[0]))

    @state()
    def kick(self) -> None:
        self.play(self.chosen, far=False)


class NearGoalKickCard(FreeKickCard):
    """Kicks the ball in front of the goal, past opponents and preferably to a teammate."""

    def execute(self) -> None:
        world = self.world
        teammates = [teammate.position for teammate in world.teammates]
        direction = near_goal_direction(world.ball, world.field, world.opponents, teammates)
        self.play(direction, far=world.ball.distance_to(world.opponents_goal) > 3.5)


class KickInCard(NearGoalKickCard):
    """Kicks the ball in from the side line."""

    kind = SetPlay.KICK_IN


class PushingFreeKickCard(NearGoalKickCard):
    """Kicks after a pushing foul, if the goal cannot be hit directly."""

    kind = SetPlay.PUSHING_FREE_KICK


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalKickParameters:
    kick_takes: float = param(
        12.0, unit="s", low=0.0, doc="remaining time of the free kick at which to begin the kick"
    )
    arrived: float = param(
        0.7, unit="m", low=0.0, doc="distance to its position at which a teammate has arrived"
    )
    speed: float = param(
        0.2, unit="m/s", low=0.01, doc="speed at which teammates are expected to arrive"
    )


class GoalFreeKickCard(FreeKickCard):
    """Kicks the ball far forward, once the teammates that can arrive in time are there."""

    kind = SetPlay.GOAL_KICK
    parameters = configured(GoalKickParameters)

    def no_receiver_is_coming(self) -> bool:
        f, spare = self.parameters, self.seconds_left - self.parameters.kick_takes
        distances = [
            teammate.position.distance_to(position) for teammate, position in self._receivers()
        ]
        return not any(f.arrived < distance < f.speed * spare for distance in distances)

    def _receivers(self) -> Iterator[tuple[ActiveTeammate, Vector2[Field]]]:
        world = self.world
        positions = goal_kick_positions(world.ball)
        for number, position in zip(reversed(world.supporters[1:]), positions, strict=False):
            teammate = world.teammate(number)
            if teammate is not None:
                yield teammate, position

    @state(initial=True, to={"kick": no_receiver_is_coming})
    def wait(self) -> None:
        self.wait_behind_ball(0.0)

    @state()
    def kick(self) -> None:
        world = self.world
        teammates = [teammate.position for teammate in world.teammates]
        direction = forward_direction(world.ball, world.field, world.opponents, teammates)
        self.play(direction, far=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class WallParameters:
    distance: float = param(
        0.95, unit="m", low=0.75, doc="distance to the ball, more than the rules demand"
    )


class BuildWallCard(SoccerCard):
    """Places the striker between ball and our goal, just outside of the forbidden circle."""

    parameters = configured(WallParameters)

    def preconditions(self) -> bool:
        world = self.world
        return world.plays_ball and world.is_ball_known and not world.may_play_ball

    def execute(self) -> None:
        world = self.world
        position = wall_position(world.ball, world.field, distance=self.parameters.distance)
        self.call(LookActively())
        self.call(WalkToPoint(target=facing(clipped(position, world.field), world.ball)))


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockKickParameters:
    goal_near: float = param(
        1.6, unit="m", low=0.0, doc="distance from ball to our goal below which a wall has no room"
    )
    room: float = param(0.5, unit="m", low=0.0, doc="distance to the opponent")


class BlockRobotFreeKickCard(SoccerCard):
    """Blocks the opponent that comes to the ball right in front of our goal."""

    parameters = configured(BlockKickParameters)

    def opponent(self) -> Vector2[Field] | None:
        world = self.world
        opponents = sorted(world.opponents, key=lambda p: p.distance_to(world.ball))
        if not opponents or opponents[0].distance_to(world.ball) < world.ball_distance:
            return None
        return opponents[0]

    def preconditions(self) -> bool:
        world = self.world
        close = world.ball.distance_to(world.own_goal) < self.parameters.goal_near
        mine = world.plays_ball and world.is_ball_known and not world.may_play_ball
        return mine and close and self.opponent() is not None

    def execute(self) -> None:
        world, opponent = self.world, self.opponent()
        self.call(LookActively())
        if opponent is None:
            self.call(Stand())
            return
        position = opponent + (world.ball - opponent).normalized() * self.parameters.room
        self.call(WalkToPoint(target=facing(position, opponent)))


class MarkUpRobotCard(SupporterCard):
    """Marks a likely receiver as the foremost supporter of a complete team."""

    def receiver(self) -> Vector2[Field] | None:
        world = self.world
        home = world.own_goal
        opponents = sorted(world.opponents, key=lambda p: p.distance_to(world.ball))[1:]
        closer = [p for p in opponents if p.distance_to(home) < world.ball.distance_to(home)]
        return min(closer, key=lambda p: p.distance_to(world.position), default=None)

    def preconditions(self) -> bool:
        world = self.world
        full = len(world.teammates) + 1 >= world.field.players
        mine = self.is_foremost and not world.may_play_ball
        return mine and full and self.receiver() is not None

    def execute(self) -> None:
        world, marked = self.world, self.receiver()
        if marked is not None:
            goalward = (world.own_goal - marked).normalized()
            ballward = (world.ball - marked).normalized()
            position = marked + (goalward + ballward).normalized() * 0.5
            self.hold(facing(position, marked))
