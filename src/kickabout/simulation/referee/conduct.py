"""Rules about a single robot: leaving the field, falls, inactivity, illegal motion, stance."""

from collections.abc import Iterator

from kickabout.geometry import Pose2, Robot, World
from kickabout.representations.field import FieldDimensions
from kickabout.representations.game import GamePhase, GameState, Penalty
from kickabout.simulation.referee.referee_context import (
    IN_PLAY,
    Offense,
    Persistence,
    RefereeContext,
)
from kickabout.simulation.referee.view import RobotId, RobotView

CARPET_MARGIN = 0.05  # m; a robot this close to the edge counts as leaving
DEEP_IN_GOAL = 0.2  # m behind the goal line; beyond, a robot touches the net


class LeavingTheField:
    """Robots that leave the carpet, or are caught in a goal net."""

    def __init__(self) -> None:
        self._in_net = Persistence()

    def judge(self, context: RefereeContext) -> Iterator[Offense]:
        if context.game.state not in IN_PLAY:
            self._in_net.clear()
            return
        field = context.field
        limit_x, limit_y = _limits(field)
        for robot in context.players():
            x, y = abs(robot.position.x), abs(robot.position.y)
            off = x > limit_x or y > limit_y
            in_goal = x > field.goal_line_x and y < field.goal.post_y
            in_net = in_goal and x > field.goal_line_x + DEEP_IN_GOAL
            caught_for = self._in_net.duration(robot.id, in_net, time=context.time)
            if (off and not in_goal) or caught_for > context.rules.judgment.in_net_for:
                self._in_net.forget(robot.id)
                yield Offense(
                    robot=robot.id, penalty=Penalty.LEAVING_THE_FIELD, call="leaving the field"
                )


def _limits(field: FieldDimensions) -> tuple[float, float]:
    """Return where a robot leaves: at the edge of the carpet, or halfway over the walls."""
    if field.border:
        half = field.border_depth / 2.0
        return field.goal_line_x + half, field.side_line_y + half
    return field.boundary_x - CARPET_MARGIN, field.boundary_y - CARPET_MARGIN


class FallenOrInactive:
    """Robots that do not get up, and robots that do not move at all."""

    def __init__(self) -> None:
        self._idle = Persistence()

    def judge(self, context: RefereeContext) -> Iterator[Offense]:
        if context.game.state not in IN_PLAY:
            self._idle.clear()
            return
        for robot in context.players():
            call = self._call(robot, context)
            if call is not None:
                self._idle.forget(robot.id)
                yield Offense(robot=robot.id, penalty=Penalty.INACTIVE_PLAYER, call=call)

    def _call(self, robot: RobotView, context: RefereeContext) -> str | None:
        limits, game = context.rules.judgment, context.game
        idle_for = self._idle.duration(robot.id, not robot.is_active, time=context.time)
        if robot.fallen_since is not None:
            fallen_for = context.time - robot.fallen_since
            lies_still = min(fallen_for, idle_for) > limits.getting_up_within
            return "fallen robot" if fallen_for > limits.fallen_for or lies_still else None
        may_wait = game.state is GameState.SET or game.phase is GamePhase.PENALTY_SHOOTOUT
        return "inactive robot" if idle_for > limits.inactive_for and not may_wait else None


class Motion:
    """Robots that walk in set or standby; in set they are put back where they stood."""

    def __init__(self) -> None:
        self._walking = Persistence()
        self._stood_at: dict[RobotId, Pose2[Robot, World]] = {}

    def judge(self, context: RefereeContext) -> Iterator[Offense]:
        game, limits = context.game, context.rules.judgment
        if game.state is GameState.SET:
            penalty, call = Penalty.MOTION_IN_SET, "motion in set"
        elif game.state is GameState.STANDBY:
            penalty, call = Penalty.MOTION_IN_STANDBY, "motion in standby"
        else:
            self._walking.clear()
            self._stood_at.clear()
            return
        settled = context.time - game.state_since > limits.motion_grace
        for robot in context.players():
            walks = settled and robot.walks and robot.fallen_since is None
            walking_for = self._walking.duration(robot.id, walks, time=context.time)
            if not walks:
                self._stood_at[robot.id] = robot.robot_to_world
            elif walking_for > limits.motion_for:
                self._walking.forget(robot.id)
                back = self._stood_at.get(robot.id, robot.robot_to_world)
                yield Offense(robot=robot.id, penalty=penalty, call=call, robot_to=back)


class PlayerStance:
    """Robots that stand with their legs wide apart for too long."""

    def __init__(self) -> None:
        self._wide = Persistence()

    def judge(self, context: RefereeContext) -> Iterator[Offense]:
        for robot in context.players():
            wide = robot.stands_wide and context.game.state in IN_PLAY
            wide_for = self._wide.duration(
                robot.id, wide and robot.fallen_since is None, time=context.time
            )
            if wide_for > context.rules.judgment.stance_for:
                self._wide.forget(robot.id)
                yield Offense(robot=robot.id, penalty=Penalty.PLAYER_STANCE, call="player stance")
