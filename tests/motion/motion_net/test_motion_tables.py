"""The check of a motion set: what is missing, unknown or contradictory."""

from pathlib import Path

import pytest
from tests.motion.motion_net.nets import COLUMNS, FREE, FUNCTIONS, legs

from kickabout.motion.motion_net.motion_parser import parse_motions
from kickabout.motion.motion_net.motion_tables import compiled, problems_of

GOOD = f"""
motion stand
label still
{legs(0)} 0 1
jump still
motion bow
{legs(100)} 1 10
from stand to anything goes directly
from anything to anything goes via stand
"""


def problems(text: str) -> list[str]:
    motions = parse_motions(text, Path("net.motions"))
    return [str(problem) for problem in problems_of(motions, COLUMNS, FUNCTIONS)]


def test_a_complete_set_passes() -> None:
    assert problems(GOOD) == []


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (GOOD.replace("from anything to anything goes via stand\n", ""), ":6: motion 'bow': no tr"),
        (GOOD + "from bow to stand goes via sit", ":10: transition of motion 'bow': leads to unkn"),
        (
            GOOD + "from bow to sit goes via stand",
            ":10: transition of motion 'bow': unknown motion",
        ),
        (GOOD.replace("jump still", "jump stll"), ":5: motion 'stand': unknown label 'stll'. Did"),
        (
            GOOD + "from bow to stand goes via stand at x",
            ":10: transition of motion 'bow': unknown l",
        ),
        (GOOD + "motion walk\ncall trott", ":11: motion 'walk': unknown function 'trott'"),
        (GOOD + "motion walk\ncall sine x", ":11: motion 'walk': function 'sine': invalid literal"),
        (GOOD + "motion empty", ":10: motion 'empty': no line of motor data"),
        (
            GOOD + f"motion x\nlabel y\njump y\n{FREE} 0 1",
            ":12: motion 'x': no frame between label",
        ),
        (
            GOOD + f"motion x\n{legs(2100)} 1 9",
            ":11: motion 'x': column 7, left_fore_rotator, is 2",
        ),
        (GOOD + "motion x mirrors y", ":10: motion 'x': mirrors an unknown motion, 'y'"),
        (GOOD + "group some bow sit", ":10: group 'some' has unknown motion 'sit'"),
        (
            GOOD + "from bow to stand goes via bow",
            ":6: motion 'bow': transitions to 'stand' run in",
        ),
        (
            GOOD + f"from anything to anything goes directly\nmotion x\n{legs(0)} 0 1",
            "net.motions:10: motion 'bow': transitions to 'x' contradict each other",
        ),
    ],
)
def test_errors_name_file_line_and_motion(broken: str, message: str) -> None:
    found = problems(broken)
    assert found
    assert all(problem.startswith("net.motions:") for problem in found)
    assert any(message in problem for problem in found), found


def test_the_most_specific_transition_applies() -> None:
    text = (
        GOOD
        + f"""
    motion rest; {legs(0)} 0 1
    group low bow rest
    from low to low goes directly
    """
    )
    tables = compiled(parse_motions(text, Path("net.motions")), COLUMNS, FUNCTIONS)
    bow, rest, stand = (tables.index(name) for name in ("bow", "rest", "stand"))
    assert tables.next_motion[bow, rest] == rest
    assert tables.next_motion[bow, stand] == stand
    assert tables.next_motion[bow, bow] == -1  # it holds its last angles
