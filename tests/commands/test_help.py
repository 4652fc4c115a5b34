"""Help texts: every command, argument and option is described in a sentence."""

from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from kickabout.cli import app


# Types: the library has no public name for a command.
def commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    yield name, command
    for word, child in getattr(command, "commands", {}).items():
        yield from commands(child, f"{name} {word}")


ALL = dict(commands(get_command(app), "kickabout"))


@pytest.mark.parametrize("name", ALL)
def test_every_command_argument_and_option_has_a_sentence(name: str) -> None:
    command = ALL[name]
    texts = [parameter.help for parameter in command.params if parameter.name != "help"]
    for text in [command.help, *texts]:
        assert text
        assert text[0].isupper()
        assert text.split()[0] not in ("Of", "Such", "By")
        assert text.rstrip().endswith(".") or "`" in text.splitlines()[0]


@pytest.mark.parametrize("name", [name for name in ALL if " " in name])
def test_the_summary_of_a_command_fits_into_a_line(name: str) -> None:
    assert not ALL[name].get_short_help_str(limit=64).endswith("...")
