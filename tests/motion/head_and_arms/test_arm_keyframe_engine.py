"""Do arms move along their key frames, out of the way when pushed, and stay there?"""

from pathlib import Path

import numpy as np
import pytest

from kickabout.framework import ConfigurationError, FrameInfo
from kickabout.motion.head_and_arms.arm_keyframe_engine import (
    ArmKeyframeEngine,
    ArmKeyframeEngineParameters,
)
from kickabout.motion.head_and_arms.arm_keyframes import arm_motion_names, load_arm_motion
from kickabout.motion.selection.default_stiffness import DEFAULT_STIFFNESS
from kickabout.representations import (
    ArmContactState,
    ArmOutput,
    ArmRequest,
    JointState,
    Motion,
    MotionSelection,
)
from kickabout.robots.nao.joints import LEFT_ARM, RIGHT_ARM, mirrored
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND

DEFAULT_PARAMETERS = ArmKeyframeEngineParameters()
NO_ARM_REQUEST = ArmRequest()

FRAME = 0.012
BOTH_BACK = ArmRequest(motions=("back", "back"))


class Trial:
    def __init__(self, parameters: ArmKeyframeEngineParameters = DEFAULT_PARAMETERS) -> None:
        self.engine = ArmKeyframeEngine(parameters)
        self.time = 0.0

    def run(
        self,
        seconds: float,
        request: ArmRequest = NO_ARM_REQUEST,
        *,
        pushed: tuple[bool, bool] = (False, False),
        motion: Motion = Motion.WALK,
        weights: tuple[float, float] = (0.0, 0.0),
    ) -> list[ArmOutput]:
        outputs = []
        for _ in range(max(1, round(seconds / FRAME))):
            self.time += FRAME
            outputs.append(
                self.engine.update(
                    FrameInfo(time=self.time, dt=FRAME),
                    request,
                    ArmContactState(contact=pushed),
                    JointState(angles=STAND),
                    MotionSelection(target=motion, arms_by_keyframe=weights),
                )
            )
        return outputs


def test_arms_are_inactive_without_a_request() -> None:
    assert Trial().run(0.5)[-1].active == (False, False)


def test_both_arms_end_as_mirror_images_and_are_held_there() -> None:
    trial = Trial()
    outputs = trial.run(2.0, BOTH_BACK)
    last = outputs[-1]
    assert last.names == ("back", "back")
    assert np.allclose(last.angles[LEFT_ARM], load_arm_motion("back")[-1].angles)
    assert np.allclose(mirrored(last.angles)[LEFT_ARM], last.angles[LEFT_ARM])
    assert np.allclose(trial.run(1.0, BOTH_BACK)[-1].angles, last.angles)


def test_a_motion_takes_as_long_as_its_states_and_has_no_jump() -> None:
    duration = sum(state.duration for state in load_arm_motion("back"))
    outputs = Trial().run(duration + 0.1, BOTH_BACK)
    left = np.array([output.angles[LEFT_ARM] for output in outputs])
    arrived = np.abs(left - left[-1]).max(axis=1) < 1e-9
    assert np.argmax(arrived) * FRAME == pytest.approx(duration, abs=2 * FRAME)
    assert np.abs(np.diff(left, axis=0)).max() < 0.1


def test_a_fast_request_is_played_faster() -> None:
    fast = ArmRequest(motions=("back", ""), fast=(True, False))
    slow = ArmRequest(motions=("back", ""))
    target = load_arm_motion("back")[-1].angles
    assert np.allclose(Trial().run(0.3, fast)[-1].angles[LEFT_ARM], target)
    assert not np.allclose(Trial().run(0.3, slow)[-1].angles[LEFT_ARM], target)


def test_one_arm_alone_can_be_moved() -> None:
    output = Trial().run(1.0, ArmRequest(motions=("", "keeper")))[-1]
    assert output.active == (False, True)
    assert output.angles[RIGHT_ARM][1] < -0.5


def test_an_arm_keeps_its_angles_after_its_motion_until_its_weight_is_zero() -> None:
    trial = Trial()
    held = trial.run(1.0, BOTH_BACK)[-1]
    fading = trial.run(0.1, weights=(0.5, 0.0))[-1]
    assert fading.active == (False, False)
    assert np.allclose(fading.angles[LEFT_ARM], held.angles[LEFT_ARM])
    assert np.allclose(fading.stiffness[LEFT_ARM], held.stiffness[LEFT_ARM])
    assert not fading.stiffness[RIGHT_ARM].any()
    assert not trial.run(FRAME)[-1].angles.any()


def test_arm_motions_are_only_for_walking_and_standing() -> None:
    assert Trial().run(0.5, BOTH_BACK, motion=Motion.GET_UP)[-1].active == (False, False)


def test_a_pushed_arm_goes_back_and_returns_after_a_time() -> None:
    trial = Trial(ArmKeyframeEngineParameters(evade_for=1.0, evade_again_after=1.0))
    assert trial.run(FRAME, pushed=(True, False))[-1].names == ("back", "")
    assert trial.run(0.8)[-1].names == ("back", "")
    assert trial.run(0.3)[-1].names == ("", "")


def test_a_second_push_right_after_is_ignored() -> None:
    trial = Trial(ArmKeyframeEngineParameters(evade_for=0.5, evade_again_after=1.0))
    trial.run(FRAME, pushed=(True, False))
    trial.run(0.6)
    assert trial.run(FRAME, pushed=(True, False))[-1].names == ("", "")
    trial.run(1.0)
    assert trial.run(FRAME, pushed=(True, False))[-1].names == ("back", "")


def test_evasion_can_be_switched_off() -> None:
    trial = Trial(ArmKeyframeEngineParameters(evade=False))
    assert trial.run(0.1, pushed=(True, True))[-1].active == (False, False)


def test_an_unknown_motion_is_reported_with_a_suggestion() -> None:
    with pytest.raises(ValueError, match="back"):
        Trial().run(FRAME, ArmRequest(motions=("bak", "")))


@pytest.mark.parametrize("name", arm_motion_names())
def test_each_file_keeps_within_the_joints(name: str) -> None:
    kinematics = nao_kinematics()
    for state in load_arm_motion(name):
        assert (state.angles >= kinematics.joint_min[LEFT_ARM]).all()
        assert (state.angles <= kinematics.joint_max[LEFT_ARM]).all()


def test_a_stiffness_below_zero_is_the_default() -> None:
    assert np.allclose(load_arm_motion("back")[0].stiffness, DEFAULT_STIFFNESS[LEFT_ARM])
    assert load_arm_motion("keeper")[0].stiffness[1] == 0.6


def test_a_state_with_too_few_angles_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    text = 'robot = "nao"\ndescription = "x"\n[[states]]\nangles_deg = [1.0]\nduration = 1.0\n'
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match="1 angles"):
        load_arm_motion(str(file))
