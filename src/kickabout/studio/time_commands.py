"""Console commands for time: play, pause, step, speed, until, goto, next, note."""

from collections.abc import Callable, Sequence

from kickabout.framework import KickaboutError
from kickabout.framework.representation import all_representations
from kickabout.recording import Condition
from kickabout.studio.console import (
    COMMANDS,
    Console,
    command,
    demand,
    number_of,
    switched,
)
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.sources.source import StudioError, robot_index

MAX_FRAMES = 100_000
STATES = ("initial", "ready", "set", "playing", "finished")


def representation_names(console: Console, given: Sequence[str]) -> list[str]:
    return [kind.__name__ for kind in all_representations()]


@command(
    "help [WORD]",
    "explain the commands that match, or list all",
    complete=lambda c, g: list(COMMANDS),
)
def help_(console: Console, arguments: Sequence[str]) -> str:
    if not arguments:
        width = max(len(entry.usage) for entry in COMMANDS.values())
        lines = sorted(f"{entry.usage:{width}}  {entry.doc}" for entry in COMMANDS.values())
        return "\n".join(lines)
    found = [
        e for name, e in sorted(COMMANDS.items()) if arguments[0] in name or arguments[0] in e.doc
    ]
    if not found:
        raise StudioError(f"no command matches '{arguments[0]}'")
    return "\n".join(f"{entry.usage}: {entry.doc}" for entry in found)


@command("play", "start playing", changes=True)
def play(console: Console, arguments: Sequence[str]) -> str:
    console.controller.source.transport.play()
    return ""


@command("pause", "pause playing", changes=True)
def pause(console: Console, arguments: Sequence[str]) -> str:
    console.controller.source.transport.pause()
    return ""


@command(
    "step [FRAMES]",
    "advance by frames, then pause; a recording steps back if negative",
    changes=True,
)
def step(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "step", 0, 1)
    frames = int(number_of(arguments[0], "the number of frames")) if arguments else 1
    if not 0 < abs(frames) <= MAX_FRAMES:
        raise StudioError(f"step takes 1 to {MAX_FRAMES} frames, not {frames}")
    console.controller.source.transport.step(frames)
    return ""


@command(
    "speed max|FACTOR",
    "set the speed as a factor of real time",
    changes=True,
    complete=lambda c, g: ["max", "0.1", "0.25", "0.5", "1", "2", "4"],
)
def speed(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "speed", 1, 1)
    factor = None if arguments[0] == "max" else number_of(arguments[0], "a speed")
    if factor is not None and not 0.01 <= factor <= 100.0:
        raise StudioError(f"a speed is max or between 0.01 and 100, not {factor:g}")
    console.controller.source.transport.change_speed(factor)
    return ""


@command("run SECONDS", "play a match for a duration, then pause", changes=True)
def run(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "run", 1, 1)
    seconds = number_of(arguments[0], "a duration")
    if seconds <= 0.0:
        raise StudioError(f"a duration has to be positive, not {seconds:g} s")
    live = console.controller.shown_match()
    end = live.match.time + seconds
    live.transport.run_until(lambda: live.match.time >= end - 1e-6)
    return f"until {end:.2f} s"


@command(
    "until goal|STATE|CONDITION",
    "play a match until a condition holds, such as playing or BallModel.known",
    changes=True,
    verbatim=True,
    complete=lambda c, g: ["goal", *STATES, *representation_names(c, g)],
)
def until(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "until", 1, 1)
    text = _unwrapped(arguments[0])
    live = console.controller.shown_match()
    live.transport.run_until(_condition(console, text))
    return f"playing until {text}"


def _unwrapped(condition: str) -> str:
    """Remove quotation marks around the whole condition, which other commands allow."""
    first, last = condition[:1], condition[-1:]
    whole = first in ("'", '"') and first == last and condition.count(first) == 2
    return condition[1:-1] if whole else condition


def _condition(console: Console, text: str) -> Callable[[], bool]:
    live = console.controller.shown_match()
    if text == "goal":
        before = live.match.score
        return lambda: live.match.score != before
    if text in STATES:
        return lambda: live.match.control.state.state.name.lower() == text
    condition = Condition(text)
    index = robot_index(live.robots, console.robots()[0])

    def value(kind: type) -> object:
        try:
            return live.match.pool.ask(index, "representation", kind.__name__)
        except KickaboutError:
            return None

    return lambda: condition.holds(value)


@command("live", "return from the past to the match", changes=True)
def to_live(console: Console, arguments: Sequence[str]) -> str:
    console.controller.to_live()
    return ""


@command("goto SECONDS", "go to a time of the recording", changes=True)
def go_to(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "goto", 1, 1)
    console.controller.go_to(number_of(arguments[0], "a time"))
    return ""


@command(
    "loop on|off",
    "play a recording in a loop, or once",
    changes=True,
    complete=lambda c, g: ["on", "off"],
)
def loop(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "loop", 1, 1)
    source = console.controller.source
    if not isinstance(source, RecordedMatch):
        raise StudioError("only a recording can loop; look back first")
    source.transport.loops = switched(arguments[0])
    return ""


@command("shift SECONDS", "show a recording beside another one later by a duration", changes=True)
def shift(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "shift", 1, 1)
    source = console.controller.source
    if not isinstance(source, RecordedMatch) or source.shift is None:
        raise StudioError("only the recording beside can be shifted, such as by: B shift 2")
    source.shift = number_of(arguments[0], "a duration")
    return ""


@command("back SECONDS", "go back by a duration", changes=True)
def back(console: Console, arguments: Sequence[str]) -> str:
    demand(arguments, "back", 1, 1)
    now = console.controller.status().time
    console.controller.go_to(max(0.0, now - number_of(arguments[0], "a duration")))
    return f"at {console.controller.status().time:.2f} s"


def _search(console: Console, arguments: Sequence[str], *, forward: bool) -> str:
    if not arguments:
        raise StudioError("a condition is missing; for example: next BallPercept.seen")
    robot, text = console.robots()[0], _unwrapped(arguments[0])
    found = console.controller.source.transport.find(robot, text, forward=forward)
    if found is None:
        raise StudioError(f"{text} does not become true {'later' if forward else 'earlier'}")
    return f"{text} at {found:.3f} s"


@command(
    "next CONDITION",
    "go to the next time at which a condition becomes true, for the chosen robot",
    changes=True,
    verbatim=True,
    complete=representation_names,
)
def next_(console: Console, arguments: Sequence[str]) -> str:
    return _search(console, arguments, forward=True)


@command(
    "previous CONDITION",
    "go to the last time at which a condition became true",
    changes=True,
    verbatim=True,
    complete=representation_names,
)
def previous(console: Console, arguments: Sequence[str]) -> str:
    return _search(console, arguments, forward=False)


@command("note TEXT", "add a note at this time", changes=True)
def note(console: Console, arguments: Sequence[str]) -> str:
    if not arguments:
        raise StudioError("a note needs a text")
    console.controller.source.annotate(" ".join(arguments))
    return ""


@command("events", "list the events of the match")
def events(console: Console, arguments: Sequence[str]) -> str:
    listed = console.controller.events()
    return "\n".join(f"{e.time:8.2f} s  {e.source}: {e.text}" for e in listed) or "no events yet"
