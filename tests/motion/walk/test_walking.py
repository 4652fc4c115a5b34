"""Does the simulated robot walk, with noise, latency and the whole motion thread?"""

import math
from functools import partial

import numpy as np
import pytest

from kickabout.evaluation.trials.motion_trials import survives_push
from kickabout.framework.module import seeded_generator
from kickabout.geometry import Pose2, Robot
from kickabout.geometry import World as WorldFrame
from kickabout.representations import (
    ArmRequest,
    Motion,
    MotionRequest,
    WalkMode,
    WalkRequest,
)
from kickabout.robots.nao.joints import LEGS
from kickabout.simulation.match.drill import Drill

STAND = MotionRequest(motion=Motion.STAND)
DIRECTIONS = {
    "forward": (0.40, 0.0, 0.0),
    "backward": (-0.28, 0.0, 0.0),
    "left": (0.0, 0.28, 0.0),
    "right": (0.0, -0.28, 0.0),
    "turning left": (0.0, 0.0, 1.9),
    "turning right": (0.0, 0.0, -1.9),
    "a curve": (0.25, 0.0, 0.6),
    "diagonally": (0.25, 0.15, 0.0),
}
REACHED = {
    "forward": (0.35, 0.0, 0.0),
    "backward": (-0.22, 0.0, 0.0),
    "left": (0.0, 0.22, 0.0),
    "right": (0.0, -0.22, 0.0),
    "turning left": (0.0, 0.0, 1.6),
    "turning right": (0.0, 0.0, -1.6),
    "a curve": (0.2, 0.0, 0.5),
    "diagonally": (0.18, 0.1, 0.0),
}


def walk(x: float, y: float, turn: float) -> MotionRequest:
    request = WalkRequest(mode=WalkMode.SPEED, speed=Pose2(x, y, turn))
    return MotionRequest(motion=Motion.WALK, walk=request)


def target(pose: Pose2[Robot, Robot]) -> MotionRequest:
    request = WalkRequest(mode=WalkMode.TARGET, target_in_robot=pose)
    return MotionRequest(motion=Motion.WALK, walk=request)


def standing(seed: int = 1) -> Drill:
    drill = Drill("walkers", seed=seed)
    drill.request(STAND)
    drill.run(2.0)
    return drill


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_ten_seconds_in_each_direction_without_a_fall(direction: str) -> None:
    with standing() as drill:
        drill.request(walk(*DIRECTIONS[direction]))
        drill.run(2.5)
        result = drill.run(7.5)
    assert result.falls == 0
    for wanted, reached in zip(REACHED[direction], _values(result.speed), strict=True):
        if wanted != 0.0:
            assert reached / wanted >= 1.0


def _values(pose: Pose2[Robot, Robot]) -> tuple[float, float, float]:
    return pose.x, pose.y, pose.theta


def test_stepping_in_place_rocks_the_torso_with_the_rhythm_of_the_steps() -> None:
    rolls, steps = [], []

    def watch(drill: Drill) -> None:
        rolls.append(drill.robot["InertialState"].roll)
        steps.append(drill.robot["WalkOutput"].left_swings)

    with standing() as drill:
        drill.request(walk(0.0, 0.0, 0.0))
        drill.run(1.5)
        drill.run(4.0, each_frame=watch)
    switches = np.flatnonzero(np.diff(steps))
    durations = np.diff(switches) * 0.012
    assert durations.mean() == pytest.approx(0.23, abs=0.03)
    assert durations.std() < 0.03
    assert 0.01 < np.std(rolls) < 0.1


def test_pushes_do_not_make_the_walking_robot_fall() -> None:
    with standing() as drill:
        drill.request(walk(0.2, 0.0, 0.0))
        drill.run(2.0)
        for angle in (0.0, 2.0, 4.0):
            drill.push(0.5 * math.cos(angle), 0.5 * math.sin(angle))
            drill.run(1.5)
        assert drill.falls == 0


def test_a_target_is_reached_and_the_robot_stops_there() -> None:
    goal: Pose2[Robot, WorldFrame] = Pose2(0.8, 0.5, 1.0)
    with standing() as drill:
        drill.run(8.0, each_frame=lambda d: _request_target(d, goal))
        left = drill.pose.inverse() @ goal
        assert math.hypot(left.x, left.y) < 0.03
        assert abs(left.theta) < math.radians(3.0)
        assert drill.robot["WalkOutput"].standing


def test_a_target_requested_once_is_reached_by_odometry() -> None:
    with standing() as drill:
        start = drill.pose
        drill.request(target(Pose2(0.5, 0.2, 0.5)))
        drill.run(7.0)
        moved = start.inverse() @ drill.pose
        assert (moved.x, moved.y) == pytest.approx((0.5, 0.2), abs=0.05)
        assert moved.theta == pytest.approx(0.5, abs=0.1)
        assert drill.robot["MotionState"].motion is Motion.STAND


