"""Cards of field players that search the ball."""

import math
from dataclasses import dataclass

from kickabout.behavior.bhuman.pieces import SoccerCard
from kickabout.behavior.bhuman.skills.body import WalkAtSpeed
from kickabout.behavior.bhuman.skills.look import LookAround, LookAtBall
from kickabout.behavior.bhuman.skills.walk_to_point import WalkToPoint
from kickabout.behavior.bhuman.tactical.coverage import patrol_target
from kickabout.behavior.bhuman.tactical.drop_ins import drop_in_positions
from kickabout.behavior.engines.cards import after, configured, memory, state
from kickabout.behavior.shared.tactical.positions import clipped, facing
from kickabout.behavior.shared.world_state import WorldState
from kickabout.framework import param
from kickabout.geometry import Field, Pose2, Vector2
from kickabout.representations import SetPlay


class SearchCard(SoccerCard):
    """A card for a ball that the team lost; the keeper has its own card."""

    @staticmethod
    def is_possible(world: WorldState) -> bool:
        return not world.is_keeper and not world.is_ball_known


@dataclass(frozen=True, slots=True, kw_only=True)
class NearSearchParameters:
    lost_after: float = param(
        1.0, unit="s", low=0.0, doc="time for which a near ball has to be unseen"
    )
    give_up: float = param(5.0, unit="s", low=0.0, doc="time after which to search elsewhere")
    near: float = param(0.8, unit="m", low=0.0, doc="maximum distance of the last ball position")
    backward: float = param(0.15, unit="m/s", low=0.0, doc="speed of walking backwards")


class NearFieldSearchForBallCard(SoccerCard):
    """Walks back in an arc to find a ball that was just at the robot's feet."""

    parameters = configured(NearSearchParameters)
    side = memory(0.0)

    def preconditions(self) -> bool:
        world, f = self.world, self.parameters
        near = world.balls.own.last_seen_in_robot.norm < f.near
        return (
            world.plays_ball
            and near
            and f.lost_after < world.own_ball_age < f.give_up
            and world.team_ball_age > f.lost_after
        )

    def postconditions(self) -> bool:
        age = self.world.own_ball_age
        return age < 0.2 or age > self.parameters.give_up or not self.world.plays_ball

    def execute(self) -> None:
        if self.side == 0.0:
            aside = self.world.balls.own.last_seen_in_robot.y
            self.side = math.copysign(1.0, aside) if abs(aside) > 0.1 else 0.01
        turn = 0.4 * self.side if abs(self.side) > 0.5 else 0.0
        self.call(LookAround(period=2.0, tilt=0.4))
        self.call(WalkAtSpeed(speed=Pose2(-self.parameters.backward, 0.0, turn)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPositionParameters:
    there: float = param(
        0.7,
        unit="m",
        low=0.0,
        doc="distance to the last ball position at which to stop searching there",
    )
    forget: float = param(25.0, unit="s", low=0.0, doc="time after which the ball may be anywhere")


class SearchForBallAtBallPositionCard(SearchCard):
    """Walks to the last known position of the ball, as the striker."""

    parameters = configured(LastPositionParameters)

    def preconditions(self) -> bool:
        world, f = self.world, self.parameters
        age = min(world.own_ball_age, world.team_ball_age)
        known = age < f.forget
        return world.plays_ball and known and world.ball_distance > f.there

    def execute(self) -> None:
        world = self.world
        if self.option_time % 4.0 < 2.0:
            self.call(LookAtBall())
        else:
            self.call(LookAround())
        heading = (world.ball - world.position).angle
        self.call(WalkToPoint(target=Pose2.from_position(world.ball, heading)))


class SearchForBallAtDropInPositionCard(SearchCard):
    """Searches at set plays where the rules put the ball, if no teammate is nearer."""

    def position(self) -> Vector2[Field] | None:
        world = self.world
        positions = drop_in_positions(world.set_play, world.field, own_kick=world.is_own_kick)
        teammates = [teammate.position for teammate in world.teammates]
        for position in positions:
            own = world.position.distance_to(position)
            if all(own <= teammate.distance_to(position) for teammate in teammates):
                return position
        return None

    def preconditions(self) -> bool:
        world = self.world
        at_set_play = world.set_play is not SetPlay.NONE
        return at_set_play and self.position() is not None

    def execute(self) -> None:
        position = self.position()
        self.call(LookAround())
        if position is not None:
            world = self.world
            near = position + (world.position - position).normalized()
            self.call(WalkToPoint(target=facing(clipped(near, world.field), position)))


class SearchForBallFieldCoverageCard(SearchCard):
    """Turns on the spot once, then patrols the cells that the team has not seen for longest."""

    def preconditions(self) -> bool:
        return True

    @state(initial=True, to={"patrol": after(5.0)})
    def turn(self) -> None:
        self.call(LookAround(width=0.7))
        self.call(WalkAtSpeed(speed=Pose2(0.0, 0.0, 1.2)))

    @state(to={"turn": after(12.0)})
    def patrol(self) -> None:
        world, coverage = self.world, self.world.others.coverage
        target = patrol_target(coverage.seen_at, coverage.cell_size, world.position, self._taken())
        self.call(LookAround())
        position = clipped(target, world.field, 0.5)
        heading = (position - world.position).angle
        self.call(WalkToPoint(target=Pose2.from_position(position, heading)))

    def _taken(self) -> list[Vector2[Field]]:
        """Return the positions of teammates and the targets of those with lower numbers.

        Messages are up to a second old; by positions alone two robots may choose the same cell.
        """
        teammates = self.world.teammates
        first = [teammate for teammate in teammates if teammate.number < self.world.number]
        goals = [
            teammate.walking_to.position for teammate in first if teammate.walking_to is not None
        ]
        return [teammate.position for teammate in teammates] + goals
