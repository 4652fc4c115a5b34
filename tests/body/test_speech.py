"""Speech with a program of the system, one sentence at a time."""

import sys
from pathlib import Path

import pytest

from kickabout.body.speech import Speaker

WRITER = "import sys; open(sys.argv[1], 'a').write(sys.argv[2] + ';')"


def test_a_sentence_is_handed_to_the_first_program_that_exists(tmp_path: Path) -> None:
    spoken = tmp_path / "spoken"
    programs = (("no-such-program", "-x"), (sys.executable, "-c", WRITER, str(spoken)))
    speaker = Speaker(programs)
    speaker.say("my ball")
    assert speaker.speaking is not None
    speaker.speaking.wait(20.0)
    speaker.say("goal")
    speaker.speaking.wait(20.0)
    speaker.close()
    assert spoken.read_text() == "my ball;goal;"
    assert speaker.left_out == 0


def test_a_sentence_during_another_one_is_left_out() -> None:
    speaker = Speaker(((sys.executable, "-c", "import signal; signal.pause()"),))
    speaker.say("long story")
    speaker.say("my ball")
    speaker.close()
    assert speaker.left_out == 1


@pytest.mark.parametrize("programs", [(), (("no-such-program",),)])
def test_without_a_program_sentences_are_left_out(
    programs: tuple[tuple[str, ...], ...],
) -> None:
    speaker = Speaker(programs)
    speaker.say("my ball")
    speaker.close()
    assert speaker.left_out == 1
