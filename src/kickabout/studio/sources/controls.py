"""Controls: what people may change by hand in a match, and its refusal elsewhere."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kickabout.geometry import Pose2, Robot, World
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.truth import turned_pose
from kickabout.simulation.referee.referee import Referee
from kickabout.studio.sources.call_queue import CallQueue
from kickabout.studio.sources.source import Point, RobotPlacement, StudioError, robot_index

MARGIN = 1.0  # m, beyond the field's boundary, in which things may be placed


class LiveControls:
    """Controls of a running match; all changes are made in its thread."""

    def __init__(self, match: Match, calls: CallQueue, robots: Sequence[str]) -> None:
        self._match = match
        self._calls = calls
        self._robots = robots

    def referee(self, call: Callable[[Referee], None]) -> None:
        self._calls.call(lambda: call(self._match.control.referee))

    def place_ball(self, position: Point, velocity: Point) -> None:
        self._demand_inside(*position)
        self._calls.call(lambda: self._match.place(ball=position, velocity=velocity))

    def place_robot(self, robot: str, pose: RobotPlacement) -> None:
        self._demand_inside(*pose[:2])
        found = self._match.ids[robot_index(self._robots, robot)]
        in_world: Pose2[Robot, World] = Pose2(*pose)

        def place() -> None:
            wanted = turned_pose(in_world, self._match.control.direction(found.team))
            self._match.place(
                robot=(str(found.team), found.number), pose=(wanted.x, wanted.y, wanted.theta)
            )

        self._calls.call(place)

    def _demand_inside(self, x: float, y: float) -> None:
        field = self._match.field
        if not (abs(x) <= field.boundary_x + MARGIN and abs(y) <= field.boundary_y + MARGIN):
            raise StudioError(f"({x:g}, {y:g}) is outside the world")


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedControls:
    """Controls of a source that is no running match: each call is refused with its reason."""

    no_referee: str
    no_placement: str

    def referee(self, call: Callable[[Referee], None]) -> None:
        raise StudioError(self.no_referee)

    def place_ball(self, position: Point, velocity: Point) -> None:
        raise StudioError(self.no_placement)

    def place_robot(self, robot: str, pose: RobotPlacement) -> None:
        raise StudioError(self.no_placement)
