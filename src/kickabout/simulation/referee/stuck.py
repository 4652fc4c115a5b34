"""The game-stuck rule: a ball that nobody moves."""

from kickabout.geometry import Vector2, World
from kickabout.representations.game import Penalty
from kickabout.simulation.referee.referee_context import Offense, RefereeContext
from kickabout.simulation.referee.view import RobotId, TeamSide

EXPLORED = 0.5  # m; a robot that gets this far is on its way to the ball or looks for it


class GameStuck:
    """Local if a robot at the ball holds up the game, global if nobody goes there."""

    def __init__(self) -> None:
        self._ball: Vector2[World] | None = None
        self._ball_since = 0.0
        self._anchors: dict[RobotId, Vector2[World]] = {}
        self._progress_since = 0.0

    def local(self, scene: RefereeContext) -> Offense | None:
        """The robot nearest to the ball, if the game is stuck around it; call once per view."""
        self._observe(scene)
        rules = scene.rules.stuck
        if scene.time - self._ball_since <= rules.after:
            return None
        robot = min(scene.players(), key=scene.distance_to_ball, default=None)
        if robot is None or scene.distance_to_ball(robot) > rules.near_ball:
            return None
        self._ball = None
        return Offense(robot=robot.id, penalty=Penalty.LOCAL_GAME_STUCK, call="local game stuck")

    def is_global(self, scene: RefereeContext) -> bool:
        """Nobody has made progress; only after the ball was touched since the kick-off."""
        after = scene.rules.stuck.after
        rests_for = scene.time - self._ball_since
        stands_for = scene.time - self._progress_since
        stuck = self._ball is not None and min(rests_for, stands_for) > after
        return stuck and scene.watch.touched_since_kick_off

    def nearest_team(self, scene: RefereeContext) -> TeamSide | None:
        robot = min(scene.players(), key=scene.distance_to_ball, default=None)
        return None if robot is None else robot.id.team

    def _observe(self, scene: RefereeContext) -> None:
        limit = scene.rules.stuck.ball_moves
        moved = self._ball is None or self._ball.distance_to(scene.ball) > limit
        if moved or not scene.game.in_open_play:
            self._ball = scene.ball
            self._ball_since = self._progress_since = scene.time
            self._anchors.clear()
        for robot in scene.players():
            anchor = self._anchors.setdefault(robot.id, robot.position)
            if anchor.distance_to(robot.position) > EXPLORED:
                self._anchors[robot.id] = robot.position
                self._progress_since = scene.time
