"""A field without physics: robots are points with limited speed, kicks are impulses."""

import math
from dataclasses import dataclass, field, replace

import numpy as np
from tests.behavior.situations import (
    DT,
    Inputs,
    game_data,
    known_ball,
    opponents_at,
    robot_at,
    role_inputs,
)

from kickabout.behavior.bhuman.behavior_control import BehaviorControl, BehaviorControlParameters
from kickabout.behavior.bhuman.role_assigner import RoleAssigner, RoleAssignerParameters
from kickabout.behavior.hulks.hulks_behavior_control import (
    HulksBehaviorControl,
    HulksBehaviorControlParameters,
)
from kickabout.behavior.hulks.hulks_path_planner import shortest_around_circles
from kickabout.behavior.hulks.hulks_role_assigner import (
    HulksRoleAssigner,
    HulksRoleAssignerParameters,
)
from kickabout.behavior.shared.behavior_inputs import (
    BallInputs,
    BodyInputs,
    GameInputs,
    OthersInputs,
)
from kickabout.behavior.shared.navigation.path_planner import PathPlanner
from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.motion.walk.walk_path import next_point
from kickabout.representations import (
    ActivationGraph,
    BallSearchMap,
    ButtonState,
    CameraCondition,
    FallState,
    FieldDimensions,
    GameInfo,
    GameState,
    GameStateModel,
    HeadState,
    KickRequest,
    Motion,
    MotionRequest,
    MotionState,
    Navigator,
    Obstacle,
    ObstacleModel,
    PlayerInfo,
    RobotPose,
    Role,
    RoleState,
    SensorFrame,
    TacticalState,
    TeamBall,
    TeamData,
    TeamFieldCoverage,
    Teammate,
    TeamPlayersModel,
    TeamSeen,
    WalkMode,
    WalkRequest,
)
from kickabout.robots.nao.configuration import NAO
from kickabout.soccer.kick_catalogue import kick_catalogue

FORWARD, SIDEWAYS, TURN = 0.3, 0.2, 1.5  # m/s, m/s, rad/s
GAIN = 0.3  # s, time constant of acceleration
ROBOT_RADIUS = 0.12  # m, distance at which the ball bounces off
STEP_DURATION = 0.25  # s
STAND_KICK_DELAY = 0.8  # s until a standing kick hits
# As measured by `bench motion`, with a slightly wider spread.
WALK_REACH, WALK_SPREAD = 0.9, 0.07  # of the catalogue's reach, rad
STAND_REACH, STAND_SPREAD = 4.6, 0.04  # m, rad


@dataclass
class Player:
    """A robot: a pose with role assignment and behavior."""

    number: int
    pose: Pose2[Robot, Field]
    own_team: bool = True
    runs: bool = True
    roles: RoleAssigner | HulksRoleAssigner = field(
        default_factory=lambda: RoleAssigner(RoleAssignerParameters())
    )
    behavior: BehaviorControl | HulksBehaviorControl = field(
        default_factory=lambda: BehaviorControl(BehaviorControlParameters())
    )
    navigator: Navigator = field(default_factory=lambda: Navigator(plan=PathPlanner().plan))
    speed: Pose2[Robot, Robot] = Pose2()
    request: MotionRequest = MotionRequest()
    role: RoleState = RoleState()
    graph: ActivationGraph = ActivationGraph()
    tactics: TacticalState = TacticalState()
    last_kick_at: float = -1e9
    kick: KickRequest = KickRequest()
    kick_since: float | None = None

    def decide(self, frame: FrameInfo, inputs: Inputs) -> None:
        if isinstance(self.behavior, HulksBehaviorControl):
            decided = self.behavior.update(frame, *inputs, self.navigator, BallSearchMap())
        else:
            decided = self.behavior.update(frame, *inputs, self.navigator)
        self.request, self.graph, self.tactics = decided[0], decided[3], decided[4]

    @property
    def doing(self) -> str:
        """The innermost card, or the action of HULKs."""
        options = [option.option for option in self.graph.options]
        cards = [name for name in options if name.endswith("Card")]
        return (cards or options or [""])[-1]


