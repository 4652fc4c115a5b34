"""The card of the receiver of a pass."""

import math
from dataclasses import dataclass

from kickabout.behavior.bhuman.cards.supporters import SupporterCard
from kickabout.behavior.engines.cards import configured, memory
from kickabout.framework import param
from kickabout.geometry import Field, Pose2, Vector2


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverParameters:
    room: float = param(0.4, unit="m", low=0.0, doc="distance behind the end of the pass")
    timeout: float = param(
        4.0, unit="s", low=0.0, doc="time after the last announcement for which to wait"
    )
    rolls: float = param(
        0.3, unit="m/s", low=0.0, doc="speed above which the ball counts as kicked"
    )
    timeout_at_rest: float = param(
        1.0,
        unit="s",
        low=0.0,
        doc="time after the last announcement for which to wait if the ball is at rest",
    )


class ReceivePassCard(SupporterCard):
    """Waits behind the end of a pass, so that the goal is ahead of the ball.

    Once the ball rolls, its motion predicts the end; the kicker may announce its next kick already.
    """

    parameters = configured(ReceiverParameters)
    announced_at = memory(-math.inf)  # s
    end = memory[Vector2[Field]](Vector2())

    def announced(self) -> Vector2[Field] | None:
        """Return where the striker announces a pass to this robot."""
        world = self.world
        striker = world.teammate(world.others.roles.striker)
        mine = striker is not None and striker.passing_to == world.number
        return striker.shooting_to if striker is not None and mine else None

    def preconditions(self) -> bool:
        return self.announced() is not None

    def postconditions(self) -> bool:
        f, world = self.parameters, self.world
        timeout = f.timeout if world.ball_velocity.norm > 0.0 else f.timeout_at_rest
        return world.now - self.announced_at > timeout

    def execute(self) -> None:
        world = self.world
        announced = self.announced()
        if announced is not None:
            self.announced_at = world.now
        if world.ball_velocity.norm > self.parameters.rolls:
            self.end = world.ball_end
        elif announced is not None:
            self.end = announced
        to_goal = (world.opponents_goal - self.end).normalized()
        self.hold(Pose2.from_position(self.end - to_goal * self.parameters.room, to_goal.angle))
