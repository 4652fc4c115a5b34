"""Cards of kick-offs: positions in READY, waiting until the ball is free, the first kick."""

import math
from dataclasses import dataclass

from kickabout.behavior.bhuman.pieces import SoccerCard
from kickabout.behavior.bhuman.skills.body import Stand
from kickabout.behavior.bhuman.skills.go_to_ball_and_kick import GoToBallAndKick
from kickabout.behavior.bhuman.skills.look import LookActively, LookAround
from kickabout.behavior.bhuman.skills.walk_to_point import WalkToPoint
from kickabout.behavior.bhuman.tactical.sector_wheel import SectorKind, SectorWheel
from kickabout.behavior.engines.cards import configured, memory, state
from kickabout.behavior.shared.tactical.goal_view import AngleRange
from kickabout.behavior.shared.tactical.kicks import WALK_FORWARD
from kickabout.behavior.shared.world_state import WorldState
from kickabout.framework import param
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import GameState
from kickabout.representations.field import USUAL_GOAL_LINE_X, USUAL_SIDE_LINE_Y

Positions = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KickoffParameters:
    keeper: tuple[float, float] = param((-4.3, 0.0), unit="m", doc="position of the keeper")
    own_striker: tuple[float, float] = param(
        (-0.4, 0.0), unit="m", doc="position of the striker at our kick-off"
    )
    back_striker: tuple[float, float] = param(
        (-1.2, 0.0), unit="m", doc="position of the striker at the opponents' kick-off"
    )
    own_supporters: Positions = param(
        ((-2.6, -0.6), (-0.7, 1.7), (-0.7, -1.7), (-2.0, 0.8)),
        unit="m",
        doc="positions of supporters from the rear at our kick-off",
    )
    back_supporters: Positions = param(
        ((-2.9, -0.7), (-2.4, 0.9), (-1.4, -1.5), (-1.4, 1.5)),
        unit="m",
        doc="positions of supporters from the rear at the opponents' kick-off",
    )


class _KickoffPositionCard(SoccerCard):
    """Walks to a position in READY."""

    parameters = configured(KickoffParameters)

    def preconditions(self) -> bool:
        return self.world.state is GameState.READY

    def execute(self) -> None:
        x, y = self.position()
        field = self.world.field
        there: Vector2[Field] = Vector2(
            x * field.goal_line_x / USUAL_GOAL_LINE_X, y * field.side_line_y / USUAL_SIDE_LINE_Y
        )
        self.call(LookAround())
        target: Pose2[Robot, Field] = Pose2.from_position(there, (-there).angle)
        self.call(WalkToPoint(target=target, around_ball=True))

    def position(self) -> tuple[float, float]:
        raise NotImplementedError


class KeeperAtKickoffCard(_KickoffPositionCard):
    """Walks into our goal."""

    def preconditions(self) -> bool:
        return self.world.state is GameState.READY and self.world.is_keeper

    def position(self) -> tuple[float, float]:
        return self.parameters.keeper


class StrikerAtKickoffCard(_KickoffPositionCard):
    """Walks behind the ball, or behind the center circle at the opponents' kick-off."""

    def preconditions(self) -> bool:
        return self.world.state is GameState.READY and self.world.plays_ball

    def position(self) -> tuple[float, float]:
        f = self.parameters
        return f.own_striker if self.world.is_own_kick else f.back_striker


class SupporterAtKickoffCard(_KickoffPositionCard):
    """Walks to the position of its index among the supporters."""

    def position(self) -> tuple[float, float]:
        f = self.parameters
        positions = f.own_supporters if self.world.is_own_kick else f.back_supporters
        return positions[max(0, self.world.supporter_index) % len(positions)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitBallParameters:
    margin: float = param(0.25, unit="m", low=0.0, doc="distance to the center circle")


class AwaitBallInPlayCard(SoccerCard):
    """Stands near the center circle while the ball of the opponents' kick-off is not free."""

    parameters = configured(AwaitBallParameters)

    def preconditions(self) -> bool:
        world = self.world
        if world.state is not GameState.PLAYING or world.may_play_ball or world.is_keeper:
            return False
        near = world.field.center_circle_radius + self.parameters.margin
        return world.position.norm < near or world.position.x > -self.parameters.margin

    def execute(self) -> None:
        self.call(LookActively())
        self.call(Stand())


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstKickParameters:
    observe: float = param(2.0, unit="s", low=0.0, doc="time of looking around after the whistle")
    lasts: float = param(25.0, unit="s", low=0.0, doc="time after which normal play begins")
    max_angle: float = param(
        math.radians(60.0),
        unit="rad",
        low=0.0,
        doc="maximum direction of the kick, relative to straight ahead",
    )
    min_width: float = param(
        math.radians(20.0), unit="rad", low=0.0, doc="minimum width of a free sector"
    )


class KickoffStrikerCard(SoccerCard):
    """Looks around, then kicks into the free sector nearest to the direction of the goal."""

    parameters = configured(FirstKickParameters)
    chosen = memory(0.0)

    @staticmethod
    def is_possible(world: WorldState) -> bool:
        return world.plays_ball

    def is_at_center(self) -> bool:
        world = self.world
        return world.is_ball_known and world.ball.norm < world.field.center_circle_radius

    def preconditions(self) -> bool:
        world = self.world
        begun = world.is_own_kick and world.state_for < self.parameters.lasts
        return begun and self.is_at_center()

    def has_observed(self) -> bool:
        return self.world.state_for > self.parameters.observe

    @state(initial=True, to={"kick": has_observed})
    def observe(self) -> None:
        self.chosen = self.free_direction()
        self.call(LookAround())
        self.call(Stand())

    @state()
    def kick(self) -> None:
        self.call(GoToBallAndKick(kick=WALK_FORWARD, direction=self.chosen))

    def free_direction(self) -> float:
        f, world = self.parameters, self.world
        wheel = SectorWheel(world.ball)
        for body in world.obstacles:
            if body.is_robot and not body.is_teammate:
                wheel.add_circle(body.position, body.radius + 0.1, SectorKind.OBSTACLE)
        allowed = AngleRange(-f.max_angle, f.max_angle)
        goal = (world.opponents_goal - world.ball).angle
        free = [
            AngleRange(max(s.start, allowed.right), min(s.end, allowed.left))
            for s in wheel.of_kind(SectorKind.FREE)
        ]
        wide = [entry.shrunk(0.5 * f.min_width) for entry in free if entry.size >= f.min_width]
        # A direct kick at the goal from the circle would not count, so kick a little aside.
        directions = [entry.nearest(goal + math.radians(20.0)) for entry in wide]
        return min(directions, key=abs, default=allowed.left)