@dataclass
class KinematicField:
    """Moves all robots at the rate of cognition; the ball rolls with friction."""

    players: list[Player]
    ball: Vector2[Field] = Vector2()
    ball_velocity: Vector2[Field] = Vector2()
    state: GameStateModel = GameStateModel(state=GameState.PLAYING)
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))
    dimensions: FieldDimensions = FieldDimensions()
    time: float = 100.0

    @property
    def is_goal(self) -> bool:
        goal = self.dimensions.goal
        return self.ball.x > self.dimensions.goal_line_x and abs(self.ball.y) < goal.post_y

    @property
    def is_out(self) -> bool:
        d = self.dimensions
        return abs(self.ball.x) > d.goal_line_x + 0.1 or abs(self.ball.y) > d.side_line_y + 0.1

    def step(self) -> None:
        self.time += DT
        for player in self.players:
            if player.runs:
                self._run(player)
        for player in self.players:
            self._move(player)
        self._roll()

    def _run(self, player: Player) -> None:
        frame = FrameInfo(time=self.time, dt=DT)
        game, balls = self._game(player), self._balls(player)
        others, body = self._others(player), self._body(player)
        inputs = Inputs(game, balls, others, body)
        player.role = player.roles.update(frame, role_inputs(inputs))
        player.decide(frame, inputs._replace(others=replace(others, roles=player.role)))

    def _game(self, player: Player) -> GameInputs:
        return GameInputs(
            player=PlayerInfo(number=player.number),
            field=self.dimensions,
            info=GameInfo(data=game_data(), received=True),
            state=self.state,
        )

    def _balls(self, player: Player) -> BallInputs:
        speed = self.ball_velocity.norm
        distance = speed * speed / (2.0 * self.dimensions.ball.deceleration)
        end = self.ball + self.ball_velocity.normalized() * distance
        own, on_field = known_ball(
            player.pose, self.ball, self.ball_velocity, end=end, seen_at=self.time
        )
        team = TeamBall(
            position_in_field=self.ball,
            velocity_in_field=self.ball_velocity,
            valid=True,
            last_seen_at=self.time,
        )
        return BallInputs(own=own, field=on_field, team=team)

    def _others(self, player: Player) -> OthersInputs:
        others = [p for p in self.players if p is not player]
        return OthersInputs(
            obstacles=ObstacleModel(obstacles=tuple(self._obstacles(player, others))),
            players=self._players(others),
            team=TeamData(
                teammates=tuple(self._teammate(p) for p in others if p.own_team == player.own_team)
            ),
            roles=RoleState(),
            coverage=TeamFieldCoverage(),
        )

    def _body(self, player: Player) -> BodyInputs:
        return BodyInputs(
            pose=RobotPose(robot_to_field=player.pose),
            fall=FallState(),
            motion=MotionState(
                motion=Motion.KICK if player.kick_since is not None else player.request.motion,
                stable=True,
                walking_at=player.speed,
                last_kick_at=player.last_kick_at,
            ),
            head=HeadState(),
            buttons=ButtonState(),
            sensors=SensorFrame(),
            camera=CameraCondition(),
        )

    def _obstacles(self, player: Player, others: list[Player]) -> list[Obstacle]:
        to_robot = player.pose.inverse()
        return [
            robot_at(
                to_robot @ p.pose.position,
                TeamSeen.OWN if p.own_team == player.own_team else TeamSeen.OPPONENT,
                self.time,
            )
            for p in others
        ]

    def _players(self, others: list[Player]) -> TeamPlayersModel:
        return opponents_at(p.pose.position for p in others if not p.own_team)

    def _teammate(self, player: Player) -> Teammate:
        return Teammate(
            number=player.number,
            robot_to_field=player.pose,
            role=player.role.role,
            time_to_reach_ball=player.role.time_to_reach_ball,
            walking_to=player.tactics.walking_to,
            shooting_to=player.tactics.shooting_to,
            passing_to=player.tactics.passing_to,
            received_at=self.time,
        )

    def _move(self, player: Player) -> None:
        request = player.request
        desired: Pose2[Robot, Robot] = Pose2()
        if player.kick_since is not None:
            self._stand_kick(player)
        elif request.motion is Motion.KICK and request.kick is not None:
            player.kick_since, player.kick = self.time, request.kick
        elif request.motion is Motion.WALK:
            desired = desired_speed(request.walk)
            if request.kick is not None and self.time - player.last_kick_at > 0.8:
                self._walk_kick(player, request.kick)
        fraction = min(1.0, DT / GAIN)
        player.speed = Pose2.from_array(
            (1.0 - fraction) * player.speed.array + fraction * desired.array
        )
        step: Pose2[Robot, Robot] = Pose2.from_array(DT * player.speed.array)
        player.pose = player.pose @ step
        self._bounce(player)

    def _walk_kick(self, player: Player, kick: KickRequest) -> None:
        entry = kick_catalogue(NAO).kick(kick.name, walking=True)
        missed = player.pose.inverse() @ self.ball - entry.ball_in_robot(kick.left)
        direction = entry.direction_of(kick.left)
        turn = abs(wrapped(kick.direction_in_robot - direction))
        if abs(missed.x) < 0.07 and abs(missed.y) < 0.05 and turn < math.radians(15.0):
            self._hit(
                player, kick.direction_in_robot, reach=WALK_REACH * entry.reach, spread=WALK_SPREAD
            )

    def _stand_kick(self, player: Player) -> None:
        assert player.kick_since is not None
        if self.time - player.kick_since > STAND_KICK_DELAY:
            player.kick_since = None
            ball = player.pose.inverse() @ self.ball
            if 0.1 < ball.x < 0.22 and abs(ball.y) < 0.1:
                self._hit(
                    player, player.kick.direction_in_robot, reach=STAND_REACH, spread=STAND_SPREAD
                )

    def _hit(self, player: Player, direction: float, *, reach: float, spread: float) -> None:
        speed = math.sqrt(2.0 * self.dimensions.ball.deceleration * reach)
        angle = player.pose.theta + direction + spread * float(self.random.standard_normal())
        self.ball_velocity = Vector2.from_polar(speed, angle)
        player.last_kick_at = self.time

    def _bounce(self, player: Player) -> None:
        offset = self.ball - player.pose.position
        if offset.norm < ROBOT_RADIUS:
            out = offset.normalized() if offset.norm > 1e-6 else player.pose.direction
            self.ball = player.pose.position + out * ROBOT_RADIUS
            self.ball_velocity = out * 0.3

    def _roll(self) -> None:
        speed = self.ball_velocity.norm
        slower = max(0.0, speed - self.dimensions.ball.deceleration * DT)
        self.ball_velocity = self.ball_velocity.normalized() * slower
        self.ball = self.ball + self.ball_velocity * DT


