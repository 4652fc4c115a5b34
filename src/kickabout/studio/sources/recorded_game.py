"""The game of a recording: state, score and events from the referee's recorded decisions."""

from bisect import bisect_right
from functools import cached_property

from kickabout.recording import Recording
from kickabout.studio.sources.event_texts import decision_text, readable, state_text
from kickabout.studio.sources.source import TimelineEvent

Game = tuple[str, str, tuple[int, int]]  # state, its detail, score


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
        names = [n for n in ("referee/StateChange", "referee/GoalScored") if n in topics]
        times: list[float] = []
        games: list[Game] = [("initial", "", (0, 0))]
        for message in self._recording.messages(names) if names else ():
            state, detail, score = games[-1]
            decided = message.plain
            if message.topic.endswith("GoalScored"):
                score = (int(decided["score"][0]), int(decided["score"][1]))
            else:
                state = readable(str(decided["state"]))
                whole = state_text(state, str(decided["set_play"]), decided["kicking_team"])
                detail = whole.partition(": ")[2]
            times.append(message.time)
            games.append((state, detail, score))
        return times, games

    @cached_property
    def events(self) -> list[TimelineEvent]:
        found = []
        names = [n for n in self._recording.topics if n.startswith("referee/")]
        for message in self._recording.messages(names) if names else ():
            text = decision_text(message.topic.partition("/")[2], message.plain)
            if text:
                found.append(TimelineEvent(time=message.time, source="referee", text=text))
        for time, source, text in self._recording.annotations():
            if source != "referee":
                found.append(TimelineEvent(time=time, source=source, text=text))
        return sorted(found, key=lambda event: event.time)
