"""Does getting up choose the right motion, try again, resume, and wait for help in the end?"""

import math

import numpy as np
import pytest

from kickabout.geometry import normalized_angle
from kickabout.motion.keyframes.get_up_supervisor import (
    GetUpSettings,
    GetUpStage,
    GetUpSupervisor,
    StartPose,
    start_pose,
)
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.keyframes.keyframe_motion import Keyframe, KeyframeMotion, TiltLimits, uniform
from kickabout.robots.nao.postures import SIT, STAND

DT = 0.012
LYING = BodyReading(angles=SIT, pitch=1.5)
UPRIGHT = BodyReading(angles=STAND)
SETTINGS = GetUpSettings(max_tries=2, rest_for=0.05, rest_for_at_most=0.2)


def motions(*, resume: bool = False, tilt: float = 1.0) -> dict[StartPose, KeyframeMotion]:
    limits = TiltLimits(pitch=(-tilt, tilt))
    frames = (
        Keyframe(angles=SIT, duration=0.12),
        Keyframe(angles=STAND, duration=0.12, limits=limits, resume_at=0 if resume else None),
    )
    return {
        pose: KeyframeMotion(name=pose.value, frames=frames, stiffness=uniform(1.0))
        for pose in StartPose
    }


def run(supervisor: GetUpSupervisor, body: BodyReading, seconds: float) -> GetUpStage:
    for _ in range(round(seconds / DT)):
        supervisor.advance(body, SETTINGS, DT)
    return supervisor.stage


@pytest.mark.parametrize(
    ("pitch", "roll", "pose"),
    [
        (1.5, 0.1, StartPose.FRONT),
        (2.0, 0.1, StartPose.FRONT),
        (-1.5, 0.1, StartPose.BACK),
        (0.1, 1.4, StartPose.RIGHT),
        (0.1, -1.4, StartPose.LEFT),
        (0.2, -0.1, StartPose.UPRIGHT),
    ],
)
def test_the_tilt_gives_the_start_pose(pitch: float, roll: float, pose: StartPose) -> None:
    assert start_pose(BodyReading(pitch=pitch, roll=roll)) is pose


def test_a_good_get_up_ends_standing_at_once_when_calm() -> None:
    supervisor = GetUpSupervisor(motions())
    supervisor.begin(LYING)
    run(supervisor, LYING, 0.15)
    assert run(supervisor, UPRIGHT, 0.4) is GetUpStage.STANDING
    assert supervisor.tries == 0


def test_a_swaying_robot_is_balanced_for_a_limited_time() -> None:
    supervisor = GetUpSupervisor(motions())
    supervisor.begin(LYING)
    run(supervisor, LYING, 0.15)
    swaying = BodyReading(angles=STAND, gyro=(0.0, 2.0))
    assert run(supervisor, swaying, 1.0) is GetUpStage.BALANCING
    assert run(supervisor, swaying, 1.0) is GetUpStage.STANDING


def test_a_robot_held_down_lies_limp_until_it_is_put_upright() -> None:
    supervisor = GetUpSupervisor(motions())
    supervisor.begin(LYING)
    assert run(supervisor, LYING, 2.0) is GetUpStage.HELPLESS
    assert supervisor.tries == SETTINGS.max_tries
    _, stiffness = supervisor.advance(LYING, SETTINGS, DT)
    assert stiffness.max() == 0.0
    assert run(supervisor, UPRIGHT, 1.0) is GetUpStage.STANDING


def test_between_tries_the_robot_is_soft_and_its_head_safe() -> None:
    supervisor = GetUpSupervisor(motions())
    supervisor.begin(LYING)
    angles, stiffness = supervisor.advance(LYING, SETTINGS, DT)
    assert stiffness.max() <= 0.2
    assert angles[1] < 0.0


def test_resuming_does_not_count_as_a_try_and_is_limited() -> None:
    supervisor = GetUpSupervisor(motions(resume=True))
    supervisor.begin(LYING)
    assert run(supervisor, LYING, 0.06 + 0.12 * 2.5) is GetUpStage.PLAYING
    assert supervisor.tries == 0
    run(supervisor, LYING, 0.6)
    assert supervisor.tries > 0


def test_rolling_over_does_not_count_as_a_try() -> None:
    supervisor = GetUpSupervisor(motions())
    on_side = BodyReading(angles=SIT, roll=-1.5)
    supervisor.begin(on_side)
    run(supervisor, on_side, 0.2)
    tipped = BodyReading(angles=SIT, pitch=0.9)
    run(supervisor, tipped, 0.2)
    assert supervisor.pose is StartPose.FRONT
    assert supervisor.tries == 0


@pytest.mark.parametrize(
    ("body", "turn"),
    [
        (BodyReading(angles=SIT, pitch=1.5), 0.0),
        (BodyReading(angles=SIT, pitch=-1.5), math.pi),
        (BodyReading(angles=SIT, roll=-1.5), math.pi / 2.0),
        (BodyReading(angles=SIT, roll=1.5), -math.pi / 2.0),
    ],
)
def test_rolling_over_turns_the_robot_to_where_its_head_was(body: BodyReading, turn: float) -> None:
    supervisor = GetUpSupervisor(motions(tilt=2.0))
    supervisor.begin(body)
    run(supervisor, body, 0.2)
    run(supervisor, BodyReading(angles=SIT, pitch=0.9), 0.2)
    assert run(supervisor, UPRIGHT, 0.5) is GetUpStage.STANDING
    assert abs(normalized_angle(supervisor.step.theta - turn)) < 1e-9


def test_commands_are_continuous_from_the_measured_angles() -> None:
    supervisor = GetUpSupervisor(motions())
    supervisor.begin(LYING)
    commands = [supervisor.advance(LYING, SETTINGS, DT)[0] for _ in range(15)]
    legs = np.array(commands)[:, 7:18]
    assert np.abs(np.diff(legs, axis=0)).max() < math.radians(20.0)
