"""Falls, and only falls, are detected before the torso hits the ground."""

import math

import numpy as np
import pytest
from tests.sensing.body import CHAIN_2019, SimulatedBody
from tests.sensing.toy_walk import ToyWalk

from kickabout.framework import NoParameters
from kickabout.geometry import rotation_from_roll_pitch_yaw
from kickabout.representations import (
    BodyModel,
    FallDirection,
    FallPhase,
    FallState,
    JointState,
    Motion,
    MotionState,
)
from kickabout.robots.nao.postures import SIT, STAND
from kickabout.sensing.joints.body_model_calculator import BodyModelCalculator
from kickabout.sensing.orientation.fall_pendulum import (
    FallOutlook,
    FallPendulum,
    PendulumNoise,
    outside_of,
)
from kickabout.sensing.orientation.stance import stance_of

DT = 0.012
NOISE = PendulumNoise(acceleration=4.0, position=0.003, speed=0.3)
SQUARE = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
FRONT, BACK, LEFT, RIGHT = (
    FallDirection.FRONT,
    FallDirection.BACK,
    FallDirection.LEFT,
    FallDirection.RIGHT,
)
PUSHES = [  # in steps of 45° from forward to the left; oblique falls may end on either side
    (0, {FRONT}),
    (1, {FRONT, LEFT}),
    (2, {LEFT}),
    (3, {BACK, LEFT}),
    (4, {BACK}),
    (5, {BACK, RIGHT}),
    (6, {RIGHT}),
    (7, {FRONT, RIGHT}),
]


def standing_body() -> BodyModel:
    return BodyModelCalculator(NoParameters()).update(JointState(angles=STAND))


def test_the_nearest_edge_of_the_polygon_gives_distance_and_direction() -> None:
    assert outside_of(np.array((0.9, 0.0)), SQUARE) == pytest.approx((-0.1, 1.0, 0.0))
    assert outside_of(np.array((0.0, -1.5)), SQUARE) == pytest.approx((0.5, 0.0, -1.0))


def test_the_polygon_spans_both_feet_even_when_one_is_in_the_air() -> None:
    stance = stance_of(standing_body(), np.eye(3))
    tilted = stance_of(standing_body(), rotation_from_roll_pitch_yaw(0.1, 0.0, 0.0))
    for found in (stance, tilted):
        width = found.polygon[:, 1].max() - found.polygon[:, 1].min()
        assert width == pytest.approx(0.2, abs=0.01)
    assert not tilted.left_supports


def test_a_resting_pendulum_stays_where_it_is() -> None:
    pendulum, stance = FallPendulum(), stance_of(standing_body(), np.eye(3))
    for _ in range(50):
        outlook = pendulum.update(stance, yaw_rate=0.0, dt=DT, horizon=0.2, noise=NOISE)
    assert outlook.outside < -0.03
    assert math.hypot(*outlook.velocity) < 0.01


def test_a_fall_is_predicted_within_two_centimeters() -> None:
    """Compare the prediction with the fall a tenth of a second later."""
    body = standing_body()
    pendulum = FallPendulum()
    tilts = [0.0] * 20
    rate = 0.0
    for _ in range(45):
        rate += DT * 25.0 * max(0.02, tilts[-1])
        tilts.append(tilts[-1] + DT * rate)
    actual, predicted = [], []
    for tilt in tilts:
        stance = stance_of(body, rotation_from_roll_pitch_yaw(0.0, tilt, 0.0))
        predicted.append(
            pendulum.update(stance, yaw_rate=0.0, dt=DT, horizon=0.12, noise=NOISE).outside
        )
        actual.append(outside_of(stance.position, stance.polygon)[0])
    errors = np.array(actual[35:]) - np.array(predicted[25:-10])
    assert np.abs(errors[:15]).max() < 0.02


def test_a_center_of_mass_that_moves_back_is_no_fall() -> None:
    out = FallOutlook(outside=0.05, direction=(1.0, 0.0), velocity=(0.4, 0.1))
    back = FallOutlook(outside=0.05, direction=(1.0, 0.0), velocity=(-0.4, 0.1))
    assert out.cosine > math.cos(1.05) > back.cosine


