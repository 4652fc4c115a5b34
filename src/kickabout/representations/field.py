"""Dimensions of the playing field, its lines, its goals and its ball."""

from kickabout.framework import frozen, representation
from kickabout.framework.teams.configuration import load_config
from kickabout.framework.teams.typed_file import read_as

Segment = tuple[float, float, float, float]  # m, x and y of both ends, in field coordinates


@frozen
class Goal:
    """The opponents' goal; our own goal is its mirror image."""

    post_x: float = 4.525  # m, center of a post
    post_y: float = 0.8  # m, center of the left post
    post_radius: float = 0.05  # m
    crossbar_z: float = 0.85  # m, axis of the crossbar
    depth: float = 0.5  # m, from the posts to the rear frame

    @property
    def inner_half_width(self) -> float:
        """Half of the opening between the posts, in m."""
        return self.post_y - self.post_radius


@frozen
class Ball:
    """The ball used on this field."""

    radius: float = 0.05  # m
    mass: float = 0.045  # kg
    deceleration: float = 0.35  # m/s², rolling on the carpet


@representation
class FieldDimensions:
    """Dimensions of a field, in the field frame.

    The origin is the center mark, x points to the opponents' goal, y to the left. Line positions
    are the centers of the painted lines.
    """

    name: str = "spl2019"
    goal_line_x: float = 4.5  # m
    side_line_y: float = 3.0  # m
    line_width: float = 0.05  # m
    boundary_x: float = 5.2  # m, edge of the carpet
    boundary_y: float = 3.7  # m
    center_circle_radius: float = 0.75  # m
    center_mark_length: float = 0.1  # m, short stroke along x
    penalty_mark_x: float = 3.2  # m
    penalty_mark_size: float = 0.1  # m, cross of two strokes
    goal_area_x: float = 3.9  # m, front line
    goal_area_y: float = 1.1  # m, half width
    penalty_area_x: float = 0.0  # m, front line; 0 if the field has none
    penalty_area_y: float = 0.0  # m, half width
    players: int = 5  # on the field in each team
    goal: Goal = Goal()
    ball: Ball = Ball()

    @property
    def has_penalty_area(self) -> bool:
        return self.penalty_area_x > 0.0

    def line_segments(self) -> tuple[Segment, ...]:
        """Return all straight lines of both halves, without the strokes of the marks."""
        x, y = self.goal_line_x, self.side_line_y
        outline = [(x, -y, x, y), (x, y, -x, y), (-x, y, -x, -y), (-x, -y, x, -y)]
        lines: list[Segment] = [*outline, (0.0, -y, 0.0, y)]
        lines += self._area(self.goal_area_x, self.goal_area_y)
        if self.has_penalty_area:
            lines += self._area(self.penalty_area_x, self.penalty_area_y)
        return tuple(lines)

    def mark_strokes(self) -> tuple[Segment, ...]:
        """Return the strokes of both penalty marks and of the center mark."""
        half, x = self.penalty_mark_size / 2, self.penalty_mark_x
        crosses = [
            stroke
            for side in (x, -x)
            for stroke in ((side - half, 0.0, side + half, 0.0), (side, -half, side, half))
        ]
        return (*crosses, (-self.center_mark_length / 2, 0.0, self.center_mark_length / 2, 0.0))

    def _area(self, front_x: float, half_width: float) -> list[Segment]:
        back = self.goal_line_x
        return [
            segment
            for s in (1.0, -1.0)
            for segment in (
                (s * back, half_width, s * front_x, half_width),
                (s * front_x, half_width, s * front_x, -half_width),
                (s * front_x, -half_width, s * back, -half_width),
            )
        ]


def load_field(name: str) -> FieldDimensions:
    """Load a field by the name of its file."""
    return read_as(load_config("fields", name), FieldDimensions)
