"""Side of the field: from own and teammates' balls to whether the robot's pose is mirrored."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Last, Module, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Vector2
from kickabout.modeling.pose.field_model import field_model
from kickabout.modeling.pose.side_agreement import (
    Agreement,
    Agreements,
    BallExclusions,
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
    time: float = param(
        1.0, unit="s", low=0.0, doc="maximum time between the sightings of two balls"
    )
    distance: float = param(
        1.0, unit="m", low=0.0, doc="maximum distance between two sightings of the same ball"
    )
    memory: float = param(8.0, unit="s", low=0.0, doc="how long results are kept")
    disagreeing: int = param(
        2, low=1, doc="number of teammates that have to disagree while none agrees"
    )
    center_radius: float = param(
        1.0, unit="m", low=0.0, doc="balls nearer to the center are ignored"
    )
    mark_radius: float = param(
        0.4, unit="m", low=0.0, doc="balls nearer to a penalty mark are ignored"
    )
    line_distance: float = param(
        0.15, unit="m", low=0.0, doc="distance up to which a ball counts as on a line"
    )
    robot_distance: float = param(
        0.5, unit="m", low=0.0, doc="balls on a line are ignored if a robot is nearer to them"
    )
    other_line_distance: float = param(
        0.3, unit="m", low=0.0, doc="balls on a line are ignored if another line is nearer to them"
    )
    fast: float = param(0.7, unit="m/s", low=0.0, doc="faster balls are ignored")
    settle_time: float = param(
        1.0,
        unit="s",
        low=0.0,
        doc="how long balls are ignored after a jump of the pose or a fall",
    )


class SideMonitor(Module[SideMonitorParameters]):
    """Compares the robot's ball with each new one of a teammate; the majority decides.

    Runs before localization, with the pose and the ball of the last cycle. If the pose is mirrored
    or jumps, all results are dropped. So they are after a fall, because the heading of a robot that
    gets up is wrong at first, and with it the position of its ball. Method: B-Human 2019, 5.1.3.
    """

    def __init__(self, parameters: SideMonitorParameters) -> None:
        super().__init__(parameters)
        self.agreements = Agreements()
        self.compared_at: dict[int, float] = {}
        self.void_before = -1e9
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.exclusions = picked(BallExclusions, self.parameters)

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
        disturbed_at = pose.last_jump_at if fall.phase.on_feet else frame.time
        if disturbed_at + p.settle_time > self.void_before:
            self.void_before = disturbed_at + p.settle_time
            self.agreements.clear()
        self.agreements.forget(frame.time - p.memory)
        new = [teammate for teammate in team.teammates if self._is_new(teammate)]
        own = self._own_ball(frame.time, pose, ball, obstacles, field) if new else None
        if own is not None:
            for teammate in new:
                self.compared_at[teammate.number] = teammate.ball_last_seen_at
                self._compare(frame.time, own, teammate, field, team)
        state = SideState(
            side=self.agreements.side(p.disagreeing),
            agreeing=self.agreements.numbers(Agreement.AGREE),
            disagreeing=self.agreements.numbers(Agreement.DISAGREE),
        )
        if state.side is Side.MIRRORED:
            self.debug.note(f"mirrored, according to teammates {state.disagreeing}")
            self.agreements.clear()
            self.void_before = frame.time + p.settle_time
        return state

    def _own_ball(
        self,
        now: float,
        pose: RobotPose,
        ball: BallModel,
        obstacles: ObstacleModel,
        field: FieldDimensions,
    ) -> SeenBall | None:
        """Return the robot's ball if it helps to find out the side."""
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
        usable = self.exclusions.is_usable(seen, field, field_model(field).lines, robots)
        return seen if usable else None

    def _is_new(self, teammate: Teammate) -> bool:
        """Return whether this teammate's ball is usable and was not compared yet."""
        fresh = teammate.ball_last_seen_at > self.compared_at.get(teammate.number, -1e9)
        usable = teammate.upright and not teammate.penalized and teammate.ball_in_field is not None
        return fresh and usable

    def _compare(
        self, now: float, own: SeenBall, teammate: Teammate, field: FieldDimensions, team: TeamData
    ) -> None:
        p = self.parameters
        ball = SeenBall(
            position_in_field=teammate.ball_in_field or Vector2(),
            velocity_in_field=teammate.ball_velocity_in_field,
            seen_at=teammate.ball_last_seen_at,
        )
        robots = [
            other.robot_to_field.position for other in team.teammates if other is not teammate
        ]
        if self.exclusions.is_usable(ball, field, field_model(field).lines, robots):
            result = compared(own, ball, time=p.time, distance=p.distance)
            self.agreements.note(teammate.number, result, now)
