"""Cards of the kick-off with a pass: a striker and two receivers in the opponents' half."""

import math
from dataclasses import dataclass

from kickabout.behavior.bhuman.cards.kickoff import KickoffStrikerCard
from kickabout.behavior.bhuman.cards.supporters import SupporterCard
from kickabout.behavior.bhuman.skills.body import Stand
from kickabout.behavior.bhuman.skills.go_to_ball_and_kick import GoToBallAndKick
from kickabout.behavior.bhuman.skills.look import LookActively, LookAround
from kickabout.behavior.bhuman.skills.passing import AnnouncePass
from kickabout.behavior.bhuman.tactical.sector_wheel import SectorKind, SectorWheel
from kickabout.behavior.engines.cards import configured, memory, state
from kickabout.behavior.shared.tactical.kicks import WALK_FORWARD
from kickabout.framework import param
from kickabout.geometry import Field, Pose2, Vector2
from kickabout.representations import GameState, SetPlay


@dataclass(frozen=True, slots=True, kw_only=True)
class PassingParameters:
    observe: float = param(2.0, unit="s", low=0.0, doc="time of looking around after the whistle")
    lasts: float = param(20.0, unit="s", low=0.0, doc="time after which normal play begins")
    latest: float = param(
        7.0, unit="s", low=0.0, doc="time after the whistle at which to pass in any case"
    )
    min_width: float = param(
        math.radians(15.0), unit="rad", low=0.0, doc="minimum width of a free sector"
    )
    near: float = param(
        0.8, unit="m", low=0.0, doc="distance from receiver to the end of the pass at which to kick"
    )
    angle: float = param(
        math.radians(50.0),
        unit="rad",
        low=0.0,
        doc="direction of a pass, relative to straight ahead",
    )
    ahead: float = param(
        0.9, unit="m", low=0.0, doc="distance that receivers walk into the opponents' half"
    )
    aside: float = param(
        1.4, unit="m", low=0.0, doc="distance of receivers to the long axis of the field"
    )
    center_line: float = param(
        1.2, unit="m", low=0.0, doc="distance to the center line within which teammates may receive"
    )


class PassingOffenseStrikerCard(KickoffStrikerCard):
    """Chooses the open side, announces it, and passes when the receiver is there."""

    passing = configured(PassingParameters)
    receiver = memory(0)

    def preconditions(self) -> bool:
        world = self.world
        begun = world.state is GameState.PLAYING and world.state_for < self.passing.lasts
        kick_off = world.is_own_kick and world.set_play is SetPlay.NONE
        kicks = begun and kick_off and self.is_at_center()
        return kicks and self._has_receivers() and not self.is_hopeless()

    def postconditions(self) -> bool:
        world = self.world
        is_over = world.state_for > self.passing.lasts
        return is_over or not self.is_at_center() or self.is_hopeless()

    def is_hopeless(self) -> bool:
        """Return whether no receiver was found for so long that another kick-off is needed."""
        return self.receiver == 0 and self.world.state_for > self.passing.latest

    def has_looked(self) -> bool:
        return self.world.state_for > self.passing.observe and self.receiver > 0

    def is_receiver_there(self) -> bool:
        teammate = self.world.teammate(self.receiver)
        end = self.world.ball + Vector2.from_polar(WALK_FORWARD.reach, self.chosen)
        there = teammate is not None and teammate.position.distance_to(end) < self.passing.near
        return there or self.world.state_for > self.passing.latest

    @state(initial=True, to={"wait": has_looked})
    def observe(self) -> None:
        self._choose()
        self.call(LookAround())
        self.call(Stand())

    @state(to={"kick": is_receiver_there})
    def wait(self) -> None:
        self._choose()
        self.call(LookAround())
        self.call(AnnouncePass(receiver=self.receiver))
        self.call(Stand())

    @state()
    def kick(self) -> None:
        self.call(AnnouncePass(receiver=self.receiver))
        self.call(GoToBallAndKick(kick=WALK_FORWARD, direction=self.chosen))

    def _has_receivers(self) -> bool:
        line = self.passing.center_line * self.world.field.length_ratio
        return sum(abs(teammate.position.x) < line for teammate in self.world.teammates) >= 2

    def _choose(self) -> None:
        """Choose the open side with a receiver; if both are equal, the previous one."""
        world, f = self.world, self.passing
        wheel = SectorWheel(world.ball)
        for body in world.obstacles:
            if body.is_robot and not body.is_teammate:
                wheel.add_circle(body.position, body.radius + 0.15, SectorKind.OBSTACLE)
        rear = -f.center_line * world.field.length_ratio
        found: list[tuple[float, int, float]] = []
        for teammate in world.teammates:
            if abs(teammate.position.y) < 0.5 or teammate.position.x < rear:
                continue
            angle = math.copysign(f.angle, teammate.position.y)
            sector = wheel.at(angle)
            room = sector.size if sector.kind is SectorKind.FREE else 0.0
            bonus = 0.3 if teammate.number == self.receiver else 0.0
            if room >= f.min_width:
                found.append((min(room, 1.0) + bonus, teammate.number, angle))
        if found:
            _, self.receiver, self.chosen = max(found)


class PassingOffenseTargetCard(SupporterCard):
    """Walks into the opponents' half as a receiver that is not chosen yet."""

    parameters = configured(PassingParameters)
    side = memory(0.0)

    def preconditions(self) -> bool:
        world, f = self.world, self.parameters
        begun = world.state is GameState.PLAYING and world.state_for < f.lasts
        kick_off = world.is_own_kick and world.set_play is SetPlay.NONE
        rear = -f.center_line * world.field.length_ratio
        outside = abs(world.position.y) > 0.5 and world.position.x > rear
        at_center = world.ball.norm < world.field.center_circle_radius
        return begun and kick_off and at_center and outside

    def execute(self) -> None:
        world, f = self.world, self.parameters
        if self.side == 0.0:
            self.side = math.copysign(1.0, world.position.y)
        position: Vector2[Field] = Vector2(*world.field.scaled((f.ahead, self.side * f.aside)))
        heading = (world.opponents_goal - position).angle
        self.call(LookActively())
        self.hold(Pose2.from_position(position, heading))
