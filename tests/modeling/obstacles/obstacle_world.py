"""A world without physics: a robot that sees other robots."""

import math
from dataclasses import dataclass, field, replace

import numpy as np
from tests.modeling.ball.ball_world import DT
from tests.modules import made
from tests.simulation.oracles.scenes import FIELD, UPPER, scene

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.obstacles.obstacle_tracker import (
    FieldPose,
    ObstacleTracker,
    ObstacleView,
    OwnBody,
)
from kickabout.representations import (
    ArmContactState,
    FootBumperState,
    Obstacle,
    ObstacleKind,
    ObstacleModel,
    Odometry,
    PoseQuality,
    RobotPose,
    RobotsPercept,
    TorsoState,
    TrueRobot,
)
from kickabout.simulation.oracles.camera_matrix_oracle import CameraMatrixOracle
from kickabout.simulation.oracles.robot_percept_oracle import RobotPerceptOracle
from kickabout.simulation.oracles.viewpoint_oracle import ViewpointOracle


@dataclass
class ObstacleWorld:
    """Robots with constant velocities, and an observer that may turn its head and walk."""

    seed: int = 1
    pose: Pose2[Robot, Field] = Pose2()
    others: tuple[TrueRobot, ...] = ()
    velocities: tuple[Vector2[Field], ...] = ()
    walking: Pose2[Robot, Robot] = Pose2()  # m/s, m/s, rad/s
    head_swing: float = 0.0  # rad
    arms: ArmContactState = field(default_factory=ArmContactState)
    feet: FootBumperState = field(default_factory=FootBumperState)
    blind: bool = False
    percept: RobotsPercept = field(default_factory=RobotsPercept)
    model: ObstacleModel = field(default_factory=ObstacleModel)
    cycle: int = 0

    def __post_init__(self) -> None:
        self.viewpoints = made(ViewpointOracle)
        self.robot_oracle = made(RobotPerceptOracle)
        self.viewpoints.random = np.random.default_rng((self.seed, 1))
        self.robot_oracle.random = np.random.default_rng((self.seed, 2))
        self.matrices = made(CameraMatrixOracle)
        self.tracker = made(ObstacleTracker)
        self.robot_to_start: Pose2[Robot, Robot] = Pose2()

    @property
    def time(self) -> float:
        return self.cycle * DT

    @property
    def robots(self) -> list[Obstacle]:
        return [o for o in self.model.obstacles if o.kind is not ObstacleKind.GOAL_POST]

    def in_robot(self, index: int) -> Vector2[Robot]:
        return self.pose.inverse() @ self.others[index].robot_to_field.position

    def error(self, index: int) -> float:
        """Return the distance of another robot to the nearest obstacle; infinite without any."""
        true = self.in_robot(index)
        apart = [obstacle.center_in_robot.distance_to(true) for obstacle in self.robots]
        return min(apart, default=math.inf)

    def step(self) -> ObstacleModel:
        step = self._move()
        frame = FrameInfo(time=self.time, dt=DT, cycle=self.cycle)
        pan = self.head_swing * math.sin(2.0 * self.time)
        truth = scene(self.pose, others=self.others, pan=pan, down=0.25)
        viewpoint = self.viewpoints.update(frame, truth, UPPER, TorsoState(valid=True))
        self.percept = RobotsPercept() if self.blind else self.robot_oracle.update(truth, viewpoint)
        view = ObstacleView(matrix=self.matrices.update(truth, viewpoint), camera=UPPER)
        self.robot_to_start = self.robot_to_start @ step
        body = OwnBody(
            odometry=Odometry(robot_to_start=self.robot_to_start), arms=self.arms, feet=self.feet
        )
        pose = RobotPose(robot_to_field=self.pose, quality=PoseQuality.SUPERB, validity=1.0)
        ground = FieldPose(pose=pose, field=FIELD)
        self.model = self.tracker.update(frame, self.percept, view, body, ground)
        self.cycle += 1
        return self.model

    def run(self, seconds: float) -> ObstacleModel:
        for _ in range(round(seconds / DT)):
            self.step()
        return self.model

    def _move(self) -> Pose2[Robot, Robot]:
        step: Pose2[Robot, Robot] = Pose2.from_array(self.walking.array * DT)
        self.pose = self.pose @ step
        velocities = self.velocities or (Vector2[Field](),) * len(self.others)
        self.others = tuple(
            replace(
                robot,
                robot_to_field=Pose2(
                    robot.robot_to_field.x + velocity.x * DT,
                    robot.robot_to_field.y + velocity.y * DT,
                    robot.robot_to_field.theta,
                ),
            )
            for robot, velocity in zip(self.others, velocities, strict=True)
        )
        return step
