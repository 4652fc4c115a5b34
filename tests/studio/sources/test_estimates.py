"""Without ground truth, robots are shown where they estimate themselves, in their own sizes."""

import math
from typing import Any

import pytest
from tests.boxes.test_boxes import BOX

from kickabout.geometry import Pose2, Vector2
from kickabout.representations import BallModel, RobotPose, load_field
from kickabout.robots.kind import RobotKind, robot_kind
from kickabout.studio.sources.estimates import estimated_ball, estimated_body

POSE = RobotPose(robot_to_field=Pose2(1.0, 2.0, math.pi / 2.0))
BALL = BallModel(known=True, position_in_robot=Vector2(0.5, 0.0))
RADIUS = load_field("legged2001").ball.radius


def values(*known: object) -> Any:
    return {type(value): value for value in known}.get


@pytest.mark.parametrize("kind", [BOX, robot_kind("nao"), robot_kind("ers7")], ids=lambda k: k.name)
def test_a_robot_that_does_not_know_its_torso_is_shown_standing(kind: RobotKind) -> None:
    torso, _, estimate = estimated_body(values(POSE, BALL), kind)
    assert torso[:3] == pytest.approx((1.0, 2.0, kind.upright.torso_height))
    assert estimate == pytest.approx((1.0, 2.0, math.pi / 2.0, 1.0, 2.5))


def test_a_robot_of_an_unknown_kind_is_above_the_ground() -> None:
    assert estimated_body(values(POSE), None)[0][2] > 0.0


def test_a_ball_lies_on_the_ground_in_its_size() -> None:
    assert estimated_ball(values(POSE, BALL), RADIUS)[:3] == pytest.approx((1.0, 2.5, RADIUS))
    assert math.isnan(estimated_ball(values(POSE, BallModel()), RADIUS)[0])
    assert math.isnan(estimated_ball(values(BALL), RADIUS)[0])
