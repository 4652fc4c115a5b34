"""Are key-frame files read correctly, and mistakes reported with their line?"""

import math
from pathlib import Path

import numpy as np
import pytest

from kickabout.framework import ConfigurationError
from kickabout.motion.keyframes.keyframe_file import load_motion, motion_names, read_motion
from kickabout.motion.keyframes.keyframe_motion import Quantity
from kickabout.robots.nao.joints import Joint, mirrored
from kickabout.robots.nao.kinematics import nao_kinematics

HEAD = """robot = "nao"
stiffness = { all = 0.5, legs = 1.0 }

[balances.squat]
ankle_pitch = [1.0, 0.0, 0.05]
"""
FRAME = """
[[frames]]
label = "down"
duration = 0.5
arms_deg = [90, 10, 0, -5, -90]
legs_deg = [-10, 5, -50, 120, -60, 0]
free = ["head"]
balance = "squat"
"""


@pytest.mark.parametrize("name", motion_names())
def test_each_motion_loads_and_stays_within_the_joints_ranges(name: str) -> None:
    kinematics = nao_kinematics()
    for frame in load_motion(name).frames:
        controlled = ~np.isnan(frame.angles)
        reachable = kinematics.clamped(frame.angles)
        assert np.allclose(frame.angles[controlled], reachable[controlled], atol=math.radians(1.0))


def test_limbs_are_mirrored_kept_and_left_free(tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(HEAD + FRAME + "[[frames]]\nduration = 1.0\n", encoding="utf-8")
    motion = read_motion(path)
    first, second = (frame.angles for frame in motion.frames)
    assert math.isnan(first[Joint.HEAD_YAW])
    assert first[Joint.RIGHT_HIP_ROLL] == pytest.approx(-math.radians(5.0))
    assert first[Joint.RIGHT_SHOULDER_ROLL] == pytest.approx(-math.radians(10.0))
    assert second[Joint.LEFT_KNEE_PITCH] == pytest.approx(math.radians(120.0))
    assert not np.isnan(second).any()
    assert motion.stiffness[Joint.HEAD_YAW] == 0.5
    assert motion.stiffness[Joint.LEFT_KNEE_PITCH] == 1.0
    assert motion.frames[0].balance is not None


def test_conditions_waits_and_limits_are_read(tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(
        HEAD
        + FRAME
        + """
[[frames]]
duration = 0.2
only_if = [{ quantity = "roll_deg", low = -5.0 }]
wait = { until = { quantity = "gyro_deg", high = 20.0 }, at_most = 0.5 }
limits_deg = { pitch = [-30, 60] }
resume_at = "down"
compensate = [{ joint = "hip_yaw_pitch", helpers = { left_hip_pitch = 0.5 } }]
""",
        encoding="utf-8",
    )
    frame = read_motion(path).frames[1]
    assert frame.only_if[0].quantity is Quantity.ROLL_DEG
    assert frame.wait_limit == 0.5
    assert frame.limits.pitch == pytest.approx((math.radians(-30.0), math.radians(60.0)))
    assert frame.resume_at == 0
    assert frame.compensations[0].helpers == ((Joint.LEFT_HIP_PITCH, 0.5),)


def test_one_file_can_be_the_mirror_image_of_another() -> None:
    left, right = load_motion("dive_left"), load_motion("dive_right")
    assert right.name == "dive_right"
    for frame, image in zip(left.frames, right.frames, strict=True):
        assert np.allclose(image.angles, mirrored(frame.angles))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (HEAD + FRAME.replace("duration", "durration"), 9, "Did you mean 'duration'"),
        (HEAD + FRAME.replace("0.5", "-1.0"), 9, "expected more than 0 s"),
        (HEAD + FRAME.replace(", -60, 0]", "]"), 11, "legs_deg has 4 angles"),
        (HEAD + FRAME.replace('"head"', '"haed"'), 12, "Did you mean 'head'"),
        (HEAD + FRAME.replace('"squat"', '"sqat"'), 13, "Did you mean 'squat'"),
        (HEAD.replace("0.5", "1.5") + FRAME, 2, "expected 0 … 1"),
        (HEAD, None, "at least one"),
        (HEAD + FRAME + "[[frames]]\nduration = 0.0\n", 15, "expected more than 0 s"),
        (HEAD + FRAME + 'off = ["left_kne_pitch"]\n', 14, "Did you mean 'left_knee_pitch'"),
    ],
)
def test_mistakes_are_reported_with_their_line(
    tmp_path: Path, text: str, line: int | None, words: str
) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError) as caught:
        read_motion(path)
    assert words in str(caught.value)
    if line is not None:
        assert f"trial.toml:{line}:" in str(caught.value)
