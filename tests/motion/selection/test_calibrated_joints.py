"""Does the joint calibration reach the motors of a robot whose joints have a wrong zero?"""

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


def _joint_angles(team: str, *, calibrated: bool) -> tuple[float, float, float]:
    """Return requested, true and measured joint angle in degrees after standing up."""
    values = {"JointCalibrator": {"offsets": _offsets()}} if calibrated else {}
    with Drill(team, scene=Scene(faults=(FALSE_ZERO,)), parameters=values) as drill:
        drill.run(3.0)
        requested = drill.robot["JointRequest"].angles[JOINT]
        measured = drill.robot["JointState"].angles[JOINT]
        true = drill.match.snapshot.joint_angles[0, JOINT]
    return math.degrees(requested), math.degrees(true), math.degrees(measured)


@pytest.mark.parametrize("team", ["walkers", "bhuman2021", "hulks2021"])
def test_a_calibrated_robot_stands_as_requested(team: str) -> None:
    requested, true, measured = _joint_angles(team, calibrated=True)
    assert true == pytest.approx(requested, abs=1.0)
    assert measured == pytest.approx(true, abs=0.3)


def test_without_calibration_it_stands_crooked_without_measuring_it() -> None:
    requested, true, measured = _joint_angles("walkers", calibrated=False)
    assert abs(true - requested) > 2.5
    assert measured - true == pytest.approx(math.degrees(OFF), abs=0.3)


def test_a_request_is_unchanged_without_offsets() -> None:
    request = JointRequest(angles=STAND, stiffness=np.ones(JOINT_COUNT))
    assert in_motor_angles(request, JointCalibration()) is request


def test_the_calibration_stand_commands_feet_where_the_calibrator_expects_them() -> None:
    with Drill("walkers") as drill:
        drill.request(MotionRequest(motion=Motion.SPECIAL, special="calibration_stand"))
        drill.run(3.0)
        commanded = drill.robot["JointRequest"].angles
        assert drill.upright
        assert drill.falls == 0
    expected = leg_angles((STILL, STILL), (STILL, STILL))
    assert np.degrees(commanded[LEGS]) == pytest.approx(np.degrees(expected[LEGS]), abs=0.05)
