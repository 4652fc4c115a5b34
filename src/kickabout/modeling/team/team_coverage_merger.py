"""What the team saw of the field: from all players' cells to the newest sight of each."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import readonly
from kickabout.modeling.team.coverage_grid import MergedCoverage, cells_touched
from kickabout.representations import (
    FieldCoverage,
    FieldDimensions,
    TeamBall,
    TeamData,
    TeamFieldCoverage,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamCoverageMergerParameters:
    ball_age: float = param(1.0, unit="s", low=0.0, doc="a ball not seen for longer is nowhere")


class TeamCoverageMerger(Module[TeamCoverageMergerParameters]):
    """The newest stamp of all counts, unless the ball was there after it.

    Grids that arrived are merged once; those of another size are ignored. After B-Human 2019,
    5.4.2, which lets old stamps of teammates undo that the ball was in a cell.
    """

    def __init__(self, parameters: TeamCoverageMergerParameters) -> None:
        super().__init__(parameters)
        self.merged: MergedCoverage | None = None
        self.taken: dict[int, float] = {}  # player number → when its last grid was sent

    def update(
        self,
        frame: FrameInfo,
        own: FieldCoverage,
        team: TeamData,
        ball: TeamBall,
        field: FieldDimensions,
    ) -> TeamFieldCoverage:
        if self.merged is None or self.merged.seen_at.shape != own.seen_at.shape:
            self.merged = MergedCoverage(own.seen_at.shape)
            self.taken = {}
        self.merged.merge(own.seen_at)
        for mate in team.teammates:
            is_new = mate.sent_at > self.taken.get(mate.number, -1e9)
            if mate.coverage_seen_at is not None and is_new:
                self.taken[mate.number] = mate.sent_at
                self.merged.merge(mate.coverage_seen_at)
        if ball.valid and frame.time - ball.last_seen_at <= self.parameters.ball_age:
            x, y = ball.position_in_field
            shape, radius = own.seen_at.shape, field.ball.radius
            self.merged.touch(cells_touched(shape, own.cell_size, x, y, radius), frame.time)
        return TeamFieldCoverage(seen_at=readonly(self.merged.seen_at), cell_size=own.cell_size)
