"""Do teammates' balls tell whether the own pose is mirrored?"""

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


def mate(number: int, ball: Vector2[Field], seen_at: float, **more: Any) -> Teammate:
    return Teammate(number=number, ball_in_field=ball, ball_last_seen_at=seen_at, **more)


class Listener:
    """Feeds one monitor; the own ball is always seen just now."""

    def __init__(self) -> None:
        self.monitor = SideMonitor(SideMonitorParameters())
        self.now = 10.0

    def hear(
        self,
        *mates: Teammate,
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
            TeamData(teammates=mates),
            FIELD,
            FallState(phase=phase),
            RobotPose(robot_to_field=POSE, last_jump_at=jumped_at),
            ball,
            ObstacleModel(obstacles=obstacles),
        )


def test_two_teammates_that_see_the_mirrored_ball_are_right() -> None:
    listener = Listener()
    assert listener.hear(mate(2, -BALL, 10.0)).side is Side.UNSURE
    state = listener.hear(mate(2, -BALL, 10.0), mate(3, -BALL, 10.1))
    assert state.side is Side.MIRRORED
    assert state.disagreeing == (2, 3)


def test_who_lies_or_has_just_got_up_does_not_know_where_it_sees_the_ball() -> None:
    listener = Listener()
    for _ in range(3):
        mates = [mate(number, -BALL, listener.now) for number in (2, 3)]
        assert listener.hear(*mates, phase=FallPhase.FALLEN).side is Side.ALMOST_CONFIDENT
    mates = [mate(number, -BALL, listener.now) for number in (2, 3)]
    assert listener.hear(*mates, after=0.5).side is Side.ALMOST_CONFIDENT
    mates = [mate(number, -BALL, listener.now + 1.0) for number in (2, 3)]
    assert listener.hear(*mates, after=1.0).side is Side.MIRRORED


def test_one_who_agrees_prevents_mirroring() -> None:
    state = Listener().hear(mate(2, -BALL, 10.0), mate(3, -BALL, 10.0), mate(4, BALL, 10.0))
    assert state.side is Side.UNSURE


def test_more_who_agree_make_confident() -> None:
    state = Listener().hear(mate(2, BALL, 10.0), mate(3, BALL, 10.0), mate(4, -BALL, 10.0))
    assert state.side is Side.CONFIDENT
    assert state.agreeing == (2, 3)


def test_balls_somewhere_else_say_nothing() -> None:
    elsewhere: Vector2[Field] = Vector2(-2.0, -1.8)
    assert Listener().hear(mate(2, elsewhere, 10.0)).side is Side.ALMOST_CONFIDENT


def test_balls_seen_at_other_times_say_nothing() -> None:
    assert Listener().hear(mate(2, -BALL, 8.5)).side is Side.ALMOST_CONFIDENT
    state = Listener().hear(mate(2, -BALL, 10.0), unseen_for=1.5)
    assert state.side is Side.ALMOST_CONFIDENT


def test_the_same_message_counts_once_and_is_forgotten_after_eight_seconds() -> None:
    listener = Listener()
    message = mate(2, -BALL, 10.0)
    assert listener.hear(message).side is Side.UNSURE
    assert listener.hear(message, after=7.0).side is Side.UNSURE
    assert listener.hear(message, after=1.5).side is Side.ALMOST_CONFIDENT


def test_doubtful_balls_say_nothing() -> None:
    center, mark = Vector2[Field](0.2, 0.1), Vector2[Field](-3.1, 0.1)
    corner = Vector2[Field](-3.95, 1.05)
    for ball in (center, mark, corner):
        state = Listener().hear(mate(2, -ball, 10.0), own=ball)
        assert state.side is Side.ALMOST_CONFIDENT, ball
    state = Listener().hear(mate(2, -BALL, 10.0), velocity=Vector2(1.0, 0.0))
    assert state.side is Side.ALMOST_CONFIDENT
    rolling = mate(2, -BALL, 10.0, ball_velocity_in_field=Vector2(1.0, 0.0))
    assert Listener().hear(rolling).side is Side.ALMOST_CONFIDENT


def test_a_ball_on_a_line_counts_unless_a_robot_is_there() -> None:
    ball: Vector2[Field] = Vector2(-2.0, 2.95)
    message = mate(2, -ball, 10.0)
    assert Listener().hear(message, own=ball).side is Side.UNSURE
    robot = Obstacle(center_in_robot=POSE.inverse() @ Vector2(-2.0, 2.7), covariance=np.eye(2))
    state = Listener().hear(message, own=ball, obstacles=(robot,))
    assert state.side is Side.ALMOST_CONFIDENT


def test_fallen_and_penalized_teammates_are_not_heard() -> None:
    for change in ({"upright": False}, {"penalized": True}):
        message = mate(2, -BALL, 10.0, **change)
        assert Listener().hear(message).side is Side.ALMOST_CONFIDENT


def test_after_the_pose_jumped_everything_begins_anew() -> None:
    listener = Listener()
    listener.hear(mate(2, -BALL, 10.0))
    state = listener.hear(mate(3, -BALL, 10.1), jumped_at=10.15)
    assert state.disagreeing == ()
    listener.hear(jumped_at=10.15, after=1.5)
    assert listener.hear(mate(3, -BALL, 11.7), jumped_at=10.15).side is Side.UNSURE


def test_mirrored_is_said_once() -> None:
    listener = Listener()
    news = (mate(2, -BALL, 10.0), mate(3, -BALL, 10.0))
    assert listener.hear(*news).side is Side.MIRRORED
    assert listener.hear(*news).side is Side.ALMOST_CONFIDENT
