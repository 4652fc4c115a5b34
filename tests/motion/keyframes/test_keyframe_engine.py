"""Do the special actions sit, stand high, dive and wave work?"""

import numpy as np
import pytest
from tests.motion.selection.requests import measured, selected

from kickabout.framework import FrameInfo, KickaboutError
from kickabout.motion.keyframes.keyframe_engine import KeyframeEngine, KeyframeEngineParameters
from kickabout.representations import (
    KeyframeOutput,
    Motion,
    MotionRequest,
)
from kickabout.robots.nao.joints import Joint
from kickabout.simulation.match.motion_trial import MotionTrial


def perform(trial: MotionTrial, request: MotionRequest, seconds: float) -> list[KeyframeOutput]:
    engine = KeyframeEngine(KeyframeEngineParameters())
    outputs = []
    for _ in range(round(seconds / trial.world.frame_time)):
        output = engine.update(trial.frame, request, selected(request.motion), trial.sense())
        trial.execute(output)
        outputs.append(output)
    return outputs


def test_sitting_lowers_the_torso_and_stays_there() -> None:
    trial = MotionTrial(seed=1)
    outputs = perform(trial, MotionRequest(motion=Motion.SIT), 3.0)
    assert outputs[-1].finished
    assert 0.12 < trial.torso_height < 0.16
    assert trial.torso_to_world[2, 2] > 0.95


def test_standing_high_stretches_the_knees_and_does_not_control_the_head() -> None:
    trial = MotionTrial(seed=1)
    outputs = perform(trial, MotionRequest(motion=Motion.STAND_HIGH), 2.0)
    assert trial.torso_height > 0.24
    assert np.isnan(outputs[-1].angles[Joint.HEAD_YAW])


@pytest.mark.parametrize(("name", "sign"), [("dive_left", 1.0), ("dive_right", -1.0)])
def test_the_keeper_dives_to_its_side_and_blocks_it(name: str, sign: float) -> None:
    trial = MotionTrial(seed=1)
    outputs = perform(trial, MotionRequest(motion=Motion.DIVE, special=name), 1.2)
    sideways = float(trial.world.data.qpos[trial.robot.root_qpos + 1])
    assert sign * sideways > 0.3
    assert trial.torso_height < 0.15
    assert not outputs[-1].leaving_possible


def test_a_genuflection_goes_down_fast_and_comes_up_again() -> None:
    trial = MotionTrial(seed=1)
    perform(trial, MotionRequest(motion=Motion.DIVE, special="genuflect"), 0.6)
    assert trial.torso_height < 0.19
    perform(trial, MotionRequest(motion=Motion.DIVE, special="genuflect"), 4.5)
    assert trial.standing


def test_waving_continues_until_another_motion_is_requested() -> None:
    engine = KeyframeEngine(KeyframeEngineParameters())
    wave = MotionRequest(motion=Motion.SPECIAL, special="wave")
    outputs = [
        engine.update(
            FrameInfo(time=0.012 * i, dt=0.012), wave, selected(Motion.SPECIAL), measured()
        )
        for i in range(300)
    ]
    raised = [output.angles[Joint.RIGHT_SHOULDER_PITCH] for output in outputs[100:]]
    assert max(raised) < 0.0
    assert not any(output.leaving_possible for output in outputs)
    walk = MotionRequest(motion=Motion.WALK)
    for i in range(200):
        output = engine.update(
            FrameInfo(time=4.0 + 0.012 * i, dt=0.012), walk, selected(Motion.SPECIAL), measured()
        )
        if output.leaving_possible:
            break
    assert output.leaving_possible


def test_an_unknown_action_is_reported_with_a_suggestion() -> None:
    engine = KeyframeEngine(KeyframeEngineParameters())
    request = MotionRequest(motion=Motion.SPECIAL, special="dive_lft")
    with pytest.raises(KickaboutError, match="Did you mean 'dive_left'"):
        engine.update(FrameInfo(), request, selected(Motion.SPECIAL), measured())


def test_the_output_is_idle_while_another_motion_is_selected() -> None:
    engine = KeyframeEngine(KeyframeEngineParameters())
    output = engine.update(FrameInfo(), MotionRequest(), selected(Motion.WALK), measured())
    assert np.all(output.stiffness == 0.0)
