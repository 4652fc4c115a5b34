"""Does the team agree on the ball, whoever lies?"""

import math

import numpy as np
import pytest
from tests.simulation.oracles.scenes import FIELD, made

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


def mate(
    number: int,
    ball: tuple[float, float],
    *,
    age: float = 0.3,
    penalized: bool = False,
    validity: float = 1.0,
) -> Teammate:
    """A player a meter away from its ball."""
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
    place: Vector2[Field] = Vector2(*ball)
    return OwnBall(
        pose=RobotPose(robot_to_field=pose, validity=1.0),
        model=BallModel(
            position_in_robot=pose.inverse() @ place, last_seen_at=NOW - 0.1, known=True
        ),
        in_field=FieldBall(position_in_field=place, known=True),
    )


def context(*mates: Teammate) -> TeamContext:
    return TeamContext(
        player=PlayerInfo(number=1),
        team=TeamData(teammates=mates),
        friction=BallFriction(),
        field=FIELD,
    )


def agreed(own: tuple[float, float] | None, *mates: Teammate) -> TeamBall:
    clusterer = made(TeamBallLocator)
    result: TeamBall = clusterer.update(FrameInfo(time=NOW), own_ball(own), context(*mates))
    return result


def test_an_outlier_is_left_out() -> None:
    ball = agreed((0.1, 0.0), mate(2, (0.0, 0.1)), mate(3, (-0.1, 0.0)), mate(4, (3.0, 2.0)))
    assert ball.position_in_field.norm < 0.1
    assert ball.contributors == (1, 2, 3)


def test_a_liar_near_the_others_is_left_out_though_it_claims_to_be_at_the_ball() -> None:
    witnesses = [mate(n, (0.05 * n, 0.0)) for n in (2, 3, 4)]
    liar = Teammate(
        number=5,
        robot_to_field=Pose2(0.2, 0.8, 0.0),
        ball_in_field=Vector2(0.2, 0.9),
        ball_last_seen_at=NOW,
        pose_validity=1.0,
        sent_at=NOW,
    )
    ball = agreed(None, *witnesses, liar)
    assert ball.contributors == (2, 3, 4)
    assert abs(ball.position_in_field.y) < 1e-9


def test_of_two_balls_near_each_other_both_count() -> None:
    assert agreed(None, mate(2, (0.0, 0.0)), mate(3, (0.9, 0.0))).contributors == (2, 3)


def test_a_ball_seen_from_afar_may_miss_those_seen_from_near() -> None:
    far = Teammate(
        number=4,
        robot_to_field=Pose2(-4.0, 0.0, 0.0),
        ball_in_field=Vector2(0.5, 0.0),
        ball_last_seen_at=NOW - 0.3,
        pose_validity=1.0,
        sent_at=NOW - 0.2,
    )
    ball = agreed(None, mate(2, (0.0, 0.0)), mate(3, (0.1, 0.0)), far)
    assert ball.contributors == (2, 3, 4)
    assert ball.position_in_field.x < 0.12


def test_a_fresh_ball_is_not_outvoted_by_where_it_lay_before() -> None:
    old = [mate(n, (0.0, 0.0), age=3.0) for n in (2, 3)]
    ball = agreed(None, *old, mate(4, (0.7, 0.0), age=0.1))
    assert ball.contributors == (2, 3, 4)
    assert ball.position_in_field.x > 0.5


def test_of_equally_large_groups_the_fresher_one_wins() -> None:
    old = (mate(2, (-2.0, 0.0), age=4.0), mate(3, (-2.0, 0.1), age=4.0))
    fresh = (mate(4, (2.0, 0.0)), mate(5, (2.0, 0.1)))
    assert agreed(None, *old, *fresh).contributors == (4, 5)


def test_equally_good_balls_give_their_mean() -> None:
    ball = agreed(None, mate(2, (1.0, 0.0)), mate(3, (1.2, 0.0)), mate(4, (1.1, 0.3)))
    assert ball.position_in_field.distance_to(Vector2(1.1, 0.1)) < 1e-9


def test_a_ball_out_of_the_field_does_not_count() -> None:
    assert not agreed(None, mate(2, (6.0, 0.0))).valid


def test_a_penalized_player_counts_with_what_it_told_before() -> None:
    clusterer = made(TeamBallLocator)
    first = clusterer.update(FrameInfo(time=NOW), own_ball(None), context(mate(2, (1.0, 0.0))))
    penalized = context(mate(2, (-3.0, 0.0), penalized=True))
    then = clusterer.update(FrameInfo(time=NOW + 1.0), own_ball(None), penalized)
    later = clusterer.update(FrameInfo(time=NOW + 10.0), own_ball(None), penalized)
    assert first.valid
    assert then.position_in_field == first.position_in_field
    assert not later.valid


def test_a_rolling_ball_is_moved_on_to_this_moment() -> None:
    clusterer = made(TeamBallLocator)
    told = Teammate(
        number=2,
        ball_in_field=Vector2(0.0, 0.0),
        ball_velocity_in_field=Vector2(1.0, 0.0),
        ball_last_seen_at=NOW,
        pose_validity=1.0,
        sent_at=NOW,
    )
    ball = clusterer.update(FrameInfo(time=NOW + 1.0), own_ball(None), context(told))
    assert ball.position_in_field.x == pytest.approx(1.0 - 0.175)
    assert ball.velocity_in_field.x == pytest.approx(0.65)


def test_one_liar_in_five_is_found_out() -> None:
    random = np.random.default_rng(4)
    right, trials = 0, 500
    for _ in range(trials):
        x, y = random.uniform((-4.0, -2.5), (4.0, 2.5)).tolist()
        lie: Vector2[Field] = Vector2(*random.uniform((-4.0, -2.5), (4.0, 2.5)).tolist())
        mates = []
        for number in (2, 3, 4):
            dx, dy = (0.15 * random.standard_normal(2)).tolist()
            mates.append(mate(number, (x + dx, y + dy), age=float(random.uniform(0.0, 2.0))))
        mates.append(mate(5, (lie.x, lie.y)))
        ball = agreed((x + 0.05, y), *mates)
        right += math.hypot(ball.position_in_field.x - x, ball.position_in_field.y - y) < 0.4
    assert right >= 0.99 * trials
