"""The referee's decisions in words: from recorded or live ones to lines for people."""

from collections.abc import Callable, Mapping
from typing import Any

Decided = Mapping[str, Any]


def decision_words(kind: str, decided: Decided) -> str:
    """A decision in words; empty for placements and announcements, which repeat the others."""
    writer = _WRITERS.get(kind)
    return writer(decided) if writer else ""


def state_words(state: str, set_play: str, kicking_team: str | None) -> str:
    """Such as "playing: kick in for home"."""
    play = words(set_play)
    kicking = f" for {kicking_team}" if kicking_team else ""
    return words(state) + (f": {play}{kicking}" if play != "none" else "")


def words(name: str) -> str:
    return name.lower().replace("_", " ")


def _goal(decided: Decided) -> str:
    home, away = decided["score"]
    scorer = f" by {robot_words(decided['scorer'])}" if decided.get("scorer") else ""
    return f"goal for {decided['team']}{scorer}: {home} : {away}"


def robot_words(robot: object) -> str:
    """A robot as it was recorded: a pair of team and number."""
    return " ".join(str(part) for part in robot) if isinstance(robot, list | tuple) else str(robot)


_WRITERS: dict[str, Callable[[Decided], str]] = {
    "StateChange": lambda d: state_words(str(d["state"]), str(d["set_play"]), d["kicking_team"]),
    "GoalScored": _goal,
    "PenaltyGiven": lambda d: f"{robot_words(d['robot'])}: {words(str(d['penalty']))}",
    "PenaltyEnded": lambda d: f"{robot_words(d['robot'])}: back in the game",
    "Whistle": lambda d: f"whistle: {words(str(d['reason']))}",
}
