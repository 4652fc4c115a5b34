"""Does HULKs' fall protect the head, and does the robot get up with their motion file?"""

import mujoco
import numpy as np
import pytest
from tests.motion.selection.requests import selected

from kickabout.evaluation.trials.fall_trials import get_up
from kickabout.geometry import Vec
from kickabout.motion.keyframes.fall_engine import FallEngine, FallEngineParameters
from kickabout.motion.keyframes.keyframe_file import load_motion
from kickabout.representations import FallDirection, FallPhase, FallState, Motion
from kickabout.robots.nao.joints import Link
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.match.motion_trial import MotionTrial

TEAM = "hulks_walkers"
PUSH = (4.0, 0.0, 0.0)  # N·s
HEAD = (Link.NECK, Link.HEAD)
FRONT = FallState(phase=FallPhase.FALLING, direction=FallDirection.FRONT)


def force_on_head(seed: int, *, protected: bool) -> float:
    """Return the maximum force between head and ground in a fall to the front, in N."""
    trial = MotionTrial(seed=seed)
    engine = FallEngine(FallEngineParameters(front="fall_front_hulks"))
    model, data = trial.world.model, trial.world.data
    bodies = [int(trial.robot.links[link]) for link in HEAD]
    trial.world.push(0, PUSH)
    largest, force = 0.0, np.zeros(6)
    for _ in range(140):
        angles: Vec = STAND
        stiffness = np.ones(25)
        if protected:
            joints = trial.sense().joints
            output = engine.update(trial.frame, selected(Motion.FALL), FRONT, joints)
            angles, stiffness = output.angles, output.stiffness
        trial.command(angles, stiffness)
        for index, contact in enumerate(data.contact):
            if any(model.geom_bodyid[geom] in bodies for geom in contact.geom):
                mujoco.mj_contactForce(model, data, index, force)
                largest = max(largest, float(np.linalg.norm(force[:3])))
    assert trial.torso_to_world[2, 2] < 0.5, "the robot did not fall"
    return largest


def test_the_force_on_the_head_is_lower_than_without_the_fall_manager() -> None:
    protected = [force_on_head(seed, protected=True) for seed in (3, 4)]
    unprotected = [force_on_head(seed, protected=False) for seed in (3, 4)]
    assert min(unprotected) > 0.0
    assert max(protected) < 0.5 * min(unprotected)


def test_the_get_up_is_a_plain_motion_file() -> None:
    """Check that frames contain angles, stiffness and times only, and no feedback."""
    for frame in load_motion("stand_up_front_hulks").frames:
        assert frame.balance is None
        assert frame.wait is None
        assert frame.resume_at is None
        assert frame.duration > 0.0


@pytest.mark.parametrize("side", ["front", "back"])
def test_a_robot_that_fell_stands_up(side: str) -> None:
    trial = get_up(side, seed=2, team=TEAM)
    assert trial.up
    assert trial.tries <= 2


@pytest.mark.slow
@pytest.mark.parametrize("side", ["front", "back"])
def test_nineteen_of_twenty_robots_stand_up_within_two_tries(side: str) -> None:
    trials = [get_up(side, seed=seed, team=TEAM) for seed in range(20)]
    assert sum(trial.up and trial.tries <= 2 for trial in trials) >= 19
