"""Dimensions of the playing field: lines, goals, landmarks, walls and the ball."""

import enum
import math

from kickabout.framework import frozen, representation
from kickabout.framework.teams.configuration import load_config
from kickabout.framework.teams.typed_file import read_as

# Half of the field that positions in configuration are written for, in m; see `scaled`.
USUAL_GOAL_LINE_X, USUAL_SIDE_LINE_Y = 4.5, 3.0

ON_LINE = 1e-3  # m, within which a wall stands on a line of the field

Segment = tuple[float, float, float, float]  # m, x and y of both ends, in field coordinates
Point = tuple[float, float]  # m, in the world frame


class GoalKind(enum.Enum):
    """What a goal is made of."""

    FRAME = "frame"  # posts, crossbar and a net
    BOX = "box"  # two side walls and a back wall, all in one color


@frozen
class Goal:
    """The opponents' goal; our own goal is its mirror image."""

    kind: GoalKind = GoalKind.FRAME
    post_x: float = 4.525  # m, center of a post
    post_y: float = 0.8  # m, center of the left post
    post_radius: float = 0.05  # m; half the thickness of the walls of a box
    crossbar_z: float = 0.85  # m, axis of the crossbar; height of the walls of a box
    depth: float = 0.5  # m, from the posts to the rear frame
    # Names of the colors of the goals at positive and at negative x of the world; empty: white.
    colors: tuple[str, str] = ("", "")
    outside: str = ""  # color of a box's outer faces; empty: the same as inside

    @property
    def inner_half_width(self) -> float:
        """Half of the opening between the posts, in m."""
        return self.post_y - self.post_radius


def goal_landmark_name(color: str) -> str:
    """Return the name of a colored goal as a landmark."""
    return f"{color} goal"


@frozen
class Ball:
    """The ball used on this field."""

    radius: float = 0.05  # m
    mass: float = 0.045  # kg
    deceleration: float = 0.35  # m/s², rolling on the carpet
    friction: float = 0.7  # sliding
    # s, time constant of all contacts of the ball; 0: what it touches has a part in it, too
    contact_time: float = 0.0
    color: str = ""  # name of a plain color; empty: white with black patches


@frozen
class ColorBand:
    """One colored part of a landmark."""

    color: str = ""
    bottom: float = 0.0  # m above the carpet
    top: float = 0.0  # m


@frozen
class ColoredPart:
    """The part of a beacon or goal that detectors recognize by its colors."""

    name: str
    position: Point  # of its middle
    top: float  # m above the carpet
    height: float  # m
    width: float  # m
    is_round: bool = False  # a cylinder, not a flat wall


@frozen
class Landmark:
    """An upright colored cylinder at a known position, also called beacon or flag."""

    name: str = ""
    position: Point = (0.0, 0.0)
    radius: float = 0.05  # m
    bands: tuple[ColorBand, ...] = ()  # from the bottom to the top

    @property
    def height(self) -> float:
        return max((band.top for band in self.bands), default=0.0)

    @property
    def colored_part(self) -> ColoredPart:
        """The part that is not white, or all of a white landmark."""
        colored = [band for band in self.bands if band.color != "white"] or self.bands
        top = max(band.top for band in colored)
        return ColoredPart(
            name=self.name,
            position=self.position,
            top=top,
            height=top - min(band.bottom for band in colored),
            width=2.0 * self.radius,
            is_round=True,
        )


@frozen
class Wall:
    """A wall or a ramp: a board that stands on a line and may lean away from the center mark."""

    start: Point = (0.0, 0.0)  # of the lower edge of the inner face
    end: Point = (0.0, 0.0)
    height: float = 0.1  # m
    thickness: float = 0.02  # m
    lean: float = 0.0  # rad, 0: upright
    color: str = "white"

    @property
    def depth(self) -> float:
        """How far it extends beyond its line, in m."""
        return self.height * math.tan(self.lean) + self.thickness / math.cos(self.lean)


