"""Cards of penalty kicks in a game: all but kicker and keeper stay out of the area."""

from dataclasses import dataclass

from kickabout.behavior.bhuman.pieces import SoccerCard
from kickabout.behavior.bhuman.skills.look import LookAround
from kickabout.behavior.bhuman.skills.walk_to_point import WalkToPoint
from kickabout.behavior.engines.cards import configured
from kickabout.behavior.shared.tactical.positions import FieldPose, facing
from kickabout.framework import param
from kickabout.geometry import Field, Pose2, Vector2
from kickabout.representations import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyKickParameters:
    run_up: float = param(
        1.0, unit="m", low=0.3, doc="distance to the mark at which the kicker waits"
    )
    on_line: float = param(0.05, unit="m", low=0.0, doc="distance of the keeper to the goal line")
    margin: float = param(0.45, unit="m", low=0.0, doc="distance of other players to the area")
    aside: tuple[float, ...] = param(
        (0.6, -0.6, 1.6, -1.6, 2.6, -2.6), unit="m", doc="y of other players, in order"
    )


class _PenaltyKickCard(SoccerCard):
    """Walks to a position and looks around."""

    parameters = configured(PenaltyKickParameters)

    def go(self, target: FieldPose) -> None:
        self.call(LookAround())
        self.call(WalkToPoint(target=target))

    @property
    def mark(self) -> Vector2[Field]:
        """Return the penalty mark, where the ball is, seen or not."""
        x = self.world.field.penalty_mark_x
        return Vector2(x if self.world.is_own_penalty_kick else -x, 0.0)


class KickerAtPenaltyKickCard(_PenaltyKickCard):
    """Waits behind the mark until the whistle."""

    def preconditions(self) -> bool:
        world = self.world
        return world.is_own_penalty_kick and world.plays_ball and world.state is GameState.READY

    def execute(self) -> None:
        self.go(Pose2(self.mark.x - self.parameters.run_up, 0.0, 0.0))


class KeeperAtPenaltyKickCard(_PenaltyKickCard):
    """Stands on its goal line."""

    def preconditions(self) -> bool:
        return self.world.is_keeper

    def execute(self) -> None:
        self.go(Pose2(-self.world.field.goal_line_x + self.parameters.on_line, 0.0, 0.0))


class OthersAtPenaltyKickCard(_PenaltyKickCard):
    """Wait side by side before the area until the ball is kicked."""

    def preconditions(self) -> bool:
        return True

    def execute(self) -> None:
        f, world = self.parameters, self.world
        field = world.field
        front = field.penalty_area_x if field.has_penalty_area else field.goal_area_x
        edge = front - f.margin
        # Robots that do not support, such as the striker at the opponents' kick, come first.
        index = 1 + world.supporter_index
        y = f.aside[index % len(f.aside)]
        self.go(facing(Vector2(edge if world.is_own_penalty_kick else -edge, y), self.mark))
