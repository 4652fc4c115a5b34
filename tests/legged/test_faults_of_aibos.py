"""Faults of Aibos that a scene declares: a dead motor of a leg, a stuck head, weak motors."""

import numpy as np
import pytest

from kickabout.evaluation.trials.drill_plan import DrillPlan
from kickabout.representations import HeadRequest, Motion, MotionRequest
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.faults import Fault, FaultKind
from kickabout.simulation.match.scene import Scene

KINDS = ("ers210", "ers7")
ROBOT = "home 1"
HEAD = {"ers210": "neck_roll", "ers7": "neck_nod"}


def drill(name: str, *faults: Fault) -> Drill:
    made = Drill(DrillPlan.of(name).team, scene=Scene(faults=faults), league="open")
    made.request(MotionRequest(motion=Motion.STAND))
    return made


def angle(drill: Drill, joint: str) -> float:
    snapshot = drill.match.snapshot
    return float(snapshot.angles_of(0)[snapshot.kinds[0].joint(joint)])


@pytest.mark.parametrize("name", KINDS)
def test_a_leg_gives_way_at_a_dead_motor(name: str) -> None:
    fault = Fault(kind=FaultKind.DEAD_MOTOR, robot=ROBOT, joint="left_fore_knee", start=1.0)
    with drill(name, fault) as faulty, drill(name) as healthy:
        differences = []
        for seconds in (0.9, 2.3):
            for robot in (faulty, healthy):
                robot.run(seconds)
            knees = (angle(robot, "left_fore_knee") for robot in (faulty, healthy))
            differences.append(abs(next(knees) - next(knees)))
        assert differences[0] == 0.0  # until the fault
        assert differences[1] > 0.2


def body_height(drill: Drill) -> float:
    return float(drill.match.snapshot.torso_positions[0, 2])


@pytest.mark.parametrize("name", KINDS)
def test_a_stuck_head_does_not_turn(name: str) -> None:
    joints = ("neck_tilt", "neck_pan", HEAD[name])
    faults = [Fault(kind=FaultKind.STUCK_JOINT, robot=ROBOT, joint=j, start=0.8) for j in joints]
    with drill(name, *faults) as faulty:
        faulty.run(0.9)
        before = [angle(faulty, joint) for joint in joints]
        faulty.request(HeadRequest(pan=0.8, tilt=0.2))
        faulty.run(1.0)
        after = [angle(faulty, joint) for joint in joints]
        assert np.allclose(before, after, atol=0.05)


@pytest.mark.parametrize("name", KINDS)
def test_weak_motors_let_the_body_sink(name: str) -> None:
    heights = []
    for strength in (1.0, 0.3):
        fault = Fault(kind=FaultKind.WEAK_MOTORS, robot=ROBOT, value=strength)
        with drill(name, fault) as faulty:
            faulty.run(1.5)
            heights.append(body_height(faulty))
    assert heights[1] < heights[0] - 0.002
