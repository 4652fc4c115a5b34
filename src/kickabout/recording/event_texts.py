"""Texts of the referee's decisions, from recorded or live ones."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

Decided = Mapping[str, Any]


class EventTexts:
    """Texts of decisions in their order: a state that goes on is not named a second time."""

    def __init__(self) -> None:
        self._state = ""

    def texts(self, decisions: Iterable[tuple[float, object]]) -> Iterator[tuple[float, str]]:
        """Yield times and texts of decisions, without those that repeat others."""
        for time, decision in decisions:
            text = self.text(type(decision).__name__, msgspec.to_builtins(decision))
            if text:
                yield time, text

    def text(self, kind: str, decided: Decided) -> str:
        """Return the text of the next decision; empty for kinds that repeat others."""
        if kind == "StateChange":
            return self._changed(decided)
        writer = _WRITERS.get(kind)
        return writer(decided) if writer else ""

    def _changed(self, decided: Decided) -> str:
        before, self._state = self._state, readable(str(decided["state"]))
        whole = state_text(self._state, str(decided["set_play"]), decided["kicking_team"])
        # While the game goes on, a change without a set play ends the kick-off or the set play.
        return "ball free" if before == whole == "playing" else whole


def state_text(state: str, set_play: str, kicking_team: str | None) -> str:
    """Return a text such as "playing: kick in for home"."""
    play = readable(set_play)
    kicking = f" for {kicking_team}" if kicking_team else ""
    return readable(state) + (f": {play}{kicking}" if play != "none" else "")


def readable(name: str) -> str:
    """Return the name of an enumeration's member as words."""
    return name.lower().replace("_", " ")


def _goal(decided: Decided) -> str:
    home, away = decided["score"]
    scorer = f" by {robot_text(decided['scorer'])}" if decided.get("scorer") else ""
    return f"goal for {decided['team']}{scorer}: {home} : {away}"


def robot_text(robot: object) -> str:
    """Return the name of a robot; it is recorded with its team and number, formerly as a pair."""
    if isinstance(robot, Mapping):
        return f"{robot['team']} {robot['number']}"
    return " ".join(str(part) for part in robot) if isinstance(robot, list | tuple) else str(robot)


_WRITERS: dict[str, Callable[[Decided], str]] = {
    "GoalScored": _goal,
    "PenaltyGiven": lambda d: f"{robot_text(d['robot'])}: {readable(str(d['penalty']))}",
    "PenaltyEnded": lambda d: f"{robot_text(d['robot'])}: back in the game",
    "Whistle": lambda d: f"whistle: {readable(str(d['reason']))}",
}
