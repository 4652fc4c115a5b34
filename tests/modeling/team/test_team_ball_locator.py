"""The team's ball, also with outliers among the reports."""

import math

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles.scenes import FIELD

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.team.team_ball_locator import OwnBall, TeamBallLocator, TeamContext
from kickabout.representations import (
    BallFriction,
    BallModel,
    FieldBall,
    PlayerInfo,
    RobotPose,
    TeamBall,
    TeamData,
    Teammate,
)

NOW = 100.0


def teammate(
    number: int,
    ball: tuple[float, float],
    *,
    age: float = 0.3,
    penalized: bool = False,
    validity: float = 1.0,
) -> Teammate:
    """Return a player a meter away from its ball."""
    return Teammate(
        number=number,
        robot_to_field=Pose2(ball[0] - 1.0, ball[1], 0.0),
        ball_in_field=Vector2(*ball),
        ball_last_seen_at=NOW - age,
        pose_validity=validity,
        penalized=penalized,
        sent_at=NOW - 0.2,
    )


def own_ball(ball: tuple[float, float] | None, pose: Pose2[Robot, Field] | None = None) -> OwnBall:
    pose = pose or Pose2()
    if ball is None:
        return OwnBall(pose=RobotPose(), model=BallModel(), in_field=FieldBall())
    position: Vector2[Field] = Vector2(*ball)
    return OwnBall(
        pose=RobotPose(robot_to_field=pose, validity=1.0),
        model=BallModel(
            position_in_robot=pose.inverse() @ position, last_seen_at=NOW - 0.1, known=True
        ),
        in_field=FieldBall(position_in_field=position, known=True),
    )


def context(*teammates: Teammate) -> TeamContext:
    return TeamContext(
        player=PlayerInfo(number=1),
        team=TeamData(teammates=teammates),
        friction=BallFriction(),
        field=FIELD,
    )


def agreed(own: tuple[float, float] | None, *teammates: Teammate) -> TeamBall:
    locator = made(TeamBallLocator)
    result: TeamBall = locator.update(FrameInfo(time=NOW), own_ball(own), context(*teammates))
    return result


def test_an_outlier_is_left_out() -> None:
    ball = agreed(
        (0.1, 0.0), teammate(2, (0.0, 0.1)), teammate(3, (-0.1, 0.0)), teammate(4, (3.0, 2.0))
    )
    assert ball.position_in_field.norm < 0.1
    assert ball.contributors == (1, 2, 3)


def test_an_outlier_near_the_others_is_left_out_although_it_is_at_its_ball() -> None:
    others = [teammate(n, (0.05 * n, 0.0)) for n in (2, 3, 4)]
    outlier = Teammate(
        number=5,
        robot_to_field=Pose2(0.2, 0.8, 0.0),
        ball_in_field=Vector2(0.2, 0.9),
        ball_last_seen_at=NOW,
        pose_validity=1.0,
        sent_at=NOW,
    )
    ball = agreed(None, *others, outlier)
    assert ball.contributors == (2, 3, 4)
    assert abs(ball.position_in_field.y) < 1e-9


def test_two_balls_near_each_other_are_averaged() -> None:
    assert agreed(None, teammate(2, (0.0, 0.0)), teammate(3, (0.9, 0.0))).contributors == (2, 3)


def test_a_ball_seen_from_afar_may_be_less_accurate() -> None:
    far = Teammate(
        number=4,
        robot_to_field=Pose2(-4.0, 0.0, 0.0),
        ball_in_field=Vector2(0.5, 0.0),
        ball_last_seen_at=NOW - 0.3,
        pose_validity=1.0,
        sent_at=NOW - 0.2,
    )
    ball = agreed(None, teammate(2, (0.0, 0.0)), teammate(3, (0.1, 0.0)), far)
    assert ball.contributors == (2, 3, 4)
    assert ball.position_in_field.x < 0.12


def test_a_fresh_ball_is_not_outvoted_by_its_old_position() -> None:
    old = [teammate(n, (0.0, 0.0), age=3.0) for n in (2, 3)]
    ball = agreed(None, *old, teammate(4, (0.7, 0.0), age=0.1))
    assert ball.contributors == (2, 3, 4)
    assert ball.position_in_field.x > 0.5


def test_of_equally_large_clusters_the_fresher_one_is_used() -> None:
    old = (teammate(2, (-2.0, 0.0), age=4.0), teammate(3, (-2.0, 0.1), age=4.0))
    fresh = (teammate(4, (2.0, 0.0)), teammate(5, (2.0, 0.1)))
    assert agreed(None, *old, *fresh).contributors == (4, 5)


def test_equally_good_balls_give_their_mean() -> None:
    ball = agreed(None, teammate(2, (1.0, 0.0)), teammate(3, (1.2, 0.0)), teammate(4, (1.1, 0.3)))
    assert ball.position_in_field.distance_to(Vector2(1.1, 0.1)) < 1e-9


def test_a_ball_outside_of_the_field_is_ignored() -> None:
    assert not agreed(None, teammate(2, (6.0, 0.0))).valid


def test_a_penalized_player_contributes_its_last_ball_before_the_penalty() -> None:
    locator = made(TeamBallLocator)
    first = locator.update(FrameInfo(time=NOW), own_ball(None), context(teammate(2, (1.0, 0.0))))
    penalized = context(teammate(2, (-3.0, 0.0), penalized=True))
    then = locator.update(FrameInfo(time=NOW + 1.0), own_ball(None), penalized)
    later = locator.update(FrameInfo(time=NOW + 10.0), own_ball(None), penalized)
    assert first.valid
    assert then.position_in_field == first.position_in_field
    assert not later.valid


def test_a_rolling_ball_is_predicted_to_the_current_time() -> None:
    locator = made(TeamBallLocator)
    sender = Teammate(
        number=2,
        ball_in_field=Vector2(0.0, 0.0),
        ball_velocity_in_field=Vector2(1.0, 0.0),
        ball_last_seen_at=NOW,
        pose_validity=1.0,
        sent_at=NOW,
    )
    ball = locator.update(FrameInfo(time=NOW + 1.0), own_ball(None), context(sender))
    assert ball.position_in_field.x == pytest.approx(1.0 - 0.175)
    assert ball.velocity_in_field.x == pytest.approx(0.65)


def test_one_outlier_in_five_has_no_effect() -> None:
    random = np.random.default_rng(4)
    right, trials = 0, 500
    for _ in range(trials):
        x, y = random.uniform((-4.0, -2.5), (4.0, 2.5)).tolist()
        wrong: Vector2[Field] = Vector2(*random.uniform((-4.0, -2.5), (4.0, 2.5)).tolist())
        teammates = []
        for number in (2, 3, 4):
            dx, dy = (0.15 * random.standard_normal(2)).tolist()
            teammates.append(
                teammate(number, (x + dx, y + dy), age=float(random.uniform(0.0, 2.0)))
            )
        teammates.append(teammate(5, (wrong.x, wrong.y)))
        ball = agreed((x + 0.05, y), *teammates)
        right += math.hypot(ball.position_in_field.x - x, ball.position_in_field.y - y) < 0.4
    assert right >= 0.99 * trials
