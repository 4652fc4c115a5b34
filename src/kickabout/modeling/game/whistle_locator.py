"""Where the whistle was: from the directions that players heard to the point where they cross."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.modeling.game.whistle_bearings import WhistleNews, bearings_of
from kickabout.modeling.game.whistle_places import crossing
from kickabout.representations import WhistlePosition


@dataclass(frozen=True, slots=True, kw_only=True)
class WhistleLocatorParameters:
    window: float = param(1.5, unit="s", low=0.0, doc="directions this old are of one whistle")
    fewest: int = param(2, low=2, doc="directions that make a place")
    tolerance: float = param(2.0, low=0.5, doc="deviations beyond which a direction counts less")
    margin: float = param(
        4.0, unit="m", low=0.0, doc="beyond the carpet; crossings of few directions err by meters"
    )


class WhistleLocator(Module[WhistleLocatorParameters]):
    """Least squares of the angles, robust against a single false one. After B-Human 2019, 9.3."""

    def __init__(self, parameters: WhistleLocatorParameters) -> None:
        super().__init__(parameters)
        self.place = WhistlePosition()

    def update(self, frame: FrameInfo, news: WhistleNews) -> WhistlePosition:
        p = self.parameters
        bearings = bearings_of(news, frame.time, window=p.window)
        if len(bearings) < p.fewest:
            return self.place
        point = crossing(bearings, tolerance=p.tolerance)
        if point is not None:
            far_x = abs(point.x) > news.field.boundary_x + p.margin
            far_y = abs(point.y) > news.field.boundary_y + p.margin
            self.place = WhistlePosition(
                known=True,
                position_in_field=point,
                is_elsewhere=far_x or far_y,
                listeners=len(bearings),
                heard_at=frame.time,
            )
        return self.place
