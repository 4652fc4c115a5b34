"""An idealized field for tests: robots move as requested, without physics or errors."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from kickabout.behavior.germanteam.german_team_behavior_control import (
    GermanTeamBehaviorControl,
    GermanTeamBehaviorControlParameters,
)
from kickabout.behavior.germanteam.world_model import WorldInputs
from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    ActivationGraph,
    BallModel,
    BehaviorLayer,
    BehaviorRequest,
    FallState,
    GameInfo,
    GameState,
    GameStateModel,
    HeadTaskRequest,
    LedRequest,
    Motion,
    MotionRequest,
    MotionState,
    Obstacle,
    ObstacleKind,
    ObstacleModel,
    PlayerInfo,
    RobotPose,
    RoleState,
    TeamSeen,
)
from kickabout.representations.field import load_field

FIELD = load_field("legged2001")
DT = 0.04  # s
FORWARD, SIDEWAYS, TURN = 0.25, 0.14, 1.6  # m/s, m/s, rad/s
KICK_TIME, KICK_SPEED = 1.0, 0.7  # s until the ball is hit, m/s
KICKS = {  # rad, direction of the ball
    "head_kick": 0.0,
    "grab_kick_forward": 0.0,
    "grab_kick_left": 0.5 * math.pi,
    "grab_kick_right": -0.5 * math.pi,
    "bicycle_kick": math.pi,
}
COVARIANCE = 1e-4 * np.eye(2)
NOTHING_FORCED = BehaviorRequest()
Opponents = tuple[Vector2[Field], ...]


@dataclass
class Belief:
    """One robot, the ball and standing opponents."""

    number: int = 3
    pose: Pose2[Robot, Field] = Pose2()
    ball: Vector2[Field] | None = None  # None: it is not seen
    opponents: Opponents = ()
    teammates: Opponents = ()
    parameters: GermanTeamBehaviorControlParameters = GermanTeamBehaviorControlParameters()
    state: GameStateModel = GameStateModel(state=GameState.PLAYING)
    game: GameInfo = GameInfo()
    forced: BehaviorRequest = NOTHING_FORCED
    time: float = 100.0
    velocity: Vector2[Field] = Vector2()
    kick_since: float | None = None
    kicking: str = ""
    holds: bool = False
    model: BallModel = BallModel()
    motion: MotionRequest = MotionRequest()
    head: HeadTaskRequest = HeadTaskRequest()
    leds: LedRequest = LedRequest()
    graph: ActivationGraph = ActivationGraph()
    role: RoleState = RoleState()
    behavior: GermanTeamBehaviorControl = field(init=False)

    def __post_init__(self) -> None:
        self.behavior = GermanTeamBehaviorControl(self.parameters)

    def step(self) -> None:
        """Decide once, and move everything for one cycle."""
        self.time += DT
        self.decide()
        self._move()
        self._roll()

    def decide(self) -> None:
        frame = FrameInfo(time=self.time, dt=DT)
        outputs = self.behavior.update(frame, self.inputs())
        self.motion, self.head, self.leds, self.graph, self.role = outputs

    def run(self, seconds: float, each: Callable[["Belief"], object] | None = None) -> None:
        for _ in range(round(seconds / DT)):
            self.step()
            if each is not None:
                each(self)

    def until(self, done: Callable[["Belief"], bool], timeout: float = 30.0) -> bool:
        end = self.time + timeout
        while not done(self):
            if self.time > end:
                return False
            self.step()
        return True

    def active(self, layer: BehaviorLayer) -> str:
        """Return the active state of a layer; empty if it was skipped."""
        entry = self.behavior.engine.active.get(layer)
        return "" if entry is None else entry.name

    def inputs(self) -> WorldInputs:
        to_robot = self.pose.inverse()
        if self.ball is not None:
            position = to_robot @ self.ball
            self.model = BallModel(
                position_in_robot=position,
                last_seen_in_robot=position,
                last_seen_at=self.time,
                covariance=COVARIANCE,
                seen_fraction=1.0,
                known=True,
            )
        robots = [(p, TeamSeen.OPPONENT) for p in self.opponents]
        robots += [(p, TeamSeen.OWN) for p in self.teammates]
        return WorldInputs(
            player=PlayerInfo(number=self.number),
            field=FIELD,
            game=self.game,
            state=self.state,
            pose=RobotPose(robot_to_field=self.pose, covariance=np.eye(3), validity=1.0),
            ball=self.model,
            obstacles=ObstacleModel(
                obstacles=tuple(
                    Obstacle(
                        kind=ObstacleKind.ROBOT,
                        team=team,
                        center_in_robot=to_robot @ position,
                        covariance=COVARIANCE,
                        last_seen_at=self.time,
                    )
                    for position, team in robots
                )
            ),
            fall=FallState(),
            motion=MotionState(motion=self._motion, stable=True),
            request=self.forced,
        )

    @property
    def _motion(self) -> Motion:
        if self.kick_since is not None:
            return Motion.KICK
        return Motion.SPECIAL if self.holds else Motion.STAND

    def _move(self) -> None:
        request = self.motion
        if self.kick_since is not None:
            if self.time - self.kick_since > KICK_TIME:
                self._kick()
            return
        self.holds = request.motion is Motion.SPECIAL
        if request.motion is Motion.KICK and request.kick is not None:
            self.kick_since, self.kicking = self.time, request.kick.name
        elif request.motion is Motion.WALK:
            speed = request.walk.speed
            dt = DT / max(1.0, abs(speed.x) + abs(speed.y) + abs(speed.theta))
            self.pose = self.pose @ Pose2[Robot, Robot](
                dt * FORWARD * speed.x, dt * SIDEWAYS * speed.y, dt * TURN * speed.theta
            )

    def _kick(self) -> None:
        self.kick_since = None
        ball = self.model.position_in_robot
        if self.ball is not None and ball.norm < 0.22 and abs(ball.angle) < 0.8:
            direction = self.pose.theta + KICKS[self.kicking]
            self.velocity = Vector2.from_polar(KICK_SPEED, direction)

    def _roll(self) -> None:
        if self.ball is None:
            return
        self.ball += DT * self.velocity
        speed = self.velocity.norm
        slower = max(0.0, speed - FIELD.ball.deceleration * DT)
        self.velocity = self.velocity * (slower / speed) if speed > 0.0 else self.velocity
        if abs(self.ball.y) > FIELD.side_line_y or abs(self.ball.x) > FIELD.goal_line_x:
            x = math.copysign(min(abs(self.ball.x), FIELD.goal_line_x), self.ball.x)
            y = math.copysign(min(abs(self.ball.y), FIELD.side_line_y), self.ball.y)
            if not self.is_goal:
                self.ball, self.velocity = Vector2(x, y), Vector2()

    @property
    def is_goal(self) -> bool:
        """Whether the ball is in the opponents' goal."""
        ball = self.ball
        return (
            ball is not None
            and ball.x > FIELD.goal_line_x
            and abs(ball.y) < FIELD.goal.inner_half_width
        )