@pytest.mark.parametrize(("octant", "sides"), PUSHES)
@pytest.mark.parametrize("walking", [False, True], ids=["standing", "walking"])
def test_a_fall_is_detected_before_the_robot_hits_the_ground(
    octant: int, sides: set[FallDirection], walking: bool
) -> None:
    body, walk = SimulatedBody(CHAIN_2019[:8], seed=octant), ToyWalk((0.15, 0.0, 0.0))
    motion = Motion.WALK if walking else Motion.STAND
    body.known[MotionState] = MotionState(motion=motion)
    start = 200 if walking else 60
    detected, touched = None, None
    for cycle in range(start + 220):
        sensors = body.measure()
        if cycle == start:
            assert body[FallState].phase in (FallPhase.UPRIGHT, FallPhase.STAGGERING)
            body.push(octant * math.pi / 4.0, 7.0)
        if detected is None and body[FallState].phase is FallPhase.FALLING:
            detected = cycle
            direction = body[FallState].direction
        if touched is None and (body.torso_touches_ground or body.torso_height < 0.12):
            touched = cycle
        body.move(walk.update(sensors, DT) if walking else STAND)
        if touched is not None and detected is not None:
            break
    assert detected is not None
    assert touched is not None
    assert (touched - detected) * DT > 0.2
    assert direction in sides


def test_phases_come_in_order_and_end_on_the_right_side() -> None:
    body = SimulatedBody(CHAIN_2019[:8], seed=1)
    body.stand(0.8)
    body.push(0.0, 7.0)
    phases: list[FallPhase] = []
    for _ in range(250):
        body.stand(DT)
        if not phases or phases[-1] is not body[FallState].phase:
            phases.append(body[FallState].phase)
    order = [phase for phase in phases if phase is not FallPhase.STAGGERING]
    assert order == [FallPhase.UPRIGHT, FallPhase.FALLING, FallPhase.FALLEN]
    assert body[FallState].direction is FRONT


def test_a_push_that_the_robot_survives_is_no_fall() -> None:
    body = SimulatedBody(CHAIN_2019[:8], seed=1)
    body.stand(0.8)
    for octant in range(8):
        body.push(octant * math.pi / 4.0, 1.5)
        for _ in range(80):
            body.stand(DT)
            assert body[FallState].phase in (FallPhase.UPRIGHT, FallPhase.STAGGERING)


def test_sitting_down_is_squatting_and_no_fall() -> None:
    body = SimulatedBody(CHAIN_2019[:8], seed=1)
    body.stand(0.8)
    for cycle in range(170):
        body.measure()
        ratio = min(1.0, cycle / 130.0)
        body.move(STAND + ratio * (SIT - STAND))
        assert body[FallState].phase is not FallPhase.FALLING
    assert body[FallState].phase is FallPhase.SQUATTING


def test_no_fall_is_detected_while_getting_up() -> None:
    body = SimulatedBody(CHAIN_2019[:8], seed=1)
    body.stand(0.8)
    body.known[MotionState] = MotionState(motion=Motion.GET_UP)
    body.push(0.0, 7.0)
    for _ in range(200):
        body.stand(DT)
        assert body[FallState].phase is not FallPhase.FALLING
    assert body[FallState].phase is FallPhase.FALLEN


def test_a_lifted_robot_is_picked_up_at_any_tilt() -> None:
    body = SimulatedBody(CHAIN_2019[:8], seed=1)
    body.stand(0.8)
    dof = body.world.robots[0].root_dof
    qpos = body.world.robots[0].root_qpos
    for cycle in range(150):
        body.measure()
        body.move()
        tilt = 0.5 * min(0.5, cycle / 150.0)
        body.world.data.qpos[qpos + 2] = 0.5
        quaternion = (math.cos(tilt), 0.0, math.sin(tilt), 0.0)
        body.world.data.qpos[qpos + 3 : qpos + 7] = quaternion
        body.world.data.qvel[dof : dof + 6] = (0.0, 0.0, 0.0, 0.0, 0.5 / 150.0 / DT, 0.0)
        if cycle > 20:
            assert body[FallState].phase is FallPhase.PICKED_UP


@pytest.mark.slow
def test_walking_for_minutes_raises_no_false_alarm() -> None:
    random = np.random.default_rng(11)
    for seed in range(6):
        body, walk = SimulatedBody(CHAIN_2019[:8], seed=seed), ToyWalk()
        body.known[MotionState] = MotionState(motion=Motion.WALK)
        for cycle in range(2500):
            if cycle % 150 == 149:
                speed = random.uniform((-0.15, -0.08, -0.6), (0.25, 0.08, 0.6))
                walk.speed = (float(speed[0]), float(speed[1]), float(speed[2]))
            sensors = body.measure()
            body.move(walk.update(sensors, DT))
            if body.torso_height < 0.19:
                break
            assert body[FallState].phase in (FallPhase.UPRIGHT, FallPhase.STAGGERING)
