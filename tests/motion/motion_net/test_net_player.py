"""Playing a motion net: interpolation, repetition, jumps, calls and transitions."""

from pathlib import Path

import numpy as np
import pytest
from tests.motion.motion_net.nets import COLUMNS, FREE, FUNCTIONS, Run, legs

from kickabout.motion.motion_net.motion_parser import parse_motions
from kickabout.motion.motion_net.motion_tables import compiled

SAMPLE = "~ ~ ~ ~ ~ ~ -350 -190 1750 -350 -190 1750 -1840 -40 2500 -1840 -40 2500"
TARGET = np.array([-0.35, -0.19, 1.75] * 2 + [-1.84, -0.04, 2.5] * 2)
NET = f"""
motion stand
label still
{legs(0)} 0 1
jump still
motion bow
{legs(400)} 1 10
{legs(400)} 0 5
motion nod
call sine 20
motion knock
{legs(-100)} 1 3
from stand to anything goes directly
from anything to anything goes via stand
from bow to knock goes directly
"""


def test_interpolation_reaches_the_target_in_equal_steps() -> None:
    found = Run(f"motion sample\n{SAMPLE} 1 25", "sample").frames("sample", 25)
    for number, angles in enumerate(found, start=1):
        assert angles[6:] == pytest.approx(number / 25.0 * TARGET)
        assert np.isnan(angles[:6]).all()
    assert found[-1][6:] == pytest.approx(TARGET, abs=1e-12)


def test_repetition_gives_the_target_in_all_frames() -> None:
    for angles in Run(f"motion sample\n{SAMPLE} 0 25", "sample").frames("sample", 25):
        assert angles[6:] == pytest.approx(TARGET, abs=1e-12)
        assert np.isnan(angles[:6]).all()


def test_a_motion_is_played_to_its_end_before_the_next_one() -> None:
    run = Run(NET, "stand")
    run.frames("bow", 3)
    found = run.frames("stand", 14)
    assert run.passed == ["stand", "bow", "stand"]
    assert found[12][6] == pytest.approx(0.4)  # the last frame of the bow
    assert found[13][6] == 0.0


def test_transitions_lead_through_other_motions() -> None:
    run = Run(NET, "bow")
    run.frames("nod", 20)
    assert run.passed == ["bow", "stand", "nod"]


def test_a_special_transition_takes_precedence() -> None:
    run = Run(NET, "bow")
    run.frames("knock", 20)
    assert run.passed == ["bow", "knock"]


def test_a_motion_that_ended_holds_its_last_angles_until_another_one_is_requested() -> None:
    run = Run(NET, "knock")
    run.frames("knock", 3)
    assert run.frames("knock", 5)[-1][6] == pytest.approx(-0.1)
    assert run.player.finished
    run.frames("bow", 2)
    assert run.passed == ["knock", "stand", "bow"]


def test_a_jump_is_taken_while_no_other_motion_is_requested() -> None:
    run = Run(NET, "stand")
    run.frames("stand", 50)
    assert run.passed == ["stand"]
    run.frames("bow", 1)
    assert run.passed == ["stand", "bow"]


def test_a_function_generates_motor_data_and_obeys_transitions() -> None:
    run = Run(NET, "nod")
    found = [angles[0] for angles in run.frames("nod", 20)]
    expected = 0.5 * np.sin(2.0 * np.pi * np.arange(1, 21) / 20.0)
    assert found == pytest.approx(expected.tolist())
    run.frames("knock", 5)
    assert run.passed == ["nod", "stand", "knock"]


def test_a_mirror_image_exchanges_left_and_right() -> None:
    head = f"100 200 300 ~ ~ ~  {legs(0)[14:]} 0 1"
    one_leg = "~ ~ ~ ~ ~ ~  500 100 0  " + "0 0 0  " * 3 + "0 1"
    text = f"motion one\n{head}\n{one_leg}\nmotion two mirrors one\nfrom one to two goes directly\n"
    run = Run(text + "from two to one goes directly", "two")
    first, second = run.frames("two", 2)
    assert first[:3] == pytest.approx([0.1, -0.2, -0.3])
    assert second[6:12] == pytest.approx([0.0, 0.0, 0.0, 0.5, 0.1, 0.0])


def test_other_tables_replace_the_net_while_it_runs() -> None:
    run = Run(NET, "knock")
    run.frames("knock", 2)
    changed = NET.replace(legs(-100), legs(-200))
    tables = compiled(parse_motions(changed, Path("x")), COLUMNS, FUNCTIONS)
    run.player.replace(tables, {"knock"}, "stand")
    assert run.frames("knock", 3)[-1][6] == pytest.approx(-0.2)


def test_a_line_without_values_leaves_all_joints_to_others() -> None:
    angles = Run(f"motion rest\n{FREE} 1 4", "rest").frames("rest", 4)[-1]
    assert np.isnan(angles).all()
