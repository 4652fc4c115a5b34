"""Scenes for oracles: a robot with a camera, others around it, a ball."""

import math
from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np

from kickabout.framework import FrameInfo, Module
from kickabout.framework.module import declaration_of
from kickabout.framework.parameter import parameter_infos
from kickabout.geometry import Camera, Field, Pose2, Pose3, Robot, rotation_from_roll_pitch_yaw
from kickabout.representations import (
    CameraInfo,
    FieldDimensions,
    GroundTruth,
    TorsoState,
    TrueRobot,
    load_field,
)
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint
from kickabout.simulation.oracles.viewpoint_oracle import ViewpointOracle

R = TypeVar("R")

FIELD = load_field("spl2020")
UPPER = CameraInfo(focal_length=(598.8, 598.8))
STANDING = TorsoState(valid=True)
CAMERA_HEIGHT = 0.51  # m, upper camera of a standing NAO


def camera_at(
    robot_to_field: Pose2[Robot, Field], *, down: float = 0.15, pan: float = 0.0
) -> Pose3[Camera, Field]:
    """Return the pose of an upper camera turned down and to the left by these angles."""
    rotation = rotation_from_roll_pitch_yaw(0.0, down, robot_to_field.theta + pan)
    x, y = robot_to_field.position + robot_to_field.direction * 0.06
    return Pose3(rotation, np.array((x, y, CAMERA_HEIGHT)))


def standing(x: float, y: float, *, own_team: bool = False, number: int = 2) -> TrueRobot:
    return TrueRobot(own_team=own_team, number=number, robot_to_field=Pose2(x, y, 0.0))


def scene(
    robot_to_field: Pose2[Robot, Field] | None = None,
    *,
    ball: tuple[float, float] = (100.0, 0.0),
    others: tuple[TrueRobot, ...] = (),
    down: float = 0.15,
    pan: float = 0.0,
) -> GroundTruth:
    """Return a scene; by default the robot is at the center and faces along the x axis."""
    pose = robot_to_field or Pose2()
    return GroundTruth(
        ball_in_field=np.array((*ball, FIELD.ball.radius)),
        own=TrueRobot(own_team=True, number=1, robot_to_field=pose),
        others=others,
        camera_to_field=camera_at(pose, down=down, pan=pan),
    )


class OracleRunner:
    """Runs one oracle on scenes, with the viewpoint that it needs."""

    def __init__(self, oracle: Module[Any], **viewpoint: float) -> None:
        self.oracle = oracle
        self.viewpoint_oracle = made(ViewpointOracle, **viewpoint)
        self.viewpoint = Viewpoint()
        self.torso = STANDING
        self.cycle = 0

    def __call__(self, truth: GroundTruth, camera: CameraInfo = UPPER) -> Any:
        frame = FrameInfo(time=self.cycle / 30.0, dt=1.0 / 30.0, cycle=self.cycle)
        self.cycle += 1
        self.viewpoint = self.viewpoint_oracle.update(frame, truth, camera, self.torso)
        values: dict[type, object] = {
            FrameInfo: frame,
            GroundTruth: truth,
            CameraInfo: camera,
            FieldDimensions: FIELD,
            Viewpoint: self.viewpoint,
        }
        declared = declaration_of(type(self.oracle))
        return self.oracle.update(*(values[key.representation] for key in declared.inputs))


def made(module: type[Module[Any]], **values: object) -> Any:
    return module(declaration_of(module).parameters(**values))


def perfect(module: type[Module[Any]], **values: object) -> OracleRunner:
    """Return an oracle without misses, noise and false percepts, and a camera without error."""
    names = parameter_infos(declaration_of(module).parameters)
    errors = ("noise", "false_rate", "wrong", "confused", "fit")
    ideal: dict[str, object] = {name: 0.0 for name in names if name.startswith(errors)}
    ideal |= {name: 1.0 for name in names if name in ("rate", "jersey_rate")}
    return OracleRunner(made(module, **(ideal | values)), tilt_deviation=0.0, pan_deviation=0.0)


def random_scenes(count: int, *, seed: int = 1, robots: int = 9) -> Iterator[GroundTruth]:
    """Yield scenes with robots and ball at random positions and heads in random directions."""
    random = np.random.default_rng(seed)

    def random_pose() -> Pose2[Robot, Field]:
        x, y = random.uniform((-4.5, -3.0), (4.5, 3.0)).tolist()
        return Pose2(x, y, float(random.uniform(-math.pi, math.pi)))

    for _ in range(count):
        ball = random_pose()
        others = tuple(
            TrueRobot(own_team=i < 4, number=i + 1, robot_to_field=random_pose())
            for i in range(robots)
        )
        yield scene(
            random_pose(),
            ball=(ball.x, ball.y),
            others=others,
            down=float(random.uniform(0.0, 0.4)),
            pan=float(random.uniform(-1.0, 1.0)),
        )
