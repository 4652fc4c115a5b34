"""Scenes for oracles: a robot with a camera, others around it, a ball."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from tests.camera_infos import INFO

from kickabout.geometry import Camera, Field, Pose2, Pose3, Robot, rotation_from_roll_pitch_yaw
from kickabout.representations import (
    GroundTruth,
    TorsoState,
    TrueRobot,
    load_field,
)
from kickabout.robots.nao.kind import KIND
from kickabout.simulation.match.truth import outline_of

FIELD = load_field("spl2020")
UPPER = replace(INFO, focal_length=(598.8, 598.8))
STANDING = TorsoState(valid=True)
OUTLINE = outline_of(KIND)
CAMERA_HEIGHT = 0.51  # m, upper camera of a standing NAO


def camera_at(
    robot_to_field: Pose2[Robot, Field], *, down: float = 0.15, pan: float = 0.0
) -> Pose3[Camera, Field]:
    """Return the pose of an upper camera turned down and to the left by these angles."""
    rotation = rotation_from_roll_pitch_yaw(0.0, down, robot_to_field.theta + pan)
    x, y = robot_to_field.position + robot_to_field.direction * 0.06
    return Pose3(rotation, np.array((x, y, CAMERA_HEIGHT)))


def standing(x: float, y: float, *, own_team: bool = False, number: int = 2) -> TrueRobot:
    return TrueRobot(
        outline=OUTLINE, own_team=own_team, number=number, robot_to_field=Pose2(x, y, 0.0)
    )


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
        own=TrueRobot(
            own_team=True,
            number=1,
            robot_to_field=pose,
            outline=OUTLINE,
        ),
        others=others,
        camera_to_field=camera_at(pose, down=down, pan=pan),
    )


def random_scenes(count: int, *, seed: int = 1, robots: int = 9) -> Iterator[GroundTruth]:
    """Yield scenes with robots and ball at random positions and heads in random directions."""
    random = np.random.default_rng(seed)

    def random_pose() -> Pose2[Robot, Field]:
        x, y = random.uniform((-4.5, -3.0), (4.5, 3.0)).tolist()
        return Pose2(x, y, float(random.uniform(-math.pi, math.pi)))

    for _ in range(count):
        ball = random_pose()
        others = tuple(
            TrueRobot(
                own_team=i < 4,
                number=i + 1,
                robot_to_field=random_pose(),
                outline=OUTLINE,
            )
            for i in range(robots)
        )
        yield scene(
            random_pose(),
            ball=(ball.x, ball.y),
            others=others,
            down=float(random.uniform(0.0, 0.4)),
            pan=float(random.uniform(-1.0, 1.0)),
        )
