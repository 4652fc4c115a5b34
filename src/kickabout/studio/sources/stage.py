"""The stage: the field, and the kinds, bodies and colors of the robots, for the browser to draw."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kickabout.geometry import quaternion_from_matrix
from kickabout.representations import FieldDimensions
from kickabout.representations.field import ColorBand, Goal
from kickabout.robots.appearance import Primitive, Rgb, Shape
from kickabout.robots.kind import RobotKind
from kickabout.simulation.match.scene import Scene, TeamPlan
from kickabout.soccer.boards import Board, goal_walls_of, walls_of
from kickabout.soccer.colors import jersey_color, paint_color

DEFAULT_COLORS = {"home": "blue", "away": "red"}
GOAL_COLOR: Rgb = (0.72, 0.72, 0.72)  # of goals without a color of their own
UNKNOWN = "unknown"  # the kind of robots whose package must not be imported
UNKNOWN_SIZE = (0.15, 0.25, 0.0)  # m, radius and half the height


def stage_of(
    field: FieldDimensions, scene: Scene, kinds: Mapping[str, RobotKind | None]
) -> dict[str, Any]:
    """Return everything that never changes during a match; `kinds` has all robots by name."""
    known = {kind.name: _kind(kind) for kind in kinds.values() if kind is not None}
    unknown = {UNKNOWN: _unknown_kind()} if None in kinds.values() else {}
    return {
        "field": _field(field),
        "kinds": {**known, **unknown},
        "teams": {side: _team(plan) for side, plan in scene.teams().items()},
        "fidelity": scene.fidelity,
        "robots": [_robot(name, kind, scene) for name, kind in kinds.items()],
    }


def _team(plan: TeamPlan) -> dict[str, str]:
    """Return name and color; a team from a file has the name of the file."""
    is_file = plan.team.endswith(".toml")
    return {"name": Path(plan.team).stem if is_file else plan.team, "color": plan.color}


def body_of(kind: RobotKind) -> dict[str, Any]:
    """Return the part of a stage that draws one robot of a kind."""
    scene = Scene()
    return {"kinds": {kind.name: _kind(kind)}, "robots": [_robot("home 1", kind, scene)]}


def _robot(name: str, kind: RobotKind | None, scene: Scene) -> dict[str, Any]:
    side, _, number = name.partition(" ")
    color = scene.teams()[side].color or DEFAULT_COLORS[side]
    jersey = jersey_color(color)
    painted = kind.appearance(jersey=jersey, number=int(number)) if kind else ()
    return {
        "name": name,
        "team": side,
        "number": int(number),
        "color": color,
        "kind": kind.name if kind else UNKNOWN,
        "shapes": [_shape(shape, kind) for shape in painted] if kind else [_unknown(jersey)],
    }


def _shape(shape: Primitive, kind: RobotKind) -> list[Any]:
    """Return kind, link, size, position, quaternion and color."""
    return [
        int(shape.shape),
        kind.link_names.index(shape.link),
        shape.size,
        shape.position_in_link,
        shape.quaternion_in_link,
        shape.color,
    ]


def _unknown(color: Rgb) -> list[Any]:
    return [int(Shape.CYLINDER), 0, UNKNOWN_SIZE, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), color]


def _kind(kind: RobotKind) -> dict[str, Any]:
    return {
        "links": _links(kind),
        "joints": kind.joint_names,
        "cameras": [camera.name for camera in kind.cameras],
        "radius": kind.shape.radius,
        "top": kind.shape.height - kind.upright.torso_height,  # m, above the torso's origin
        "fallen_below": kind.upright.min_height,  # m, of the torso's origin
    }


def _unknown_kind() -> dict[str, Any]:
    return {
        "links": [[-1, -1, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]],
        "joints": [],
        "cameras": [],
        "radius": UNKNOWN_SIZE[0],
        "top": UNKNOWN_SIZE[1],
        "fallen_below": 0.0,
    }


def _links(kind: RobotKind) -> list[list[float]]:
    """Return parent, joint, origin, axis and angle at joint angle zero of each link."""
    kinematics, count = kind.kinematics(), len(kind.links)
    pairs = zip(kinematics.tree[:count].tolist(), kinematics.geometry[:count].tolist(), strict=True)
    return [[parent, joint, *geometry[:7]] for (parent, joint), geometry in pairs]


def _field(field: FieldDimensions) -> dict[str, Any]:
    return {
        "border": [field.boundary_x, field.boundary_y],
        "lines": field.line_segments(),
        "marks": field.mark_strokes(),
        "line_width": field.line_width,
        "circle": field.center_circle_radius,
        "goal": _goal(field.goal),
        "ball": field.ball.radius,
        "ball_color": paint_color(field.ball.color) if field.ball.color else None,
        "boards": [_board(board) for board in _boards(field)],
        "landmarks": [
            [*landmark.position, landmark.radius, [_band(band) for band in landmark.bands]]
            for landmark in field.landmarks
        ],
    }


def _goal(goal: Goal) -> dict[str, Any]:
    """Return sizes, and the colors at positive and at negative x; the walls of boxes are boards."""
    return {
        "kind": goal.kind.value,
        "x": goal.post_x,
        "y": goal.post_y,
        "radius": goal.post_radius,
        "height": goal.crossbar_z,
        "depth": goal.depth,
        "colors": [paint_color(color) if color else None for color in goal.colors],
    }


def _boards(field: FieldDimensions) -> tuple[Board, ...]:
    return (*walls_of(field), *goal_walls_of(field, 1.0), *goal_walls_of(field, -1.0))


def _board(board: Board) -> list[Any]:
    """Return center, half size, quaternion and color of a wall, a ramp or a goal's wall."""
    quaternion = quaternion_from_matrix(board.rotation)
    parts = (board.center, board.half_size, quaternion)
    color = paint_color(board.color) if board.color else GOAL_COLOR
    return [*(part.tolist() for part in parts), color]


def _band(band: ColorBand) -> list[Any]:
    return [paint_color(band.color), band.bottom, band.top]