def desired_speed(walk: WalkRequest) -> Pose2[Robot, Robot]:
    """Return the speed that the walk would choose; far targets are turned to first."""
    if walk.mode is WalkMode.SPEED:
        return limited(walk.speed)
    if walk.mode is WalkMode.STEP:
        return limited(Pose2.from_array(walk.speed.array / STEP_DURATION))
    target = walk.target_in_robot
    position = (target.x, target.y, target.theta)
    via = next_point(walk.path, position) if walk.path else None
    far = target.position.norm > 0.35 and not walk.keep_heading
    if via is not None or far:
        x, y, _ = via if via is not None else position
        bearing = math.atan2(y, x)
        forward = FORWARD * max(0.0, 1.0 - abs(bearing))
        return limited(Pose2(forward * walk.speed.x, 0.0, 2.0 * bearing))
    return limited(Pose2(2.0 * target.x, 2.0 * target.y, 2.0 * wrapped(target.theta)))


def limited(speed: Pose2[Robot, Robot]) -> Pose2[Robot, Robot]:
    x = max(-FORWARD, min(FORWARD, speed.x))
    y = max(-SIDEWAYS, min(SIDEWAYS, speed.y))
    return Pose2(x, y, max(-TURN, min(TURN, speed.theta)))


def team_of(*poses: Pose2[Robot, Field]) -> list[Player]:
    """Return players of B-Human with numbers from 1."""
    return [Player(number=i, pose=pose) for i, pose in enumerate(poses, start=1)]


def hulks_of(*poses: Pose2[Robot, Field]) -> list[Player]:
    """Return players of HULKs with numbers from 1."""
    return [
        Player(
            number=i,
            pose=pose,
            roles=HulksRoleAssigner(HulksRoleAssignerParameters()),
            behavior=HulksBehaviorControl(HulksBehaviorControlParameters()),
            navigator=Navigator(plan=shortest_around_circles),
        )
        for i, pose in enumerate(poses, start=1)
    ]


def striker_of(players: list[Player]) -> Player | None:
    return next((p for p in players if p.role.role is Role.STRIKER), None)