def _request_target(drill: Drill, goal: Pose2[Robot, WorldFrame]) -> None:
    """Request the target at the rate of a camera."""
    if round(drill.time / 0.012) % 3 == 0:
        left = drill.pose.inverse() @ goal
        drill.request(target(Pose2(left.x, left.y, left.theta)))


def test_walking_with_arms_behind_the_back() -> None:
    with standing() as drill:
        drill.request(ArmRequest(motions=("back", "back")))
        drill.request(walk(0.25, 0.0, 0.0))
        drill.run(5.0)
        assert drill.falls == 0
        assert drill.robot["ArmOutput"].names == ("back", "back")


def test_odometry_agrees_with_the_truth() -> None:
    with standing() as drill:
        begin, odometry = drill.pose, drill.robot["Odometry"].robot_to_start
        for request in (walk(0.3, 0.0, 0.0), walk(0.15, 0.0, 0.4), walk(0.0, 0.15, 0.0)):
            drill.request(request)
            drill.run(4.0)
        true = begin.inverse() @ drill.pose
        estimated = odometry.inverse() @ drill.robot["Odometry"].robot_to_start
    assert math.dist((true.x, true.y), (estimated.x, estimated.y)) < 0.08 * 2.3
    assert estimated.theta == pytest.approx(true.theta, abs=0.08)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_five_minutes_of_random_commands_with_at_most_one_fall(seed: int) -> None:
    random = seeded_generator(seed, "commands")
    next_at = 0.0

    def command(drill: Drill) -> None:
        nonlocal next_at
        if drill.time < next_at:
            return
        next_at = drill.time + random.uniform(0.5, 4.0)
        speed = random.uniform((-0.28, -0.28, -1.9), (0.40, 0.28, 1.9))
        speed *= random.integers(0, 2, 3)
        drill.request(walk(*speed.tolist()) if speed.any() else STAND)

    with standing(seed) as drill:
        result = drill.run(300.0, each_frame=command, fence=2.6)
    assert result.falls <= 1


@pytest.mark.slow
@pytest.mark.parametrize("direction", ["forward", "backward", "left", "turning left"])
def test_ten_minutes_in_one_direction_with_at_most_one_fall(direction: str) -> None:
    with standing(3) as drill:
        falls = 0
        for _ in range(60):
            drill.request(walk(*DIRECTIONS[direction]))
            falls += drill.run(8.5, fence=3.4).falls
            drill.request(STAND)
            falls += drill.run(1.5).falls
    assert falls <= 1


@pytest.mark.slow
@pytest.mark.parametrize("bearing", range(8))
def test_a_target_two_meters_away_is_reached_from_any_side(bearing: int) -> None:
    angle = bearing * math.pi / 4.0
    goal: Pose2[Robot, WorldFrame] = Pose2(
        2.0 * math.cos(angle), 2.0 * math.sin(angle), 0.7 * bearing
    )
    with standing(bearing + 1) as drill:
        drill.run(14.0, each_frame=lambda d: _request_target(d, goal))
        left = drill.pose.inverse() @ goal
    assert math.hypot(left.x, left.y) < 0.03
    assert abs(left.theta) < math.radians(3.0)


@pytest.mark.slow
@pytest.mark.parametrize("impulse", [0.35, 0.7])
def test_pushes_from_eight_sides_are_survived(impulse: float) -> None:
    falls = 0
    for side in range(8):
        angle = side * math.pi / 4.0
        with standing(side + 1) as drill:
            drill.request(walk(0.25, 0.0, 0.0))
            drill.run(2.0)
            drill.push(impulse * math.cos(angle), impulse * math.sin(angle))
            falls += drill.run(2.0).falls
    assert falls <= 1


@pytest.mark.slow
def test_adjusted_steps_survive_hard_pushes_from_ahead() -> None:
    def survived(limit: float) -> int:
        parameters = {"WalkEngine": {"max_adjustment": limit}}
        pushed = partial(survives_push, math.pi, impulse=3.0, after=1.6, parameters=parameters)
        return sum(pushed(seed=seed) for seed in range(1, 13))

    assert survived(0.06) >= survived(0.0) + 3


def test_a_high_stand_costs_less() -> None:
    currents: list[float] = []

    def watch(drill: Drill) -> None:
        currents.append(float(np.abs(drill.robot["SensorFrame"].joint_currents[LEGS]).sum()))

    with standing() as drill:
        drill.run(0.5, each_frame=watch)
        usual = np.mean(currents)
        currents.clear()
        drill.request(MotionRequest(motion=Motion.STAND_HIGH))
        drill.run(3.0)
        drill.run(0.5, each_frame=watch)
        assert np.mean(currents) < 0.6 * usual
        assert drill.upright
