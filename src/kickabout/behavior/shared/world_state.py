"""The world state that behavior decides on: from all models to derived facts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from kickabout.behavior.shared.behavior_inputs import (
    BallInputs,
    BodyInputs,
    GameInputs,
    OthersInputs,
)
from kickabout.behavior.shared.skill_requests import SkillRequests
from kickabout.behavior.shared.teammates import ActiveTeammate, active_teammates, penalty_of
from kickabout.framework import FrameInfo, frozen, once
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    FieldDimensions,
    GamePhase,
    GameState,
    Navigator,
    Obstacle,
    ObstacleKind,
    Penalty,
    Role,
    SetPlay,
    TeamSeen,
)

RECENT = 1.5  # s; this robot's ball is used if it was seen more recently than this
FORGOTTEN = 5.0  # s; a ball that no robot saw for this long has to be searched
NEVER = math.inf
SAME = 0.35  # m; an obstacle this near to a teammate is that teammate
GOAL_POST, OWN = ObstacleKind.GOAL_POST, TeamSeen.OWN


@frozen
class FieldObstacle:
    """A robot or a goal post, in field coordinates."""

    position: Vector2[Field]
    radius: float  # m
    is_robot: bool
    is_teammate: bool


@dataclass
class WorldState:
    """The world of one cycle. Reading changes nothing; only skills write to `requests`."""

    frame: FrameInfo
    game: GameInputs
    balls: BallInputs
    others: OthersInputs
    body: BodyInputs
    supporters: tuple[int, ...] = ()  # player numbers from the rear to the front
    planner: Navigator = Navigator()
    motion_goes_to_ball: bool = False
    random: np.random.Generator | None = None
    requests: SkillRequests = field(default_factory=SkillRequests)

    @once
    def now(self) -> float:
        return self.frame.time

    @once
    def field(self) -> FieldDimensions:
        return self.game.field

    @once
    def pose(self) -> Pose2[Robot, Field]:
        return self.body.pose.robot_to_field

    @once
    def position(self) -> Vector2[Field]:
        return self.pose.position

    @once
    def field_to_robot(self) -> Pose2[Field, Robot]:
        return self.pose.inverse()

    @once
    def number(self) -> int:
        return self.game.player.number

    @once
    def state(self) -> GameState:
        return self.game.state.state

    @once
    def state_for(self) -> float:
        """Return the seconds since the game state began."""
        return self.now - self.game.state.since

    @once
    def set_play(self) -> SetPlay:
        return self.game.state.set_play

    @once
    def is_own_kick(self) -> bool:
        return self.game.state.own_kick is True

    @once
    def is_shootout(self) -> bool:
        return self.game.info.data.game_phase is GamePhase.PENALTY_SHOOTOUT

    @once
    def is_penalty_kick(self) -> bool:
        return self.set_play is SetPlay.PENALTY_KICK

    @once
    def is_own_penalty_kick(self) -> bool:
        """If the controller hides the kicking team, infer it from the ball's half."""
        if not self.is_penalty_kick or self.game.state.own_kick is not None:
            return self.is_penalty_kick and self.is_own_kick
        return self.state is GameState.PLAYING and self.is_ball_known and self.ball.x > 0.0

    @once
    def may_play_ball(self) -> bool:
        return self.game.state.ball_is_free

    @once
    def is_penalized(self) -> bool:
        return penalty_of(self.game.info, self.game.player) is not Penalty.NONE

    @once
    def role(self) -> Role:
        return self.others.roles.role

    @once
    def plays_ball(self) -> bool:
        return self.role is Role.STRIKER

    @once
    def is_keeper(self) -> bool:
        return self.role is Role.KEEPER

    @once
    def supporter_index(self) -> int:
        """Return this robot's index among the supporters from the rear, −1 for others."""
        return self.supporters.index(self.number) if self.number in self.supporters else -1

    @once
    def opponents_goal(self) -> Vector2[Field]:
        return Vector2(self.field.goal_line_x, 0.0)

    @once
    def own_goal(self) -> Vector2[Field]:
        return Vector2(-self.field.goal_line_x, 0.0)

    @once
    def own_ball_age(self) -> float:
        return self.now - self.balls.own.last_seen_at if self.balls.own.known else NEVER

    @once
    def team_ball_age(self) -> float:
        ball = self.balls.team
        return self.now - ball.last_seen_at if ball.valid else NEVER

    @once
    def is_ball_known(self) -> bool:
        """Return whether a robot of the team has seen the ball recently."""
        return min(self.own_ball_age, self.team_ball_age) < FORGOTTEN

    @once
    def uses_own_ball(self) -> bool:
        is_fresh = self.own_ball_age < RECENT or self.own_ball_age < self.team_ball_age + 0.5
        return self.balls.field.known and is_fresh

    @once
    def ball(self) -> Vector2[Field]:
        """Return the best estimate of the ball's position; the last one if it is lost."""
        if self.uses_own_ball or not self.balls.team.valid:
            return self.balls.field.position_in_field
        return self.balls.team.position_in_field

    @once
    def ball_end(self) -> Vector2[Field]:
        """Return where the ball will come to rest."""
        return self.balls.field.end_in_field if self.uses_own_ball else self.ball

    @once
    def ball_velocity(self) -> Vector2[Field]:
        if self.uses_own_ball:
            return self.balls.field.velocity_in_field
        return self.balls.team.velocity_in_field

    @once
    def ball_in_robot(self) -> Vector2[Robot]:
        return self.field_to_robot @ self.ball

    @once
    def ball_distance(self) -> float:
        return self.ball_in_robot.norm

    @once
    def teammates(self) -> Sequence[ActiveTeammate]:
        """Return the active teammates, by number."""
        return active_teammates(
            self.others.team, self.others.players, self.game.info, self.game.player
        )

    def teammate(self, number: int) -> ActiveTeammate | None:
        return next((teammate for teammate in self.teammates if teammate.number == number), None)

    @once
    def keeper(self) -> ActiveTeammate | None:
        return next((m for m in self.teammates if self.role_of(m.number) is Role.KEEPER), None)

    @once
    def keeper_plays_ball(self) -> bool:
        """Return whether the keeper reports that it walks to the ball."""
        target = None if self.keeper is None else self.keeper.walking_to
        return target is not None and target.position.distance_to(self.ball) < 0.4

    def role_of(self, number: int) -> Role:
        roles = self.others.roles.roles
        return roles[number - 1] if 0 < number <= len(roles) else Role.NONE

    @once
    def obstacles(self) -> Sequence[FieldObstacle]:
        """Return the obstacles around this robot."""
        obstacles = self.others.obstacles.obstacles
        positions = self.pose.each([obstacle.center_in_robot for obstacle in obstacles])
        return [
            self._field_obstacle(obstacle, position)
            for obstacle, position in zip(obstacles, positions, strict=True)
        ]

    def _field_obstacle(self, obstacle: Obstacle, position: Vector2[Field]) -> FieldObstacle:
        is_robot = obstacle.kind is not GOAL_POST
        is_teammate = obstacle.team is OWN or (is_robot and self._is_near_teammate(position))
        return FieldObstacle(
            position=position, radius=obstacle.radius, is_robot=is_robot, is_teammate=is_teammate
        )

    def _is_near_teammate(self, position: Vector2[Field]) -> bool:
        for teammate in self.teammates:  # noqa: SIM110 (a loop, as `any` takes twice as long)
            if teammate.position.distance_to(position) < SAME:
                return True
        return False

    @once
    def opponents(self) -> Sequence[Vector2[Field]]:
        """Return the opponents known to the team and other robots that are no teammates."""
        known = [player.position_in_field for player in self.others.players.opponents]
        seen = [b.position for b in self.obstacles if b.is_robot and not b.is_teammate]
        return known + [p for p in seen if all(p.distance_to(k) > 0.4 for k in known)]
