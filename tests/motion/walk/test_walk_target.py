"""Do targets, paths and requests give the right next step?"""

import math

import pytest

from kickabout.behavior.shared.navigation.path_planner import PathPlanner
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.motion.walk.gait import FootPose, Gait
from kickabout.motion.walk.step_limits import Speed, SpeedLimits
from kickabout.motion.walk.walk_path import next_point, passed, tangent_point
from kickabout.motion.walk.walk_requests import WalkRequests
from kickabout.motion.walk.walk_target import TargetParameters, TargetPose, target_speed
from kickabout.motion.walk.walker import WalkCommand
from kickabout.representations import (
    Circle,
    Motion,
    MotionRequest,
    PathCorner,
    Terrain,
    WalkMode,
    WalkRequest,
)

NEUTRAL = FootPose()

LIMITS = SpeedLimits(forward_limit=0.4, side_limit=0.3, turn_limit=2.0)
DURATION = 0.25


def _speed(target: TargetPose, support: FootPose = NEUTRAL, **options: bool) -> Speed:
    return target_speed(
        target,
        LIMITS,
        TargetParameters(),
        support=support,
        left_swings=options.get("left_swings", True),
        duration=DURATION,
        inside_turn=0.33,
        keep_heading=options.get("keep_heading", False),
    )


def test_a_far_target_ahead_is_walked_to_at_full_speed() -> None:
    assert _speed((2.0, 0.0, 1.0)) == Speed(0.4, 0.0, 0.0)


def test_a_far_target_behind_is_turned_to_first() -> None:
    speed = _speed((-2.0, 0.1, 0.0))
    assert speed.x == 0.0
    assert speed.turn > 1.0


def test_a_robot_that_keeps_its_heading_walks_sideways_instead() -> None:
    speed = _speed((0.0, 2.0, 0.0), keep_heading=True)
    assert speed.y == pytest.approx(0.3)
    assert speed.turn == 0.0


def test_the_last_step_is_exactly_the_remaining_distance() -> None:
    # The support foot is 3 cm ahead: closing the feet already brings the robot there.
    assert _speed((0.03, 0.0, 0.0), FootPose(0.03)).x == pytest.approx(0.0)
    assert _speed((0.05, 0.0, 0.0), FootPose(0.03)).x * DURATION == pytest.approx(0.02)


def test_a_step_aside_is_made_with_the_outer_foot_only() -> None:
    assert _speed((0.0, 0.04, 0.0), left_swings=True).y * DURATION == pytest.approx(0.02)
    assert _speed((0.0, 0.04, 0.0), left_swings=False).y == 0.0


def test_the_last_turn_is_exactly_the_remaining_angle() -> None:
    speed = _speed((0.0, 0.0, 0.1), left_swings=True)
    # Opening by two thirds of a turn and closing again makes four thirds of it.
    assert speed.turn * DURATION * 2.0 * 0.67 == pytest.approx(0.1)


CORNER = PathCorner(center_in_robot=Vector2(1.0, 0.0), radius=0.4, clockwise=True)


def test_a_circle_in_the_way_is_passed_at_a_tangent() -> None:
    x, y = tangent_point(CORNER)
    assert y > 0.0  # clockwise around it: the circle stays on the right
    assert math.hypot(x - 1.0, y) == pytest.approx(0.4)
    assert x * (x - 1.0) + y * y == pytest.approx(0.0)


def test_a_circle_beside_the_path_is_ignored() -> None:
    assert passed(CORNER, (0.0, 2.0))
    assert passed(CORNER, (-1.0, 0.0))
    assert not passed(CORNER, (2.0, 0.0))
    assert next_point((CORNER,), (0.0, 2.0, 0.0)) is None


def test_a_circle_is_not_passed_on_the_wrong_side() -> None:
    """Plan around a row of three circles, of which the path contains only the last one."""
    row = [Circle(center_in_field=Vector2(1.0, y), radius=0.4) for y in (-0.5, 0.0, 0.5)]
    wall = Circle(center_in_field=Vector2(1.0, 1.7), radius=0.9)
    here: Pose2[Robot, Field] = Pose2()
    target: Pose2[Robot, Field] = Pose2(2.5, 0.3, 0.0)
    field = Terrain(half_length=5.0, half_width=3.5)
    path = PathPlanner().plan(here, target, [*row, wall], field).corners
    assert path[0].center_in_robot.y == pytest.approx(-0.5)
    via = next_point(path, (target.x, target.y, 0.0))
    assert via is not None
    assert via[1] < -0.5


def test_inside_a_circle_the_robot_walks_along_it() -> None:
    x, y = tangent_point(PathCorner(center_in_robot=Vector2(0.2, 0.0), radius=0.4, clockwise=False))
    assert y < 0.0
    assert abs(x) < 1e-9


def _request(walk: WalkRequest) -> MotionRequest:
    return MotionRequest(motion=Motion.WALK, walk=walk)


def _command(requests: WalkRequests, request: MotionRequest) -> WalkCommand:
    return requests.of(request, LIMITS, Gait(), turn_correction=0.1, may_kick=True)


def test_relative_speeds_are_fractions_of_the_maximum() -> None:
    walk = WalkRequest(mode=WalkMode.RELATIVE_SPEED, speed=Pose2(0.5, -1.0, 0.25))
    assert _command(WalkRequests(0.05), _request(walk)).speed == pytest.approx((0.2, -0.3, 0.5))


def test_a_target_requested_once_gets_closer_with_each_step() -> None:
    requests = WalkRequests(0.05)
    target: Pose2[Robot, Robot] = Pose2(1.0, 0.0, 0.0)
    request = _request(WalkRequest(mode=WalkMode.TARGET, target_in_robot=target))
    assert _command(requests, request).target == pytest.approx((1.0, 0.0, 0.0))
    requests.moved(Pose2(0.4, 0.0, 0.0), kicking=False, now=0.0)
    assert _command(requests, request).target == pytest.approx((0.6, 0.0, 0.0))


def test_a_new_target_replaces_the_old_one() -> None:
    requests = WalkRequests(0.05)
    for x in (1.0, 0.7):
        target: Pose2[Robot, Robot] = Pose2(x, 0.0, 0.0)
        request = _request(WalkRequest(mode=WalkMode.TARGET, target_in_robot=target))
        command = _command(requests, request)
        requests.moved(Pose2(0.3, 0.0, 0.0), kicking=False, now=0.0)
    assert command.target == pytest.approx((0.7, 0.0, 0.0))


def test_obstacles_on_the_path_get_closer_too() -> None:
    requests = WalkRequests(0.05)
    request = _request(
        WalkRequest(mode=WalkMode.TARGET, target_in_robot=Pose2(3.0, 0.0, 0.0), path=(CORNER,))
    )
    assert _command(requests, request).via is not None
    requests.moved(Pose2(1.5, 0.0, 0.0), kicking=False, now=0.0)
    assert _command(requests, request).via is None


def test_any_other_motion_is_a_stand() -> None:
    assert _command(WalkRequests(0.05), MotionRequest(motion=Motion.KICK)).stand
