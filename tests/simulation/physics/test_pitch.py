"""Physics of walls, ramps, box goals and beacons."""

import math
from pathlib import Path

import pytest

from kickabout.geometry import Vector2, World
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.soccer.league import load_league

FIELD = load_league(str(Path(__file__).parents[2] / "leagues" / "legged.toml")).field


def rolled(start: tuple[float, float], velocity: tuple[float, float]) -> PhysicsWorld:
    """Return the world two seconds after a ball was kicked."""
    world = PhysicsWorld(FIELD, [NAO])
    begin: Vector2[World] = Vector2(*start)
    world.place_ball(begin, Vector2(*velocity))
    for _ in range(round(2.0 / world.frame_time)):
        world.advance()
    return world


def test_a_ramp_returns_the_ball() -> None:
    world = rolled((0.0, 1.0), (0.0, 1.0))
    assert 0.0 < world.ball_in_world.y < FIELD.side_line_y
    assert world.data.qvel[world._ball_dof + 1] <= 0.0


@pytest.mark.parametrize("start", [(1.5, 0.8), (1.5, 1.0)])  # a straight wall, a cut corner
def test_walls_keep_the_ball_on_the_field(start: tuple[float, float]) -> None:
    ball = rolled(start, (1.5, 0.0)).ball_in_world
    assert ball.x < FIELD.goal_line_x
    assert ball.y < FIELD.side_line_y


def test_a_box_goal_holds_the_ball() -> None:
    ball = rolled((1.7, 0.0), (1.5, 0.2)).ball_in_world
    assert FIELD.goal.post_x < ball.x < FIELD.goal.post_x + FIELD.goal.depth
    assert abs(ball.y) < FIELD.goal.post_y


def test_a_beacon_stops_the_ball() -> None:
    beacon = FIELD.landmarks[0]
    x, y = beacon.position
    world = PhysicsWorld(FIELD, [NAO])
    world.place_ball(Vector2(x + 0.4, y), Vector2(-1.0, 0.0))
    for _ in range(round(1.0 / world.frame_time)):
        world.advance()
    ball = world.ball_in_world
    assert math.dist((ball.x, ball.y), beacon.position) > beacon.radius
    assert ball.x > x
