"""A robot without physics that walks, looks around and gets percepts from the oracles."""

import dataclasses
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from tests.camera_infos import INFO

from kickabout.framework import FrameInfo, Module
from kickabout.framework.module import declaration_of, random_stream_of, seeded_generator
from kickabout.geometry import Camera, Field, Pose2, Pose3, Robot, rotation_from_roll_pitch_yaw
from kickabout.modeling.pose.alternative_pose_locator import AlternativePoseLocator
from kickabout.modeling.pose.placed_poses import BodyAndGame
from kickabout.modeling.pose.pose_percepts import FieldPercepts
from kickabout.modeling.pose.self_locator import SelfLocator
from kickabout.representations import (
    AlternativePose,
    CameraInfo,
    FallPhase,
    FallState,
    FieldDimensions,
    GameControllerData,
    GameInfo,
    GamePlayer,
    GameState,
    GameTeam,
    GroundContactState,
    GroundTruth,
    Odometry,
    Penalty,
    PlayerInfo,
    PoseHypotheses,
    RobotPose,
    SideState,
    TorsoState,
    TrueRobot,
    load_field,
)
from kickabout.simulation.oracles.center_circle_oracle import CenterCircleOracle
from kickabout.simulation.oracles.field_features_oracle import FieldFeaturesOracle
from kickabout.simulation.oracles.field_lines_oracle import FieldLinesOracle
from kickabout.simulation.oracles.intersections_oracle import IntersectionsOracle
from kickabout.simulation.oracles.landmarks_oracle import LandmarksOracle
from kickabout.simulation.oracles.penalty_mark_oracle import PenaltyMarkOracle
from kickabout.simulation.oracles.viewpoint_oracle import ViewpointOracle

RATE = 60.0  # Hz, both cameras in turn
CAMERAS = (
    # height (m) and tilt against the head (rad), as in a standing NAO
    ("upper", INFO, 0.50, 0.02),
    ("lower", replace(INFO, camera="lower"), 0.45, 0.69),
)
SCAN = ((-1.1, 0.1), (0.0, 0.25), (1.1, 0.1))  # rad, pan and tilt that the head goes through


def made(module: type[Module[Any]], *names: str, seed: int = 0) -> Any:
    """Return a module with default parameters and its own random generator."""
    instance = module(declaration_of(module).parameters())
    instance.random = seeded_generator(seed, random_stream_of(module), *names)
    return instance


class CameraOracles:
    """The percept oracles of one camera."""

    def __init__(self, camera: str, seed: int) -> None:
        name = camera
        self.viewpoint = made(ViewpointOracle, name, seed=seed)
        self.lines = made(FieldLinesOracle, name, seed=seed)
        self.circle = made(CenterCircleOracle, name, seed=seed)
        self.mark = made(PenaltyMarkOracle, name, seed=seed)
        self.intersections = made(IntersectionsOracle, name, seed=seed)
        self.features = made(FieldFeaturesOracle, name, seed=seed)
        self.beacons = made(LandmarksOracle, name, seed=seed)

    def see(
        self, frame: FrameInfo, truth: GroundTruth, camera: CameraInfo, field: FieldDimensions
    ) -> FieldPercepts:
        viewpoint = self.viewpoint.update(frame, truth, camera, TorsoState(valid=True))
        return FieldPercepts(
            lines=self.lines.update(viewpoint, field),
            circle=self.circle.update(viewpoint, field),
            mark=self.mark.update(viewpoint, field),
            intersections=self.intersections.update(viewpoint, field),
            features=self.features.update(viewpoint, field),
            beacons=self.beacons.update(truth, viewpoint, field),
        )


def game(
    state: GameState = GameState.PLAYING,
    penalty: Penalty = Penalty.NONE,
    **more: Any,
) -> GameInfo:
    own = GameTeam(number=1, players=(GamePlayer(penalty=penalty),) * 6)
    data = GameControllerData(state=state, teams=(own, GameTeam(number=2)), **more)
    return GameInfo(data=data, received=True)


@dataclass
class Step:
    """The result of a cycle and its errors."""

    time: float
    truth: Pose2[Robot, Field]
    pose: RobotPose
    hypotheses: PoseHypotheses
    alternative: AlternativePose

    @property
    def distance(self) -> float:
        return math.dist(self.truth.position, self.pose.robot_to_field.position)

    @property
    def turn(self) -> float:
        difference = self.truth.theta - self.pose.robot_to_field.theta
        return abs(math.remainder(difference, 2.0 * math.pi))

    @property
    def right(self) -> bool:
        """Whether the pose is precise enough to play."""
        return self.distance < 0.3 and self.turn < 0.26

    @property
    def mirrored(self) -> bool:
        return self.turn > 0.5 * math.pi


