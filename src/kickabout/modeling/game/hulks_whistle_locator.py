"""HULKs' whistle place: from the directions that players heard to a map of where it was blown."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import FloatArray
from kickabout.modeling.game.hulks_whistle_grid import (
    Places,
    distances_beyond,
    likely_place,
    places_around,
    probabilities,
)
from kickabout.modeling.game.whistle_bearings import WhistleNews, bearings_of
from kickabout.representations import FieldDimensions, WhistlePosition


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksWhistleLocatorParameters:
    window: float = param(1.5, unit="s", low=0.0, doc="directions this old are of one whistle")
    fewest: int = param(2, low=2, doc="directions that make a place")
    cell: float = param(0.5, unit="m", low=0.1, doc="length of a cell of the map")
    around: float = param(8.0, unit="m", low=1.0, doc="how far the map goes beyond the carpet")
    margin: float = param(1.5, unit="m", low=0.0, doc="a referee may stand beyond the carpet")
    rarer: float = param(1.5, unit="m", low=0.1, doc="away, whistles are less likely by e")
    false_share: float = param(0.05, low=0.0, high=0.5, doc="of directions that mean nothing")
    sure: float = param(0.9, low=0.5, high=1.0, doc="share beyond that makes a whistle elsewhere's")


class HulksWhistleLocator(Module[HulksWhistleLocatorParameters]):
    """Bayes' rule on a grid, so that whistles of other fields are known as such (HULKs, 5.12)."""

    def __init__(self, parameters: HulksWhistleLocatorParameters) -> None:
        super().__init__(parameters)
        self.place = WhistlePosition()
        self._field: FieldDimensions | None = None
        self._places = places_around(1.0, 1.0, 1.0)
        self._away: FloatArray = np.zeros(len(self._places.x))  # m from where referees stand

    def update(self, frame: FrameInfo, news: WhistleNews) -> WhistlePosition:
        p = self.parameters
        bearings = bearings_of(news, frame.time, window=p.window)
        if len(bearings) < p.fewest:
            return self.place
        places = self._map(news.field)
        expected = -self._away / p.rarer
        probability = probabilities(places, bearings, expected=expected, false_share=p.false_share)
        self.place = WhistlePosition(
            known=True,
            position_in_field=likely_place(places, probability),
            is_elsewhere=float(probability[self._away > 0.0].sum()) >= p.sure,
            listeners=len(bearings),
            heard_at=frame.time,
        )
        return self.place

    def _map(self, field: FieldDimensions) -> Places:
        """Laid out once; fields do not change during a game."""
        if field is not self._field:
            p, self._field = self.parameters, field
            far_x, far_y = field.boundary_x + p.around, field.boundary_y + p.around
            self._places = places_around(far_x, far_y, p.cell)
            near = (field.boundary_x + p.margin, field.boundary_y + p.margin)
            self._away = distances_beyond(self._places, *near)
        return self._places
