"""Cards of penalty kicks in a game: who neither kicks nor keeps stays out of the area."""

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
    run_up: float = param(1.0, unit="m", low=0.3, doc="from the mark, where the kicker waits")
    on_line: float = param(0.05, unit="m", low=0.0, doc="from the goal line, the keeper")
    margin: float = param(0.45, unit="m", low=0.0, doc="from the area, all others")
    aside: tuple[float, ...] = param(
        (0.6, -0.6, 1.6, -1.6, 2.6, -2.6), unit="m", doc="from the middle, all others in turn"
    )


class _PenaltyKickCard(SoccerCard):
    """Goes to a place of its own and looks around there."""

    parameters = configured(PenaltyKickParameters)

    def go(self, target: FieldPose) -> None:
        self.call(LookAround())
        self.call(WalkToPoint(target=target))

    @property
    def mark(self) -> Vector2[Field]:
        """Where the ball lies, whether anybody sees it or not."""
        x = self.world.field.penalty_mark_x
        return Vector2(x if self.world.is_own_penalty_kick else -x, 0.0)


class KickerAtPenaltyKickCard(_PenaltyKickCard):
    """Behind the mark until the whistle."""

    def preconditions(self) -> bool:
        world = self.world
        return world.is_own_penalty_kick and world.plays_ball and world.state is GameState.READY

    def execute(self) -> None:
        self.go(Pose2(self.mark.x - self.parameters.run_up, 0.0, 0.0))


class KeeperAtPenaltyKickCard(_PenaltyKickCard):
    """Onto its goal line."""

    def preconditions(self) -> bool:
        return self.world.is_keeper

    def execute(self) -> None:
        self.go(Pose2(-self.world.field.goal_line_x + self.parameters.on_line, 0.0, 0.0))


class OthersAtPenaltyKickCard(_PenaltyKickCard):
    """Beside each other before the area, until the ball was kicked."""

    def preconditions(self) -> bool:
        return True

    def execute(self) -> None:
        f, world = self.parameters, self.world
        field = world.field
        front = field.penalty_area_x if field.has_penalty_area else field.goal_area_x
        edge = front - f.margin
        # Those who do not support, such as the striker at the others' kick, come first.
        index = 1 + world.supporter_index
        y = f.aside[index % len(f.aside)]
        self.go(facing(Vector2(edge if world.is_own_penalty_kick else -edge, y), self.mark))
