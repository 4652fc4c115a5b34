"""The console: from lines of text to deeds, the same for pages, scripts and Python."""

import difflib
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kickabout.framework.errors import did_you_mean
from kickabout.studio.sources.source import StudioError, robot_index
from kickabout.studio.studio_controller import StudioController

LONGEST = 2000  # characters of a line
DEEPEST = 8  # scripts that call scripts
ALL = "all"


@dataclass(slots=True, kw_only=True)
class Session:
    """What one console remembers between its lines."""

    robots: list[str] = field(default_factory=list)  # that commands are meant for
    drawings: set[str] = field(default_factory=set)
    depth: int = 0  # of scripts


Deed = Callable[["Console", Sequence[str]], str]
Complete = Callable[["Console", Sequence[str]], Sequence[str]]  # given words → next words


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One word of the console."""

    name: str
    usage: str
    doc: str
    deed: Deed
    changes: bool  # not possible where one may only look
    verbatim: bool  # the rest of the line is one word, quotation marks included
    complete: Complete | None


COMMANDS: dict[str, Command] = {}


def command(
    usage: str,
    doc: str,
    *,
    changes: bool = False,
    verbatim: bool = False,
    complete: Complete | None = None,
) -> Callable[[Deed], Deed]:
    """Make a function a command; the first word of the usage is its name."""

    def register(deed: Deed) -> Deed:
        name = usage.split()[0]
        COMMANDS[name] = Command(
            name=name,
            usage=usage,
            doc=doc,
            deed=deed,
            changes=changes,
            verbatim=verbatim,
            complete=complete,
        )
        return deed

    return register


class Console:
    """Runs commands on a desk.

    `Console(desk).run("ball 1.0 0.5")`; `home 2 get BallModel` is meant for one robot only.
    """

    def __init__(self, desk: StudioController, session: Session | None = None) -> None:
        from kickabout.studio import game_words, look_words, program_words, time_words  # noqa: F401 (commands are known once imported)

        self.desk = desk
        self.session = session or Session(robots=list(desk.robots[:1]))

    def run(self, line: str) -> str:
        """Carry out one line; what cannot be done raises a sentence and changes nothing."""
        words = _words(line)
        if not words:
            return ""
        robots = self._addressed(words)
        if robots is None:
            return self._carry_out(words, line)
        if len(words) == 2:
            self.session.robots = robots
            return f"talking to {', '.join(robots)}"
        before, self.session.robots = self.session.robots, robots
        try:
            return self._carry_out(words[2:], _rest(line, 2))
        finally:
            self.session.robots = before

    def run_script(self, text: str) -> str:
        """All lines of a script; the first that fails ends it and is named."""
        if self.session.depth >= DEEPEST:
            raise StudioError("scripts call each other too deeply")
        self.session.depth += 1
        replies = []
        try:
            for number, line in enumerate(text.splitlines(), start=1):
                try:
                    replies.append(self.run(line))
                except StudioError as error:
                    raise StudioError(f"line {number}: {error}") from None
        finally:
            self.session.depth -= 1
        return "\n".join(reply for reply in replies if reply)

    def completions(self, line: str) -> list[str]:
        """Words that could stand at the end of a line."""
        given, start = _split_last(line)
        if given and self._is_team(given[0]):
            given = given[2:] if len(given) > 1 else given
        if not given:
            known: Sequence[str] = sorted(COMMANDS)
        elif self._is_team(given[0]):
            known = [name.split()[1] for name in self.desk.robots if name.startswith(given[0])]
        else:
            found = COMMANDS.get(given[0])
            known = found.complete(self, [*given[1:], start]) if found and found.complete else ()
        return [word for word in known if word.lower().startswith(start.lower())][:60]

    def robots(self) -> list[str]:
        """The robots that commands are meant for now."""
        if not self.session.robots:
            raise StudioError("no robot is chosen; say for example 'robot home 2'")
        return self.session.robots

    def demand_may_change(self, name: str) -> None:
        if self.desk.read_only:
            raise StudioError(f"'{name}' would change something; this studio is for looking only")

    def _carry_out(self, words: Sequence[str], line: str) -> str:
        name = words[0]
        if name not in COMMANDS:
            near = difflib.get_close_matches(name.lower(), COMMANDS, n=1, cutoff=0.5)
            hint = f" Did you mean '{near[0]}'?" if near else " Say 'help' for all words."
            raise StudioError(f"the console knows no '{name}'.{hint}")
        found = COMMANDS[name]
        if found.changes:
            self.demand_may_change(name)
        given = [_rest(line, 1)] if found.verbatim and len(words) > 1 else words[1:]
        return found.deed(self, given)

    def _is_team(self, word: str) -> bool:
        return word in ("home", "away")

    def _addressed(self, words: Sequence[str]) -> list[str] | None:
        """Whom a line is meant for, if it begins with a robot."""
        if not self._is_team(words[0]):
            return None
        if len(words) < 2:
            raise StudioError(f"'{words[0]}' who? Say for example '{words[0]} 2'.")
        return [self.robot_of(words[0], words[1])]

    def robot_of(self, team: str, number: str) -> str:
        """The name of a robot from two words."""
        name = f"{team} {number}"
        robot_index(self.desk.robots, name)
        return name


def demand(words: Sequence[str], name: str, least: int, most: int) -> None:
    """The right number of words, or the usage."""
    if not least <= len(words) <= most:
        raise StudioError(f"it reads: {COMMANDS[name].usage}")


def number_of(word: str, what: str) -> float:
    """A finite number, or a sentence."""
    try:
        value = float(word)
    except ValueError:
        raise StudioError(f"{what} has to be a number, not '{word}'") from None
    if value != value or abs(value) > 1e9:
        raise StudioError(f"{what} has to be a finite number, not '{word}'")
    return value


def one_of(word: str, known: Sequence[str], what: str) -> str:
    if word not in known:
        raise StudioError(f"{what} cannot be '{word}'.{did_you_mean(word, known)}")
    return word


def switched(word: str) -> bool:
    return one_of(word, ("on", "off"), "a switch") == "on"


def _words(line: str) -> list[str]:
    if len(line) > LONGEST:
        raise StudioError(f"a line has at most {LONGEST} characters")
    if any(ord(sign) < 32 and sign != "\t" for sign in line):
        raise StudioError("a line holds no control characters")
    text = line.strip()
    if not text or text.startswith("#"):
        return []
    try:
        return shlex.split(text, posix=True)
    except ValueError:
        raise StudioError("a quotation mark is not closed") from None


def _rest(line: str, words: int) -> str:
    """What follows some words of a line, as it is written."""
    return " ".join(line.split(maxsplit=words)[words:]).strip()


def _split_last(line: str) -> tuple[list[str], str]:
    """Complete words, and the beginning of the one that is being written."""
    if len(line) > LONGEST:
        return [], ""
    words = line.split()
    if not words or line[-1].isspace():
        return words, ""
    return words[:-1], words[-1]
