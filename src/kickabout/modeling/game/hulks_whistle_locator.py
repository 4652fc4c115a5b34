"""HULKs' whistle locator: from the bearings of several players to a map of the whistle."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import FloatArray
from kickabout.modeling.game.hulks_whistle_grid import (
    Cells,
    cells_around,
    distances_beyond,
    likely_position,
    probabilities,
)
from kickabout.modeling.game.whistle_bearings import WhistleInputs, bearings_of
from kickabout.representations import FieldDimensions, WhistlePosition


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksWhistleLocatorParameters:
    window: float = param(
        1.5, unit="s", low=0.0, doc="maximum age of a bearing of the same whistle"
    )
    min_bearings: int = param(2, low=2, doc="minimum number of bearings for a position")
    cell: float = param(0.5, unit="m", low=0.1, doc="edge length of a cell of the map")
    around: float = param(8.0, unit="m", low=1.0, doc="width of the map beyond the carpet")
    margin: float = param(
        1.5, unit="m", low=0.0, doc="distance from the carpet up to which a referee may stand"
    )
    rarer: float = param(
        1.5,
        unit="m",
        low=0.1,
        doc="distance beyond the margin at which whistles are less likely by a factor of e",
    )
    false_fraction: float = param(
        0.05, low=0.0, high=0.5, doc="fraction of bearings that are false"
    )
    sure: float = param(
        0.9, low=0.5, high=1.0, doc="minimum probability of a whistle on another field"
    )


class HulksWhistleLocator(Module[HulksWhistleLocatorParameters]):
    """Applies Bayes' rule on a grid, which detects whistles of other fields (HULKs 2021, 5.12)."""

    def __init__(self, parameters: HulksWhistleLocatorParameters) -> None:
        super().__init__(parameters)
        self.position = WhistlePosition()
        self._field: FieldDimensions | None = None
        self._cells = cells_around(1.0, 1.0, 1.0)
        self._away: FloatArray = np.zeros(len(self._cells.x))  # m from where referees stand

    def update(self, frame: FrameInfo, given: WhistleInputs) -> WhistlePosition:
        p = self.parameters
        bearings = bearings_of(given, frame.time, window=p.window)
        if len(bearings) < p.min_bearings:
            return self.position
        cells = self._map(given.field)
        expected = -self._away / p.rarer
        probability = probabilities(
            cells, bearings, expected=expected, false_fraction=p.false_fraction
        )
        self.position = WhistlePosition(
            known=True,
            position_in_field=likely_position(cells, probability),
            is_elsewhere=float(probability[self._away > 0.0].sum()) >= p.sure,
            listeners=len(bearings),
            heard_at=frame.time,
        )
        return self.position

    def _map(self, field: FieldDimensions) -> Cells:
        """Return the cells, computed once, as the field does not change during a game."""
        if field is not self._field:
            p, self._field = self.parameters, field
            far_x, far_y = field.boundary_x + p.around, field.boundary_y + p.around
            self._cells = cells_around(far_x, far_y, p.cell)
            near = (field.boundary_x + p.margin, field.boundary_y + p.margin)
            self._away = distances_beyond(self._cells, *near)
        return self._cells
