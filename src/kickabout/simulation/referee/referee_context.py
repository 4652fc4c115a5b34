"""What the rules are applied to: a view, the game, and for how long something has been so."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from kickabout.geometry import Field, Pose2, Robot, Vector2, World
from kickabout.representations.field import FieldDimensions
from kickabout.representations.game import GameState, Penalty, SetPlay
from kickabout.simulation.referee.ball_watch import BallWatch
from kickabout.simulation.referee.game import Game
from kickabout.simulation.referee.rules import Rules
from kickabout.simulation.referee.view import RefereeView, RobotId, RobotView, TeamSide

IN_PLAY = (GameState.READY, GameState.SET, GameState.PLAYING)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeContext:
    """One view of a game, with everything that is needed to judge it."""

    view: RefereeView
    game: Game
    rules: Rules
    field: FieldDimensions
    watch: BallWatch
    playing: Mapping[TeamSide | None, tuple[RobotView, ...]]  # by team; under None both

    @classmethod
    def of(cls, view: RefereeView, game: Game, *, field: FieldDimensions, watch: BallWatch) -> Self:
        """The scene, with those who take part: neither penalized nor substitutes."""
        robots = tuple(robot for robot in view.robots if game.plays(robot.id))
        playing: dict[TeamSide | None, tuple[RobotView, ...]] = {
            team: tuple(robot for robot in robots if robot.id.team is team) for team in TeamSide
        }
        return cls(
            view=view,
            game=game,
            rules=game.rules,
            field=field,
            watch=watch,
            playing={None: robots, **playing},
        )

    @property
    def time(self) -> float:
        return self.view.time

    @property
    def ball(self) -> Vector2[World]:
        return self.view.ball_in_world

    def players(self, team: TeamSide | None = None) -> tuple[RobotView, ...]:
        """Who took part when the view was taken, in a team or in both."""
        return self.playing[team]

    def in_field(self, robot: RobotView) -> Vector2[Field]:
        """The robot in the field frame of its own team."""
        return self.game.in_field(robot.id.team, robot.position)

    def distance_to_ball(self, robot: RobotView) -> float:
        return robot.position.distance_to(self.ball)

    def in_own_goal_area(self, robot: RobotView) -> bool:
        position, field = self.in_field(robot), self.field
        return position.x < -field.goal_area_x and abs(position.y) < field.goal_area_y

    def in_own_penalty_area(self, robot: RobotView) -> bool:
        """In front of the own goal; on fields without that area the goal area takes its place."""
        position, field = self.in_field(robot), self.field
        if not field.has_penalty_area:
            return self.in_own_goal_area(robot)
        return position.x < -field.penalty_area_x and abs(position.y) < field.penalty_area_y

    def in_opponents_penalty_area(self, robot: RobotView) -> bool:
        position, field = self.in_field(robot), self.field
        if not field.has_penalty_area:
            return position.x > field.goal_area_x and abs(position.y) < field.goal_area_y
        return position.x > field.penalty_area_x and abs(position.y) < field.penalty_area_y


@dataclass(frozen=True, slots=True, kw_only=True)
class Offense:
    """What a robot did, and what follows from it besides the penalty."""

    robot: RobotId
    penalty: Penalty
    call: str  # in the head referee's words
    ball_to: Vector2[World] | None = None
    robot_to: Pose2[Robot, World] | None = None  # for a robot penalized where it stands
    restart: SetPlay = SetPlay.NONE  # for the other team


INTERRUPTION = 1.0  # s; who has not been looked at for so long was not on the field


class Persistence:
    """For how long something has been true of each robot, without interruption."""

    def __init__(self) -> None:
        self._since: dict[RobotId, float] = {}
        self._seen_at: dict[RobotId, float] = {}

    def duration(self, robot: RobotId, holds: bool, *, time: float) -> float:
        """Seconds up to now, 0 if it does not hold or has just begun."""
        was_away = time - self._seen_at.get(robot, time) > INTERRUPTION
        self._seen_at[robot] = time
        if not holds or was_away:
            self._since.pop(robot, None)
        return time - self._since.setdefault(robot, time) if holds else 0.0

    def forget(self, robot: RobotId) -> None:
        self._since.pop(robot, None)

    def clear(self) -> None:
        self._since.clear()
