"""A robot whose joints have a false zero: what it knows of it reaches its motors."""

import math

import numpy as np
import pytest

from kickabout.body import in_motor_angles
from kickabout.representations import JointCalibration, JointRequest, Motion, MotionRequest
from kickabout.robots.nao.joints import JOINT_COUNT, LEGS, Joint
from kickabout.robots.nao.postures import STAND
from kickabout.sensing.joints.joint_calibrator import leg_angles
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.faults import Fault, FaultKind
from kickabout.simulation.match.scene import Scene

OFF = math.radians(4.0)
STILL = (0.0, 0.0, 0.0)
JOINT = Joint.LEFT_HIP_ROLL
FALSE_ZERO = Fault(kind=FaultKind.JOINT_OFFSET, robot="home 1", joint=JOINT.key, value=OFF)


def _offsets() -> tuple[float, ...]:
    offsets = [0.0] * JOINT_COUNT
    offsets[JOINT] = -OFF
    return tuple(offsets)


def _true_and_believed(team: str, *, calibrated: bool) -> tuple[float, float, float]:
    """Where the joint is wanted, is and is believed to be, in degrees, after standing up."""
    values = {"JointCalibrator": {"offsets": _offsets()}} if calibrated else {}
    with Drill(team, scene=Scene(faults=(FALSE_ZERO,)), parameters=values) as drill:
        drill.run(3.0)
        wanted = drill.robot["JointRequest"].angles[JOINT]
        believed = drill.robot["JointState"].angles[JOINT]
        true = drill.match.snapshot.joint_angles[0, JOINT]
    return math.degrees(wanted), math.degrees(true), math.degrees(believed)


@pytest.mark.parametrize("team", ["walkers", "bhuman2021", "hulks2021"])
def test_a_calibrated_robot_stands_as_it_wants(team: str) -> None:
    wanted, true, believed = _true_and_believed(team, calibrated=True)
    assert true == pytest.approx(wanted, abs=1.0)
    assert believed == pytest.approx(true, abs=0.3)


def test_without_calibration_it_stands_crooked_and_does_not_know() -> None:
    wanted, true, believed = _true_and_believed("walkers", calibrated=False)
    assert abs(true - wanted) > 2.5
    assert believed - true == pytest.approx(math.degrees(OFF), abs=0.3)


def test_nothing_to_calibrate_leaves_a_request_as_it_is() -> None:
    request = JointRequest(angles=STAND, stiffness=np.ones(JOINT_COUNT))
    assert in_motor_angles(request, JointCalibration()) is request


def test_the_calibration_stand_commands_straight_feet_where_the_calibrator_expects_them() -> None:
    with Drill("walkers") as drill:
        drill.tell(MotionRequest(motion=Motion.SPECIAL, special="calibration_stand"))
        drill.run(3.0)
        commanded = drill.robot["JointRequest"].angles
        assert drill.upright
        assert drill.falls == 0
    expected = leg_angles((STILL, STILL), (STILL, STILL))
    assert np.degrees(commanded[LEGS]) == pytest.approx(np.degrees(expected[LEGS]), abs=0.05)
