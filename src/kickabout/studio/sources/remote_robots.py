"""Robots on other machines, each watched by a link to the feed that `kickabout run` serves."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from kickabout.framework.paths import parse_path, thread_and_path
from kickabout.framework.teams.toml_file import write_values
from kickabout.simulation.match.inspection import Question
from kickabout.studio.sources.estimates import UNKNOWN_BALL
from kickabout.studio.sources.remote_link import RemoteLink
from kickabout.studio.sources.running_robot import ROBOT_CONTROLS, RobotTransport
from kickabout.studio.sources.source import (
    ESTIMATE,
    Moment,
    Status,
    StudioError,
    TimelineEvent,
    padded,
    robot_index,
)


class RemoteRobots:
    """A source that is one robot or several; each is shown where it estimates itself."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.spent = 0.0  # a robot itself limits how much time its answers take
        self.transport, self.controls = RobotTransport(), ROBOT_CONTROLS
        self._links: list[RemoteLink] = []
        self._link_of: dict[str, RemoteLink] = {}
        try:
            for address in addresses:
                self._add(RemoteLink(address))
        except StudioError:
            self.close()
            raise
        self.robots: Sequence[str] = list(self._link_of)

    def _add(self, link: RemoteLink) -> None:
        self._links.append(link)
        for robot in link.stage["robots"]:
            name = str(robot["name"])
            if name in self._link_of:
                other = self._link_of[name].address
                raise StudioError(
                    f"{link.address} and {other} are both '{name}'; "
                    "start them with different --player"
                )
            self._link_of[name] = link

    def stage(self) -> dict[str, Any]:
        stages = [link.stage for link in self._links]
        return {
            **stages[0],
            "robots": [robot for stage in stages for robot in stage["robots"]],
            "kinds": {name: kind for stage in stages for name, kind in stage["kinds"].items()},
        }

    def moment(self) -> Moment:
        moments = [link.moment or _unknown(len(link.stage["robots"])) for link in self._links]
        known = [m.ball for m in moments if np.isfinite(m.ball).all()]
        return Moment(
            time=max(m.time for m in moments),
            ball=known[0] if known else moments[0].ball,
            torsos=np.concatenate([m.torsos for m in moments]),
            joints=padded([row for m in moments for row in m.joints]),
            estimates=np.concatenate([m.estimates for m in moments]),
        )

    def status(self) -> Status:
        known = [link.status for link in self._links if link.status is not None]
        lost = [f"{link.address}: {link.problem}" for link in self._links if link.problem]
        first = known[0] if known else Status(mode="robot", time=0.0)
        return replace(
            first,
            mode="robot",
            failure="; ".join(lost),
            read_only=any(status.read_only for status in known),
        )

    def events(self) -> Sequence[TimelineEvent]:
        return sorted((e for link in self._links for e in link.events), key=lambda e: e.time)

    def annotate(self, text: str) -> None:
        for link in self._links:
            link.reply_to({"do": "say", "line": f"note {text}"})

    def inspect(self, robot: str, question: Question) -> bytes:
        return msgspec.json.encode(self._inspected(robot, question))

    def _inspected(self, robot: str, question: Question) -> dict[str, Any]:
        look = msgspec.to_builtins(question)
        reply = self._link(robot).reply_to({"do": "ask", "robot": robot, "look": look})
        return dict(reply["of"])

    def value(self, robot: str, path: str) -> Any:
        thread, rest = thread_and_path(path)
        kind, steps = parse_path(rest)
        name = f"{thread}/{kind}" if thread else kind
        value = self._inspected(robot, Question(values=(name,)))["values"].get(name)
        if value is None:
            raise StudioError(f"{robot} publishes no {name}")
        for step in steps:
            try:
                value = value[step]
            except (LookupError, TypeError):
                raise StudioError(f"{name} has nothing at '{step}'") from None
        return value

    def change(self, robot: str, what: str, *arguments: object) -> Any:
        link = self._link(robot)
        if what == "save_parameters":
            return self._save(link, robot, arguments[0])
        path, more = (arguments[0], arguments[1:]) if arguments else ("", ())
        request = {"do": "change", "robot": robot, "what": what, "path": path, "more": more}
        return link.reply_to(request).get("of")

    def _save(self, link: RemoteLink, robot: str, path: object) -> None:
        """Save a layer on the studio's machine, not on the robot."""
        assert isinstance(path, Path)
        reply = link.reply_to({"do": "change", "robot": robot, "what": "changed_parameters"})
        for module, values in dict(reply["of"]).items():
            write_values(path, ("parameters", module), values)

    def _link(self, robot: str) -> RemoteLink:
        robot_index(self.robots, robot)
        return self._link_of[robot]

    def close(self) -> None:
        for link in self._links:
            link.close()


def _unknown(robots: int) -> Moment:
    """Return a moment of standing robots, until the first one is received."""
    torsos = np.zeros((robots, 7))
    torsos[:, 2:4] = 0.31, 1.0
    estimates, joints = np.full((robots, ESTIMATE), np.nan), np.zeros((robots, 0))
    return Moment(time=0.0, ball=UNKNOWN_BALL, torsos=torsos, joints=joints, estimates=estimates)
