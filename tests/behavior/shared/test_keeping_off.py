"""Robots that are too near are left before the way goes on."""

import math

import numpy as np
import pytest
from tests.behavior.situations import Actor, Situation

from kickabout.behavior.shared.navigation.keeping_off import kept_off
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import Role

AHEAD: Vector2[Robot] = Vector2(0.3, 0.0)


def test_nobody_near_changes_nothing() -> None:
    assert kept_off(AHEAD, Vector2(0.5, 0.1), 0.32) is AHEAD


def test_a_way_that_leads_away_stays() -> None:
    assert kept_off(AHEAD, Vector2(-0.2, 0.05), 0.32) is AHEAD


@pytest.mark.parametrize("bearing", np.radians((-150.0, -90.0, -40.0, 0.0, 60.0, 120.0)).tolist())
def test_other_ways_lead_out_and_keep_their_length(bearing: float) -> None:
    other = Vector2[Robot].from_polar(0.2, bearing)
    way = kept_off(AHEAD, other, 0.32)
    assert way.norm == pytest.approx(AHEAD.norm)
    assert (way.normalized() * 0.1 - other).norm > 0.2 + 0.05


def test_going_aside_still_goes_on() -> None:
    way = kept_off(AHEAD, Vector2(0.0, 0.2), 0.32)
    assert way.y < 0.0
    assert way.x > 0.0
    assert abs(math.degrees(way.angle)) < 80.0


@pytest.mark.parametrize(("distance", "goes_aside"), [(0.22, True), (0.6, False)])
def test_a_defender_goes_aside_before_it_walks_past_an_opponent(
    distance: float, goes_aside: bool
) -> None:
    rival: Vector2[Field] = Vector2(-2.0, distance)
    situation = Situation(
        here=Pose2(-2.0, 0.0, 0.0), ball=Vector2(2.0, 0.0), role=Role.DEFENDER, rivals=(rival,)
    )
    walk = Actor().sees(situation, cycles=3).motion.walk
    assert (walk.keep_heading and walk.target_in_robot.y < -0.1) is goes_aside
