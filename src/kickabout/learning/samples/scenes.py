"""Training scenes: from a seed to varied pictures with labels.

Robots, ball and other objects are placed without physics.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Pose2, Robot, Vec3, World, normalized_angle
from kickabout.learning.samples.ball_appearance import bare_patch, foreign_thing, random_ball
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.learning.samples.posed_robots import (
    PosedRobot,
    lying_robot,
    posed,
    random_jersey,
    standing_angles,
    standing_robot,
)
from kickabout.learning.samples.robot_appearance import foreign, restyled
from kickabout.learning.samples.venues import (
    Venue,
    exposure_for,
    random_venue,
    range_fraction,
    relit,
)
from kickabout.representations import FieldDimensions
from kickabout.robots.nao.cameras import LOWER, UPPER
from kickabout.robots.nao.joints import Joint
from kickabout.simulation.camera.optics.optics import CameraView
from kickabout.simulation.camera.scene.clutter import person_objects
from kickabout.simulation.camera.scene.objects import SceneObjects, joined

OWN_INSTANCE = 2
LIGHTS = 4  # per venue, because building a hall takes longer than a dozen pictures
MAX_GOAL_DISTANCE = 5.0  # m, to put a ball into the goal
HALF_OPENING = 0.37  # rad, from the optical axis down to the picture's lower edge
Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneMix:
    """Frequencies of objects in the pictures."""

    pictures_per_light: int = 20
    lower: float = 0.4  # fraction of pictures of the lower camera
    no_ball: float = 0.2
    ball_on_line: float = 0.15
    ball_at_foot: float = 0.25
    ball_in_goal: float = 0.4  # if a goal is visible; the net hides parts of such balls
    lying: float = 0.3  # of the other robots; their heads and limbs resemble balls most
    foreign: float = 0.5  # of the other robots, fraction that are not NAOs
    max_robots: int = 6
    things: float = 0.35  # fraction of pictures with other objects on the field
    person: float = 0.1
    bare: float = 0.3  # fraction of pictures with interrupted lines


def labeled_pictures(
    count: int,
    seed: int,
    *,
    leagues: Sequence[str] = (),
    held_out: bool = False,
    mix: SceneMix | None = None,
) -> Iterator[LabeledPicture]:
    """Yield `count` pictures; the same seed yields the same pictures."""
    rng = np.random.default_rng((seed, int(held_out)))
    mix = mix or SceneMix()
    made = 0
    while True:
        venue = random_venue(rng, leagues=leagues, held_out=held_out)
        for _ in range(LIGHTS):
            for _ in range(mix.pictures_per_light):
                if made == count:
                    return
                yield _picture(venue, rng, mix)
                made += 1
            venue = relit(venue, rng)


def _picture(venue: Venue, rng: np.random.Generator, mix: SceneMix) -> LabeledPicture:
    camera = LOWER if rng.random() < mix.lower else UPPER
    own = _own_robot(venue.field, rng, camera)
    view = _view(own, camera, rng)
    others = _other_robots(venue.field, rng, mix, own, view, camera)
    ball = _ball_position(venue.field, rng, mix, view, others, camera)
    radius = venue.field.ball.radius
    parts = [restyled(own.objects(OWN_INSTANCE), rng)]
    for i, robot in enumerate(others, start=1):
        style = foreign if rng.random() < mix.foreign else restyled
        parts.append(style(robot.objects(OWN_INSTANCE + i), rng))
    if ball is not None:
        pattern = range_fraction(rng, held_out=venue.held_out)
        parts.append(random_ball(rng, ball, radius=radius, style=pattern))
    parts += _things(venue, rng, mix, view, camera)
    optics = venue.optics[camera]
    shot = venue.renderer.render(
        joined(*parts),
        view,
        optics=optics,
        exposure=exposure_for(venue.light, rng),
        seed=int(rng.integers(2**31)),
        labels=True,
    )
    assert shot.labels is not None
    return LabeledPicture(
        camera=camera,
        yuyv=shot.yuyv,
        labels=shot.labels,
        optics=optics,
        view=view,
        own=own,
        others=tuple(others),
        ball_in_world=ball,
        ball_radius=radius,
        field=venue.field,
    )


def _own_robot(field: FieldDimensions, rng: np.random.Generator, camera: str) -> PosedRobot:
    x = float(rng.uniform(-field.boundary_x + 0.3, field.boundary_x - 0.3))
    y = float(rng.uniform(-field.boundary_y + 0.3, field.boundary_y - 0.3))
    # mostly towards the field, as players do
    inward = math.atan2(-y, -x)
    theta = normalized_angle(inward + float(rng.normal(0.0, 1.2)))
    angles = standing_angles(rng, restless=0.5)
    angles[Joint.HEAD_YAW] = np.clip(rng.normal(0.0, 0.7), -2.0, 2.0)
    low, high = (-0.2, 0.45) if camera == UPPER else (-0.5, 0.45)
    angles[Joint.HEAD_PITCH] = rng.uniform(low, high)
    roll, pitch = rng.normal(0.0, 0.035, 2).tolist()
    pose: Pose2[Robot, World] = Pose2(x, y, theta)
    return posed(pose, angles, tilt=(roll, pitch), jersey=random_jersey(rng), number=1)


def _view(own: PosedRobot, camera: str, rng: np.random.Generator) -> CameraView:
    pose = own.torso_to_world @ own.body.camera_to_torso(camera)
    fast = 1.0 if rng.random() < 0.25 else 0.25
    return CameraView(
        rotation=pose.rotation,
        camera_in_field=pose.translation,
        velocity=rng.normal(0.0, 0.1, 3),
        angular_velocity=rng.normal(0.0, fast, 3) * np.array((0.3, 0.6, 1.0)),
    )


def _in_sight(
    view: CameraView, rng: np.random.Generator, *, nearest: float, farthest: float
) -> Point:
    """Return a visible point on the ground, with a log-uniform distance."""
    heading = math.atan2(view.rotation[1, 0], view.rotation[0, 0])
    down, height = math.asin(-float(view.rotation[2, 0])), float(view.camera_in_field[2])
    low = height / math.tan(min(max(down + HALF_OPENING, 0.05), 1.5))
    high = height / math.tan(min(max(down - HALF_OPENING, 0.05), 1.5))
    nearest = min(max(nearest, low), 0.8 * farthest)
    farthest = max(min(farthest, high), 1.25 * nearest)
    distance = math.exp(rng.uniform(math.log(nearest), math.log(farthest)))
    angle = heading + float(rng.uniform(-0.55, 0.55))
    x, y, _ = view.camera_in_field.tolist()
    return x + distance * math.cos(angle), y + distance * math.sin(angle)


def _is_on_carpet(field: FieldDimensions, position: Point, margin: float = 0.0) -> bool:
    x, y = abs(position[0]), abs(position[1])
    return x < field.boundary_x - margin and y < field.boundary_y - margin


def _other_robots(
    field: FieldDimensions,
    rng: np.random.Generator,
    mix: SceneMix,
    own: PosedRobot,
    view: CameraView,
    camera: str,
) -> list[PosedRobot]:
    jerseys = (random_jersey(rng), random_jersey(rng))
    nearest, farthest = (0.35, 7.0) if camera == UPPER else (0.3, 4.5)
    robots: list[PosedRobot] = []
    for _ in range(int(rng.integers(0, mix.max_robots + 1))):
        position = _in_sight(view, rng, nearest=nearest, farthest=farthest)
        taken = [own.robot_to_world, *(robot.robot_to_world for robot in robots)]
        free = all(math.dist(position, (pose.x, pose.y)) > 0.27 for pose in taken)
        if not free or not _is_on_carpet(field, position):
            continue
        pose: Pose2[Robot, World] = Pose2(*position, float(rng.uniform(-math.pi, math.pi)))
        make = lying_robot if rng.random() < mix.lying else standing_robot
        robots.append(make(rng, pose, jerseys[int(rng.integers(2))]))
    return robots


def _ball_position(
    field: FieldDimensions,
    rng: np.random.Generator,
    mix: SceneMix,
    view: CameraView,
    others: list[PosedRobot],
    camera: str,
) -> Vec3 | None:
    if rng.random() < mix.no_ball:
        return None
    nearest, farthest = (0.3, 7.0) if camera == UPPER else (0.1, 4.0)
    position = _in_sight(view, rng, nearest=nearest, farthest=farthest)
    choice = rng.random()
    if choice < mix.ball_on_line:
        position = _on_nearest_line(field, position, rng)
    elif choice < mix.ball_on_line + mix.ball_at_foot and others:
        pose = others[int(rng.integers(len(others)))].robot_to_world
        angle = float(rng.uniform(-math.pi, math.pi))
        reach = float(rng.uniform(0.14, 0.3))
        position = (pose.x + reach * math.cos(angle), pose.y + reach * math.sin(angle))
    elif choice > 1.0 - mix.ball_in_goal:
        position = _in_goal(field, view, rng) or position
    height = field.ball.radius + (float(rng.uniform(0.0, 0.03)) if rng.random() < 0.05 else 0.0)
    return np.array((*position, height)) if _is_on_carpet(field, position, 0.1) else None


def _in_goal(field: FieldDimensions, view: CameraView, rng: np.random.Generator) -> Point | None:
    """Return a position behind a goal line if it is in view."""
    heading = math.atan2(view.rotation[1, 0], view.rotation[0, 0])
    x, y, _ = view.camera_in_field.tolist()
    radius = field.ball.radius
    deep = float(rng.uniform(radius, field.goal.depth - radius))
    wide = (field.goal.inner_half_width - radius) * float(rng.uniform(-1.0, 1.0))
    for side in (-1.0, 1.0):
        position = (side * (field.goal_line_x + deep), wide)
        bearing = math.atan2(position[1] - y, position[0] - x)
        in_view = abs(normalized_angle(bearing - heading)) < 0.5
        if in_view and math.dist(position, (x, y)) < MAX_GOAL_DISTANCE:
            return position
    return None


def _on_nearest_line(field: FieldDimensions, position: Point, rng: np.random.Generator) -> Point:
    """Return the nearest point on a line, with a small offset."""
    point, best, least = np.array(position), np.array(position), math.inf
    for x0, y0, x1, y1 in (*field.line_segments(), *field.mark_strokes()):
        start, along = np.array((x0, y0)), np.array((x1 - x0, y1 - y0))
        part = min(max(float((point - start) @ along / (along @ along)), 0.0), 1.0)
        foot = start + part * along
        distance = float(np.linalg.norm(foot - point))
        if distance < least:
            best, least = foot, distance
    x, y = (best + rng.normal(0.0, 0.03, 2)).tolist()
    return x, y


def _things(
    venue: Venue, rng: np.random.Generator, mix: SceneMix, view: CameraView, camera: str
) -> list[SceneObjects]:
    farthest = 5.0 if camera == UPPER else 3.0
    parts: list[SceneObjects] = []
    if rng.random() < mix.things:
        for _ in range(int(rng.integers(1, 4))):
            parts.append(foreign_thing(rng, _in_sight(view, rng, nearest=0.3, farthest=farthest)))
    if rng.random() < mix.person:
        position = _in_sight(view, rng, nearest=0.8, farthest=7.0)
        angle = float(rng.uniform(-math.pi, math.pi))
        parts.append(person_objects(rng, person_in_field=position, angle=angle))
    if rng.random() < mix.bare:
        color = venue.renderer.appearance.carpet_color
        for _ in range(int(rng.integers(1, 6))):
            position = _in_sight(view, rng, nearest=0.3, farthest=farthest)
            parts.append(bare_patch(rng, _on_nearest_line(venue.field, position, rng), color))
    return parts
