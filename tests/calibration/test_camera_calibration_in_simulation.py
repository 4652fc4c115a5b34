"""Camera calibration in simulation: a robot calibrates its cameras by looking around."""

import math

import numpy as np
import pytest

from kickabout.calibration.camera_calibration import MORE, SWEEP, calibrate_camera
from kickabout.simulation.match.faults import Fault, FaultKind

UPPER, LOWER = (0.04, -0.05, 0.03), (-0.03, 0.045, -0.02)
CROOKED = (
    Fault(kind=FaultKind.CAMERA_MOUNTING, robot="home 1", camera="upper", values=UPPER),
    Fault(kind=FaultKind.CAMERA_MOUNTING, robot="home 1", camera="lower", values=LOWER),
)


@pytest.mark.slow
def test_mounting_errors_are_found_within_a_minute() -> None:
    run = calibrate_camera(faults=CROOKED, misplaced=(0.03, -0.02, math.radians(2.0)), seed=2)
    assert run.good
    assert run.fit is not None
    assert run.seconds <= 60.0
    found = run.fit.calibration.cameras
    errors = np.array((*found["upper"], *found["lower"])) - (*UPPER, *LOWER)
    assert np.abs(np.degrees(errors)).max() < 0.35


@pytest.mark.slow
def test_a_robot_that_sees_too_few_lines_tries_another_position() -> None:
    hidden = tuple(turn for turn in (*SWEEP, *MORE) if turn[1] < 0.15)
    run = calibrate_camera(faults=CROOKED, seed=3, blind=hidden)
    assert run.good
    assert run.positions == 2
    assert run.fit is not None
    errors = np.array(run.fit.calibration.cameras["upper"]) - UPPER
    assert np.abs(np.degrees(errors)).max() < 0.5
