"""Field coverage of the team: from all players' cells to the newest time of each cell."""

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
    ball_age: float = param(1.0, unit="s", low=0.0, doc="maximum age of a ball that resets cells")


class TeamCoverageMerger(Module[TeamCoverageMergerParameters]):
    """Publishes the newest time of each cell, unless the ball was there later.

    Received grids are merged once; those of another size are ignored. After B-Human 2019, 5.4.2,
    where older times of teammates overwrite cells that were reset because of the ball.
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
        for teammate in team.teammates:
            is_new = teammate.sent_at > self.taken.get(teammate.number, -1e9)
            if teammate.coverage_seen_at is not None and is_new:
                self.taken[teammate.number] = teammate.sent_at
                self.merged.merge(teammate.coverage_seen_at)
        if ball.valid and frame.time - ball.last_seen_at <= self.parameters.ball_age:
            x, y = ball.position_in_field
            shape, radius = own.seen_at.shape, field.ball.radius
            self.merged.touch(cells_touched(shape, own.cell_size, x, y, radius), frame.time)
        return TeamFieldCoverage(seen_at=readonly(self.merged.seen_at), cell_size=own.cell_size)
