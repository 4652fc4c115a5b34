"""The game of a recording: state, score and events from the referee's recorded decisions."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from kickabout.recording import Recording
from kickabout.recording.event_texts import EventTexts, readable, robot_text, state_text
from kickabout.recording.format.reader import Recorded
from kickabout.studio.sources.source import TimelineEvent

CHANGES = ("StateChange", "GoalScored", "PenaltyGiven", "PenaltyEnded")


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The game at a time."""

    state: str = "initial"
    detail: str = ""
    score: tuple[int, int] = (0, 0)
    penalties: Mapping[str, str] = field(default_factory=dict)  # by robot


class RecordedGame:
    """The game at each time of a recording, read when it is first needed."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording

    def at(self, time: float) -> Game:
        times, games = self._games
        return games[bisect_right(times, time)]

    @cached_property
    def _games(self) -> tuple[list[float], list[Game]]:
        """Times of changes, and the game before and after each of them."""
        topics = self._recording.topics
        names = [f"referee/{name}" for name in CHANGES if f"referee/{name}" in topics]
        times: list[float] = []
        games = [Game()]
        for message in self._recording.messages(names) if names else ():
            times.append(message.time)
            games.append(_after(games[-1], _kind(message), message.plain))
        return times, games

    @cached_property
    def events(self) -> list[TimelineEvent]:
        found = []
        names = [n for n in self._recording.topics if n.startswith("referee/")]
        texts = EventTexts()
        for message in self._recording.messages(names) if names else ():
            text = texts.text(_kind(message), message.plain)
            if text and not self._was_before(message):
                found.append(TimelineEvent(time=message.time, source="referee", text=text))
        for time, source, text in self._recording.annotations():
            if source != "referee":
                found.append(TimelineEvent(time=time, source=source, text=text))
        return sorted(found, key=lambda event: event.time)

    def _was_before(self, message: Recorded) -> bool:
        """Return whether a cut begins with a decision that was made earlier, and still holds."""
        return message.time <= self._recording.start and _kind(message) != "StateChange"


def _kind(message: Recorded) -> str:
    return message.topic.partition("/")[2]


def _after(game: Game, kind: str, decided: Mapping[str, Any]) -> Game:
    """Return the game after a decision."""
    if kind == "GoalScored":
        return replace(game, score=(int(decided["score"][0]), int(decided["score"][1])))
    if kind == "StateChange":
        state = readable(str(decided["state"]))
        whole = state_text(state, str(decided["set_play"]), decided["kicking_team"])
        return replace(game, state=state, detail=whole.partition(": ")[2])
    robot = robot_text(decided["robot"])
    others = {name: penalty for name, penalty in game.penalties.items() if name != robot}
    given = {robot: readable(str(decided["penalty"]))} if kind == "PenaltyGiven" else {}
    return replace(game, penalties={**others, **given})
