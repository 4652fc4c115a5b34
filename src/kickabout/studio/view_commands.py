"""Console commands for drawings and scripts: drawings, echo, script."""

import fnmatch
from collections.abc import Sequence

import msgspec

from kickabout.framework.errors import did_you_mean
from kickabout.simulation.match.inspection import Question
from kickabout.studio.console import Console, command, demand, switched
from kickabout.studio.sources.source import StudioError


def _known(console: Console) -> list[str]:
    answer = console.controller.inspect(console.robots()[0], Question(draw=True))
    names: list[str] = msgspec.json.decode(answer)["known_drawings"]
    return names


def _arguments(console: Console, given: Sequence[str]) -> Sequence[str]:
    return _known(console) if len(given) == 1 else ("on", "off")


@command("drawings [PATTERN]", "list the drawings of the robot")
def drawings(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "drawings", 0, 1)
    names = [
        name for name in _known(console) if not arguments or arguments[0].lower() in name.lower()
    ]
    return "\n".join(f"{'●' if n in console.session.drawings else '○'} {n}" for n in names)


@command("drawing NAME on|off", "show or hide a drawing", complete=_arguments)
def drawing(console: Console, arguments: Sequence[str]) -> str:
    if len(arguments) < 2:
        demand(arguments, "drawing", 2, 2)
    name, wanted = " ".join(arguments[:-1]), switched(arguments[-1])
    known = _known(console)
    fitting = [other for other in known if fnmatch.fnmatchcase(other, name)]
    if not fitting and wanted and "*" not in name:
        raise StudioError(f"unknown drawing '{name}'.{did_you_mean(name, known)}")
    chosen = set(fitting) or {name}
    console.session.drawings = (
        console.session.drawings | chosen if wanted else console.session.drawings - chosen
    )
    return f"{', '.join(sorted(chosen))} {arguments[-1]}"


@command("echo TEXT", "print a text")
def echo(console: Console, arguments: Sequence[str]) -> str:
    return " ".join(arguments)


@command("script NAME", "run a script of the folder given with --scripts")
def script(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "script", 1, 1)
    return console.run_script(console.controller.script_text(arguments[0]))
