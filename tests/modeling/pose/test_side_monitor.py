"""Detection of a mirrored pose by the balls of teammates."""

from typing import Any

import numpy as np

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.pose.side_monitor import SideMonitor, SideMonitorParameters
from kickabout.representations import (
    BallModel,
    FallPhase,
    FallState,
    FieldDimensions,
    Obstacle,
    ObstacleModel,
    RobotPose,
    Side,
    SideState,
    TeamData,
    Teammate,
    load_field,
)

FIELD: FieldDimensions = load_field("spl2019")
BALL: Vector2[Field] = Vector2(-2.0, 1.8)
POSE: Pose2[Robot, Field] = Pose2(-3.0, 1.0, 0.0)


def teammate(number: int, ball: Vector2[Field], seen_at: float, **more: Any) -> Teammate:
    return Teammate(number=number, ball_in_field=ball, ball_last_seen_at=seen_at, **more)


class Feeder:
    """Feeds one monitor; by default the robot sees its own ball in each cycle."""

    def __init__(self) -> None:
        self.monitor = SideMonitor(SideMonitorParameters())
        self.now = 10.0

    def receive(
        self,
        *teammates: Teammate,
        own: Vector2[Field] = BALL,
        velocity: Vector2[Robot] = Vector2(),
        unseen_for: float = 0.0,
        jumped_at: float = -1e9,
        obstacles: tuple[Obstacle, ...] = (),
        phase: FallPhase = FallPhase.UPRIGHT,
        after: float = 0.1,
    ) -> SideState:
        self.now += after
        ball = BallModel(
            position_in_robot=POSE.inverse() @ own,
            velocity_in_robot=velocity,
            last_seen_at=self.now - unseen_for,
            known=True,
        )
        return self.monitor.update(
            FrameInfo(time=self.now),
            TeamData(teammates=teammates),
            FIELD,
            FallState(phase=phase),
            RobotPose(robot_to_field=POSE, last_jump_at=jumped_at),
            ball,
            ObstacleModel(obstacles=obstacles),
        )


def test_two_teammates_that_see_the_mirrored_ball_prevail() -> None:
    feeder = Feeder()
    assert feeder.receive(teammate(2, -BALL, 10.0)).side is Side.UNSURE
    state = feeder.receive(teammate(2, -BALL, 10.0), teammate(3, -BALL, 10.1))
    assert state.side is Side.MIRRORED
    assert state.disagreeing == (2, 3)


def test_the_ball_of_a_robot_that_lies_or_just_got_up_is_ignored() -> None:
    feeder = Feeder()
    for _ in range(3):
        teammates = [teammate(number, -BALL, feeder.now) for number in (2, 3)]
        assert feeder.receive(*teammates, phase=FallPhase.FALLEN).side is Side.ALMOST_CONFIDENT
    teammates = [teammate(number, -BALL, feeder.now) for number in (2, 3)]
    assert feeder.receive(*teammates, after=0.5).side is Side.ALMOST_CONFIDENT
    teammates = [teammate(number, -BALL, feeder.now + 1.0) for number in (2, 3)]
    assert feeder.receive(*teammates, after=1.0).side is Side.MIRRORED


def test_one_agreeing_teammate_prevents_mirroring() -> None:
    state = Feeder().receive(
        teammate(2, -BALL, 10.0), teammate(3, -BALL, 10.0), teammate(4, BALL, 10.0)
    )
    assert state.side is Side.UNSURE


def test_a_majority_of_agreeing_teammates_makes_confident() -> None:
    state = Feeder().receive(
        teammate(2, BALL, 10.0), teammate(3, BALL, 10.0), teammate(4, -BALL, 10.0)
    )
    assert state.side is Side.CONFIDENT
    assert state.agreeing == (2, 3)


def test_balls_elsewhere_are_ignored() -> None:
    elsewhere: Vector2[Field] = Vector2(-2.0, -1.8)
    assert Feeder().receive(teammate(2, elsewhere, 10.0)).side is Side.ALMOST_CONFIDENT


def test_balls_seen_at_other_times_are_ignored() -> None:
    assert Feeder().receive(teammate(2, -BALL, 8.5)).side is Side.ALMOST_CONFIDENT
    state = Feeder().receive(teammate(2, -BALL, 10.0), unseen_for=1.5)
    assert state.side is Side.ALMOST_CONFIDENT


def test_the_same_message_counts_once_and_is_forgotten_after_eight_seconds() -> None:
    feeder = Feeder()
    message = teammate(2, -BALL, 10.0)
    assert feeder.receive(message).side is Side.UNSURE
    assert feeder.receive(message, after=7.0).side is Side.UNSURE
    assert feeder.receive(message, after=1.5).side is Side.ALMOST_CONFIDENT


def test_ambiguous_and_fast_balls_are_ignored() -> None:
    center, mark = Vector2[Field](0.2, 0.1), Vector2[Field](-3.1, 0.1)
    corner = Vector2[Field](-3.95, 1.05)
    for ball in (center, mark, corner):
        state = Feeder().receive(teammate(2, -ball, 10.0), own=ball)
        assert state.side is Side.ALMOST_CONFIDENT, ball
    state = Feeder().receive(teammate(2, -BALL, 10.0), velocity=Vector2(1.0, 0.0))
    assert state.side is Side.ALMOST_CONFIDENT
    rolling = teammate(2, -BALL, 10.0, ball_velocity_in_field=Vector2(1.0, 0.0))
    assert Feeder().receive(rolling).side is Side.ALMOST_CONFIDENT


def test_a_ball_on_a_line_counts_unless_a_robot_is_there() -> None:
    ball: Vector2[Field] = Vector2(-2.0, 2.95)
    message = teammate(2, -ball, 10.0)
    assert Feeder().receive(message, own=ball).side is Side.UNSURE
    robot = Obstacle(center_in_robot=POSE.inverse() @ Vector2(-2.0, 2.7), covariance=np.eye(2))
    state = Feeder().receive(message, own=ball, obstacles=(robot,))
    assert state.side is Side.ALMOST_CONFIDENT


def test_fallen_and_penalized_teammates_are_ignored() -> None:
    for change in ({"upright": False}, {"penalized": True}):
        message = teammate(2, -BALL, 10.0, **change)
        assert Feeder().receive(message).side is Side.ALMOST_CONFIDENT


def test_a_jump_of_the_pose_drops_all_results() -> None:
    feeder = Feeder()
    feeder.receive(teammate(2, -BALL, 10.0))
    state = feeder.receive(teammate(3, -BALL, 10.1), jumped_at=10.15)
    assert state.disagreeing == ()
    feeder.receive(jumped_at=10.15, after=1.5)
    assert feeder.receive(teammate(3, -BALL, 11.7), jumped_at=10.15).side is Side.UNSURE


def test_mirrored_is_published_once() -> None:
    feeder = Feeder()
    messages = (teammate(2, -BALL, 10.0), teammate(3, -BALL, 10.0))
    assert feeder.receive(*messages).side is Side.MIRRORED
    assert feeder.receive(*messages).side is Side.ALMOST_CONFIDENT
