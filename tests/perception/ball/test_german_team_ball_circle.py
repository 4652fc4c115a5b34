"""Does the right blob become the ball, and do its points give its circle?"""

import math

import numpy as np
import pytest

from kickabout.geometry import FloatArray
from kickabout.perception.ball.german_team_ball_circle import (
    ball_blob,
    ball_circle,
    circle_through,
    three_points,
    valid_points,
)
from kickabout.perception.colors.color_runs import Blobs, blobs_of, segmented
from kickabout.perception.colors.color_table import CELLS
from kickabout.representations import CameraImage, ColorClass
from kickabout.representations.scan import IntArray

WIDTH, HEIGHT = 176, 144
TABLE = np.arange(CELLS, dtype=np.uint8)[:, None, None] // 8 * np.ones((1, CELLS, CELLS), np.uint8)
ROWS, COLUMNS = np.indices((HEIGHT, WIDTH)) + 0.5


def blobs(*shapes: tuple[ColorClass, np.ndarray]) -> Blobs:
    classes = np.zeros((HEIGHT, WIDTH), np.uint8)
    for color, mask in shapes:
        classes[mask] = color
    yuyv = np.zeros((HEIGHT, WIDTH, 2), np.uint8)
    yuyv[:, :, 0] = 32 * classes
    return blobs_of(segmented(CameraImage(yuyv=yuyv).pairs, TABLE), 1)


def disk(x: float, y: float, radius: float) -> np.ndarray:
    inside: np.ndarray = np.hypot(COLUMNS - x, ROWS - y) < radius
    return inside


def points_of(mask: np.ndarray) -> IntArray:
    points: IntArray = blobs((ColorClass.ORANGE, mask)).points[0]
    return points


def circle_of(mask: np.ndarray) -> FloatArray:
    return ball_circle(points_of(mask), WIDTH, HEIGHT, 0.5)


def chosen(*shapes: tuple[ColorClass, np.ndarray]) -> int:
    made = blobs(*shapes)
    blob = ball_blob(made.color, made.pixels, made.box, (WIDTH, HEIGHT), 10, 3)
    return -1 if blob < 0 else int(made.pixels[blob])


CARPET = (ColorClass.GREEN, ROWS > 70)


def test_a_ball_on_carpet_is_chosen() -> None:
    assert chosen(CARPET, (ColorClass.ORANGE, disk(80, 90, 10))) > 300


def test_orange_above_the_carpet_is_rejected() -> None:
    assert chosen(CARPET, (ColorClass.ORANGE, disk(80, 30, 10))) == -1


def test_a_near_orange_blob_is_chosen_though_a_larger_one_is_above_the_field() -> None:
    spectator, ball = disk(80, 30, 20), disk(30, 100, 8)
    size = int(ball.sum())
    assert chosen(CARPET, (ColorClass.ORANGE, spectator), (ColorClass.ORANGE, ball)) == size


def test_a_ball_that_fills_the_image_needs_no_carpet() -> None:
    assert chosen((ColorClass.ORANGE, disk(88, 72, 60))) > 5000


def test_too_few_pixels_are_no_ball() -> None:
    assert chosen(CARPET, (ColorClass.ORANGE, disk(80, 90, 1.5))) == -1


@pytest.mark.parametrize(
    ("x", "y", "rejected"),
    [(5, 72, {6}), (171, 72, {2}), (88, 5, {0}), (88, 139, {4})],
)
def test_points_on_their_own_edge_are_rejected(x: float, y: float, rejected: set[int]) -> None:
    valid = valid_points(points_of(disk(x, y, 20)), WIDTH, HEIGHT)
    assert set(np.flatnonzero(~valid).tolist()) == rejected


def test_a_point_in_a_corner_is_rejected() -> None:
    valid = valid_points(points_of(disk(4, 4, 20)), WIDTH, HEIGHT)
    assert set(np.flatnonzero(~valid).tolist()) == {0, 6, 7}


def test_three_points_are_far_apart_and_one_is_inside() -> None:
    points = points_of(disk(88, 139, 30))
    three = three_points(points, valid_points(points, WIDTH, HEIGHT), WIDTH, HEIGHT)
    assert len(set(three.tolist())) == 3
    on_edge = [y == HEIGHT - 1 for _, y in points[three]]
    assert not all(on_edge)


def test_a_circle_goes_through_its_points() -> None:
    random = np.random.default_rng(3)
    for _ in range(200):
        x, y, radius = random.uniform(0, 100), random.uniform(0, 100), random.uniform(1, 50)
        angles = random.uniform(0, 2) + np.array((0.0, 1.5, 3.5))
        corners = np.column_stack((x + radius * np.cos(angles), y + radius * np.sin(angles)))
        assert circle_through(corners) == pytest.approx((x, y, radius), abs=1e-6)


def test_three_points_on_a_line_give_no_circle() -> None:
    corners = np.array(((0.0, 0.0), (5.0, 5.0), (9.0, 9.0)))
    assert np.isnan(circle_through(corners)).all()


def visible_outline(x: float, y: float, radius: float) -> float:
    angles = np.linspace(0.0, math.tau, 200)
    u, v = x + radius * np.cos(angles), y + radius * np.sin(angles)
    return float(((u > 1) & (u < WIDTH - 1) & (v > 1) & (v < HEIGHT - 1)).mean())


def test_clipped_circles_are_found() -> None:
    random, errors = np.random.default_rng(4), list[tuple[float, float]]()
    while len(errors) < 300:
        radius = random.uniform(5, 40)
        x, y = random.uniform(-20, WIDTH + 20), random.uniform(-20, HEIGHT + 20)
        if visible_outline(x, y, radius) < 1.0 / 3.0:
            continue
        u, v, found = circle_of(disk(x, y, radius))
        errors.append((math.hypot(u - x, v - y), abs(found - radius)))
    center, size = np.array(errors).T
    assert np.quantile(center, 0.95) < 2.0
    assert np.quantile(size, 0.95) < 2.0
    assert np.median(center) < 0.6


def test_a_highlight_in_a_corner_of_the_image_does_little_harm() -> None:
    ball = disk(20, 22, 30) & ~disk(0, 0, 25)
    _, _, radius = circle_of(ball)
    assert math.isnan(radius) or radius == pytest.approx(30.0, rel=0.15)
