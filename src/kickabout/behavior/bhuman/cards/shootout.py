"""Cards of kicker and keeper in the penalty shoot-out and at penalty kicks."""

import math
from dataclasses import dataclass

from kickabout.behavior.bhuman.cards.keeper import CatchParameters
from kickabout.behavior.bhuman.pieces import SoccerCard
from kickabout.behavior.bhuman.skills.body import Dive, MoveArms, Stand
from kickabout.behavior.bhuman.skills.go_to_ball_and_kick import GoToBallAndKick
from kickabout.behavior.bhuman.skills.look import LookAround, LookAtBall
from kickabout.behavior.bhuman.skills.walk_to_point import WalkToPoint
from kickabout.behavior.engines.cards import action_done, after, configured, memory, negated, state
from kickabout.behavior.shared.tactical.kicks import STAND_LONG
from kickabout.behavior.shared.tactical.rolling import Crossing, crossing
from kickabout.framework import param
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyParameters:
    inside: float = param(0.35, unit="m", low=0.0, doc="distance of the target to the goal post")
    shifted: float = param(
        0.15, unit="m", low=0.0, doc="offset of the keeper at which to choose the other corner"
    )
    speed: float = param(
        0.7, low=0.1, high=1.0, doc="fraction of the maximum speed while walking to the ball"
    )


class PenaltyStrikerCard(SoccerCard):
    """Waits, walks near the ball, looks around, chooses a corner and kicks from a stand."""

    parameters = configured(PenaltyParameters)
    corner = memory(0.0)  # 1 left, −1 right

    def preconditions(self) -> bool:
        world = self.world
        is_own_turn = world.is_shootout or world.is_own_penalty_kick
        return is_own_turn and world.state is GameState.PLAYING and world.plays_ball

    def is_halfway(self) -> bool:
        return self.world.ball_distance < 0.6

    @state(initial=True, to={"walk_up": after(1.0)})
    def wait(self) -> None:
        self.call(LookAtBall())
        self.call(Stand())

    @state(to={"look": is_halfway})
    def walk_up(self) -> None:
        world = self.world
        position = world.ball - (world.opponents_goal - world.ball).normalized() * 0.5
        heading = (world.opponents_goal - world.ball).angle
        self.call(LookAtBall())
        target: Pose2[Robot, Field] = Pose2.from_position(position, heading)
        self.call(WalkToPoint(target=target, speed=self.parameters.speed))

    @state(to={"kick": after(2.0)})
    def look(self) -> None:
        self.call(LookAround(width=0.6))
        self.call(Stand())
        self.corner = self.corner or self.chosen_corner()

    @state()
    def kick(self) -> None:
        world = self.world
        aside = world.field.goal.post_y - self.parameters.inside
        aim: Vector2[Field] = Vector2(world.field.goal_line_x, self.corner * aside)
        direction = (aim - world.ball).angle
        self.call(GoToBallAndKick(kick=STAND_LONG, direction=direction))

    def chosen_corner(self) -> float:
        """Return the side away from a shifted keeper, else a random side."""
        world = self.world
        goal_x = world.field.goal_line_x - 1.0
        aside = [p.y for p in world.opponents if p.x > goal_x and abs(p.y) < 1.0]
        if aside and abs(aside[0]) > self.parameters.shifted:
            return -math.copysign(1.0, aside[0])
        left = world.random is None or world.random.random() < 0.5
        return 1.0 if left else -1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyCatchParameters(CatchParameters):
    """Parameters for a ball from so near that a dive has to begin earlier."""

    held_for: float = param(
        0.04, unit="s", low=0.0, doc="time that the danger has to last before a dive"
    )


class PenaltyKeeperCard(SoccerCard):
    """Stands with spread arms and dives when the ball comes."""

    parameters = configured(PenaltyCatchParameters)
    chosen = memory("")

    def preconditions(self) -> bool:
        world = self.world
        is_theirs = world.is_penalty_kick and not world.is_own_penalty_kick
        is_playing = world.state is GameState.PLAYING
        return (world.is_shootout or is_theirs) and is_playing and world.is_keeper

    def danger(self) -> Crossing | None:
        world, ball = self.world, self.world.balls.own
        if not ball.known or world.own_ball_age > 0.3:
            return None
        if ball.velocity_in_robot.norm < self.parameters.min_speed:
            return None
        return crossing(
            ball.position_in_robot, ball.velocity_in_robot, world.field.ball.deceleration
        )

    def is_danger(self) -> bool:
        return self.danger() is not None

    def has_lasted(self) -> bool:
        return self.is_danger() and self.state_time >= self.parameters.held_for

    @state(initial=True, to={"watch": is_danger})
    def wait(self) -> None:
        self.chosen = ""
        self._stand()

    @state(to={"dive": has_lasted, "wait": negated(is_danger)})
    def watch(self) -> None:
        self._stand()

    def _stand(self) -> None:
        self.call(LookAtBall())
        self.call(MoveArms(left="keeper", right="keeper"))
        self.call(Stand())

    @state(to={"wait": action_done})
    def dive(self) -> None:
        f, found = self.parameters, self.danger()
        if not self.chosen:
            if found is None or abs(found.aside) < f.middle:
                self.chosen = f.genuflect
            else:
                self.chosen = f.left if found.aside > 0.0 else f.right
        self.call(LookAtBall())
        self.call(Dive(motion_name=self.chosen))
