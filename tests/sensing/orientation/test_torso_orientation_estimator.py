"""Roll and pitch follow the torso, through pauses and in a walking robot."""

import math

import numpy as np
import pytest
from tests.sensing.body import CHAIN_2019, CHAIN_2021, SimulatedBody
from tests.sensing.imu import DT, Imu
from tests.sensing.toy_walk import ToyWalk

from kickabout.geometry import Vec
from kickabout.representations import GyroOffsetState, InertialState, SensorFrame
from kickabout.robots.nao.postures import STAND
from kickabout.sensing.orientation.orientation_parameters import OrientationParameters
from kickabout.sensing.orientation.torso_orientation import GRAVITY
from kickabout.sensing.orientation.torso_orientation_estimator import (
    TorsoOrientationEstimator,
)


def new_imu() -> Imu:
    return Imu(TorsoOrientationEstimator(OrientationParameters()))


def test_a_tilt_is_estimated_within_a_second() -> None:
    imu = new_imu()
    for _ in range(80):
        state = imu.update(roll=math.radians(-8.0), pitch=math.radians(20.0))
    assert math.degrees(state.roll) == pytest.approx(-8.0, abs=0.5)
    assert math.degrees(state.pitch) == pytest.approx(20.0, abs=0.5)


def test_the_level_frame_keeps_the_heading_and_the_start_frame_does_not() -> None:
    imu = new_imu()
    for _ in range(round(math.pi / 0.25 / DT)):
        state = imu.update(gyro=(0.0, 0.0, 0.25))
    assert state.torso_to_level[1, 0] == 0.0
    turned = math.degrees(math.atan2(state.torso_to_start[1, 0], state.torso_to_start[0, 0]))
    assert abs(turned) == pytest.approx(180.0, abs=2.0)


def test_a_known_offset_is_subtracted() -> None:
    known = GyroOffsetState(offset=np.array((0.1, 0.0, 0.0)), known=True)
    with_offset, without = new_imu(), new_imu()
    for _ in range(500):
        corrected = with_offset.update(gyro=(0.1, 0.0, 0.0), offset=known)
        drifted = without.update(gyro=(0.1, 0.0, 0.0))
    assert abs(math.degrees(corrected.roll)) < 0.5
    assert abs(math.degrees(drifted.roll)) > 5.0


def test_the_remaining_offset_is_learned_from_gravity() -> None:
    imu = new_imu()
    rolls = np.abs([imu.update(gyro=(0.01, 0.0, 0.0)).roll for _ in range(4000)])
    assert np.degrees(rolls.max()) > 1.0
    assert rolls[-500:].mean() < 0.4 * rolls.max()


def test_turn_rates_are_published_without_offset() -> None:
    known = GyroOffsetState(offset=np.array((0.1, 0.0, 0.0)), known=True)
    corrected = new_imu().update(gyro=(0.1, 0.0, 0.0), offset=known)
    assert corrected.gyro[0] == pytest.approx(0.0, abs=0.03)


@pytest.mark.parametrize("dead", [True, False])
def test_it_pauses_while_the_board_is_silent_and_then_starts_again(dead: bool) -> None:
    imu = new_imu()
    silent = GyroOffsetState(board_dead=dead, board_disconnected=not dead)
    for _ in range(100):
        before = imu.update()
    for _ in range(160):
        during = imu.update(pitch=1.4, offset=silent)
    assert during.pitch == before.pitch
    for _ in range(40):
        after = imu.update(pitch=1.4)
    assert math.degrees(after.pitch - 1.4) == pytest.approx(0.0, abs=3.0)


@pytest.mark.parametrize("good_before", [0, 100])
@pytest.mark.parametrize(
    ("roll", "turn_rate"), [(math.nan, 0.0), (0.0, math.nan)], ids=["accelerometer", "gyroscope"]
)
def test_a_reading_that_is_no_number_has_no_effect_on_later_ones(
    good_before: int, roll: float, turn_rate: float
) -> None:
    imu, before = new_imu(), InertialState()
    for _ in range(good_before):
        before = imu.update(pitch=0.3)
    spoiled = imu.update(roll=roll, pitch=0.3, gyro=(turn_rate, 0.0, 0.0))
    assert spoiled.pitch == before.pitch
    assert np.isfinite(spoiled.gyro).all()
    assert np.isfinite(spoiled.acceleration).all()
    for _ in range(40):
        after = imu.update(pitch=0.3)
    assert math.degrees(after.roll) == pytest.approx(0.0, abs=1.0)
    assert math.degrees(after.pitch - 0.3) == pytest.approx(0.0, abs=1.0)


def test_a_blow_does_not_change_the_orientation() -> None:
    imu = new_imu()
    for _ in range(200):
        imu.update()
    for _ in range(5):
        state = imu.read(SensorFrame(connected=True, accelerometer=np.array((60.0, 0.0, 9.8))))
    assert abs(math.degrees(state.pitch)) < 1.0


def test_jolts_of_steps_count_as_much_as_the_time_between_them() -> None:
    """A robot that steps sideways decelerates between steps and accelerates at each of them."""
    imu, rolls = new_imu(), []
    for step in range(60):
        for frame in range(25):
            push = 36.0 if frame == 24 else -1.5
            acceleration = np.array((0.0, push, GRAVITY))
            state = imu.read(SensorFrame(connected=True, accelerometer=acceleration))
        if step >= 40:
            rolls.append(math.degrees(state.roll))
    assert np.abs(rolls).mean() < 1.5


def errors_while_walking(chain: tuple[str, ...], speed: tuple[float, float, float]) -> Vec:
    """Return errors of roll and pitch in degrees, after standing until the offset is known."""
    body, walk = SimulatedBody(chain, seed=5), ToyWalk()
    body.stand(3.5)
    errors = []
    for cycle in range(1000):
        walk.speed = speed if cycle > 250 else (0.0, 0.0, 0.0)
        walk.speed = (0.0, 0.0, 0.0) if cycle > 800 else walk.speed
        sensors = body.measure()
        state, true = body[InertialState], body.roll_pitch
        errors.append((state.roll - true[0], state.pitch - true[1]))
        body.move(walk.update(sensors, DT))
    assert body.torso_height > 0.2
    return np.degrees(errors)


@pytest.mark.parametrize("chain", [CHAIN_2019, CHAIN_2021], ids=["2019", "2021"])
@pytest.mark.parametrize("speed", [(0.25, 0.0, 0.0), (0.0, 0.1, 0.5)])
def test_roll_and_pitch_of_a_walking_robot_are_accurate_to_a_degree(
    chain: tuple[str, ...], speed: tuple[float, float, float]
) -> None:
    errors = errors_while_walking(chain, speed)
    assert np.sqrt((errors**2).mean(axis=0)).max() < 1.0
    assert np.abs(errors).max() < 3.0


def test_a_squatting_robot_stays_level() -> None:
    body = SimulatedBody(seed=2)
    body.stand(1.5)
    for cycle in range(200):
        body.measure()
        bend = 0.3 * (1.0 - math.cos(2.0 * math.pi * cycle / 100.0)) / 2.0
        angles = STAND.copy()
        angles[[9, 14]] -= bend
        angles[[10, 15]] += 2.0 * bend
        angles[[11, 16]] -= bend
        state, true = body[InertialState], body.roll_pitch
        assert math.degrees(abs(state.pitch - true[1])) < 1.5
        body.move(angles)
