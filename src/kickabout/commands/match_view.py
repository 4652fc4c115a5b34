"""A match in the terminal: pitch, clock, score, positions of robots, calls of the referee."""

import itertools
from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, Group
from rich.table import Table
from rich.text import Text

from kickabout.commands.pitch_view import Marker, PitchView, pitch_size
from kickabout.recording.event_texts import EventTexts
from kickabout.representations import Penalty
from kickabout.simulation.match.match import Match
from kickabout.simulation.referee.view import TeamSide

SIDE_WIDTH = 32  # columns for robots and calls beside the pitch


class MatchView:
    """Draws the current state of a match, as large as the terminal allows."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._pitches: dict[tuple[int, int], PitchView] = {}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text | Table]:
        size = pitch_size(options.max_width - SIDE_WIDTH - 1, console.size.height - 2)
        if size not in self._pitches:
            self._pitches[size] = PitchView(self.match.field, *size)
        robots = self._robots()
        calls = self._calls(size[1] - robots.row_count - 1)
        columns = Table.grid(padding=(0, 1))
        columns.add_column(width=size[0], no_wrap=True)
        columns.add_column(width=SIDE_WIDTH)
        columns.add_row(self._pitch(self._pitches[size]), Group(robots, Text(""), calls))
        yield self._head()
        yield columns

    def _head(self) -> Text:
        match, state = self.match, self.match.control.state
        remaining = max(0, int(state.seconds_remaining))
        play = _words(state.set_play.name)
        head = Text(no_wrap=True, overflow="ellipsis")
        head.append(f" {match.scene.home.team} ", "bold")
        head.append(f"{match.score[0]} : {match.score[1]}", "bold reverse")
        head.append(f" {match.scene.away.team} ", "bold")
        head.append(f"  {remaining // 60:02d}:{remaining % 60:02d}  {_words(state.state.name)}")
        head.append(f", {play}" if play != "none" else "")
        head.append(f"   {match.time:.1f} s{self._speed()}", "dim")
        return head

    def _speed(self) -> str:
        compilation, factor = self.match.pool.compilation, self.match.real_time_factor
        if compilation.is_running:
            return f", compiling: {compilation.ended} kernels so far"
        return "" if factor is None else f" at {factor:.2f} × real time"

    def _pitch(self, view: PitchView) -> Text:
        truth = self.match.truth
        colors = {
            TeamSide.HOME: self.match.scene.home.color,
            TeamSide.AWAY: self.match.scene.away.color,
        }
        markers = []
        for robot in self.match.ids:
            there = truth.robots[str(robot.team), robot.number]
            markers.append(
                Marker(
                    x=there.pose.x,
                    y=there.pose.y,
                    heading=there.pose.theta,
                    number=robot.number,
                    color=colors[robot.team],
                    upright=there.upright,
                )
            )
        return view.drawn(truth.ball, markers)

    def _robots(self) -> Table:
        """Return a column for each team: numbers, and what keeps robots from playing."""
        table = Table.grid(padding=(0, 1), expand=True)
        for _ in TeamSide:
            table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        table.add_row(*(str(team) for team in TeamSide), style="dim")
        columns = [
            [
                f"{robot.number} {self._state(index)}"
                for index, robot in enumerate(self.match.ids)
                if robot.team is team
            ]
            for team in TeamSide
        ]
        for row in itertools.zip_longest(*columns, fillvalue=""):
            table.add_row(*row)
        return table

    def _state(self, index: int) -> str:
        robot = self.match.ids[index]
        if index in self.match.lost:
            return "gone"
        penalty = self.match.control.referee.penalty(robot.team, robot.number)
        if penalty is not Penalty.NONE:
            return _words(penalty.name)
        return "fallen" if self.match.observer.fallen_since[index] is not None else ""

    def _calls(self, count: int) -> Text:
        lines = list(EventTexts().texts(self.match.decisions))
        text = "\n".join(f"{time:6.1f}  {line}" for time, line in lines[-max(count, 1) :])
        return Text(text, "dim", no_wrap=True, overflow="ellipsis")


def _words(name: str) -> str:
    return name.lower().replace("_", " ")
