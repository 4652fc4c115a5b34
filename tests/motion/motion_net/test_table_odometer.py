"""Odometry from a table: integration, delay, and lying robots."""

from pathlib import Path

import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.motion.motion_net.table_odometer import TableOdometer, TableOdometerParameters
from kickabout.representations import FallPhase, FallState, MotionNetState, Odometry

FRAME = FrameInfo(dt=0.008)
ON_FEET, LYING = FallState(), FallState(phase=FallPhase.FALLEN)


@pytest.fixture
def odometer(tmp_path: Path) -> TableOdometer:
    table = tmp_path / "table.txt"
    table.write_text("nod 0.1 0.0 0.5\n")
    return TableOdometer(TableOdometerParameters(table=str(table)))


def run(odometer: TableOdometer, seconds: float, fall: FallState = ON_FEET) -> Odometry:
    state = MotionNetState(motion="nod")
    found = [odometer.update(FRAME, state, fall) for _ in range(round(seconds / FRAME.dt))]
    return found[-1]


def test_the_speed_of_the_running_motion_is_integrated(odometer: TableOdometer) -> None:
    before, after = run(odometer, 2.0), run(odometer, 2.0)
    moved = before.robot_to_start.inverse() @ after.robot_to_start
    radius = 0.1 / 0.5
    assert moved.theta == pytest.approx(1.0, abs=1e-3)
    assert moved.x == pytest.approx(radius * np.sin(1.0), abs=1e-3)
    assert moved.y == pytest.approx(radius * (1.0 - np.cos(1.0)), abs=1e-3)
    assert after.walked - before.walked == pytest.approx(0.2, abs=1e-3)


def test_nothing_moves_before_the_command_is_carried_out(odometer: TableOdometer) -> None:
    assert run(odometer, 0.064).walked == 0.0
    assert run(odometer, 0.032).walked > 0.0


def test_a_lying_robot_and_an_ended_motion_do_not_move(odometer: TableOdometer) -> None:
    assert run(odometer, 1.0, LYING).walked == 0.0
    state = MotionNetState(motion="nod", finished=True)
    for _ in range(100):
        found = odometer.update(FRAME, state, ON_FEET)
    assert found.walked == 0.0
