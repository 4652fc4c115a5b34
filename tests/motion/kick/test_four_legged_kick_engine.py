"""Kicks on four legs: files, mirror images, and the ball in real physics."""

import math

import numpy as np
import pytest

from kickabout.evaluation.trials.four_legged_ball_trials import four_legged_kicks
from kickabout.evaluation.trials.kick_trials import summary
from kickabout.framework import FrameInfo, KickaboutError
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.motion.kick.four_legged_kick_engine import (
    FourLeggedKickEngine,
    FourLeggedKickEngineParameters,
)
from kickabout.representations import (
    JointState,
    KickOutput,
    KickRequest,
    Motion,
    MotionRequest,
    MotionSelection,
)
from kickabout.robots.kind import robot_kind

KIND = robot_kind("ers7")
JOINTS = JointState(angles=KIND.stand)


def engine() -> FourLeggedKickEngine:
    return FourLeggedKickEngine.made(FourLeggedKickEngineParameters(), RobotConfiguration("ers7"))


def kicked(name: str, *, left: bool = False, frames: int = 400) -> list[KickOutput]:
    request = MotionRequest(motion=Motion.KICK, kick=KickRequest(name=name, left=left))
    selection, playing = MotionSelection(target=Motion.KICK), engine()
    return [playing.update(FrameInfo(dt=0.008), request, selection, JOINTS) for _ in range(frames)]


def test_a_kick_begins_and_ends_in_the_stand_and_may_be_left_only_then() -> None:
    outputs = kicked("paw")
    moved = np.r_[KIND.joints_of("legs"), KIND.joints_of("head")]
    assert np.abs(outputs[0].angles - KIND.stand)[moved].max() < 0.1
    assert np.allclose(outputs[-1].angles[moved], KIND.stand[moved], atol=0.01)
    assert not outputs[0].leaving_possible
    assert outputs[-1].leaving_possible
    assert np.isnan(np.delete(outputs[-1].angles, moved)).all()


def test_a_left_kick_is_the_mirror_image() -> None:
    right, left = kicked("paw"), kicked("paw", left=True)
    for one, other in zip(right, left, strict=True):
        assert np.allclose(KIND.mirrored(one.angles), other.angles, equal_nan=True)


def test_an_unknown_kick_is_refused_with_a_suggestion() -> None:
    with pytest.raises(KickaboutError, match=r"unknown kick 'pow'\. Did you mean 'paw'"):
        kicked("pow", frames=1)


def test_without_a_kick_the_engine_leaves_all_joints_to_others() -> None:
    output = engine().update(FrameInfo(dt=0.008), MotionRequest(), MotionSelection(), JOINTS)
    assert np.isnan(output.angles).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("robot", "name", "reach", "bearing"),
    [("ers7", "paw", 1.5, 0.0), ("ers7", "head", 0.7, -90.0), ("ers210", "paw", 0.5, 0.0)],
)
def test_the_ball_rolls_far_in_the_direction_of_the_kick(
    robot: str, name: str, reach: float, bearing: float
) -> None:
    result = summary(four_legged_kicks(robot, name, count=2, seed=1))
    assert result.reach > reach
    assert math.degrees(result.bias) == pytest.approx(bearing, abs=20.0)
    assert result.falls == 0.0
