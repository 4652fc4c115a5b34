"""Is the `.mof` language understood, and are mistakes reported with their line?"""

import math
from pathlib import Path

import numpy as np
import pytest

from kickabout.framework import ConfigurationError
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.keyframes.keyframe_motion import KeyframeMotion
from kickabout.motion.keyframes.mof_reader import check_net, parse_mof
from kickabout.motion.keyframes.special_net import SpecialNet
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.postures import STAND

DT = 0.012
ZEROS = " ".join(["0"] * 26)
FILE = Path("trial.mof")


def action(name: str, angle: float, *transitions: str, time: int = 120) -> KeyframeMotion:
    lines = [f"motion_id = {name}", "label start", f"{angle} {' '.join(['0'] * 25)} 1 {time}"]
    return parse_mof("\n".join([*lines, *transitions]), FILE)


def test_a_line_of_angles_becomes_a_frame() -> None:
    text = f'motion_id = trial\nlabel start " here\n10 * - {" ".join(["0"] * 23)} 0 500\n'
    motion = parse_mof(text, FILE)
    frame = motion.frames[0]
    assert motion.name == "trial"
    assert frame.angles[Joint.HEAD_YAW] == pytest.approx(math.radians(10.0))
    assert math.isnan(frame.angles[Joint.HEAD_PITCH])
    assert frame.off == (Joint.LEFT_SHOULDER_PITCH,)
    assert not frame.interpolated
    assert frame.duration == 0.5


def test_columns_are_head_arms_and_legs_and_the_right_hip_yaw_pitch_is_ignored() -> None:
    numbers = " ".join(str(number) for number in range(26))
    angles = np.degrees(parse_mof(f"motion_id = trial\n{numbers} 1 100", FILE).frames[0].angles)
    assert angles[Joint.LEFT_WRIST_YAW] == pytest.approx(6.0)
    assert angles[Joint.RIGHT_SHOULDER_PITCH] == pytest.approx(8.0)
    assert angles[Joint.HIP_YAW_PITCH] == pytest.approx(14.0)
    assert angles[Joint.LEFT_ANKLE_ROLL] == pytest.approx(19.0)
    assert angles[Joint.RIGHT_HIP_ROLL] == pytest.approx(21.0)


def test_stiffness_lines_belong_to_the_frame_that_follows() -> None:
    values = " ".join(["*"] + ["50"] * 25)
    text = f"motion_id = trial\nstiffness {values} 200\n{ZEROS} 1 100\n{ZEROS} 1 100"
    first, second = parse_mof(text, FILE, default_stiffness=0.8).frames
    assert first.stiffness is not None
    assert first.stiffness[Joint.HEAD_YAW] == 0.8
    assert first.stiffness[Joint.LEFT_KNEE_PITCH] == 0.5
    assert first.stiffness_duration == 0.2
    assert second.stiffness is None


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("label start\n", 1, "motion_id"),
        (f"motion_id = a\n\n{ZEROS} 1", 3, "27 values, expected 28"),
        (f"motion_id = a\n{ZEROS} 2 100", 2, "0 or 1"),
        (f"motion_id = a\n{ZEROS} 1 0", 2, "expected more than 0 ms"),
        ("motion_id = a\nlabel x\nlabel x", 3, "twice"),
        ("motion_id = a\nmotion_id = b", 2, "already"),
        ("motion_id = a\nlabel swing\ntransition a a swng", 3, "Did you mean 'swing'"),
        ("motion_id = a\ntransiton a a b", 2, "Did you mean 'transition'"),
        (f"motion_id = a\n{ZEROS.replace('0', '0x', 1)} 1 100", 2, "not a number"),
        (f"motion_id = a\nstiffness {ZEROS.replace('0', '130', 1)} 100", 2, "expected 0 … 100"),
    ],
)
def test_mistakes_are_reported_with_their_line(text: str, line: int, words: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_mof(text, FILE)
    assert words in str(caught.value)
    assert f"trial.mof:{line}:" in str(caught.value)


def net(*actions: KeyframeMotion) -> dict[str, KeyframeMotion]:
    extern = parse_mof("motion_id = extern\ntransition first first start", FILE)
    return {entry.name: entry for entry in (extern, *actions)}


def test_a_net_with_a_dead_end_or_a_wrong_name_is_refused() -> None:
    home = "transition allMotions extern start"
    check_net(net(action("first", 0.0, home)))
    with pytest.raises(ConfigurationError, match="never leads back"):
        check_net(net(action("first", 0.0, "transition first first start")))
    with pytest.raises(ConfigurationError, match="Did you mean 'first'"):
        check_net(net(action("first", 0.0, "transition allMotions fist start", home)))
    other = action("other", 0.0, home)
    with pytest.raises(ConfigurationError, match="unknown label 'begin'"):
        check_net(net(action("first", 0.0, "transition other other begin", home), other))
    with pytest.raises(ConfigurationError, match="cannot be reached"):
        check_net(net(action("first", 0.0, home), action("lonely", 0.0, home)))


def test_the_path_from_one_action_to_another_follows_the_transitions() -> None:
    home = "transition allMotions extern start"
    first = action("first", 10.0, "transition first first start", "transition allMotions via start")
    via = action("via", 20.0, "transition last last start", home)
    last = action("last", 30.0, "transition last last start", home)
    player = SpecialNet(net(first, via, last))
    body = BodyReading(angles=STAND)
    visited: list[str] = []
    for frame in range(60):
        player.advance("first" if frame < 15 else "last", body, DT)
        if visited[-1:] != [player.playing]:
            visited.append(player.playing)
    assert visited == ["first", "via", "last"]
    for _ in range(12):
        player.advance("", body, DT)
    assert player.playing == "extern"
    assert player.leaving_possible