@representation
class FieldDimensions:
    """Dimensions of a field, in the field frame.

    The origin is the center mark, x points to the opponents' goal, y to the left. Line positions
    are the centers of the painted lines. Landmarks and walls need not be symmetric, so they are
    in the world frame: the field frame of the team that attacks the goal at positive x.
    """

    name: str = "spl2019"
    goal_line_x: float = 4.5  # m
    side_line_y: float = 3.0  # m
    line_width: float = 0.05  # m
    boundary_x: float = 5.2  # m, edge of the carpet
    boundary_y: float = 3.7  # m
    center_circle_radius: float = 0.75  # m
    center_mark_length: float = 0.1  # m, short stroke along x; 0 if the field has none
    penalty_mark_x: float = 3.2  # m
    penalty_mark_size: float = 0.1  # m, cross of two strokes; 0 if the field has none
    goal_area_x: float = 3.9  # m, front line
    goal_area_y: float = 1.1  # m, half width
    penalty_area_x: float = 0.0  # m, front line; 0 if the field has none
    penalty_area_y: float = 0.0  # m, half width
    has_side_lines: bool = True  # false where walls limit the field
    players: int = 5  # on the field in each team
    goal: Goal = Goal()
    ball: Ball = Ball()
    landmarks: tuple[Landmark, ...] = ()
    walls: tuple[Wall, ...] = ()

    @property
    def border(self) -> tuple[Wall, ...]:
        """The walls that limit the field; other walls stand farther outside."""
        x, y = self.goal_line_x + ON_LINE, self.side_line_y + ON_LINE
        return tuple(
            wall
            for wall in self.walls
            if max(abs(wall.start[0]), abs(wall.end[0])) < x
            and max(abs(wall.start[1]), abs(wall.end[1])) < y
        )

    @property
    def border_depth(self) -> float:
        """How far the walls that limit the field extend outwards, in m; 0 without walls."""
        return max((wall.depth for wall in self.border), default=0.0)

    @property
    def has_penalty_area(self) -> bool:
        return self.penalty_area_x > 0.0

    @property
    def has_penalty_marks(self) -> bool:
        return self.penalty_mark_size > 0.0

    @property
    def length_ratio(self) -> float:
        """How long the field is, compared with the usual one."""
        return self.goal_line_x / USUAL_GOAL_LINE_X

    @property
    def width_ratio(self) -> float:
        """How wide the field is, compared with the usual one."""
        return self.side_line_y / USUAL_SIDE_LINE_Y

    def scaled(self, point: Point) -> Point:
        """Return a position that was written for the usual field of 9 m × 6 m on this field."""
        return point[0] * self.length_ratio, point[1] * self.width_ratio

    def line_segments(self) -> tuple[Segment, ...]:
        """Return all straight lines of both halves, without the strokes of the marks."""
        x, y = self.goal_line_x, self.side_line_y
        end_y = self.goal.inner_half_width if self.border else y  # walls stand on the rest
        outline = [(x, -end_y, x, end_y), (x, y, -x, y), (-x, end_y, -x, -end_y), (-x, -y, x, -y)]
        painted = outline if self.has_side_lines else outline[::2]
        lines: list[Segment] = [*painted, (0.0, -y, 0.0, y)]
        lines += self._area(self.goal_area_x, self.goal_area_y)
        if self.has_penalty_area:
            lines += self._area(self.penalty_area_x, self.penalty_area_y)
        return tuple(lines)

    def mark_strokes(self) -> tuple[Segment, ...]:
        """Return the strokes of both penalty marks and of the center mark."""
        half, x = self.penalty_mark_size / 2, self.penalty_mark_x
        sides = (x, -x) if self.has_penalty_marks else ()
        strokes = [
            stroke
            for side in sides
            for stroke in ((side - half, 0.0, side + half, 0.0), (side, -half, side, half))
        ]
        reach = self.center_mark_length / 2
        return (*strokes, *([(-reach, 0.0, reach, 0.0)] if reach > 0.0 else ()))

    def colored_parts(self) -> tuple[ColoredPart, ...]:
        """Return all beacons, and the back walls of goals that have a color of their own."""
        goal = self.goal
        beacons = [landmark.colored_part for landmark in self.landmarks if landmark.bands]
        goals = [
            ColoredPart(
                name=goal_landmark_name(color),
                position=(side * (goal.post_x + goal.depth), 0.0),
                top=goal.crossbar_z,
                height=goal.crossbar_z,
                width=2.0 * goal.post_y,
            )
            for side, color in zip((1.0, -1.0), goal.colors, strict=True)
            if color
        ]
        return (*beacons, *goals)

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
