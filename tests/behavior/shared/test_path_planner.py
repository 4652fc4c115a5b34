"""Properties of the path planner among random circles."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kickabout.behavior.bhuman.skills.walk_to_point import (
    area_corners,
    goal_nets,
    is_in_area,
    own_area,
)
from kickabout.behavior.shared.navigation.path_planner import PathPlanner, Steadiness
from kickabout.behavior.shared.navigation.tangent_graph import (
    PathTask,
    searched_path,
    shortest_path,
)
from kickabout.geometry import Field, FloatArray, Pose2, Robot, Vector2, directed_tangent
from kickabout.representations import Circle, FieldDimensions, PathModel, Terrain

OPEN = Terrain(half_length=5.0, half_width=3.5)
WIDE = np.array((-9.0, 9.0, -9.0, 9.0))
NO_BARRIERS = np.zeros((0, 4))
GREEDY = Steadiness(turn_cost=0.0, side_cost=0.0)

coordinates = st.floats(-4.0, 4.0)
points = st.tuples(coordinates, st.floats(-3.0, 3.0))
worlds = st.lists(st.tuples(coordinates, st.floats(-3.0, 3.0), st.floats(0.1, 0.6)), max_size=8)


def pose(x: float, y: float, theta: float = 0.0) -> Pose2[Robot, Field]:
    return Pose2(x, y, theta)


def circle(x: float, y: float, radius: float = 0.4) -> Circle:
    return Circle(center_in_field=Vector2(x, y), radius=radius)


def planned(
    circles: list[Circle], start: Pose2[Robot, Field], target: Pose2[Robot, Field]
) -> PathModel:
    return PathPlanner(GREEDY).plan(start, target, circles, OPEN)


def sampled(model: PathModel, start: Pose2[Robot, Field]) -> list[Vector2[Field]]:
    """Return points along the straight pieces and arcs."""
    here = np.array((start.x, start.y))
    goal = np.array((model.target_in_field.x, model.target_in_field.y))
    stops = [(here, 0.0)]
    for corner in model.corners:
        middle = start @ corner.center_in_robot
        stops.append((middle.array, -corner.radius if corner.clockwise else corner.radius))
    stops.append((goal, 0.0))
    track: list[Vector2[Field]] = []
    last_end = here
    for (center, radius), (after, after_radius) in pairwise(stops):
        _, begin, end = directed_tangent(center, radius, after, after_radius)
        if radius != 0.0:
            a = math.atan2(*(last_end - center)[::-1])
            turn = (math.atan2(*(begin - center)[::-1]) - a) * math.copysign(1.0, radius)
            turn = turn % (2.0 * math.pi)
            turn = 0.0 if turn > 2.0 * math.pi - 1e-6 else turn
            for fraction in np.linspace(0.0, 1.0, 9):
                angle = a + math.copysign(1.0, radius) * fraction * turn
                x, y = center + abs(radius) * np.array((math.cos(angle), math.sin(angle)))
                track.append(Vector2(float(x), float(y)))
        for fraction in np.linspace(0.0, 1.0, 9):
            x, y = begin + fraction * (end - begin)
            track.append(Vector2(float(x), float(y)))
        last_end = end
    return track


def length_of(track: list[Vector2[Field]]) -> float:
    return sum(a.distance_to(b) for a, b in pairwise(track))


@settings(max_examples=60, deadline=None)
@given(worlds, points, points)
def test_a_path_never_enters_a_circle(
    world: list[tuple[float, float, float]], start: tuple[float, float], end: tuple[float, float]
) -> None:
    clear = [
        circle(x, y, r)
        for x, y, r in world
        if min(math.hypot(x - px, y - py) for px, py in (start, end)) > r + 0.02
    ]
    model = planned(clear, pose(*start), pose(*end))
    assume(model.valid and math.dist(start, end) > 0.01)
    for point in sampled(model, pose(*start)):
        for entry in clear:
            assert point.distance_to(entry.center_in_field) > entry.radius - 1e-4


@settings(max_examples=60, deadline=None)
@given(worlds, points, points)
def test_the_length_is_that_of_the_path_and_never_below_the_straight_line(
    world: list[tuple[float, float, float]], start: tuple[float, float], end: tuple[float, float]
) -> None:
    model = planned([circle(*entry) for entry in world], pose(*start), pose(*end))
    straight = math.dist(start, end)
    assume(model.valid and straight > 0.01)
    assert model.length >= straight - 1e-9
    assert model.length == pytest.approx(length_of(sampled(model, pose(*start))), rel=0.02)


def shortest_by_brute_force(circles: FloatArray, start: FloatArray, target: FloatArray) -> float:
    """Return the length of the shortest path with at most two corners, by brute force."""
    free = [(start, 0.0)]
    best = math.inf
    sides = [(row[:2], row[2] * sign) for row in circles for sign in (1.0, -1.0)]
    for first in (None, *sides):
        for second in (None, *sides):
            if first is None and second is not None:
                continue
            if first is not None and second is not None and (first[0] is second[0]):
                continue
            stops = [*free, *(s for s in (first, second) if s is not None), (target, 0.0)]
            best = min(best, path_length(circles, stops))
    return best


def path_length(circles: FloatArray, stops: list[tuple[FloatArray, float]]) -> float:
    total, last_end = 0.0, stops[0][0]
    for (center, radius), (after, after_radius) in pairwise(stops):
        exists, begin, end = directed_tangent(center, radius, after, after_radius)
        if not exists:
            return math.inf
        if radius != 0.0:
            turn = math.atan2(*(begin - center)[::-1]) - math.atan2(*(last_end - center)[::-1])
            total += abs(radius) * ((math.copysign(1.0, radius) * turn) % (2.0 * math.pi))
        for x, y, r in circles:
            path = end - begin
            fraction = np.clip(
                np.dot((x, y) - begin, path) / max(np.dot(path, path), 1e-12), 0.0, 1.0
            )
            if np.hypot(*(begin + fraction * path - (x, y))) < r - 1e-6:
                return math.inf
        total += float(np.hypot(*(end - begin)))
        last_end = end
    return total


def test_the_planner_finds_the_shortest_path() -> None:
    random = np.random.default_rng(5)
    compared = 0
    for _ in range(25):
        circles = np.column_stack(
            (np.linspace(-2.0, 2.0, 3), random.uniform(-1.0, 1.0, 3), random.uniform(0.3, 0.9, 3))
        )
        start, target = np.array((-4.0, 0.0)), np.array((4.0, 0.0))
        task = PathTask(circles, start, target, WIDE, NO_BARRIERS)
        found, length, sides, _ = shortest_path(task, np.zeros(7))
        assert found
        if len(sides) <= 2:
            expected = shortest_by_brute_force(circles, start, target)
            assert length == pytest.approx(expected, abs=1e-6)
            compared += 1
    assert compared > 15


def test_a_straight_path_without_search_is_the_one_that_the_search_finds() -> None:
    random = np.random.default_rng(6)
    straight = 0
    for _ in range(200):
        circles = random.uniform((-3.0, -2.0, 0.1), (3.0, 2.0, 0.5), (5, 3))
        start, target = np.array((-4.0, 0.0)), random.uniform(-2.5, 4.5, 2)
        costs = random.uniform(0.0, 0.3, 11)
        task = PathTask(circles, start, target, WIDE, NO_BARRIERS)
        short, long = shortest_path(task, costs), searched_path(task, costs)
        assert (short[0], short[1], short[2].tolist()) == (long[0], long[1], long[2].tolist())
        straight += short[0] and len(short[2]) == 0
    assert 20 < straight < 180


def test_overlapping_circles_are_a_wall_that_is_walked_around() -> None:
    wall = [circle(0.0, y, 0.4) for y in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    model = planned(wall, pose(-2.0, 0.0), pose(2.0, 0.0))
    assert model.valid
    assert max(abs(point.y) for point in sampled(model, pose(-2.0, 0.0))) > 1.39


def test_a_circle_at_the_boundary_is_passed_on_the_field_side() -> None:
    model = planned([circle(0.0, 3.2, 0.5)], pose(-2.0, 3.3), pose(2.0, 3.3))
    assert model.valid
    assert not model.corners[0].clockwise
    assert min(point.y for point in sampled(model, pose(-2.0, 3.3))) < 2.75


def test_the_net_of_a_goal_is_not_crossed() -> None:
    dimensions = FieldDimensions()
    posts = [circle(4.525, side * 0.8, 0.2) for side in (1.0, -1.0)]
    terrain = Terrain(half_length=5.0, half_width=3.5, barriers=goal_nets(dimensions))
    start, target = pose(4.8, 1.5), pose(4.7, 0.0)
    model = PathPlanner(GREEDY).plan(start, target, posts, terrain)
    assert model.valid
    assert min(point.x for point in sampled(model, start)) < 4.4


@pytest.mark.parametrize("path", [(-4.2, 2.0, -4.2, -2.0), (-4.3, 1.4, -3.0, 0.0)])
def test_our_area_is_walked_around_if_it_is_forbidden(
    path: tuple[float, float, float, float],
) -> None:
    dimensions = FieldDimensions()
    terrain = Terrain(half_length=5.0, half_width=3.5, barriers=own_area(dimensions))
    start, target = pose(*path[:2]), pose(*path[2:])
    corners = list(area_corners(dimensions, 0.15))
    model = PathPlanner(GREEDY).plan(start, target, corners, terrain)
    assert model.valid
    assert model.corners
    for point in sampled(model, start):
        assert not is_in_area(pose(point.x, point.y), dimensions)


def test_start_and_target_inside_circles_still_give_a_plan() -> None:
    model = planned([circle(0.0, 0.0), circle(2.0, 0.1)], pose(0.1, 0.0), pose(2.0, 0.0))
    assert model.valid


@pytest.mark.parametrize(("side_cost", "min_changes", "max_changes"), [(0.4, 0, 1), (0.0, 5, 99)])
def test_the_side_cost_keeps_plans_from_swinging(
    side_cost: float, min_changes: int, max_changes: int
) -> None:
    random = np.random.default_rng(2)
    planner = PathPlanner(Steadiness(turn_cost=0.0, side_cost=side_cost))
    sides = []
    for x in np.linspace(-2.0, -0.8, 40):
        obstacle = circle(0.0, float(random.normal(0.0, 0.03)))
        model = planner.plan(pose(float(x), 0.0), pose(2.0, 0.0), [obstacle], OPEN)
        sides.append(model.corners[0].clockwise)
    changes = sum(a is not b for a, b in pairwise(sides))
    assert min_changes <= changes <= max_changes


def test_a_robot_prefers_the_side_it_already_faces() -> None:
    planner = PathPlanner()
    for theta, clockwise in ((0.6, True), (-0.6, False)):
        planner = PathPlanner()
        model = planner.plan(pose(-2.0, 0.0, theta), pose(2.0, 0.0), [circle(0.0, 0.0)], OPEN)
        assert model.corners[0].clockwise is clockwise
