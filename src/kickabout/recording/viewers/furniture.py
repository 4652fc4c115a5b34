"""The field of any league as a scene: carpet, lines, goals, walls and landmarks in their colors."""

from collections.abc import Iterator
from dataclasses import dataclass

from foxglove.messages import CubePrimitive, CylinderPrimitive, Pose, SceneEntity, SceneUpdate

from kickabout.geometry import quaternion_from_matrix
from kickabout.recording.viewers.frames import WORLD
from kickabout.recording.viewers.shapes import (
    WHITE,
    Rgb,
    at,
    circle,
    color,
    cylinder,
    segments,
    stamp,
    turn,
    vector,
)
from kickabout.representations import FieldDimensions
from kickabout.representations.field import GoalKind, Point
from kickabout.soccer.boards import Board, goal_color, goal_walls_of, walls_of
from kickabout.soccer.colors import on_screen

GREEN = (0.13, 0.45, 0.2)
CARPET = 0.01  # m, thickness
SIDES = (1.0, -1.0)  # of the world along x


@dataclass(frozen=True, slots=True, kw_only=True)
class Pillar:
    """An upright cylinder of one color."""

    position: Point
    radius: float  # m
    height: float  # m
    bottom: float = 0.0  # m above the carpet
    color: str = ""


def of_field(time: int, field: FieldDimensions) -> SceneUpdate:
    """Return all that never moves."""
    carpet = CubePrimitive(
        pose=at(0.0, 0.0, -CARPET / 2.0),
        size=vector((2.0 * field.boundary_x, 2.0 * field.boundary_y, CARPET)),
        color=color(GREEN),
    )
    width = field.line_width
    lines = [segments((*field.line_segments(), *field.mark_strokes()), WHITE, width)]
    lines.append(circle(field.center_circle_radius, WHITE, width))
    entity = SceneEntity(
        timestamp=stamp(time),
        frame_id=WORLD,
        id="field",
        frame_locked=True,
        cubes=[carpet, *(_board(board) for board in boards_of(field))],
        cylinders=[_cylinder(pillar) for pillar in pillars_of(field)],
        lines=lines,
    )
    return SceneUpdate(deletions=[], entities=[entity])


def boards_of(field: FieldDimensions) -> tuple[Board, ...]:
    """Return all walls around the field, and those of its goals."""
    return (*walls_of(field), *(wall for side in SIDES for wall in goal_walls_of(field, side)))


def paint(name: str) -> Rgb:
    """Return how a painted thing looks; without a name it is white."""
    return on_screen(name) if name else WHITE


def _board(board: Board) -> CubePrimitive:
    pose = Pose(
        position=vector(board.center), orientation=turn(quaternion_from_matrix(board.rotation))
    )
    return CubePrimitive(
        pose=pose, size=vector(2.0 * board.half_size), color=color(paint(board.color))
    )


def pillars_of(field: FieldDimensions) -> Iterator[Pillar]:
    """Return the posts of goals that have some, and the bands of landmarks."""
    goal = field.goal
    if goal.kind is GoalKind.FRAME:
        for side in SIDES:
            for y in (-goal.post_y, goal.post_y):
                yield Pillar(
                    position=(side * goal.post_x, y),
                    radius=goal.post_radius,
                    height=goal.crossbar_z,
                    color=goal_color(goal, side),
                )
    for landmark in field.landmarks:
        for band in landmark.bands:
            yield Pillar(
                position=landmark.position,
                radius=landmark.radius,
                bottom=band.bottom,
                height=band.top - band.bottom,
                color=band.color,
            )


def _cylinder(pillar: Pillar) -> CylinderPrimitive:
    rgb = paint(pillar.color)
    return cylinder(pillar.position, pillar.radius, pillar.height, rgb, bottom=pillar.bottom)
