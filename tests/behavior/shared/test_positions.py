"""Positions of robots that do not play the ball."""

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kickabout.behavior.shared.tactical.positions import (
    away_from,
    beside_ball,
    beside_clearing,
    defender_position,
    keeper_pose,
    pair_position,
    upfield_position,
    wall_position,
)
from kickabout.geometry import Field, Vector2
from kickabout.representations import FieldDimensions

FIELD = FieldDimensions()
OWN_GOAL: Vector2[Field] = Vector2(-4.5, 0.0)
balls = st.tuples(st.floats(-4.3, 4.3), st.floats(-2.8, 2.8))


def at(x: float, y: float) -> Vector2[Field]:
    return Vector2(x, y)


@settings(max_examples=80, deadline=None)
@given(st.floats(-3.8, 4.3), st.floats(-2.8, 2.8))
def test_the_keeper_stands_on_the_bisector_and_not_too_far_out(x: float, y: float) -> None:
    pose = keeper_pose(at(x, y), FIELD, max_out=0.4, reach=0.6)
    assert -4.5 < pose.x <= -4.1 + 1e-9
    posts = [at(-FIELD.goal.post_x, s * FIELD.goal.post_y) - at(x, y) for s in (1.0, -1.0)]
    own = pose.position - at(x, y)
    left = math.remainder(posts[0].angle - own.angle, math.tau)
    right = math.remainder(own.angle - posts[1].angle, math.tau)
    is_clipped = abs(pose.y) > FIELD.goal.post_y - 1e-6
    beside = (posts[0].normalized() + posts[1].normalized()).normalized().x > -0.2
    if not (is_clipped or beside):
        assert left == pytest.approx(right, abs=1e-3)


@settings(max_examples=80, deadline=None)
@given(balls, st.sampled_from((-1.0, 0.0, 1.0)), st.sampled_from((1.6, 3.4)))
def test_defenders_stay_in_the_field_and_out_of_our_area(
    ball: tuple[float, float], side: float, radius: float
) -> None:
    position = defender_position(at(*ball), FIELD, side=side, radius=radius)
    assert abs(position.x) < 4.5
    assert abs(position.y) < 3.0
    assert not (position.x < -3.9 and abs(position.y) < 1.1)


@settings(max_examples=80, deadline=None)
@given(balls)
@example((-4.0, 1.0))  # beside our goal area, where both would be at the goal line
@example((-4.3, 2.8))
@example((-4.3, 0.0))
def test_a_pair_of_defenders_keeps_room(ball: tuple[float, float]) -> None:
    left, right = (
        pair_position(at(*ball), FIELD, side=side, radius=1.6, room=0.6) for side in (1.0, -1.0)
    )
    assert left.distance_to(right) > 0.6 - 1e-9
    assert all(abs(p.x) < 4.5 and abs(p.y) < 3.0 for p in (left, right))


@settings(max_examples=80, deadline=None)
@given(st.floats(-4.3, -2.4), st.floats(-2.3, 2.3), st.sampled_from((-1.0, 1.0)))
def test_a_robot_that_makes_room_for_the_keeper_leaves_ball_and_area(
    x: float, y: float, side: float
) -> None:
    position = beside_clearing(at(x, y), FIELD, side=side, room=1.0)
    assert position.distance_to(at(x, y)) > 0.75
    assert not (position.x < -3.9 and abs(position.y) < 1.1)


def test_the_waiting_position_follows_the_ball_on_its_diagonal() -> None:
    positions = [
        upfield_position(at(x, 0.0), FIELD, left=True, ahead=2.0) for x in (-3.0, -1.0, 0.0, 2.0)
    ]
    xs = [position.x for position in positions]
    assert xs == sorted(xs)
    assert all(position.y > 0.0 for position in positions)


@settings(max_examples=60, deadline=None)
@given(balls, st.booleans())
def test_a_position_beside_the_ball_has_its_distance_and_is_in_the_field(
    ball: tuple[float, float], left: bool
) -> None:
    position = beside_ball(at(*ball), FIELD, left=left, distance=1.3, angle=1.2)
    assert abs(position.y) <= 2.6 + 1e-9
    if ball[0] > -3.0:
        assert position.distance_to(at(*ball)) == pytest.approx(1.3, abs=1e-6)


def test_a_wall_stands_legally_between_ball_and_goal() -> None:
    ball = at(-1.0, 1.0)
    position = wall_position(ball, FIELD, distance=0.95)
    assert position.distance_to(ball) == pytest.approx(0.95)
    assert (OWN_GOAL - ball).cross(position - ball) == pytest.approx(0.0, abs=1e-9)
    corner = wall_position(at(-4.4, 2.9), FIELD, distance=0.95)
    assert corner.y > 2.5
    assert corner.distance_to(at(-4.4, 2.9)) >= 0.95


def test_a_robot_too_near_to_the_ball_leaves_on_the_shortest_path() -> None:
    assert away_from(at(0.5, 0.0), at(0.0, 0.0), 0.9, OWN_GOAL) == at(0.9, 0.0)
    assert away_from(at(2.0, 0.0), at(0.0, 0.0), 0.9, OWN_GOAL) == at(2.0, 0.0)
    assert away_from(at(0.0, 0.0), at(0.0, 0.0), 0.9, OWN_GOAL).x == pytest.approx(-0.9)
