"""Whistle locator: from the bearings of several players to the position of the whistle."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.modeling.game.whistle_bearings import WhistleInputs, bearings_of
from kickabout.modeling.game.whistle_triangulation import triangulated
from kickabout.representations import WhistlePosition


@dataclass(frozen=True, slots=True, kw_only=True)
class WhistleLocatorParameters:
    window: float = param(
        1.5, unit="s", low=0.0, doc="maximum age of a bearing of the same whistle"
    )
    min_bearings: int = param(2, low=2, doc="minimum number of bearings for a position")
    tolerance: float = param(2.0, low=0.5, doc="deviations beyond which a bearing loses weight")
    margin: float = param(
        4.0,
        unit="m",
        low=0.0,
        doc="distance from the carpet beyond which a whistle is that of another field",
    )


class WhistleLocator(Module[WhistleLocatorParameters]):
    """Triangulates by robust least squares of the angles. After B-Human 2019, 9.3."""

    def __init__(self, parameters: WhistleLocatorParameters) -> None:
        super().__init__(parameters)
        self.position = WhistlePosition()

    def update(self, frame: FrameInfo, given: WhistleInputs) -> WhistlePosition:
        p = self.parameters
        bearings = bearings_of(given, frame.time, window=p.window)
        if len(bearings) < p.min_bearings:
            return self.position
        point = triangulated(bearings, tolerance=p.tolerance)
        if point is not None:
            far_x = abs(point.x) > given.field.boundary_x + p.margin
            far_y = abs(point.y) > given.field.boundary_y + p.margin
            self.position = WhistlePosition(
                known=True,
                position_in_field=point,
                is_elsewhere=far_x or far_y,
                listeners=len(bearings),
                heard_at=frame.time,
            )
        return self.position
