"""A robot that is too near to another one first walks away from it."""

import math

import numpy as np
import pytest
from tests.behavior.situations import Actor, Situation

from kickabout.behavior.shared.navigation.steering_away import steered_away
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import Role

AHEAD: Vector2[Robot] = Vector2(0.3, 0.0)


def test_a_distant_robot_changes_nothing() -> None:
    assert steered_away(AHEAD, Vector2(0.5, 0.1), 0.32) is AHEAD


def test_a_step_that_leads_away_stays() -> None:
    assert steered_away(AHEAD, Vector2(-0.2, 0.05), 0.32) is AHEAD


@pytest.mark.parametrize("bearing", np.radians((-150.0, -90.0, -40.0, 0.0, 60.0, 120.0)).tolist())
def test_other_steps_turn_outward_and_keep_their_length(bearing: float) -> None:
    other = Vector2[Robot].from_polar(0.2, bearing)
    step = steered_away(AHEAD, other, 0.32)
    assert step.norm == pytest.approx(AHEAD.norm)
    assert (step.normalized() * 0.1 - other).norm > 0.2 + 0.05


def test_a_step_aside_still_leads_forward() -> None:
    step = steered_away(AHEAD, Vector2(0.0, 0.2), 0.32)
    assert step.y < 0.0
    assert step.x > 0.0
    assert abs(math.degrees(step.angle)) < 80.0


@pytest.mark.parametrize(("distance", "goes_aside"), [(0.22, True), (0.6, False)])
def test_a_defender_goes_aside_before_it_walks_past_an_opponent(
    distance: float, goes_aside: bool
) -> None:
    opponent: Vector2[Field] = Vector2(-2.0, distance)
    situation = Situation(
        here=Pose2(-2.0, 0.0, 0.0),
        ball=Vector2(2.0, 0.0),
        role=Role.DEFENDER,
        opponents=(opponent,),
    )
    walk = Actor().run(situation, cycles=3).motion.walk
    assert (walk.keep_heading and walk.target_in_robot.y < -0.1) is goes_aside
