"""Appearance of venue, ball, goals and robots."""

import math
from dataclasses import replace

import numpy as np
import pytest
from numba import njit
from tests.simulation.camera.studio_set import (
    FIELD,
    STANDARD,
    UPPER,
    brightness,
    rotation,
    stand_in_robot,
    view,
)

from kickabout.representations.field import FieldDimensions
from kickabout.robots.appearance import Shape
from kickabout.simulation.camera.rendering.ground_texture import line_table
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance, random_appearance
from kickabout.simulation.camera.scene.ball_pattern import patch_distance
from kickabout.simulation.camera.scene.clutter import clutter_objects, person_objects
from kickabout.simulation.camera.scene.objects import SceneClass, joined, no_objects
from kickabout.simulation.camera.scene.room import room_pictures
from kickabout.simulation.camera.scene.scene_parts import RobotFigure, goal_objects


@njit
def patches(points: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> list[float]:
    return [float(patch_distance(p[0], p[1], p[2])) for p in points]


def on_sphere(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    points = np.random.default_rng(1).standard_normal((count, 3))
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True), np.float32)


def test_twelve_corners_are_black_and_their_neighborhood_is_white() -> None:
    golden = (1.0 + math.sqrt(5.0)) / 2.0
    corners = np.array(
        [
            np.roll((0.0, a, b * golden), k)
            for k in range(3)
            for a in (1.0, -1.0)
            for b in (1.0, -1.0)
        ]
    )
    corners /= np.linalg.norm(corners, axis=1, keepdims=True)
    assert min(patches(corners.astype(np.float32))) > 0.2
    faces = np.array([(1.0, 1.0, 1.0), (-1.0, 1.0, -1.0), (1.0 / golden, 0.0, golden)])
    faces /= np.linalg.norm(faces, axis=1, keepdims=True)
    assert max(patches(faces.astype(np.float32))) < 0.0


def test_patches_cover_the_area_of_the_pentagons() -> None:
    # Twelve pentagons of a truncated icosahedron, blown up to the sphere, cover 28 to 29 %.
    assert np.mean(np.array(patches(on_sphere(20000))) > 0.0) == pytest.approx(0.285, abs=0.015)


def test_the_same_seed_makes_the_same_venue_and_others_differ() -> None:
    looks = [random_appearance(np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert looks[0] == looks[1] != looks[2]
    pictures = [
        Renderer(FIELD, look)
        .render(
            no_objects(), view(-1.0, yaw=0.3, pitch=0.05), optics=UPPER, exposure=STANDARD, seed=1
        )
        .yuyv
        for look in looks
    ]
    assert np.array_equal(pictures[0], pictures[1])
    assert not np.array_equal(pictures[0], pictures[2])


def test_tables_are_shared_between_renderers() -> None:
    one, other = FieldDimensions(), FieldDimensions()
    assert line_table(one, 0.04) is line_table(other, 0.04)
    assert room_pictures(5.2, 3.7, Appearance()) is room_pictures(5.2, 3.7, Appearance())
    assert clutter_objects(5.2, 3.7, Appearance()) is clutter_objects(5.2, 3.7, Appearance())


def test_clutter_stands_beside_the_carpet() -> None:
    for seed in range(5):
        look = random_appearance(np.random.default_rng(seed))
        objects = clutter_objects(FIELD.boundary_x, FIELD.boundary_y, look)
        assert len(objects) > 0
        x, y = np.abs(objects.position[:, 0]), np.abs(objects.position[:, 1])
        assert (
            (x > FIELD.boundary_x) | (y > FIELD.boundary_y) | (objects.position[:, 2] > 0.6)
        ).all()
        assert (objects.class_id == SceneClass.CLUTTER).all()


def test_no_clutter_if_its_amount_is_zero() -> None:
    assert len(clutter_objects(5.2, 3.7, Appearance(clutter=0.0))) == 0


def test_a_referee_can_stand_on_the_field() -> None:
    person = person_objects(np.random.default_rng(1), person_in_field=(2.0, 1.0), angle=0.3)
    assert np.abs(person.position[:, :2] - (2.0, 1.0)).max() < 0.4
    assert person.position[:, 2].max() > 1.4


def test_carpet_has_texture_that_fades_with_distance() -> None:
    quiet = replace(UPPER, shot_noise=0.0, read_noise=0.0)
    taken = Renderer(FIELD, Appearance(clutter=0.0)).render(
        no_objects(), view(0.2, 1.2, pitch=0.4), optics=quiet, exposure=STANDARD, seed=1
    )
    rough = np.abs(np.diff(brightness(taken), axis=1))
    assert rough[400:].mean() > 1.5 * rough[60:100].mean()


def test_goals_have_the_size_of_the_field() -> None:
    goals = goal_objects(FIELD, instances=(1, 2))
    posts = goals.shape == Shape.CYLINDER
    assert sorted(map(tuple, np.round(goals.position[posts, :2], 3).tolist())) == [
        (-4.525, -0.8),
        (-4.525, 0.8),
        (4.525, -0.8),
        (4.525, 0.8),
    ]
    assert (goals.instance[goals.position[:, 0] > 0] == 1).all()
    assert np.abs(goals.net_center[:, 0]).max() == pytest.approx(
        FIELD.goal.post_x + FIELD.goal.depth
    )


def test_a_figure_follows_its_links() -> None:
    figure = RobotFigure(stand_in_robot(), instance=4)
    turned, place = rotation(yaw=1.0, pitch=0.2), np.array([1.0, 2.0, 0.1])
    placed = figure.objects_at({"body": (turned, place)})
    inside = np.array([p.position_in_link for p in stand_in_robot()])
    assert np.allclose(placed.position, inside @ turned.T + place)
    assert np.allclose(placed.rotation, turned)
    assert (placed.instance == 4).all()


def test_missing_links_are_named() -> None:
    with pytest.raises(ValueError, match="body"):
        RobotFigure(stand_in_robot(), instance=1).objects_at({"head": (np.eye(3), np.zeros(3))})


def test_joining_keeps_the_order() -> None:
    goals, figure = goal_objects(FIELD), RobotFigure(stand_in_robot(), instance=1)
    placed = figure.objects(link_rotations=np.eye(3)[None], links_in_field=np.zeros((1, 3)))
    both = joined(goals, placed)
    assert len(both) == len(goals) + len(placed)
    assert np.array_equal(both.position[: len(goals)], goals.position)
    assert len(joined()) == 0
