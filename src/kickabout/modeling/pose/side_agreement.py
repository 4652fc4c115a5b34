"""Agreement about the ball: from the team's balls to whether the robot's pose is mirrored."""

import enum
import math
from collections.abc import Iterable
from dataclasses import dataclass

from kickabout.geometry import Field, FloatArray, Vector2
from kickabout.representations import FieldDimensions, Side


class Agreement(enum.Enum):
    """The result of comparing two balls."""

    AGREE = "agree"
    DISAGREE = "disagree"  # they would agree if one robot were mirrored
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenBall:
    """A ball seen by one robot."""

    position_in_field: Vector2[Field]
    velocity_in_field: Vector2[Field]
    seen_at: float  # s


@dataclass(frozen=True, slots=True, kw_only=True)
class BallExclusions:
    """Limits of balls that are ignored, because they are ambiguous or probably false."""

    center_radius: float  # m, around the center, where a ball is near its mirror image
    mark_radius: float  # m, around penalty marks
    line_distance: float  # m, balls this near to a line are ignored if …
    robot_distance: float  # m, … a robot is this near,
    other_line_distance: float  # m, … or another line
    fast: float  # m/s

    def is_usable(
        self,
        ball: SeenBall,
        field: FieldDimensions,
        lines: FloatArray,
        robots_in_field: Iterable[Vector2[Field]],
    ) -> bool:
        position = ball.position_in_field
        mark: Vector2[Field] = Vector2(math.copysign(field.penalty_mark_x, position.x), 0.0)
        if ball.velocity_in_field.norm > self.fast or position.norm < self.center_radius:
            return False
        if position.distance_to(mark) < self.mark_radius:
            return False
        distances = sorted(distance_to_lines(position, lines))
        if distances[0] > self.line_distance:
            return True
        if distances[1] < self.other_line_distance:
            return False
        return all(position.distance_to(r) > self.robot_distance for r in robots_in_field)


def distance_to_lines(point: Vector2[Field], lines: FloatArray) -> list[float]:
    """Return the distance to each segment; rows begin with x, y, x, y."""
    distances = []
    for x1, y1, x2, y2 in lines[:, :4].tolist():
        dx, dy = x2 - x1, y2 - y1
        fraction = ((point.x - x1) * dx + (point.y - y1) * dy) / (dx * dx + dy * dy)
        fraction = max(0.0, min(1.0, fraction))
        distances.append(math.hypot(point.x - x1 - fraction * dx, point.y - y1 - fraction * dy))
    return distances


def compared(own: SeenBall, other: SeenBall, *, time: float, distance: float) -> Agreement:
    """Compare two balls; seen within `time` and `distance` of each other they are the same."""
    if abs(own.seen_at - other.seen_at) > time:
        return Agreement.UNKNOWN
    if own.position_in_field.distance_to(other.position_in_field) <= distance:
        return Agreement.AGREE
    if own.position_in_field.distance_to(-other.position_in_field) <= distance:
        return Agreement.DISAGREE
    return Agreement.UNKNOWN


class Agreements:
    """The last result for each teammate, kept for some time."""

    def __init__(self) -> None:
        self._results: dict[int, tuple[Agreement, float]] = {}

    def note(self, number: int, result: Agreement, at: float) -> None:
        if result is not Agreement.UNKNOWN:
            self._results[number] = (result, at)

    def forget(self, before: float) -> None:
        self._results = {n: entry for n, entry in self._results.items() if entry[1] >= before}

    def clear(self) -> None:
        self._results.clear()

    def numbers(self, wanted: Agreement) -> tuple[int, ...]:
        return tuple(sorted(n for n, (result, _) in self._results.items() if result is wanted))

    def side(self, needed: int) -> Side:
        """Return MIRRORED only if `needed` teammates disagree and none agrees."""
        agree, disagree = len(self.numbers(Agreement.AGREE)), len(self.numbers(Agreement.DISAGREE))
        if agree > disagree:
            return Side.CONFIDENT
        if agree == disagree == 0:
            return Side.ALMOST_CONFIDENT
        return Side.MIRRORED if agree == 0 and disagree >= needed else Side.UNSURE
