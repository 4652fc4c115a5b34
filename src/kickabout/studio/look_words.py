"""Console words about looking: drawings, echo, script."""

import fnmatch
from collections.abc import Sequence

import msgspec

from kickabout.framework.errors import did_you_mean
from kickabout.simulation.match.inspection import Question
from kickabout.studio.console import Console, command, demand, switched
from kickabout.studio.sources.source import StudioError


def _known(console: Console) -> list[str]:
    answer = console.desk.inspect(console.robots()[0], Question(draw=True))
    names: list[str] = msgspec.json.decode(answer)["known_drawings"]
    return names


def _words_of(console: Console, given: Sequence[str]) -> Sequence[str]:
    return _known(console) if len(given) == 1 else ("on", "off")


@command("drawings [PATTERN]", "lists what the robot can draw")
def drawings(console: Console, words: Sequence[str]) -> str:
    demand(words, "drawings", 0, 1)
    names = [name for name in _known(console) if not words or words[0].lower() in name.lower()]
    return "\n".join(f"{'●' if n in console.session.drawings else '○'} {n}" for n in names)


@command("drawing NAME on|off", "shows a drawing, or no longer", complete=_words_of)
def drawing(console: Console, words: Sequence[str]) -> str:
    if len(words) < 2:
        demand(words, "drawing", 2, 2)
    name, wanted = " ".join(words[:-1]), switched(words[-1])
    known = _known(console)
    fitting = [other for other in known if fnmatch.fnmatchcase(other, name)]
    if not fitting and wanted and "*" not in name:
        raise StudioError(f"nobody draws '{name}'.{did_you_mean(name, known)}")
    chosen = set(fitting) or {name}
    console.session.drawings = (
        console.session.drawings | chosen if wanted else console.session.drawings - chosen
    )
    return f"{', '.join(sorted(chosen))} {words[-1]}"


@command("echo TEXT", "says the text")
def echo(console: Console, words: Sequence[str]) -> str:
    return " ".join(words)


@command("script NAME", "runs a script of the folder given with --scripts")
def script(console: Console, words: Sequence[str]) -> str:
    demand(words, "script", 1, 1)
    return console.run_script(console.desk.script_text(words[0]))
