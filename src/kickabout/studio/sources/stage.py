"""The stage: the field, and the robots' bodies and colors, for drawing in the browser."""

from collections.abc import Sequence
from typing import Any

from kickabout.geometry import quaternion_from_matrix
from kickabout.representations import FieldDimensions
from kickabout.representations.field import ColorBand
from kickabout.robots.appearance import Primitive
from kickabout.robots.nao.appearance import nao_appearance
from kickabout.robots.nao.joints import Joint, Link
from kickabout.robots.nao.kinematics import LINKS, nao_kinematics
from kickabout.simulation.camera.colors import jersey_color
from kickabout.simulation.match.scene import Scene
from kickabout.soccer.boards import Board, goal_walls_of, walls_of

DEFAULT_COLORS = {"home": "blue", "away": "red"}


def stage_of(field: FieldDimensions, scene: Scene, robots: Sequence[str]) -> dict[str, Any]:
    """Return everything that never changes during a match."""
    sides = scene.teams()
    return {
        "field": _field(field),
        "links": _links(),
        "joints": [joint.key for joint in Joint],
        "teams": {side: {"name": plan.team, "color": plan.color} for side, plan in sides.items()},
        "fidelity": scene.fidelity,
        "robots": [_robot(name, scene) for name in robots],
    }


def _robot(name: str, scene: Scene) -> dict[str, Any]:
    side, _, number = name.partition(" ")
    color = scene.teams()[side].color or DEFAULT_COLORS[side]
    shapes = nao_appearance(jersey=jersey_color(color), number=int(number))
    return {
        "name": name,
        "team": side,
        "number": int(number),
        "color": color,
        "shapes": [_shape(shape) for shape in shapes],
    }


def _shape(shape: Primitive) -> list[Any]:
    """Return kind, link, size, position, quaternion and color."""
    return [
        int(shape.shape),
        int(Link[shape.link.upper()]),
        shape.size,
        shape.position_in_link,
        shape.quaternion_in_link,
        shape.color,
    ]


def _links() -> list[list[float]]:
    """Return parent, joint, origin in the parent and axis of each link, for forward kinematics."""
    kinematics = nao_kinematics()
    pairs = zip(kinematics.tree[:LINKS].tolist(), kinematics.geometry[:LINKS].tolist(), strict=True)
    return [[parent, joint, *geometry[:6]] for (parent, joint), geometry in pairs]


def _field(field: FieldDimensions) -> dict[str, Any]:
    goal = field.goal
    return {
        "border": [field.boundary_x, field.boundary_y],
        "lines": field.line_segments(),
        "marks": field.mark_strokes(),
        "line_width": field.line_width,
        "circle": field.center_circle_radius,
        "goal": [goal.post_x, goal.post_y, goal.post_radius, goal.crossbar_z, goal.depth],
        "ball": field.ball.radius,
        "ball_color": field.ball.color,
        "goal_colors": field.goal.colors,
        "boards": [_board(board) for board in _boards(field)],
        "landmarks": [
            [*landmark.position, landmark.radius, [_band(band) for band in landmark.bands]]
            for landmark in field.landmarks
        ],
    }


def _boards(field: FieldDimensions) -> tuple[Board, ...]:
    return (*walls_of(field), *goal_walls_of(field, 1.0), *goal_walls_of(field, -1.0))


def _board(board: Board) -> list[Any]:
    """Return center, half size, quaternion and color of a wall, a ramp or a goal's wall."""
    quaternion = quaternion_from_matrix(board.rotation)
    parts = (board.center, board.half_size, quaternion)
    return [*(part.tolist() for part in parts), board.color]


def _band(band: ColorBand) -> list[Any]:
    return [band.color, band.bottom, band.top]
