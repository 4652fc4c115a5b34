"""The game-stuck rule: a ball that no robot moves."""

from kickabout.geometry import Vector2, World
from kickabout.representations.game import Penalty
from kickabout.simulation.referee.referee_context import Offense, RefereeContext
from kickabout.simulation.referee.view import RobotId, TeamSide

EXPLORED = 0.5  # m; a robot that moves this far walks to the ball or searches for it


class GameStuck:
    """Game stuck: local if a robot at the ball blocks the game, global if none goes there."""

    def __init__(self) -> None:
        self._ball: Vector2[World] | None = None
        self._ball_since = 0.0
        self._anchors: dict[RobotId, Vector2[World]] = {}
        self._progress_since = 0.0

    def local(self, context: RefereeContext) -> Offense | None:
        """Return the robot closest to the ball if the game is stuck there; call once per view."""
        self._observe(context)
        rules = context.rules.stuck
        if context.time - self._ball_since <= rules.after:
            return None
        robot = min(context.players(), key=context.distance_to_ball, default=None)
        if robot is None or context.distance_to_ball(robot) > rules.near_ball:
            return None
        self._ball = None
        return Offense(robot=robot.id, penalty=Penalty.LOCAL_GAME_STUCK, call="local game stuck")

    def rests(self, context: RefereeContext) -> bool:
        """Whether the ball has not moved, whatever robots do; call once per view."""
        self._observe(context)
        stuck = context.time - self._ball_since > context.rules.stuck.after
        if stuck:
            self._ball = None
        return stuck

    def is_global(self, context: RefereeContext) -> bool:
        """Whether no robot has made progress; needs a touch of the ball since the kick-off."""
        after = context.rules.stuck.after
        rests_for = context.time - self._ball_since
        stands_for = context.time - self._progress_since
        stuck = self._ball is not None and min(rests_for, stands_for) > after
        return stuck and context.watch.touched_since_kick_off

    def nearest_team(self, context: RefereeContext) -> TeamSide | None:
        robot = min(context.players(), key=context.distance_to_ball, default=None)
        return None if robot is None else robot.id.team

    def _observe(self, context: RefereeContext) -> None:
        limit = context.rules.stuck.ball_moves
        moved = self._ball is None or self._ball.distance_to(context.ball) > limit
        if moved or not context.game.in_open_play:
            self._ball = context.ball
            self._ball_since = self._progress_since = context.time
            self._anchors.clear()
        for robot in context.players():
            anchor = self._anchors.setdefault(robot.id, robot.position)
            if anchor.distance_to(robot.position) > EXPLORED:
                self._anchors[robot.id] = robot.position
                self._progress_since = context.time
