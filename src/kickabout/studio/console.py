"""The console: runs commands given as lines of text, the same for pages, scripts and Python."""

import difflib
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kickabout.framework.errors import did_you_mean
from kickabout.studio.sources.source import StudioError, robot_index
from kickabout.studio.studio_controller import StudioController

MAX_LENGTH = 2000  # characters of a line
MAX_DEPTH = 8  # of scripts that call scripts
MAX_COMPLETIONS = 60
ALL = "all"


@dataclass(slots=True, kw_only=True)
class Session:
    """State of one console between its lines."""

    robots: list[str] = field(default_factory=list)  # that commands address
    drawings: set[str] = field(default_factory=set)
    depth: int = 0  # of scripts


Action = Callable[["Console", Sequence[str]], str]
Complete = Callable[["Console", Sequence[str]], Sequence[str]]  # arguments so far → next ones


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command of the console."""

    name: str
    usage: str
    doc: str
    action: Action
    changes: bool  # refused by a read-only studio
    verbatim: bool  # the rest of the line is one argument, quotation marks included
    complete: Complete | None


COMMANDS: dict[str, Command] = {}


def command(
    usage: str,
    doc: str,
    *,
    changes: bool = False,
    verbatim: bool = False,
    complete: Complete | None = None,
) -> Callable[[Action], Action]:
    """Register a function as a command; the first word of the usage is its name."""

    def register(action: Action) -> Action:
        name = usage.split()[0]
        COMMANDS[name] = Command(
            name=name,
            usage=usage,
            doc=doc,
            action=action,
            changes=changes,
            verbatim=verbatim,
            complete=complete,
        )
        return action

    return register


class Console:
    """Runs commands on a studio's controller.

    `Console(controller).run("ball 1.0 0.5")`; `home 2 get BallModel` addresses one robot only.
    """

    def __init__(self, controller: StudioController, session: Session | None = None) -> None:
        from kickabout.studio import (  # noqa: F401 (importing registers the commands)
            game_commands,
            program_commands,
            time_commands,
            view_commands,
        )

        self.controller = controller
        self.session = session or Session(robots=list(controller.robots[:1]))

    def run(self, line: str) -> str:
        """Run one line and return its output; a line that fails changes nothing."""
        words = _words(line)
        if not words:
            return ""
        robots = self._addressed(words)
        if robots is None:
            return self._run_command(words, line)
        if len(words) == 2:
            self.session.robots = robots
            return f"addressing {', '.join(robots)}"
        before, self.session.robots = self.session.robots, robots
        try:
            return self._run_command(words[2:], _rest(line, 2))
        finally:
            self.session.robots = before

    def run_script(self, text: str) -> str:
        """Run all lines of a script; the first that fails ends it and is named in the error."""
        if self.session.depth >= MAX_DEPTH:
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
        """Return words that could complete the end of a line."""
        given, start = _split_last(line)
        if given and self._is_team(given[0]):
            given = given[2:] if len(given) > 1 else given
        if not given:
            known: Sequence[str] = sorted(COMMANDS)
        elif self._is_team(given[0]):
            known = [
                name.split()[1] for name in self.controller.robots if name.startswith(given[0])
            ]
        else:
            found = COMMANDS.get(given[0])
            known = found.complete(self, [*given[1:], start]) if found and found.complete else ()
        return [word for word in known if word.lower().startswith(start.lower())][:MAX_COMPLETIONS]

    def robots(self) -> list[str]:
        """Return the robots that commands address now."""
        if not self.session.robots:
            raise StudioError("no robot is chosen; choose one with, for example, 'robot home 2'")
        return self.session.robots

    def demand_may_change(self, name: str) -> None:
        if self.controller.read_only:
            raise StudioError(f"'{name}' would change something, and this studio is read-only")

    def _run_command(self, words: Sequence[str], line: str) -> str:
        name = words[0]
        if name not in COMMANDS:
            near = difflib.get_close_matches(name.lower(), COMMANDS, n=1, cutoff=0.5)
            hint = f" Did you mean '{near[0]}'?" if near else " 'help' lists all commands."
            raise StudioError(f"unknown command '{name}'.{hint}")
        found = COMMANDS[name]
        if found.changes:
            self.demand_may_change(name)
        given = [_rest(line, 1)] if found.verbatim and len(words) > 1 else words[1:]
        return found.action(self, given)

    def _is_team(self, word: str) -> bool:
        return word in ("home", "away")

    def _addressed(self, words: Sequence[str]) -> list[str] | None:
        """Return the robot that a line addresses, if it begins with one."""
        if not self._is_team(words[0]):
            return None
        if len(words) < 2:
            raise StudioError(
                f"'{words[0]}' needs the number of a robot, for example '{words[0]} 2'"
            )
        return [self.robot_of(words[0], words[1])]

    def robot_of(self, team: str, number: str) -> str:
        """Return the name of a robot from its team and number."""
        name = f"{team} {number}"
        robot_index(self.controller.robots, name)
        return name


def demand(arguments: Sequence[str], name: str, min_count: int, max_count: int) -> None:
    """Check the number of arguments; the error states the usage."""
    if not min_count <= len(arguments) <= max_count:
        raise StudioError(f"usage: {COMMANDS[name].usage}")


def number_of(word: str, what: str) -> float:
    """Return a finite number; other words raise an error."""
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
    if len(line) > MAX_LENGTH:
        raise StudioError(f"a line may have at most {MAX_LENGTH} characters, not {len(line)}")
    if any(ord(sign) < 32 and sign != "\t" for sign in line):
        raise StudioError("a line must not contain control characters")
    text = line.strip()
    if not text or text.startswith("#"):
        return []
    try:
        return shlex.split(text, posix=True)
    except ValueError:
        raise StudioError("a quotation mark is missing its partner") from None


def _rest(line: str, words: int) -> str:
    """Return the rest of a line after some words, as it was written."""
    return " ".join(line.split(maxsplit=words)[words:]).strip()


def _split_last(line: str) -> tuple[list[str], str]:
    """Return the complete words, and the beginning of the last one."""
    if len(line) > MAX_LENGTH:
        return [], ""
    words = line.split()
    if not words or line[-1].isspace():
        return words, ""
    return words[:-1], words[-1]
