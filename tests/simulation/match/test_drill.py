"""A drill: requests, measurements, pushes and placements of one robot."""

import math

import pytest

from kickabout.geometry import Pose2
from kickabout.representations import Motion, MotionRequest, WalkMode, WalkRequest
from kickabout.simulation.match.drill import Drill

STAND = MotionRequest(motion=Motion.STAND)


def _walk(x: float, y: float, turn: float) -> MotionRequest:
    request = WalkRequest(mode=WalkMode.SPEED, speed=Pose2(x, y, turn))
    return MotionRequest(motion=Motion.WALK, walk=request)


def test_a_robot_with_a_stand_request_keeps_its_position() -> None:
    with Drill(pose=(1.0, 0.5, 0.3)) as drill:
        drill.request(STAND)
        result = drill.run(1.0)
        assert (drill.pose.x, drill.pose.y) == pytest.approx((1.0, 0.5), abs=0.01)
        assert (result.falls, drill.upright) == (0, True)


def test_speed_is_measured_along_the_robots_own_axes() -> None:
    with Drill(pose=(0.0, 0.0, math.pi / 2.0)) as drill:
        drill.request(STAND)
        drill.run(1.0)
        drill.request(_walk(0.15, 0.0, 0.0))
        drill.run(1.5)
        speed = drill.run(1.5).speed
    assert speed.x == pytest.approx(0.15, abs=0.04)
    assert abs(speed.y) < 0.03


def test_a_robot_outside_the_fence_is_moved_to_the_center() -> None:
    with Drill(pose=(0.5, 0.0, 0.0)) as drill:
        drill.request(STAND)
        drill.run(0.1, fence=0.3)
        assert abs(drill.pose.x) < 0.05


def test_a_fall_after_a_hard_push_is_counted() -> None:
    with Drill() as drill:
        drill.request(STAND)
        drill.run(0.5)
        drill.push(0.0, 9.0)
        assert drill.run(1.5).falls == 1


def test_the_same_seed_gives_the_same_walk() -> None:
    poses = []
    for _ in range(2):
        with Drill(seed=5, parameters={"MotionScript": {"speed_x": 0.2}}) as drill:
            drill.run(2.5)
            poses.append(drill.pose)
    assert poses[0] == poses[1]


def test_the_ball_is_placed_relative_to_the_robot() -> None:
    with Drill(pose=(0.0, 0.0, math.pi / 2.0)) as drill:
        ball = drill.put_ball(0.5, 0.0)
        assert (ball.x, ball.y) == pytest.approx((0.0, 0.5), abs=0.01)
        assert (drill.ball.x, drill.ball.y) == pytest.approx((ball.x, ball.y))
