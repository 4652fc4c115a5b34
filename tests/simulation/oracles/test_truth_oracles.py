"""The oracles of models return the ground truth."""

import math

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles.scenes import FIELD, standing

from kickabout.framework import FrameInfo
from kickabout.geometry import Pose2, Vector2
from kickabout.representations import (
    GroundTruth,
    ObstacleKind,
    PoseQuality,
    TeamSeen,
    TrueRobot,
)
from kickabout.simulation.oracles.ball_model_oracle import BallModelOracle
from kickabout.simulation.oracles.field_ball_oracle import FieldBallOracle
from kickabout.simulation.oracles.obstacle_oracle import ObstacleOracle
from kickabout.simulation.oracles.robot_pose_oracle import RobotPoseOracle
from kickabout.simulation.oracles.team_ball_oracle import TeamBallOracle
from kickabout.simulation.oracles.team_players_oracle import TeamPlayersOracle

FRAME = FrameInfo(time=12.0, dt=0.1)


def world(x: float = 2.0) -> GroundTruth:
    """The robot faces along the y axis, the ball rolls away from it, and two others are near."""
    return GroundTruth(
        ball_in_field=np.array((1.0, 2.0, 0.05)),
        ball_velocity=np.array((0.0, 0.7, 0.0)),
        own=TrueRobot(own_team=True, number=1, robot_to_field=Pose2(1.0, 1.0, math.pi / 2)),
        others=(standing(x, 1.0), standing(1.0, -1.0, own_team=True, number=4)),
    )


def test_the_pose_is_the_true_one() -> None:
    pose = made(RobotPoseOracle).update(world())
    assert pose.robot_to_field == Pose2(1.0, 1.0, math.pi / 2)
    assert pose.quality is PoseQuality.SUPERB
    assert pose.validity == 1.0


def test_the_ball_is_in_front_and_rolls_away() -> None:
    ball = made(BallModelOracle).update(FRAME, world())
    assert ball.position_in_robot.array == pytest.approx((1.0, 0.0))
    assert ball.velocity_in_robot.array == pytest.approx((0.7, 0.0))
    assert ball.known
    assert ball.last_seen_at == 12.0


def test_the_ball_comes_to_rest_where_friction_stops_it() -> None:
    ball = made(FieldBallOracle).update(world(), FIELD)
    assert ball.end_in_field.array == pytest.approx((1.0, 2.7))
    assert ball.end_in_robot.array == pytest.approx((1.7, 0.0))


def test_the_whole_team_sees_the_ball() -> None:
    ball = made(TeamBallOracle).update(FRAME, world())
    assert ball.position_in_field == Vector2(1.0, 2.0)
    assert ball.contributors == (1, 4)
    assert ball.valid


def test_obstacles_are_robots_and_posts_all_around() -> None:
    obstacles = made(ObstacleOracle).update(FRAME, world(), FIELD).obstacles
    assert [obstacle.kind for obstacle in obstacles] == [ObstacleKind.ROBOT] * 2 + [
        ObstacleKind.GOAL_POST
    ] * 4
    assert obstacles[0].center_in_robot.array == pytest.approx((0.0, -1.0))
    assert obstacles[0].team is TeamSeen.OPPONENT
    assert obstacles[1].team is TeamSeen.OWN


def test_moving_obstacles_have_a_velocity_unless_they_were_carried() -> None:
    oracle = made(ObstacleOracle)
    assert oracle.update(FRAME, world(2.0), FIELD).obstacles[0].velocity_in_robot == Vector2()
    walking = oracle.update(FRAME, world(2.02), FIELD).obstacles[0]
    assert walking.velocity_in_robot.array == pytest.approx((0.0, -0.2))
    carried = oracle.update(FRAME, world(4.0), FIELD).obstacles[0]
    assert carried.velocity_in_robot == Vector2()


def test_players_are_sorted_into_teams() -> None:
    players = made(TeamPlayersOracle).update(FRAME, world())
    assert [player.number for player in players.teammates] == [4]
    assert [player.position_in_field for player in players.opponents] == [Vector2(2.0, 1.0)]
    assert players.unknown == ()
