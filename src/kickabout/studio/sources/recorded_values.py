"""Values of a recording: the newest of each representation of a robot at a time."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from kickabout.recording import Recording
from kickabout.simulation.match.inspection import Boards, Question
from kickabout.studio.sources.source import robot_index


class RecordedValues:
    """Reads representations and images of robots from a recording."""

    def __init__(self, recording: Recording, names: Mapping[str, str]) -> None:
        self._recording = recording
        self._names = names  # of robots in the recording, by the name that is shown

    def newest(self, robot: str, kind: type, time: float, thread: str = "") -> Any:
        topics = self.topics(robot, kind, thread)
        return self._recording.value(topics[-1], time) if topics else None

    def topics(self, robot: str, kind: type, thread: str = "") -> Sequence[str]:
        """Return the topics of a representation: of each thread that has it, or of one."""
        topics = self._topics_of(robot).get(kind.__name__, ())
        return [topic for topic in topics if thread in ("", topic.split("/")[2])]

    def _topics_of(self, robot: str) -> dict[str, list[str]]:
        robot_index(list(self._names), robot)
        return self._topics[robot]

    @cached_property
    def _topics(self) -> dict[str, dict[str, list[str]]]:
        """Robot → representation → topics."""
        found: dict[str, dict[str, list[str]]] = {name: {} for name in self._names}
        shown = {name: robot for robot, name in self._names.items()}
        for topic in self._recording.topics:
            team, _, rest = topic.partition("/")
            number, _, path = rest.partition("/")
            robot, leaf = shown.get(f"{team} {number}"), path.rpartition("/")[2]
            if robot is not None and path.count("/") == 1 and leaf not in ("image", "debug"):
                found[robot].setdefault(leaf, []).append(topic)
        return found

    def boards(self, robot: str, time: float, question: Question) -> Boards:
        """Return the values that a question is about; no others are read."""
        names = {name.rpartition("/")[2] for name in question.values}
        boards: dict[str, dict[type, Any]] = {}
        for name, topics in self._topics_of(robot).items():
            kind = self._recording.kind_of(topics[0])
            if kind is None or not (name in names or (question.draw and hasattr(kind, "draw"))):
                continue
            for topic in topics:
                value = self._recording.value(topic, time)
                if value is not None:
                    boards.setdefault(topic.split("/")[2], {})[kind] = value
        return boards

    def images(self, robot: str, time: float) -> dict[str, str]:
        """Return the newest image of each thread that has any, encoded as it was recorded."""
        found = {}
        start = f"{self._names[robot].replace(' ', '/')}/"
        for topic in self._recording.topics:
            thread, _, leaf = topic.removeprefix(start).partition("/")
            if topic.startswith(start) and leaf == "image":
                message = self._recording.message_at(topic, time)
                if message is not None:
                    found[thread] = str(message.plain["data"])
        return found
