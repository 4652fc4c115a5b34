"""The motion description language: its statements, and errors with file, line and motion."""

from pathlib import Path

import numpy as np
import pytest

from kickabout.framework.errors import ConfigurationError
from kickabout.motion.motion_net.motion_parser import parse_motions
from kickabout.motion.motion_net.motion_text import Call, DataLine, Jump, joined

SAMPLE = "~ ~ ~ ~ ~ ~ -350 -190 1750 -350 -190 1750 -1840 -40 2500 -1840 -40 2500 1 25"
FILE = Path("some.motions")


def test_the_reports_sample_line_is_read() -> None:
    statement = parse_motions(f"motion sample\n{SAMPLE}", FILE).motions["sample"].statements[0]
    assert isinstance(statement, DataLine)
    assert np.isnan(statement.angles[:6]).all()
    assert statement.angles[6:12] == pytest.approx([-0.35, -0.19, 1.75] * 2)
    assert statement.angles[12:] == pytest.approx([-1.84, -0.04, 2.5] * 2)
    assert statement.interpolates
    assert statement.frames == 25


def test_labels_jumps_calls_and_transitions_are_read() -> None:
    text = f"""
    group both one two  # a comment
    from both to anything goes via one at here
    motion one
    label here; {SAMPLE}; jump here
    motion two
    call trot plain 1.0
    to one goes directly
    motion three mirrors one
    """
    found = parse_motions(text, FILE)
    assert found.groups["both"].members == ("one", "two")
    assert found.motions["one"].labels == {"here": 0}
    assert isinstance(found.motions["one"].statements[1], Jump)
    call = found.motions["two"].statements[0]
    assert isinstance(call, Call)
    assert (call.function, call.arguments) == ("trot", ("plain", "1.0"))
    assert found.motions["three"].mirror_of == "one"
    general, direct = found.transitions
    assert (general.current, general.via, general.label) == ("both", "one", "here")
    assert (direct.current, direct.requested, direct.via) == ("two", "one", "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (SAMPLE[:-3], "19 columns, expected 20"),
        (SAMPLE.replace("1750", "1.75", 1), "'1.75' in column 9 is not an integer"),
        (SAMPLE[:-4] + "2 25", "the mode is 2"),
        (SAMPLE[:-4] + "1 0", "the count is 0"),
        ("labl here", "unknown statement 'labl'. Did you mean 'label'?"),
        ("jump", "write 'jump NAME'"),
        ("call", "write 'call FUNCTION"),
        ("label Here", "'Here' is not a name"),
        ("label a; label a", "label 'a' is defined twice"),
        ("to anything goes", "write 'from CURRENT to REQUESTED goes directly'"),
        ("motion wrong", "'wrong' is defined twice"),
    ],
)
def test_errors_name_file_line_and_motion(line: str, message: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        parse_motions(f"# nothing\nmotion wrong\n{line}", FILE)
    shown = str(error.value)
    assert shown.startswith("some.motions:3: motion 'wrong': ")
    assert message in shown


def test_a_statement_outside_of_a_motion_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match=r"some\.motions:1: .* outside of a motion"):
        parse_motions(SAMPLE, FILE)


def test_two_files_must_not_define_the_same_motion() -> None:
    one = parse_motions(f"motion one; {SAMPLE}", FILE)
    with pytest.raises(ConfigurationError, match=r"other\.motions:2: 'one' is defined twice"):
        joined([one, parse_motions(f"\nmotion one; {SAMPLE}", Path("other.motions"))])
