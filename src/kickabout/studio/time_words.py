"""Console words about time: play, pause, step, speed, until, goto, next, note."""

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

MOST_FRAMES = 100_000
STATES = ("initial", "ready", "set", "playing", "finished")


def representation_names(console: Console, given: Sequence[str]) -> list[str]:
    return [kind.__name__ for kind in all_representations()]


@command(
    "help [WORD]", "explains one word, or lists all of them", complete=lambda c, g: list(COMMANDS)
)
def help_(console: Console, words: Sequence[str]) -> str:
    if not words:
        width = max(len(entry.usage) for entry in COMMANDS.values())
        lines = sorted(f"{entry.usage:{width}}  {entry.doc}" for entry in COMMANDS.values())
        return "\n".join(lines)
    found = [e for name, e in sorted(COMMANDS.items()) if words[0] in name or words[0] in e.doc]
    if not found:
        raise StudioError(f"nothing is known about '{words[0]}'")
    return "\n".join(f"{entry.usage}: {entry.doc}" for entry in found)


@command("play", "lets time go on", changes=True)
def play(console: Console, words: Sequence[str]) -> str:
    console.desk.source.transport.play()
    return ""


@command("pause", "stops time", changes=True)
def pause(console: Console, words: Sequence[str]) -> str:
    console.desk.source.transport.pause()
    return ""


@command(
    "step [FRAMES]", "goes on by frames and pauses; back in recordings if negative", changes=True
)
def step(console: Console, words: Sequence[str]) -> str:
    demand(words, "step", 0, 1)
    frames = int(number_of(words[0], "the number of frames")) if words else 1
    if not 0 < abs(frames) <= MOST_FRAMES:
        raise StudioError(f"1 to {MOST_FRAMES} frames are possible, not {frames}")
    console.desk.source.transport.step(frames)
    return ""


@command(
    "speed max|FACTOR",
    "how fast time goes, in times of real time",
    changes=True,
    complete=lambda c, g: ["max", "0.1", "0.25", "0.5", "1", "2", "4"],
)
def speed(console: Console, words: Sequence[str]) -> str:
    demand(words, "speed", 1, 1)
    factor = None if words[0] == "max" else number_of(words[0], "a speed")
    if factor is not None and not 0.01 <= factor <= 100.0:
        raise StudioError("a speed is max or between 0.01 and 100")
    console.desk.source.transport.change_speed(factor)
    return ""


@command("run SECONDS", "plays a match for a while, then pauses", changes=True)
def run(console: Console, words: Sequence[str]) -> str:
    demand(words, "run", 1, 1)
    seconds = number_of(words[0], "a duration")
    if seconds <= 0.0:
        raise StudioError("a duration has to be positive")
    live = console.desk.matching_match()
    end = live.match.time + seconds
    live.transport.run_until(lambda: live.match.time >= end - 1e-6)
    return f"until {end:.2f} s"


@command(
    "until goal|STATE|CONDITION",
    "plays a match until something is true, such as playing or BallModel.known",
    changes=True,
    verbatim=True,
    complete=lambda c, g: ["goal", *STATES, *representation_names(c, g)],
)
def until(console: Console, words: Sequence[str]) -> str:
    demand(words, "until", 1, 1)
    text = _unwrapped(words[0])
    live = console.desk.matching_match()
    live.transport.run_until(_awaited(console, text))
    return f"playing until {text}"


def _unwrapped(condition: str) -> str:
    """Without quotation marks around all of it, as other words of the console have them."""
    first, last = condition[:1], condition[-1:]
    whole = first in ("'", '"') and first == last and condition.count(first) == 2
    return condition[1:-1] if whole else condition


def _awaited(console: Console, text: str) -> Callable[[], bool]:
    live = console.desk.matching_match()
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


@command("live", "goes back from the past to the match", changes=True)
def to_live(console: Console, words: Sequence[str]) -> str:
    console.desk.to_live()
    return ""


@command("goto SECONDS", "looks at a time of the recording", changes=True)
def go_to(console: Console, words: Sequence[str]) -> str:
    demand(words, "goto", 1, 1)
    console.desk.go_to(number_of(words[0], "a time"))
    return ""


@command(
    "loop on|off",
    "lets a recording begin again at its end",
    changes=True,
    complete=lambda c, g: ["on", "off"],
)
def loop(console: Console, words: Sequence[str]) -> str:
    demand(words, "loop", 1, 1)
    source = console.desk.source
    if not isinstance(source, RecordedMatch):
        raise StudioError("only a recording can begin again; look back first")
    source.transport.loops = switched(words[0])
    return ""


@command("back SECONDS", "looks at what was a while ago", changes=True)
def back(console: Console, words: Sequence[str]) -> str:
    demand(words, "back", 1, 1)
    now = console.desk.status().time
    console.desk.go_to(max(0.0, now - number_of(words[0], "a duration")))
    return f"at {console.desk.status().time:.2f} s"


def _search(console: Console, words: Sequence[str], *, forward: bool) -> str:
    if not words:
        raise StudioError("search for what? For example: next BallPercept.seen")
    robot, text = console.robots()[0], _unwrapped(words[0])
    found = console.desk.source.transport.find(robot, text, forward=forward)
    if found is None:
        raise StudioError(f"{text} does not become true {'later' if forward else 'earlier'}")
    return f"{text} at {found:.3f} s"


@command(
    "next CONDITION",
    "goes to where a condition becomes true next, for the chosen robot",
    changes=True,
    verbatim=True,
    complete=representation_names,
)
def next_(console: Console, words: Sequence[str]) -> str:
    return _search(console, words, forward=True)


@command(
    "previous CONDITION",
    "goes to where a condition became true before",
    changes=True,
    verbatim=True,
    complete=representation_names,
)
def previous(console: Console, words: Sequence[str]) -> str:
    return _search(console, words, forward=False)


@command("note TEXT", "adds a remark at this time", changes=True)
def note(console: Console, words: Sequence[str]) -> str:
    if not words:
        raise StudioError("a note needs a text")
    console.desk.source.annotate(" ".join(words))
    return ""


@command("events", "lists what happened")
def events(console: Console, words: Sequence[str]) -> str:
    listed = console.desk.events()
    return "\n".join(f"{e.time:8.2f} s  {e.source}: {e.text}" for e in listed) or "nothing yet"
