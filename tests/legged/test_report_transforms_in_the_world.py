"""Transforms of Austin Villa 2004 with a simulated ERS-7: leveling, height, ground projection."""

import math

import numpy as np
import pytest

from kickabout.evaluation.trials.four_legged_drills import FENCE, four_legged_drill
from kickabout.geometry import FloatArray, Pose2
from kickabout.representations import (
    HeadRequest,
    Motion,
    MotionRequest,
    WalkMode,
    WalkRequest,
)
from kickabout.robots.ers7 import report_transforms as report
from kickabout.robots.kind import robot_kind
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.truth import camera_to_torso, torso_to_world

KIND = robot_kind("ers7")
STAND = MotionRequest(motion=Motion.STAND)
HEAD = KIND.joint("neck_tilt")
HIND = ((1.0, KIND.joint("left_hind_rotator")), (-1.0, KIND.joint("right_hind_rotator")))
LOWER_LEG_ANGLE = math.atan2(0.0198, 0.0769)  # rad, of our hind lower leg at knee angle zero
HEADS = ((0.0, -0.2, 0.4), (0.5, -0.1, 0.5), (-0.6, -0.3, 0.35), (0.2, -0.5, 0.1))  # requests


def tilt_and_roll(up_in_torso: FloatArray) -> tuple[float, float]:
    """Return the report's angles of the body."""
    x, y, z = up_in_torso.tolist()
    return math.atan2(x, z), math.asin(y)


def estimated(drill: Drill) -> tuple[float, float]:
    return tilt_and_roll(drill.robot["InertialState"].torso_to_level[2])


def height_of(drill: Drill, tilt: float, roll: float) -> float:
    """Return the height of the center of the body, from the angles of the hind legs."""
    angles = drill.robot["SensorFrame"].joint_angles
    left, right = (
        report.hind_paw_in_level(
            side, angles[leg], angles[leg + 1], angles[leg + 2] - LOWER_LEG_ANGLE, tilt, roll
        )
        for side, leg in HIND
    )
    return report.height_of_body(left, right) + KIND.foot_radius


@pytest.mark.parametrize("angles_deg", [(10.0, 0.0), (-10.0, 0.0), (0.0, 10.0), (7.0, -7.0)])
def test_on_a_tilted_plate_the_vertical_is_found_within_a_degree(
    angles_deg: tuple[float, float],
) -> None:
    pitch, roll = (math.radians(angle) for angle in angles_deg)
    down = np.array((math.sin(pitch), -math.sin(roll), 0.0))
    down[2] = -math.sqrt(1.0 - down @ down)
    with four_legged_drill("ers7", seed=2) as drill:
        drill.match.world.model.opt.gravity[:] = 9.81 * down
        drill.request(STAND)
        drill.run(3.0, fence=math.inf)
        true_up = -torso_to_world(drill.match.snapshot, 0).rotation.T @ down
        leveled = report.body_to_level(*estimated(drill))[:3, :3]
        up = leveled @ (-true_up[1], true_up[0], true_up[2])  # x to the right, y forward
        assert math.degrees(math.acos(min(1.0, float(up[2])))) < 1.0


def test_while_walking_the_height_is_known_within_5_mm_on_average() -> None:
    with four_legged_drill("ers7", seed=3) as drill:
        drill.request(STAND)
        drill.run(1.0)
        walk = WalkRequest(mode=WalkMode.RELATIVE_SPEED, speed=Pose2(0.6, 0.0, 0.0))
        drill.request(MotionRequest(motion=Motion.WALK, walk=walk))
        drill.run(1.0, fence=FENCE)
        errors: list[float] = []

        def measure(drill: Drill) -> None:
            truth = float(drill.match.snapshot.torso_positions[0, 2])
            errors.append(abs(height_of(drill, *estimated(drill)) - truth))

        drill.run(4.0, each_frame=measure, fence=FENCE)
    assert float(np.mean(errors)) < 0.005


def errors_of_projection(drill: Drill, points_in_world: FloatArray) -> list[float]:
    """Return relative errors of the distances of visible points, with the true vertical."""
    snapshot = drill.match.snapshot
    torso, camera = torso_to_world(snapshot, 0), camera_to_torso(snapshot, 0, "upper")
    assert camera is not None
    angles = drill.robot["SensorFrame"].joint_angles
    tilt, roll = tilt_and_roll(torso.rotation[2])
    pose = report.camera_to_level(angles[HEAD + 1], angles[HEAD], angles[HEAD + 2], tilt, roll)
    height, errors = height_of(drill, tilt, roll), []
    for point in points_in_world:
        in_torso = torso.rotation.T @ (point - torso.translation)
        x, y, z = (camera.rotation.T @ (in_torso - camera.translation)).tolist()
        column, row = round(103.5 - 192.0 * y / x), round(79.5 - 192.0 * z / x)
        if x <= 0.0 or not (0 <= column < 208 and 0 <= row < 160):
            continue
        right, ahead, seen = report.pixel_on_plane(column, row, pose, height, 0.0)
        found, true = math.hypot(right, ahead), math.hypot(*(point - torso.translation)[:2])
        errors.append(abs(found / true - 1.0) if seen else 1.0)
    return errors


def test_corners_of_a_checkerboard_are_projected_to_their_distance() -> None:
    grid = np.arange(0.1, 1.8, 0.1)
    board = np.array([(x, y, 0.0) for x in grid for y in np.arange(-1.0, 1.01, 0.1)])
    board = board[np.hypot(board[:, 0], board[:, 1]) < 1.8]
    errors: list[float] = []
    with four_legged_drill("ers7", seed=4) as drill:
        drill.request(STAND)
        for pan, neck, tilt in HEADS:
            drill.request(HeadRequest(pan=pan, neck_tilt=-neck, tilt=tilt))
            drill.run(1.0)
            errors += errors_of_projection(drill, board)
    assert len(errors) >= 200
    assert float(np.median(errors)) < 0.02
