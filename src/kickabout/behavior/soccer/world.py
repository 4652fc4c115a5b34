"""The world as cards and skills see it: from all models to what decisions are made of."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from kickabout.behavior.soccer.wishes import Wishes
from kickabout.behavior.teammates import Mate, mates_of
from kickabout.framework import FrameInfo, frozen, inputs
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    BallModel,
    ButtonState,
    CameraCondition,
    FallState,
    FieldBall,
    FieldDimensions,
    GameInfo,
    GamePhase,
    GameState,
    GameStateModel,
    HeadState,
    MotionState,
    Navigator,
    ObstacleKind,
    ObstacleModel,
    Penalty,
    PlayerInfo,
    RobotPose,
    Role,
    RoleState,
    SensorFrame,
    SetPlay,
    TeamBall,
    TeamData,
    TeamFieldCoverage,
    TeamPlayersModel,
    TeamSeen,
)

RECENT = 1.5  # s; an own ball this fresh is better than any of the team
FORGOTTEN = 5.0  # s; a ball seen by nobody for this long has to be searched
NEVER = math.inf


@inputs
@frozen
class BehaviorInputs:
    """Everything that behavior looks at."""

    player: PlayerInfo
    field: FieldDimensions
    game: GameInfo
    state: GameStateModel
    pose: RobotPose
    ball: BallModel
    field_ball: FieldBall
    team_ball: TeamBall
    obstacles: ObstacleModel
    players: TeamPlayersModel
    team: TeamData
    roles: RoleState
    coverage: TeamFieldCoverage
    fall: FallState
    motion: MotionState
    head: HeadState
    buttons: ButtonState
    sensors: SensorFrame
    camera: CameraCondition


@dataclass(frozen=True, slots=True)
class Body:
    """Another robot or a post, in field coordinates."""

    position: Vector2[Field]
    radius: float  # m
    is_robot: bool
    is_teammate: bool


@dataclass
class World:
    """One cycle's view. Reading it changes nothing; only skills write to `wishes`."""

    frame: FrameInfo
    given: BehaviorInputs
    supporters: tuple[int, ...] = ()  # player numbers from the rear to the front
    planner: Navigator = Navigator()
    random: np.random.Generator | None = None
    wishes: Wishes = field(default_factory=Wishes)

    @property
    def now(self) -> float:
        return self.frame.time

    @property
    def field(self) -> FieldDimensions:
        return self.given.field

    @property
    def pose(self) -> Pose2[Robot, Field]:
        return self.given.pose.robot_to_field

    @property
    def position(self) -> Vector2[Field]:
        return self.pose.position

    @cached_property
    def field_to_robot(self) -> Pose2[Field, Robot]:
        return self.pose.inverse()

    @property
    def number(self) -> int:
        return self.given.player.number

    @property
    def state(self) -> GameState:
        return self.given.state.state

    @property
    def state_for(self) -> float:
        """Seconds in the present game state."""
        return self.now - self.given.state.since

    @property
    def set_play(self) -> SetPlay:
        return self.given.state.set_play

    @property
    def is_own_kick(self) -> bool:
        return self.given.state.own_kick is True

    @property
    def is_shootout(self) -> bool:
        return self.given.game.data.game_phase is GamePhase.PENALTY_SHOOTOUT

    @property
    def may_play_ball(self) -> bool:
        return self.given.state.ball_is_free

    @cached_property
    def is_penalized(self) -> bool:
        team = self.given.game.data.team(self.given.player.team)
        return team is not None and team.player(self.number).penalty is not Penalty.NONE

    @property
    def role(self) -> Role:
        return self.given.roles.role

    @property
    def plays_ball(self) -> bool:
        return self.role is Role.STRIKER

    @property
    def is_keeper(self) -> bool:
        return self.role is Role.KEEPER

    @property
    def supporter_index(self) -> int:
        """Place among the supporters from the rear, −1 for others."""
        return self.supporters.index(self.number) if self.number in self.supporters else -1

    @cached_property
    def opponents_goal(self) -> Vector2[Field]:
        return Vector2(self.field.goal_line_x, 0.0)

    @cached_property
    def own_goal(self) -> Vector2[Field]:
        return Vector2(-self.field.goal_line_x, 0.0)

    @cached_property
    def own_ball_age(self) -> float:
        return self.now - self.given.ball.last_seen_at if self.given.ball.known else NEVER

    @cached_property
    def team_ball_age(self) -> float:
        ball = self.given.team_ball
        return self.now - ball.last_seen_at if ball.valid else NEVER

    @cached_property
    def is_ball_known(self) -> bool:
        """Somebody of the team has seen it lately."""
        return min(self.own_ball_age, self.team_ball_age) < FORGOTTEN

    @cached_property
    def trusts_own_ball(self) -> bool:
        is_fresh = self.own_ball_age < RECENT or self.own_ball_age < self.team_ball_age + 0.5
        return self.given.field_ball.known and is_fresh

    @cached_property
    def ball(self) -> Vector2[Field]:
        """Where the ball is, as far as known; the last place otherwise."""
        if self.trusts_own_ball or not self.given.team_ball.valid:
            return self.given.field_ball.position_in_field
        return self.given.team_ball.position_in_field

    @cached_property
    def ball_end(self) -> Vector2[Field]:
        """Where the ball will lie when it has come to rest."""
        return self.given.field_ball.end_in_field if self.trusts_own_ball else self.ball

    @cached_property
    def ball_velocity(self) -> Vector2[Field]:
        if self.trusts_own_ball:
            return self.given.field_ball.velocity_in_field
        return self.given.team_ball.velocity_in_field

    @cached_property
    def ball_in_robot(self) -> Vector2[Robot]:
        return self.field_to_robot @ self.ball

    @cached_property
    def ball_distance(self) -> float:
        return self.ball_in_robot.norm

    @cached_property
    def mates(self) -> Sequence[Mate]:
        """Teammates on the field."""
        return mates_of(self.given.team, self.given.players, self.given.game, self.given.player)

    def mate(self, number: int) -> Mate | None:
        return next((mate for mate in self.mates if mate.number == number), None)

    @cached_property
    def keeper(self) -> Mate | None:
        return next((m for m in self.mates if self.role_of(m.number) is Role.KEEPER), None)

    def role_of(self, number: int) -> Role:
        roles = self.given.roles.roles
        return roles[number - 1] if 0 < number <= len(roles) else Role.NONE

    @cached_property
    def bodies(self) -> Sequence[Body]:
        """All that stands on the field near this robot."""
        return [self._body(i) for i in range(len(self.given.obstacles.obstacles))]

    def _body(self, index: int) -> Body:
        obstacle = self.given.obstacles.obstacles[index]
        place = self.pose @ obstacle.center_in_robot
        is_robot = obstacle.kind is not ObstacleKind.GOAL_POST
        near_mate = is_robot and any(m.position.distance_to(place) < 0.35 for m in self.mates)
        is_teammate = near_mate or obstacle.team is TeamSeen.OWN
        return Body(place, obstacle.radius, is_robot, is_teammate)

    @cached_property
    def opponents(self) -> Sequence[Vector2[Field]]:
        """Opponents known to the team, or else robots that are no teammates."""
        known = [player.position_in_field for player in self.given.players.opponents]
        seen = [b.position for b in self.bodies if b.is_robot and not b.is_teammate]
        return known + [p for p in seen if all(p.distance_to(k) > 0.4 for k in known)]