class Wanderer:
    """Walks between random targets; odometry errs in scale and at random.

    Other robots stand about and hide parts of the field. Tests change `truth`, `game`, `fall` and
    `ground`.
    """

    def __init__(
        self,
        seed: int,
        start: Pose2[Robot, Field],
        *,
        field: str | FieldDimensions = "spl2019",
        others: int = 6,
        number: int = 1,
    ) -> None:
        self.random = np.random.default_rng(seed)
        self.field = load_field(field) if isinstance(field, str) else field
        self.player = PlayerInfo(team=1, number=number)
        self.truth = start
        self.odometry: Pose2[Robot, Robot] = Pose2()
        self.scales = 1.0 + self.random.uniform((-0.08, -0.08, -0.05), (0.08, 0.08, 0.05))
        self.cameras = [CameraOracles(name, seed) for name, *_ in CAMERAS]
        self.locator: SelfLocator = made(SelfLocator, seed=seed)
        self.alternative_locator: AlternativePoseLocator = made(AlternativePoseLocator, seed=seed)
        self.others = tuple(self._robot(i, self.anywhere(1.0)) for i in range(others))
        self.game, self.side = game(), SideState()
        self.fall, self.ground = FallState(), GroundContactState()
        self.walks = True
        self.target = self.anywhere(1.0)
        self.cycle = 0

    def _robot(self, index: int, pose: Pose2[Robot, Field]) -> TrueRobot:
        return TrueRobot(own_team=index % 2 == 0, number=index, robot_to_field=pose)

    def anywhere(self, fraction: float) -> Pose2[Robot, Field]:
        """Return a random pose in this fraction of the field from our goal line; 0.5: our half."""
        x, y = self.field.goal_line_x, self.field.side_line_y
        low, high = (-x, -y, -math.pi), (-x + 2.0 * x * fraction, y, math.pi)
        return Pose2(*self.random.uniform(low, high).tolist())

    @property
    def time(self) -> float:
        return self.cycle / RATE

    def run(self, seconds: float) -> Iterator[Step]:
        for _ in range(round(seconds * RATE)):
            yield self.step()

    def step(self) -> Step:
        if self.walks:
            self._walk()
        frame = self.frame()
        percepts = self.seen(frame)
        odometry = Odometry(robot_to_start=self.odometry)
        alternative = self.alternative_locator.update(
            frame, percepts.features, odometry, self.fall, self.ground
        )
        given = BodyAndGame(
            odometry=odometry,
            fall=self.fall,
            ground=self.ground,
            game=self.game,
            player=self.player,
            field=self.field,
        )
        pose, hypotheses = self.locator.update(frame, percepts, given, alternative, self.side)
        self.cycle += 1
        return Step(self.time, self.truth, pose, hypotheses, alternative)

    def frame(self) -> FrameInfo:
        return FrameInfo(time=self.time, dt=1.0 / RATE, cycle=self.cycle)

    def jolt(self, distance: float, angle: float) -> None:
        """Push the robot without effect on odometry."""
        away, turn = self.random.uniform(-math.pi, math.pi), self.random.uniform(-angle, angle)
        length = self.random.uniform(0.0, distance)
        x, y = self.truth.x + length * math.cos(away), self.truth.y + length * math.sin(away)
        self.truth = Pose2(x, y, self.truth.theta + float(turn)).normalized()

    def fall_over(self, distance: float, angle: float, seconds: float = 4.0) -> Iterator[Step]:
        """Lie on the ground and get up somewhere near."""
        self.fall, self.ground = (
            FallState(phase=FallPhase.FALLEN),
            GroundContactState(contact=False),
        )
        walks, self.walks = self.walks, False
        yield from self.run(seconds)
        self.jolt(distance, angle)
        self.fall, self.ground, self.walks = FallState(), GroundContactState(), walks

    def carry(self, to: Pose2[Robot, Field], seconds: float = 2.0) -> Iterator[Step]:
        """Lift the robot, so that it loses ground contact, and put it down elsewhere."""
        self.ground = GroundContactState(contact=False)
        walks, self.walks = self.walks, False
        yield from self.run(seconds)
        self.truth = to
        self.ground, self.walks = GroundContactState(), walks

    def _walk(self) -> None:
        """Walk forward to the target while turning to it: 0.2 m/s and up to 0.8 rad/s."""
        to = self.truth.inverse() @ self.target.position
        if math.hypot(to.x, to.y) < 0.3:
            self.target = self.anywhere(1.0)
        angle = math.atan2(to.y, to.x)
        turn = max(-0.8, min(0.8, 2.0 * angle)) / RATE
        forward = (0.2 if abs(angle) < 0.6 else 0.03) / RATE
        sway = 0.02 * math.sin(self.time) / RATE
        step: Pose2[Robot, Robot] = Pose2(forward, sway, turn)
        noise = self.random.standard_normal(3) * (0.001, 0.001, 0.002)
        measured: Pose2[Robot, Robot] = Pose2.from_array(step.array * self.scales + noise)
        self.truth, self.odometry = self.truth @ step, self.odometry @ measured

    def seen(self, frame: FrameInfo) -> FieldPercepts:
        """Return the percepts of the camera whose turn it is."""
        index = frame.cycle % 2
        name, info, height, tilt = CAMERAS[index]
        truth = GroundTruth(
            own=TrueRobot(own_team=True, number=1, robot_to_field=self.truth),
            others=self.others,
            camera=name,
            camera_to_field=self._camera(height, tilt),
        )
        own = dataclasses.replace(frame, dt=2.0 / RATE)
        return self.cameras[index].see(own, truth, info, self.field)

    def _camera(self, height: float, tilt: float) -> Pose3[Camera, Field]:
        """Return the camera's pose; the head takes 1.1 s from one direction to the next."""
        phase = self.time / 1.1
        directions = (*SCAN, SCAN[1])
        (pan, down), (next_pan, next_down) = (
            directions[int(phase) % 4],
            directions[(int(phase) + 1) % 4],
        )
        fraction = phase % 1.0
        yaw = self.truth.theta + pan + fraction * (next_pan - pan)
        rotation = rotation_from_roll_pitch_yaw(
            0.0, tilt + down + fraction * (next_down - down), yaw
        )
        x, y = self.truth.position + self.truth.direction * 0.05
        return Pose3(rotation, np.array((x, y, height)))
