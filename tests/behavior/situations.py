"""Situations: from a few facts to the inputs of behavior and the card that is played."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from kickabout.behavior.bhuman.behavior_control import BehaviorControl, BehaviorControlParameters
from kickabout.behavior.shared.behavior_inputs import (
    BallInputs,
    BodyInputs,
    GameInputs,
    OthersInputs,
)
from kickabout.behavior.shared.navigation.path_planner import PathPlanner
from kickabout.behavior.shared.role_assignment import RoleInputs
from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    ActivationGraph,
    BallModel,
    ButtonState,
    CameraCondition,
    FallPhase,
    FallState,
    FieldBall,
    FieldDimensions,
    FieldPlayer,
    GameControllerData,
    GameInfo,
    GamePhase,
    GamePlayer,
    GameState,
    GameStateModel,
    GameTeam,
    HeadRequest,
    HeadState,
    Motion,
    MotionRequest,
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
    TacticalState,
    TeamBall,
    TeamColor,
    TeamData,
    TeamFieldCoverage,
    Teammate,
    TeamPlayersModel,
    TeamSeen,
)

COVARIANCE = 1e-4 * np.eye(2)
DT = 1.0 / 30.0  # s
NO_PENALTIES: Mapping[int, Penalty] = {}


@dataclass(frozen=True, kw_only=True)
class Situation:
    """Facts; by default a robot alone at the center of a running game."""

    here: Pose2[Robot, Field] = Pose2(-1.0, 0.0, 0.0)
    ball: Vector2[Field] | None = Vector2(0.0, 0.0)
    ball_velocity: Vector2[Field] = Vector2()
    ball_age: float = 0.0
    role: Role = Role.STRIKER
    number: int = 4
    teammates: Sequence[tuple[int, Role, Pose2[Robot, Field]]] = ()
    opponents: Sequence[Vector2[Field]] = ()
    state: GameState = GameState.PLAYING
    state_for: float = 60.0
    set_play: SetPlay = SetPlay.NONE
    own_kick: bool | None = None
    ball_is_free: bool = True
    penalty: Penalty = Penalty.NONE
    fall: FallPhase = FallPhase.UPRIGHT
    phase: GamePhase = GamePhase.NORMAL
    clicks: int = 0
    battery: float = 1.0
    unchanged_images: int = 0
    motion: Motion = Motion.STAND
    time_to_reach_ball: float = 3.0
    teammates_time: float = 20.0
    secondary_seconds: int = 0
    field: FieldDimensions = FieldDimensions()
    teammates_walk_to: Pose2[Robot, Field] = Pose2()
    pass_to_me: Vector2[Field] | None = None  # where teammates pass the ball to this robot


class Inputs(NamedTuple):
    """The input bundles of a behavior, in the order of `update`."""

    game: GameInputs
    balls: BallInputs
    others: OthersInputs
    body: BodyInputs


@dataclass
class Played:
    """The outputs of a cycle."""

    motion: MotionRequest = MotionRequest()
    head: HeadRequest = HeadRequest()
    graph: ActivationGraph = ActivationGraph()
    tactics: TacticalState = TacticalState()

    @property
    def card(self) -> str:
        cards = [o.option for o in self.graph.options if o.option.endswith("Card")]
        return cards[-1] if cards else ""

    @property
    def options(self) -> list[str]:
        return [option.option for option in self.graph.options]

    def state_of(self, option: str) -> str:
        return next(o.state for o in self.graph.options if o.option == option)


@dataclass
class Actor:
    """A behavior that runs in one situation after the other."""

    awake: bool = True
    motion_goes_to_ball: bool = False
    time: float = 100.0
    behavior: BehaviorControl = field(init=False)
    navigator: Navigator = field(default_factory=lambda: Navigator(plan=PathPlanner().plan))

    def __post_init__(self) -> None:
        parameters = BehaviorControlParameters(
            awake=self.awake, motion_goes_to_ball=self.motion_goes_to_ball
        )
        self.behavior = BehaviorControl(parameters)

    def run(self, situation: Situation, *, cycles: int = 1) -> Played:
        played = Played()
        for _ in range(cycles):
            self.time += DT
            frame = FrameInfo(time=self.time, dt=DT)
            motion, head, _, graph, tactics, _ = self.behavior.update(
                frame, *inputs_of(situation, self.time), self.navigator
            )
            played = Played(motion=motion, head=head, graph=graph, tactics=tactics)
        return played


def card_in(situation: Situation) -> str:
    """Return the card that a new behavior plays."""
    return Actor().run(situation).card


def inputs_of(s: Situation, now: float) -> Inputs:
    data = game_data({s.number: s.penalty}, phase=s.phase)
    data = replace(data, secondary_seconds=s.secondary_seconds)
    count = max([s.number, *(number for number, _, _ in s.teammates)])
    roles = [Role.NONE] * count
    roles[s.number - 1] = s.role
    for number, role, _ in s.teammates:
        roles[number - 1] = role
    strikers = [n for n, role in enumerate(roles, start=1) if role is Role.STRIKER]
    game = GameInputs(
        player=PlayerInfo(number=s.number),
        field=s.field,
        info=GameInfo(data=data, received=True),
        state=GameStateModel(
            state=s.state,
            since=now - s.state_for,
            set_play=s.set_play,
            own_kick=s.own_kick,
            ball_is_free=s.ball_is_free,
        ),
    )
    others = OthersInputs(
        obstacles=ObstacleModel(obstacles=tuple(obstacles(s, now))),
        players=opponents_at(s.opponents),
        team=TeamData(
            teammates=tuple(
                Teammate(
                    number=number,
                    role=role,
                    robot_to_field=p,
                    time_to_reach_ball=s.teammates_time,
                    walking_to=s.teammates_walk_to,
                    passing_to=s.number if s.pass_to_me else 0,
                    shooting_to=s.pass_to_me,
                )
                for number, role, p in s.teammates
            )
        ),
        roles=RoleState(
            role=s.role,
            roles=tuple(roles),
            striker=strikers[0] if strikers else 0,
            time_to_reach_ball=s.time_to_reach_ball,
        ),
        coverage=TeamFieldCoverage(),
    )
    body = BodyInputs(
        pose=RobotPose(robot_to_field=s.here),
        fall=FallState(phase=s.fall),
        motion=MotionState(motion=s.motion, stable=True),
        head=HeadState(),
        buttons=ButtonState(clicks={"chest_button": s.clicks}),
        sensors=SensorFrame(connected=True, battery_charge=s.battery),
        camera=CameraCondition(repeated_rows=s.unchanged_images),
    )
    return Inputs(game=game, balls=ball_inputs(s, now), others=others, body=body)


def ball_inputs(s: Situation, now: float) -> BallInputs:
    if s.ball is None:
        return BallInputs(own=BallModel(), field=FieldBall(), team=TeamBall())
    seen_at = now - s.ball_age
    own, field_ball = known_ball(s.here, s.ball, s.ball_velocity, end=s.ball, seen_at=seen_at)
    team = TeamBall(position_in_field=s.ball, valid=True, last_seen_at=seen_at)
    return BallInputs(own=own, field=field_ball, team=team)


def known_ball(
    here: Pose2[Robot, Field],
    ball: Vector2[Field],
    velocity: Vector2[Field],
    *,
    end: Vector2[Field],
    seen_at: float,
) -> tuple[BallModel, FieldBall]:
    """Return a robot's estimates of a ball that rolls to an end position."""
    to_robot = here.inverse()
    x, y = velocity.rotated(-here.theta)
    own = BallModel(
        position_in_robot=to_robot @ ball,
        velocity_in_robot=Vector2(x, y),
        last_seen_at=seen_at,
        last_seen_in_robot=to_robot @ ball,
        known=True,
    )
    on_field = FieldBall(
        position_in_field=ball,
        velocity_in_field=velocity,
        end_in_field=end,
        end_in_robot=to_robot @ end,
        known=True,
    )
    return own, on_field


