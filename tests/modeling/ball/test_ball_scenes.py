"""Ball modules together: a ball that is kicked and carried away; a team with an outlier."""

import math

import numpy as np
from tests.modeling.ball.ball_world import DT, BallWorld
from tests.modules import made
from tests.simulation.oracles.scenes import FIELD

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.ball.field_ball_predictor import FieldBallPredictor
from kickabout.modeling.team.team_ball_locator import OwnBall, TeamBallLocator, TeamContext
from kickabout.representations import (
    BallFriction,
    PlayerInfo,
    RobotPose,
    TeamBall,
    TeamData,
    Teammate,
)


def test_a_ball_is_tracked_at_rest_after_a_kick_and_after_it_was_carried_away() -> None:
    world = BallWorld(ball=Vector2(0.6, 0.3), camera_error=0.5)
    world.run(1.0)
    assert world.model.velocity_in_robot.norm == 0.0
    world.velocity = Vector2(1.2, -0.3)
    world.run(1.0)
    assert world.model.velocity_in_robot.distance_to(world.velocity_in_robot) < 0.25
    world.run(4.0)
    assert world.error < 0.35
    assert world.model.velocity_in_robot.norm < 0.15
    world.ball, world.velocity = Vector2(1.0, -0.8), Vector2()
    world.run(1.0)
    assert world.error < 0.1
    assert world.model.velocity_in_robot.norm == 0.0


def observer_poses(ball: Vector2[Field]) -> list[Pose2[Robot, Field]]:
    """Return the poses of five robots around the ball that look at it."""
    poses: list[Pose2[Robot, Field]] = []
    for i in range(5):
        position = ball + Vector2.from_polar(1.0 + 0.4 * i, 1.2 * i)
        poses.append(Pose2(position.x, position.y, (ball - position).angle))
    return poses


def team_balls(worlds: list[BallWorld], estimated: list[Pose2[Robot, Field]]) -> list[TeamBall]:
    """Return the team ball that each robot computes from its own ball and the others' messages."""
    now, friction = worlds[0].time, BallFriction()
    poses = [RobotPose(robot_to_field=pose, validity=1.0) for pose in estimated]
    balls = [
        made(FieldBallPredictor).update(pose, world.model, friction)
        for pose, world in zip(poses, worlds, strict=True)
    ]
    teammates = [
        Teammate(
            number=i + 1,
            robot_to_field=pose.robot_to_field,
            ball_in_field=ball.position_in_field,
            ball_velocity_in_field=ball.velocity_in_field,
            ball_last_seen_at=world.model.last_seen_at,
            pose_validity=1.0,
            sent_at=now - 0.3,
        )
        for i, (pose, ball, world) in enumerate(zip(poses, balls, worlds, strict=True))
    ]
    return [
        made(TeamBallLocator).update(
            FrameInfo(time=now),
            OwnBall(pose=poses[i], model=worlds[i].model, in_field=balls[i]),
            TeamContext(
                player=PlayerInfo(number=i + 1),
                team=TeamData(teammates=tuple(m for m in teammates if m.number != i + 1)),
                friction=friction,
                field=FIELD,
            ),
        )
        for i in range(5)
    ]


def test_five_robots_agree_on_the_ball_although_one_is_lost() -> None:
    ball: Vector2[Field] = Vector2(0.8, -0.5)
    poses = observer_poses(ball)
    worlds = [BallWorld(seed=i, pose=pose, ball=ball) for i, pose in enumerate(poses)]
    mirror: Pose2[Field, Field] = Pose2(0.0, 0.0, math.pi)
    estimated = [*poses[:4], mirror @ poses[4]]
    right = 0
    for _ in range(20):
        for world in worlds:
            world.run(5 * DT)
        agreed = team_balls(worlds, estimated)
        if worlds[0].cycle < 20:
            continue
        positions = np.array([team.position_in_field.array for team in agreed])
        right += bool(np.hypot(*(positions - ball.array).T).max() < 0.2)
        assert all(5 not in team.contributors for team in agreed)
    assert right >= 16
