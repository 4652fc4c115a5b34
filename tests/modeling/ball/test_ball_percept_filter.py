"""The percept filter accepts balls and rejects false percepts."""

from dataclasses import replace

import numpy as np
import pytest
from tests.camera_infos import INFO
from tests.modeling.ball.ball_world import DT
from tests.modules import made
from tests.simulation.oracles.scenes import FIELD, UPPER

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.ball.ball_percept_filter import BallPerceptFilter, BallSurroundings
from kickabout.representations import (
    BallPercept,
    CameraInfo,
    FilteredBallPercept,
    Odometry,
    PoseQuality,
    RobotPose,
    Seen,
    TeamData,
    Teammate,
)

Position = tuple[float, float] | None


class Stream:
    """A percept filter that gets one percept for each image."""

    def __init__(
        self, *, pose: Pose2[Robot, Field] | None = None, team: TeamData | None = None
    ) -> None:
        self.filter = made(BallPerceptFilter)
        self.around = BallSurroundings(
            pose=RobotPose(robot_to_field=pose or Pose2(), quality=PoseQuality.SUPERB),
            team=team or TeamData(),
            field=FIELD,
        )
        self.cycle = 0

    def add(
        self, position: Position, seen: Seen = Seen.YES, camera: CameraInfo = UPPER
    ) -> FilteredBallPercept:
        frame = FrameInfo(time=self.cycle * DT, dt=DT, cycle=self.cycle)
        self.cycle += 1
        percept = (
            BallPercept()
            if position is None
            else BallPercept(
                seen=seen, position_in_robot=Vector2(*position), covariance=1e-4 * np.eye(2)
            )
        )
        result: FilteredBallPercept = self.filter.update(
            frame, percept, camera, Odometry(), self.around
        )
        return result


def test_a_single_percept_is_not_accepted() -> None:
    stream = Stream()
    assert stream.add((1.0, 0.0)).rejected == "alone"
    assert not any(stream.add(None).seen for _ in range(10))


def test_percepts_that_agree_are_accepted_soon() -> None:
    stream = Stream()
    seen = [stream.add((1.0 + 0.01 * i, 0.0)).seen for i in range(5)]
    assert seen == [False, False, False, True, True]


def test_a_ball_that_only_one_of_two_cameras_sees_is_accepted() -> None:
    stream, lower = Stream(), replace(INFO, camera="lower")
    seen = []
    for _ in range(6):
        seen.append(stream.add((1.0, 0.0)).seen)
        stream.add(None, camera=lower)
    assert seen[-1]


def test_an_intermittent_false_ball_is_not_accepted() -> None:
    stream = Stream()
    for i in range(300):
        assert not stream.add((1.0, 0.0) if i % 4 == 0 else None).seen


def test_a_ball_inside_a_teammate_is_not_accepted() -> None:
    teammate = Teammate(number=2, robot_to_field=Pose2(1.0, 0.05, 0.0), sent_at=0.0)
    stream = Stream(team=TeamData(teammates=(teammate,)))
    assert [stream.add((1.0, 0.0)).rejected for _ in range(6)] == ["inside a teammate"] * 6


def test_a_ball_outside_of_the_field_is_not_accepted() -> None:
    stream = Stream(pose=Pose2(4.0, 0.0, 0.0))
    assert [stream.add((1.2, 0.0)).rejected for _ in range(6)] == ["out of the field"] * 6
    stream = Stream(pose=Pose2(4.0, 0.0, 0.0))
    assert [stream.add((0.5, 0.0)).seen for _ in range(6)][-1]


def test_guessed_percepts_of_a_rolling_ball_are_accepted() -> None:
    stream = Stream()
    seen = [stream.add((3.0 - 0.06 * i, 0.02 * i), Seen.GUESSED).seen for i in range(6)]
    assert seen[-1]


def test_guessed_percepts_anywhere_are_not_accepted() -> None:
    stream, random = Stream(), np.random.default_rng(1)
    positions = random.uniform((0.5, -1.5), (4.0, 1.5), (60, 2)).tolist()
    assert not any(stream.add((x, y), Seen.GUESSED).seen for x, y in positions)


@pytest.mark.parametrize(("offset", "accepted"), [(0.1, True), (1.5, False)])
def test_a_guessed_percept_is_accepted_near_a_recent_ball(offset: float, accepted: bool) -> None:
    stream = Stream()
    for _ in range(5):
        stream.add((1.0, 0.0))
    assert stream.add((1.0, offset), Seen.GUESSED).seen is accepted
