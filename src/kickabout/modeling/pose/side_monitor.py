"""Which way to play: from own and teammates' balls to whether the pose is a mirrored one."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Last, Module, param
from kickabout.geometry import Vector2
from kickabout.modeling.parameter_groups import picked
from kickabout.modeling.pose.field_model import field_model
from kickabout.modeling.pose.side_agreement import (
    Agreement,
    Agreements,
    BallDoubts,
    SeenBall,
    compared,
)
from kickabout.representations import (
    BallModel,
    FallState,
    FieldDimensions,
    ObstacleModel,
    RobotPose,
    Side,
    SideState,
    TeamData,
    Teammate,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideMonitorParameters:
    # The first three and the number of teammates are those of B-Human 2019, 5.1.3
    time: float = param(1.0, unit="s", low=0.0, doc="both balls were seen within this")
    distance: float = param(1.0, unit="m", low=0.0, doc="balls nearer to each other are the same")
    memory: float = param(8.0, unit="s", low=0.0, doc="results are remembered this long")
    disagreeing: int = param(2, low=1, doc="teammates that have to disagree, and nobody agrees")
    center_radius: float = param(1.0, unit="m", low=0.0, doc="balls near the center do not count")
    mark_radius: float = param(0.4, unit="m", low=0.0, doc="balls near penalty marks do not count")
    line_distance: float = param(0.15, unit="m", low=0.0, doc="balls this near to a line, and …")
    robot_distance: float = param(0.5, unit="m", low=0.0, doc="… to a robot do not count")
    other_line_distance: float = param(0.3, unit="m", low=0.0, doc="… to another line neither")
    fast: float = param(0.7, unit="m/s", low=0.0, doc="faster balls do not count")
    patience: float = param(
        1.0,
        unit="s",
        low=0.0,
        doc="after a jump of the pose or a fall, balls do not count for this long",
    )


class SideMonitor(Module[SideMonitorParameters]):
    """Compares the own ball with each new one of a teammate; the majority knows the side.

    Runs before localization, with the pose and the ball of the cycle before. Once the pose was
    found to be mirrored, and also whenever it jumps, everything remembered is void. So it is after
    a fall: who gets up faces elsewhere than the pose says, and sees the ball elsewhere. Method:
    B-Human 2019, 5.1.3.
    """

    def __init__(self, parameters: SideMonitorParameters) -> None:
        super().__init__(parameters)
        self.agreements = Agreements()
        self.news: dict[int, float] = {}
        self.void_before = -1e9
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.doubts = picked(BallDoubts, self.parameters)

    def update(
        self,
        frame: FrameInfo,
        team: TeamData,
        field: FieldDimensions,
        fall: FallState,
        pose: Last[RobotPose],
        ball: Last[BallModel],
        obstacles: Last[ObstacleModel],
    ) -> SideState:
        p = self.parameters
        misled_at = pose.last_jump_at if fall.phase.on_feet else frame.time
        if misled_at + p.patience > self.void_before:
            self.void_before = misled_at + p.patience
            self.agreements.clear()
        self.agreements.forget(frame.time - p.memory)
        own = self._own_ball(frame.time, pose, ball, obstacles, field)
        for mate in team.teammates:
            if own is not None and self._is_news(mate):
                self._compare(frame.time, own, mate, field, team)
        state = SideState(
            side=self.agreements.side(p.disagreeing),
            agreeing=self.agreements.numbers(Agreement.AGREE),
            disagreeing=self.agreements.numbers(Agreement.DISAGREE),
        )
        if state.side is Side.MIRRORED:
            self.debug.note(f"mirrored, say {state.disagreeing}")
            self.agreements.clear()
            self.void_before = frame.time + p.patience
        return state

    def _own_ball(
        self,
        now: float,
        pose: RobotPose,
        ball: BallModel,
        obstacles: ObstacleModel,
        field: FieldDimensions,
    ) -> SeenBall | None:
        """Only if it says something about the side."""
        fresh = now - ball.last_seen_at <= self.parameters.time
        if not (ball.known and fresh and ball.last_seen_at > self.void_before):
            return None
        robot_to_field, position = pose.robot_to_field, ball.position_in_robot
        here, later = (
            robot_to_field @ position,
            robot_to_field @ (position + ball.velocity_in_robot),
        )
        seen = SeenBall(
            position_in_field=here,
            velocity_in_field=later - here,
            seen_at=ball.last_seen_at,
        )
        robots = [robot_to_field @ obstacle.center_in_robot for obstacle in obstacles.obstacles]
        usable = self.doubts.is_usable(seen, field, field_model(field).lines, robots)
        return seen if usable else None

    def _is_news(self, mate: Teammate) -> bool:
        """Whether this teammate's ball was not compared yet."""
        fresh = mate.ball_last_seen_at > self.news.get(mate.number, -1e9)
        trusted = mate.upright and not mate.penalized and mate.ball_in_field is not None
        if fresh and trusted:
            self.news[mate.number] = mate.ball_last_seen_at
        return fresh and trusted

    def _compare(
        self, now: float, own: SeenBall, mate: Teammate, field: FieldDimensions, team: TeamData
    ) -> None:
        p = self.parameters
        ball = SeenBall(
            position_in_field=mate.ball_in_field or Vector2(),
            velocity_in_field=mate.ball_velocity_in_field,
            seen_at=mate.ball_last_seen_at,
        )
        robots = [other.robot_to_field.position for other in team.teammates if other is not mate]
        if self.doubts.is_usable(ball, field, field_model(field).lines, robots):
            result = compared(own, ball, time=p.time, distance=p.distance)
            self.agreements.note(mate.number, result, now)
