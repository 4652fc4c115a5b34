"""Cards of the receivers at our free kicks: up to two, while one supporter stays behind."""

import math
from dataclasses import dataclass

from kickabout.behavior.bhuman.cards.free_kicks import CornerParameters
from kickabout.behavior.bhuman.cards.supporters import SupporterCard
from kickabout.behavior.bhuman.tactical.free_kick_targets import (
    Positions,
    corner_receiver_position,
    corner_sectors,
    corner_waiting_positions,
    goal_kick_positions,
    kick_in_positions,
)
from kickabout.behavior.engines.cards import configured
from kickabout.behavior.shared.tactical.positions import clipped, facing
from kickabout.framework import param
from kickabout.geometry import Field, Vector2
from kickabout.representations import SetPlay


class FreeKickReceiverCard(SupporterCard):
    """Waits where the ball of one kind of free kick may arrive."""

    kind = SetPlay.NONE

    @property
    def rank(self) -> int:
        """Return 0 for the foremost supporter, 1 for the next one."""
        return len(self.world.supporters) - 1 - self.world.supporter_index

    def preconditions(self) -> bool:
        world = self.world
        waits = world.supporter_index > 0 and self.rank < 2
        return waits and world.is_own_kick and world.set_play is self.kind

    def positions(self) -> Positions:
        raise NotImplementedError

    def execute(self) -> None:
        world = self.world
        self.hold(facing(clipped(self.positions()[self.rank], world.field, 0.4), world.ball))


@dataclass(frozen=True, slots=True, kw_only=True)
class CornerReceiverParameters:
    room: float = param(0.4, unit="m", low=0.0, doc="distance to the path of the ball")


class WaitForCornerBallCard(FreeKickReceiverCard):
    """Waits beyond the path that the kicker announces; the second receiver at the next gap."""

    kind = SetPlay.CORNER_KICK
    parameters = configured(CornerReceiverParameters)
    sectors = configured(CornerParameters)

    def positions(self) -> Positions:
        world = self.world
        striker = world.teammate(world.others.roles.striker)
        if striker is None or striker.shooting_to is None:
            return corner_waiting_positions(world.ball, world.field)
        announced = (striker.shooting_to - world.ball).angle
        return self._behind(announced), self._behind(self._next_gap(announced))

    def _behind(self, kick: float) -> Vector2[Field]:
        return corner_receiver_position(
            self.world.ball, self.world.field, kick, room=self.parameters.room
        )

    def _next_gap(self, announced: float) -> float:
        world = self.world
        opponents = [(position, 0.15) for position in world.opponents]
        gaps = corner_sectors(world.ball, world.field, opponents, min_width=self.sectors.min_width)
        others = [gap.middle for gap in gaps if not gap.contains(announced)]
        return others[0] if others else announced - math.copysign(math.radians(30.0), world.ball.y)


class WaitForKickInBallCard(FreeKickReceiverCard):
    """Waits in the middle, or nearer to the far side line."""

    kind = SetPlay.KICK_IN

    def positions(self) -> Positions:
        return kick_in_positions(self.world.ball, self.world.field)


class WaitForGoalFreeKickCard(FreeKickReceiverCard):
    """Waits ahead of the ball, at positions that the kicker knows."""

    kind = SetPlay.GOAL_KICK

    def positions(self) -> Positions:
        return goal_kick_positions(self.world.ball)
