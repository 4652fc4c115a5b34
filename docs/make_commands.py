"""The page of all commands: from the command line itself to docs/commands.md.

Run by `make command-docs`; a test says when it has to be run.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from typer.main import get_command

from kickabout.cli import app

PAGE = Path(__file__).with_name("commands.md")
HEAD = """\
# Commands

Every command with its arguments and options; `kickabout COMMAND --help` prints the same. Made from
the command line itself by `make command-docs`; do not edit by hand.
"""


def page() -> str:
    """Return the text of the page."""
    found = dict(_commands(get_command(app), "kickabout"))
    contents = "\n".join(_entry(name, command) for name, command in found.items())
    sections = "\n".join(_section(name, command) for name, command in found.items())
    return f"{HEAD}\n{_table(('command', 'what it does'), contents)}\n\n{sections}"


def _commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Return a command's own commands and all below, by their full names."""
    for word, child in getattr(command, "commands", {}).items():
        if getattr(child, "commands", None):
            yield from _commands(child, f"{name} {word}")
        else:
            yield f"{name} {word}", child


def _entry(name: str, command: Any) -> str:
    return (
        f"| [{name}](#{name.replace(' ', '-')}) | {_cell(command.get_short_help_str(limit=80))} |"
    )


def _section(name: str, command: Any) -> str:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option"]
    usage = " ".join([name, *map(_placeholder, arguments), "[OPTIONS]"])
    parts = [f"## {name}", command.help.strip(), f"```text\n{usage}\n```"]
    if command.params:
        rows = "\n".join(_row(one) for one in (*arguments, *options) if one.name != "help")
        parts.append(_table(("argument or option", "default", "meaning"), rows))
    return "\n\n".join(parts) + "\n"


def _placeholder(argument: Any) -> str:
    name = argument.name.upper() + ("…" if argument.nargs == -1 else "")
    return name if argument.required else f"[{name}]"


def _row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        name = parameter.name
    else:
        name = ", ".join((*parameter.opts, *parameter.secondary_opts))
    return f"| `{name}` | {_default(parameter)} | {_cell(parameter.help)} |"


def _default(parameter: Any) -> str:
    """Return the default as a cell; nothing if the help explains what happens without a value."""
    value = parameter.default
    if parameter.required:
        return "*required*"
    if parameter.name == "workers" and value is not None:
        return "one for each core"
    if callable(value) or value is None or value in ("", ()) or value is False:
        return ""
    return f"`{'on' if value is True else value}`"


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("|", "\\|").replace("<", "&lt;")


def _table(head: Sequence[str], rows: str) -> str:
    return f"| {' | '.join(head)} |\n|{'---|' * len(head)}\n{rows}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
