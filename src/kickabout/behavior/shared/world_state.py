"""The world as cards and skills see it: from all models to what decisions are made of."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from kickabout.behavior.shared.skill_requests import SkillRequests
from kickabout.behavior.shared.teammates import Mate, mates_of
from kickabout.framework import FrameInfo, frozen, inputs, once
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
    Obstacle,
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
SAME = 0.35  # m; a robot seen this near to a teammate is that teammate
GOAL_POST, OWN = ObstacleKind.GOAL_POST, TeamSeen.OWN


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


@frozen
class FieldObstacle:
    """Another robot or a post, in field coordinates."""

    position: Vector2[Field]
    radius: float  # m
    is_robot: bool
    is_teammate: bool


@dataclass
class WorldState:
    """One cycle's view. Reading it changes nothing; only skills write to `wishes`."""

    frame: FrameInfo
    given: BehaviorInputs
    supporters: tuple[int, ...] = ()  # player numbers from the rear to the front
    planner: Navigator = Navigator()
    motion_goes_to_ball: bool = False
    random: np.random.Generator | None = None
    wishes: SkillRequests = field(default_factory=SkillRequests)

    @once
    def now(self) -> float:
        return self.frame.time

    @once
    def field(self) -> FieldDimensions:
        return self.given.field

    @once
    def pose(self) -> Pose2[Robot, Field]:
        return self.given.pose.robot_to_field

    @once
    def position(self) -> Vector2[Field]:
        return self.pose.position

    @once
    def field_to_robot(self) -> Pose2[Field, Robot]:
        return self.pose.inverse()

    @once
    def number(self) -> int:
        return self.given.player.number

    @once
    def state(self) -> GameState:
        return self.given.state.state

    @once
    def state_for(self) -> float:
        """Seconds in the present game state."""
        return self.now - self.given.state.since

    @once
    def set_play(self) -> SetPlay:
        return self.given.state.set_play

    @once
    def is_own_kick(self) -> bool:
        return self.given.state.own_kick is True

    @once
    def is_shootout(self) -> bool:
        return self.given.game.data.game_phase is GamePhase.PENALTY_SHOOTOUT

    @once
    def is_penalty_kick(self) -> bool:
        return self.set_play is SetPlay.PENALTY_KICK

    @once
    def is_own_penalty_kick(self) -> bool:
        """Where the GameController does not tell whose it is, the ball tells once it lies."""
        if not self.is_penalty_kick or self.given.state.own_kick is not None:
            return self.is_penalty_kick and self.is_own_kick
        return self.state is GameState.PLAYING and self.is_ball_known and self.ball.x > 0.0

    @once
    def may_play_ball(self) -> bool:
        return self.given.state.ball_is_free

    @once
    def is_penalized(self) -> bool:
        team = self.given.game.data.team(self.given.player.team)
        return team is not None and team.player(self.number).penalty is not Penalty.NONE

    @once
    def role(self) -> Role:
        return self.given.roles.role

    @once
    def plays_ball(self) -> bool:
        return self.role is Role.STRIKER

    @once
    def is_keeper(self) -> bool:
        return self.role is Role.KEEPER

    @once
    def supporter_index(self) -> int:
        """Place among the supporters from the rear, −1 for others."""
        return self.supporters.index(self.number) if self.number in self.supporters else -1

    @once
    def opponents_goal(self) -> Vector2[Field]:
        return Vector2(self.field.goal_line_x, 0.0)

    @once
    def own_goal(self) -> Vector2[Field]:
        return Vector2(-self.field.goal_line_x, 0.0)

    @once
    def own_ball_age(self) -> float:
        return self.now - self.given.ball.last_seen_at if self.given.ball.known else NEVER

    @once
    def team_ball_age(self) -> float:
        ball = self.given.team_ball
        return self.now - ball.last_seen_at if ball.valid else NEVER

    @once
    def is_ball_known(self) -> bool:
        """Somebody of the team has seen it lately."""
        return min(self.own_ball_age, self.team_ball_age) < FORGOTTEN

    @once
    def trusts_own_ball(self) -> bool:
        is_fresh = self.own_ball_age < RECENT or self.own_ball_age < self.team_ball_age + 0.5
        return self.given.field_ball.known and is_fresh

    @once
    def ball(self) -> Vector2[Field]:
        """Where the ball is, as far as known; the last place otherwise."""
        if self.trusts_own_ball or not self.given.team_ball.valid:
            return self.given.field_ball.position_in_field
        return self.given.team_ball.position_in_field

    @once
    def ball_end(self) -> Vector2[Field]:
        """Where the ball will lie when it has come to rest."""
        return self.given.field_ball.end_in_field if self.trusts_own_ball else self.ball

    @once
    def ball_velocity(self) -> Vector2[Field]:
        if self.trusts_own_ball:
            return self.given.field_ball.velocity_in_field
        return self.given.team_ball.velocity_in_field

    @once
    def ball_in_robot(self) -> Vector2[Robot]:
        return self.field_to_robot @ self.ball

    @once
    def ball_distance(self) -> float:
        return self.ball_in_robot.norm

    @once
    def mates(self) -> Sequence[Mate]:
        """Teammates on the field."""
        return mates_of(self.given.team, self.given.players, self.given.game, self.given.player)

    def mate(self, number: int) -> Mate | None:
        return next((mate for mate in self.mates if mate.number == number), None)

    @once
    def keeper(self) -> Mate | None:
        return next((m for m in self.mates if self.role_of(m.number) is Role.KEEPER), None)

    @once
    def keeper_plays_ball(self) -> bool:
        """Whether the keeper says that it walks to the ball."""
        target = None if self.keeper is None else self.keeper.walking_to
        return target is not None and target.position.distance_to(self.ball) < 0.4

    def role_of(self, number: int) -> Role:
        roles = self.given.roles.roles
        return roles[number - 1] if 0 < number <= len(roles) else Role.NONE

    @once
    def bodies(self) -> Sequence[FieldObstacle]:
        """All that stands on the field near this robot."""
        obstacles = self.given.obstacles.obstacles
        places = self.pose.each([obstacle.center_in_robot for obstacle in obstacles])
        return [
            self._body(obstacle, place) for obstacle, place in zip(obstacles, places, strict=True)
        ]

    def _body(self, obstacle: Obstacle, place: Vector2[Field]) -> FieldObstacle:
        is_robot = obstacle.kind is not GOAL_POST
        is_teammate = obstacle.team is OWN or (is_robot and self._is_near_mate(place))
        return FieldObstacle(
            position=place, radius=obstacle.radius, is_robot=is_robot, is_teammate=is_teammate
        )

    def _is_near_mate(self, place: Vector2[Field]) -> bool:
        for mate in self.mates:  # noqa: SIM110 (a loop, as `any` takes twice as long)
            if mate.position.distance_to(place) < SAME:
                return True
        return False

    @once
    def opponents(self) -> Sequence[Vector2[Field]]:
        """Opponents known to the team, or else robots that are no teammates."""
        known = [player.position_in_field for player in self.given.players.opponents]
        seen = [b.position for b in self.bodies if b.is_robot and not b.is_teammate]
        return known + [p for p in seen if all(p.distance_to(k) > 0.4 for k in known)]
