"""Objects appear where the pinhole model projects them."""

import math

import numpy as np
import pytest
from tests.simulation.camera.second_opinion import ground_depth, room_depth, solid_depth
from tests.simulation.camera.studio_set import (
    FIELD,
    LOWER,
    UPPER,
    ball,
    labels,
    rotation,
    solid,
    view,
)

from kickabout.robots.appearance import Shape
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.objects import SceneClass, no_objects
from kickabout.simulation.camera.scene.room import room_pictures

SOLIDS = {
    Shape.SPHERE: (0.12, 0.0, 0.0),
    Shape.CAPSULE: (0.06, 0.15, 0.0),
    Shape.CYLINDER: (0.08, 0.15, 0.0),
    Shape.BOX: (0.1, 0.15, 0.06),
    Shape.ELLIPSOID: (0.1, 0.2, 0.06),
}
VIEWS = [
    view(z=0.5, pitch=0.2),
    view(0.9, 0.3, z=0.4, yaw=-0.4, pitch=0.1, roll=0.5),
    view(1.45, -0.5, z=1.1, yaw=1.3, pitch=1.1),
]


@pytest.mark.parametrize("seen", VIEWS)
@pytest.mark.parametrize("shape", SOLIDS)
def test_mask_and_depth_of_every_shape_match_a_plain_ray_cast(
    shape: Shape, seen: CameraView
) -> None:
    size, position = SOLIDS[shape], (1.6, 0.05, 0.35)
    turned = rotation(yaw=0.5, pitch=0.7, roll=-0.4)
    found = labels(solid(shape, size, position, turned=turned), seen)
    expected = solid_depth(shape, size, position, turned, optics=UPPER, view=seen)
    mask = expected < ground_depth(UPPER, seen)
    shown = found.classes == SceneClass.ROBOT
    assert mask.sum() > 500
    assert (mask != shown).sum() <= 0.004 * mask.sum() + 2
    both = mask & shown
    assert np.abs(found.depth[both] - expected[both]).max() < 2e-3


@pytest.mark.parametrize("distance", [0.3, 0.6, 1.0, 2.0, 4.0, 6.0])
def test_ball_has_the_right_position_and_area_at_any_distance(distance: float) -> None:
    seen = view(-2.0, z=0.5, pitch=math.atan2(0.45, distance))
    found = labels(ball(-2.0 + distance, 0.1), seen).classes == SceneClass.BALL
    expected = (
        solid_depth(
            Shape.SPHERE,
            (0.05, 0.0, 0.0),
            (-2.0 + distance, 0.1, 0.05),
            np.eye(3),
            optics=UPPER,
            view=seen,
        )
        < 1e6
    )
    assert abs(int(found.sum()) - int(expected.sum())) <= 0.01 * expected.sum() + 1
    center = np.argwhere(found).mean(axis=0) - np.argwhere(expected).mean(axis=0)
    assert np.abs(center).max() < 0.2


@pytest.mark.parametrize(("optics", "pitch"), [(UPPER, 0.3), (LOWER, 0.7)])
def test_ground_has_the_right_depth(optics: CameraOptics, pitch: float) -> None:
    seen = view(-1.0, 0.5, yaw=0.3, pitch=pitch, roll=0.1)
    found, expected = labels(no_objects(), seen, optics=optics), ground_depth(optics, seen)
    on_field = np.isin(found.classes, (SceneClass.FIELD, SceneClass.LINE))
    assert on_field.sum() > 0.3 * on_field.size
    assert np.abs(found.depth[on_field] / expected[on_field] - 1.0).max() < 1e-4


@pytest.mark.parametrize(
    "seen",
    [
        view(-1.0, 0.5, yaw=0.3, pitch=0.1),
        view(3.0, 2.0, yaw=0.7, pitch=0.25, roll=0.15),  # into a corner
        view(4.0, -3.0, z=1.2, yaw=-2.0, pitch=0.5, roll=-0.6),
        view(0.0, 0.0, yaw=1.5, pitch=-0.7),
        view(0.0, 0.0, z=2.5, yaw=-0.4, pitch=1.0, roll=1.4),
    ],
)
def test_walls_stand_where_the_floor_ends(seen: CameraView) -> None:
    found = labels(no_objects(), seen, optics=UPPER)
    room = room_pictures(FIELD.boundary_x, FIELD.boundary_y, Appearance(clutter=0.0))
    walls = room_depth((room.half_x, room.half_y), room.height, optics=UPPER, view=seen)
    ground = ground_depth(UPPER, seen)
    away_from_goals = np.isin(found.classes, (SceneClass.GOAL, SceneClass.NET), invert=True)
    wrong = np.abs(found.depth / np.minimum(walls, ground) - 1.0)[away_from_goals]
    # columns between two that are looked up have the mean of both
    assert np.quantile(wrong, 0.99) < 2e-3
    assert wrong.max() < 0.05
    assert (found.classes[(walls < 0.999 * ground) & away_from_goals] == 0).all()


def test_lines_are_where_they_are_on_the_field() -> None:
    seen = view(2.9, 0.0, pitch=0.35)
    column = labels(no_objects(), seen).classes[:, 320]
    rows = np.flatnonzero(column == SceneClass.LINE)
    for x in (3.9, 4.5):
        angle = math.atan2(0.5, x - 2.9) - 0.35
        middle = 240.0 + 598.5 * math.tan(angle)
        near = rows[np.abs(rows - middle) < 12]
        assert near.mean() == pytest.approx(middle, abs=1.0)
        outer, inner = (math.atan2(0.5, x - 2.9 + side) - 0.35 for side in (0.025, -0.025))
        height = 598.5 * (math.tan(inner) - math.tan(outer))
        assert len(near) == pytest.approx(height, abs=1.5)


def test_a_line_far_away_is_thin_but_visible() -> None:
    classes = labels(no_objects(), view(-4.0, 0.0, pitch=0.05)).classes
    assert (classes == SceneClass.LINE).any(axis=0).mean() > 0.5


def test_corners_of_lines_are_square() -> None:
    seen = view(4.4, 2.9, z=0.8, pitch=math.pi / 2)
    classes = labels(no_objects(), seen).classes
    paint = classes == SceneClass.LINE
    meters_per_pixel = 0.8 / 598.3
    u, v = np.meshgrid(np.arange(640), np.arange(480))
    x = 4.4 + (240.0 - v) * meters_per_pixel
    y = 2.9 + (320.0 - u) * meters_per_pixel
    inside = (x < 4.525) & (y < 3.025)
    expected = inside & ((x > 4.475) | (y > 2.975))
    assert (paint != expected).mean() < 0.012