def role_inputs(inputs: Inputs) -> RoleInputs:
    """Return the inputs of role assignment that belong to these inputs of behavior."""
    game, balls, others, body = inputs
    return RoleInputs(
        player=game.player,
        field=game.field,
        game=game.info,
        state=game.state,
        pose=body.pose,
        ball=balls.own,
        field_ball=balls.field,
        team_ball=balls.team,
        team=others.team,
        players=others.players,
        fall=body.fall,
    )


def game_data(
    penalties: Mapping[int, Penalty] = NO_PENALTIES,
    *,
    phase: GamePhase = GamePhase.NORMAL,
    color: TeamColor = TeamColor.BLUE,
) -> GameControllerData:
    """Return the data of a game of team 1, with the penalties of some of its six players."""
    players = tuple(GamePlayer(penalty=penalties.get(n, Penalty.NONE)) for n in range(1, 7))
    teams = (GameTeam(number=1, color=color, players=players), GameTeam(number=2))
    return GameControllerData(teams=teams, game_phase=phase)


def opponents_at(positions: Iterable[Vector2[Field]]) -> TeamPlayersModel:
    opponents = (FieldPlayer(position_in_field=p, covariance=COVARIANCE) for p in positions)
    return TeamPlayersModel(opponents=tuple(opponents))


def robot_at(position: Vector2[Robot], team: TeamSeen, seen_at: float) -> Obstacle:
    return Obstacle(
        kind=ObstacleKind.ROBOT,
        team=team,
        center_in_robot=position,
        covariance=COVARIANCE,
        last_seen_at=seen_at,
    )


def obstacles(s: Situation, now: float) -> list[Obstacle]:
    to_robot = s.here.inverse()
    positions = [(p, TeamSeen.OPPONENT) for p in s.opponents]
    positions += [(pose.position, TeamSeen.OWN) for _, _, pose in s.teammates]
    return [robot_at(to_robot @ position, team, now) for position, team in positions]


def changed(situation: Situation, **facts: Any) -> Situation:
    return replace(situation, **facts)


def pose(x: float, y: float, theta_deg: float = 0.0) -> Pose2[Robot, Field]:
    return Pose2(x, y, math.radians(theta_deg))


PLAY = Situation()
KEEPER = (1, Role.KEEPER, pose(-4.3, 0.0))
STRIKER = (5, Role.STRIKER, pose(-0.3, 0.0))


def keeper(**facts: Any) -> Situation:
    return changed(
        PLAY, role=Role.KEEPER, number=1, here=pose(-4.3, 0.0), teammates=(STRIKER,), **facts
    )
