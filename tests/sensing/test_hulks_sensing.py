"""HULKs' orientation and sonar are accurate in a walk and a fall, and reject outliers."""

import math
from typing import Literal

import numpy as np
import pytest
from tests.sensing.imu import DT, Imu

from kickabout.framework import FrameInfo
from kickabout.representations import SensorFrame, SonarState
from kickabout.sensing.contact.hulks_sonar_filter import (
    HulksSonarFilter,
    HulksSonarFilterParameters,
)
from kickabout.sensing.orientation.complementary_orientation import (
    GRAVITY,
    gravity_correction,
    gravity_weight,
    quaternion_rotated,
    quaternion_turned,
)
from kickabout.sensing.orientation.hulks_orientation_estimator import (
    HulksOrientationEstimator,
    HulksOrientationEstimatorParameters,
)


def new_imu() -> Imu:
    return Imu(HulksOrientationEstimator(HulksOrientationEstimatorParameters()))


def test_a_tilt_is_estimated_within_a_second() -> None:
    imu = new_imu()
    for _ in range(80):
        state = imu.update(roll=math.radians(-8.0), pitch=math.radians(20.0))
    assert math.degrees(state.roll) == pytest.approx(-8.0, abs=1.0)
    assert math.degrees(state.pitch) == pytest.approx(20.0, abs=1.0)


def test_a_fall_and_getting_up_are_followed() -> None:
    imu = new_imu()
    for _ in range(80):
        imu.update()
    rate = 3.0
    steps = round(0.5 * math.pi / rate / DT)
    for i in range(steps):
        state = imu.update(pitch=rate * DT * (i + 1), gyro=(0.0, rate, 0.0))
    assert math.degrees(state.pitch) > 80.0
    for i in range(steps):
        state = imu.update(pitch=rate * DT * (steps - i - 1), gyro=(0.0, -rate, 0.0))
    assert abs(math.degrees(state.pitch)) < 3.0


def test_the_start_frame_has_a_heading_and_the_level_frame_has_none() -> None:
    imu = new_imu()
    for _ in range(round(1.0 / DT)):
        state = imu.update(gyro=(0.0, 0.0, 0.5))
    heading = math.atan2(state.torso_to_start[1, 0], state.torso_to_start[0, 0])
    assert heading == pytest.approx(0.5, abs=0.05)
    assert state.torso_to_level[1, 0] == pytest.approx(0.0, abs=1e-9)


def test_a_constant_offset_is_learned_at_rest() -> None:
    estimator = HulksOrientationEstimator(HulksOrientationEstimatorParameters())
    imu = Imu(estimator)
    for _ in range(round(20.0 / DT)):
        state = imu.update(gyro=(0.02, -0.01, 0.015))
    assert np.abs(state.gyro).max() < 0.03
    assert np.abs(estimator.offset - (0.02, -0.01, 0.015)).max() < 0.004


@pytest.mark.parametrize(
    ("roll", "turn_rate"), [(math.nan, 0.0), (0.0, math.nan)], ids=["accelerometer", "gyroscope"]
)
def test_a_reading_that_is_no_number_has_no_effect_on_later_ones(
    roll: float, turn_rate: float
) -> None:
    imu = new_imu()
    for _ in range(100):
        before = imu.update(pitch=0.3)
    assert imu.update(roll=roll, pitch=0.3, gyro=(turn_rate, 0.0, 0.0)) is before
    for _ in range(80):
        after = imu.update(pitch=0.3)
    assert math.degrees(after.roll) == pytest.approx(0.0, abs=1.0)
    assert math.degrees(after.pitch - 0.3) == pytest.approx(0.0, abs=1.0)


def test_readings_much_longer_than_gravity_have_no_weight() -> None:
    assert gravity_weight(np.array((0.0, 0.0, GRAVITY)), 0.1, 0.4) == 1.0
    assert gravity_weight(np.array((0.0, 0.0, 2.0 * GRAVITY)), 0.1, 0.4) == 0.0


def test_the_correction_puts_gravity_upright_from_anywhere() -> None:
    random = np.random.default_rng(1)
    for up in random.standard_normal((50, 3)):
        unit = up / np.linalg.norm(up)
        turned = quaternion_rotated(gravity_correction(unit), unit)
        assert turned == pytest.approx((0.0, 0.0, 1.0), abs=1e-9)
    upside = quaternion_rotated(
        gravity_correction(np.array((0.0, 0.0, -1.0))), np.array((0.0, 0.0, -1.0))
    )
    assert upside == pytest.approx((0.0, 0.0, 1.0), abs=1e-9)


def test_turns_add_up() -> None:
    orientation = np.array((1.0, 0.0, 0.0, 0.0))
    for _ in range(100):
        orientation = quaternion_turned(orientation, np.array((0.0, 0.0, 1.0)), 0.01)
    ahead = quaternion_rotated(orientation, np.array((1.0, 0.0, 0.0)))
    assert ahead == pytest.approx((math.cos(1.0), math.sin(1.0), 0.0))


def sides(left: float, right: float) -> dict[str, float]:
    return {"left_sonar": left, "right_sonar": right}


def filtered(
    readings: list[tuple[float, float]], parameters: HulksSonarFilterParameters | None = None
) -> SonarState:
    sonar = HulksSonarFilter(parameters or HulksSonarFilterParameters())
    for cycle, reading in enumerate(readings):
        frame = FrameInfo(time=cycle * DT, dt=DT, cycle=cycle)
        state = sonar.update(frame, SensorFrame(connected=True, distances=sides(*reading)))
    return state


@pytest.mark.parametrize("kind", ["low-pass", "median"])
def test_noise_and_outliers_move_the_distance_by_less_than_three_centimeters(
    kind: Literal["low-pass", "median"],
) -> None:
    random = np.random.default_rng(2)
    readings = [(float(d), 5.0) for d in 0.5 + 0.02 * random.standard_normal(60)]
    readings[-3] = (0.75, 5.0)
    state = filtered(readings, HulksSonarFilterParameters(kind=kind))
    assert state.distances["left_sonar"] == pytest.approx(0.5, abs=0.03)
    assert state.distances["right_sonar"] == 5.0


def test_echoes_out_of_range_are_rejected_and_forgotten_after_a_while() -> None:
    assert filtered([(0.5, 0.5)] * 20 + [(0.1, 1.5)] * 10).distances == sides(0.5, 0.5)
    assert filtered([(0.5, 0.5)] * 20 + [(0.1, 1.5)] * 60).distances == sides(5.0, 5.0)


@pytest.mark.parametrize("kind", ["low-pass", "median"])
def test_the_first_echo_after_silence_is_used_fully(kind: Literal["low-pass", "median"]) -> None:
    readings = [(0.7, 0.5)] * 20 + [(2.0, 2.0)] * 60 + [(0.25, 2.0)]
    assert filtered(readings, HulksSonarFilterParameters(kind=kind)).distances == sides(0.25, 5.0)


def test_a_side_known_to_be_broken_is_ignored() -> None:
    right = filtered([(0.3, 0.4)] * 9, HulksSonarFilterParameters(broken=("right_sonar",)))
    assert right.working
    assert right.distances == sides(0.3, 5.0)
    assert not filtered(
        [(0.3, 0.4)] * 9, HulksSonarFilterParameters(broken=("left_sonar", "right_sonar"))
    ).working
