"""The context of the rules: view, game, and the durations of conditions."""

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
    """One view of a game, with all data that the rules need."""

    view: RefereeView
    game: Game
    rules: Rules
    field: FieldDimensions
    watch: BallWatch
    playing: Mapping[TeamSide | None, tuple[RobotView, ...]]  # by team; under None both

    @classmethod
    def of(cls, view: RefereeView, game: Game, *, field: FieldDimensions, watch: BallWatch) -> Self:
        """Return the context; robots that are penalized or substitutes do not take part."""
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
        """Return the robots of a team or of both that take part in this view."""
        return self.playing[team]

    def in_field(self, robot: RobotView) -> Vector2[Field]:
        """Return the robot's position in the field frame of its own team."""
        return self.game.in_field(robot.id.team, robot.position)

    def distance_to_ball(self, robot: RobotView) -> float:
        return robot.position.distance_to(self.ball)

    def in_own_goal_area(self, robot: RobotView) -> bool:
        position, field = self.in_field(robot), self.field
        return position.x < -field.goal_area_x and abs(position.y) < field.goal_area_y

    def in_own_penalty_area(self, robot: RobotView) -> bool:
        """Whether a robot is in its penalty area; without one, the goal area is used."""
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
    """An offense of a robot, with its penalty and further consequences."""

    robot: RobotId
    penalty: Penalty
    call: str  # announced by the head referee
    ball_to: Vector2[World] | None = None
    robot_to: Pose2[Robot, World] | None = None  # for a robot penalized where it stands
    restart: SetPlay = SetPlay.NONE  # for the other team


INTERRUPTION = 1.0  # s; a robot that was not checked for this long was not on the field


class Persistence:
    """For how long a condition has been true of each robot without interruption."""

    def __init__(self) -> None:
        self._since: dict[RobotId, float] = {}
        self._checked_at: dict[RobotId, float] = {}

    def duration(self, robot: RobotId, holds: bool, *, time: float) -> float:
        """Update a robot; return the duration in seconds, 0 if the condition is false or new."""
        was_away = time - self._checked_at.get(robot, time) > INTERRUPTION
        self._checked_at[robot] = time
        if not holds or was_away:
            self._since.pop(robot, None)
        return time - self._since.setdefault(robot, time) if holds else 0.0

    def forget(self, robot: RobotId) -> None:
        self._since.pop(robot, None)

    def clear(self) -> None:
        self._since.clear()
