"""A world without physics: a robot that sees a ball through the oracles."""

import math
from dataclasses import dataclass, field

import numpy as np
from tests.modules import made
from tests.simulation.oracles.scenes import FIELD, UPPER, camera_at

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.ball.ball_percept_filter import BallPerceptFilter, BallSurroundings
from kickabout.modeling.ball.ball_tracker import BallPushers, BallTracker
from kickabout.modeling.ball.ball_view import BallView
from kickabout.representations import (
    BallFriction,
    BallModel,
    BallPercept,
    BodyModel,
    CameraInfo,
    FilteredBallPercept,
    GroundTruth,
    ObstacleModel,
    Odometry,
    PoseQuality,
    RobotPose,
    Seen,
    TeamData,
    TorsoState,
    TrueRobot,
)
from kickabout.simulation.oracles.ball_percept_oracle import BallPerceptOracle
from kickabout.simulation.oracles.camera_matrix_oracle import CameraMatrixOracle
from kickabout.simulation.oracles.viewpoint_oracle import ViewpointOracle
from kickabout.soccer.ball_physics import position_after, velocity_after

DT = 1.0 / 30.0


@dataclass
class BallWorld:
    """A robot that always looks at the ball and may walk at the same time."""

    seed: int = 1
    pose: Pose2[Robot, Field] = Pose2()
    ball: Vector2[Field] = Vector2(1.5, 0.0)
    velocity: Vector2[Field] = Vector2()
    walking: Pose2[Robot, Robot] = Pose2()  # m/s, m/s, rad/s
    others: tuple[TrueRobot, ...] = ()
    team: TeamData = field(default_factory=TeamData)
    body: BodyModel = field(default_factory=BodyModel)
    torso: TorsoState = field(default_factory=TorsoState)
    looks_at_ball: bool = True
    camera_error: float = 1.0  # times the oracle's
    false_fraction: float = 0.0  # of the images with a false ball
    percept: BallPercept = field(default_factory=BallPercept)
    plausible: FilteredBallPercept = field(default_factory=FilteredBallPercept)
    model: BallModel = field(default_factory=BallModel)
    cycle: int = 0

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)
        self.viewpoints = made(
            ViewpointOracle,
            tilt_deviation=0.0105 * self.camera_error,
            pan_deviation=0.005 * self.camera_error,
        )
        self.ball_oracle = made(BallPerceptOracle)
        self.viewpoints.random = np.random.default_rng((self.seed, 1))
        self.ball_oracle.random = np.random.default_rng((self.seed, 2))
        self.matrices = made(CameraMatrixOracle)
        self.filter = made(BallPerceptFilter)
        self.tracker = made(BallTracker)
        self.robot_to_start: Pose2[Robot, Robot] = Pose2()

    @property
    def time(self) -> float:
        return self.cycle * DT

    @property
    def ball_in_robot(self) -> Vector2[Robot]:
        return self.pose.inverse() @ self.ball

    @property
    def velocity_in_robot(self) -> Vector2[Robot]:
        x, y = self.velocity.rotated(-self.pose.theta)
        return Vector2(x, y)

    @property
    def error(self) -> float:
        """Error of the model's position in m."""
        return self.model.position_in_robot.distance_to(self.ball_in_robot)

    def step(self, camera: CameraInfo = UPPER) -> BallModel:
        """Process one image."""
        step = self._move()
        frame = FrameInfo(time=self.time, dt=DT, cycle=self.cycle)
        truth = self._truth()
        viewpoint = self.viewpoints.update(frame, truth, camera, TorsoState(valid=True))
        matrix = self.matrices.update(truth, viewpoint)
        self.percept = self.ball_oracle.update(truth, viewpoint, FIELD)
        if self.random.random() < self.false_fraction:
            self.percept = self._false_ball()
        self.robot_to_start = self.robot_to_start @ step
        odometry = Odometry(robot_to_start=self.robot_to_start)
        around = BallSurroundings(
            pose=RobotPose(robot_to_field=self.pose @ step.inverse(), quality=PoseQuality.SUPERB),
            team=self.team,
            field=FIELD,
        )
        self.plausible = self.filter.update(frame, self.percept, camera, odometry, around)
        view = BallView(matrix=matrix, camera=camera, obstacles=ObstacleModel())
        pushed = BallPushers(
            odometry=odometry,
            body=self.body,
            torso=self.torso,
            friction=BallFriction(),
            field=FIELD,
        )
        self.model = self.tracker.update(frame, self.plausible, view, pushed)
        self.cycle += 1
        return self.model

    def run(self, seconds: float) -> BallModel:
        for _ in range(round(seconds / DT)):
            self.step()
        return self.model

    def _move(self) -> Pose2[Robot, Robot]:
        """Move ball and robot; return the step that odometry measures, with a small error."""
        self.ball = position_after(self.ball, self.velocity, time=DT, deceleration=0.35)
        self.velocity = velocity_after(self.velocity, time=DT, deceleration=0.35)
        x, y, theta = (self.walking.array * DT).tolist()
        self.pose = self.pose @ Pose2(x, y, theta)
        factors = 1.0 + 0.05 * self.random.standard_normal(3)
        return Pose2.from_array(np.array((x, y, theta)) * factors)

    def _truth(self) -> GroundTruth:
        ball = self.ball_in_robot
        pan = max(-1.4, min(1.4, ball.angle)) if self.looks_at_ball else 0.0
        down = math.atan2(0.46, max(ball.norm, 0.1)) if self.looks_at_ball else 0.15
        return GroundTruth(
            ball_in_field=np.array((*self.ball, FIELD.ball.radius)),
            ball_velocity=np.array((*self.velocity, 0.0)),
            own=TrueRobot(own_team=True, number=1, robot_to_field=self.pose),
            others=self.others,
            camera_to_field=camera_at(self.pose, down=down, pan=pan),
        )

    def _false_ball(self) -> BallPercept:
        """Return a sure percept anywhere in front of the robot."""
        distance, angle = self.random.uniform((0.4, -0.6), (4.0, 0.6)).tolist()
        deviation = 0.02 * (1.0 + distance)
        return BallPercept(
            seen=Seen.YES,
            position_in_robot=Vector2.from_polar(distance, angle),
            covariance=deviation * deviation * np.eye(2),
            score=0.9,
        )
