"""Rules about a robot and the ball: ball holding, playing with hands."""

from collections.abc import Iterator

from kickabout.geometry import Vector2, World
from kickabout.representations.game import GameState, Penalty
from kickabout.simulation.referee.referee_context import Offense, RefereeContext
from kickabout.simulation.referee.view import RobotId, RobotView


class BallHolding:
    """Robots that cover the ball; a hold ends only after a release of the same duration."""

    def __init__(self) -> None:
        self._held_for: dict[RobotId, float] = {}
        self._last_time: float | None = None

    def judge(self, context: RefereeContext) -> Iterator[Offense]:
        dt = 0.0 if self._last_time is None else context.time - self._last_time
        self._last_time = context.time
        if context.game.state is not GameState.PLAYING:
            self._held_for.clear()
            return
        for robot in context.players():
            held_for = self._held(robot, context, dt)
            limits = context.rules.judgment
            is_keeping = context.game.is_goalkeeper(robot.id) and context.in_own_penalty_area(robot)
            if held_for > (limits.keeper_holds_for if is_keeping else limits.hold_for):
                del self._held_for[robot.id]
                yield Offense(
                    robot=robot.id,
                    penalty=Penalty.ILLEGAL_BALL_CONTACT,
                    call="ball holding",
                    ball_to=context.ball,
                )

    def _held(self, robot: RobotView, context: RefereeContext, dt: float) -> float:
        before = self._held_for.get(robot.id, 0.0)
        if robot.fallen_since is None and _covers(robot, context.ball):
            self._held_for[robot.id] = before + dt
        elif before > dt:
            self._held_for[robot.id] = before - dt
        else:
            self._held_for.pop(robot.id, None)
        return self._held_for.get(robot.id, 0.0)


def _covers(robot: RobotView, ball_in_world: Vector2[World]) -> bool:
    if robot.position.distance_to(ball_in_world) > robot.covers.reach:
        return False
    return robot.covers.contains(robot.robot_to_world.inverse() @ ball_in_world)


class Hands:
    """Touches with arm or hand; allowed for a keeper in its goal area and for a fallen robot."""

    def judge(self, context: RefereeContext) -> Iterator[Offense]:
        if context.game.state is not GameState.PLAYING:
            return
        for robot in context.players():
            allowed = context.game.is_goalkeeper(robot.id) and context.in_own_goal_area(robot)
            if robot.touches_ball_with_arm and robot.fallen_since is None and not allowed:
                yield Offense(
                    robot=robot.id,
                    penalty=Penalty.ILLEGAL_BALL_CONTACT,
                    call="playing with hands",
                    ball_to=context.ball,
                )
