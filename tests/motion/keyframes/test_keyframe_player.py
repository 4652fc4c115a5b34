"""Does the key-frame player move, wait, skip, balance, help and abort as in its frames?"""

import math
from dataclasses import replace

import numpy as np
import pytest

from kickabout.geometry import Vec
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.keyframes.keyframe_motion import (
    Balance,
    Compensation,
    Condition,
    Keyframe,
    KeyframeMotion,
    Quantity,
    TiltLimits,
    uniform,
)
from kickabout.motion.keyframes.keyframe_player import KeyframePlayer, PlayerStage
from kickabout.robots.nao.joints import Joint, mirrored
from kickabout.robots.nao.postures import SIT, STAND

DT = 0.012
TENTH = 0.12  # s, ten frames


def motion(*frames: Keyframe) -> KeyframeMotion:
    return KeyframeMotion(name="trial", frames=frames, stiffness=uniform(0.5))


def play(
    player: KeyframePlayer, frames: int, body: BodyReading | None = None
) -> list[tuple[Vec, Vec]]:
    return [player.advance(body or BodyReading(angles=STAND), DT) for _ in range(frames)]


def started(*frames: Keyframe) -> KeyframePlayer:
    player = KeyframePlayer()
    player.start(motion(*frames), STAND)
    return player


def test_targets_are_reached_linearly_and_on_time() -> None:
    player = started(Keyframe(angles=SIT, duration=TENTH), Keyframe(angles=STAND, duration=TENTH))
    angles = [angles for angles, _ in play(player, 20)]
    assert np.allclose(angles[4], STAND + 0.5 * (SIT - STAND))
    assert np.allclose(angles[9], SIT)
    assert np.allclose(angles[19], STAND)
    assert player.finished


def test_a_frame_without_interpolation_jumps_and_holds() -> None:
    player = started(Keyframe(angles=SIT, duration=TENTH, interpolated=False))
    angles = [angles for angles, _ in play(player, 3)]
    assert np.allclose(angles[0], SIT)
    assert not player.finished


def test_joints_without_an_angle_are_not_controlled_and_those_switched_off_are_limp() -> None:
    angles = np.array(SIT)
    angles[Joint.HEAD_YAW] = math.nan
    player = started(Keyframe(angles=angles, duration=TENTH, off=(Joint.LEFT_WRIST_YAW,)))
    angles, stiffness = play(player, 5)[-1]
    assert math.isnan(angles[Joint.HEAD_YAW])
    assert stiffness[Joint.LEFT_WRIST_YAW] == 0.0
    assert stiffness[Joint.RIGHT_WRIST_YAW] == 0.5


def test_a_wait_ends_when_its_condition_holds_or_at_its_limit() -> None:
    upright = Condition(quantity=Quantity.PITCH_DEG, low=-10.0, high=10.0)
    waiting = Keyframe(angles=SIT, duration=TENTH, wait=upright, wait_limit=TENTH)
    player = started(waiting)
    play(player, 10, BodyReading(angles=STAND))
    assert player.finished
    player = started(waiting)
    play(player, 19, BodyReading(angles=STAND, pitch=1.0))
    assert player.stage is PlayerStage.WAITING
    play(player, 1, BodyReading(angles=STAND, pitch=1.0))
    assert player.finished


@pytest.mark.parametrize(("pitch", "length"), [(0.5, 30), (0.0, 10)])
def test_frames_are_skipped_in_blocks(pitch: float, length: int) -> None:
    leaning = Condition(quantity=Quantity.PITCH_DEG, low=20.0)
    player = started(
        Keyframe(angles=SIT, duration=TENTH, only_if=(leaning,)),
        Keyframe(angles=STAND, duration=TENTH, linked=True),
        Keyframe(angles=SIT, duration=TENTH),
    )
    body = BodyReading(angles=STAND, pitch=pitch)
    play(player, length - 1, body)
    assert not player.finished
    play(player, 1, body)
    assert player.finished


def test_a_timed_out_wait_leads_to_the_alternative_frame() -> None:
    never = Condition(quantity=Quantity.PITCH_DEG, low=80.0)
    late = Condition(quantity=Quantity.WAIT_EXPIRED, low=1.0)
    frames = (
        Keyframe(angles=STAND, duration=TENTH, wait=never, wait_limit=TENTH),
        Keyframe(angles=SIT, duration=TENTH, only_if=(late,)),
    )
    player = started(*frames)
    assert np.allclose(play(player, 30)[-1][0], SIT)
    player = started(*frames)
    assert np.allclose(play(player, 10, BodyReading(angles=STAND, pitch=1.5))[-1][0], STAND)
    assert player.finished


def test_exceeding_a_tilt_limit_aborts() -> None:
    player = started(Keyframe(angles=SIT, duration=TENTH, limits=TiltLimits(pitch=(-0.5, 0.5))))
    play(player, 5, BodyReading(angles=STAND, pitch=0.6))
    assert player.stage is PlayerStage.ABORTED


def test_an_abort_continues_with_its_alternative_frame() -> None:
    limits = TiltLimits(pitch=(-0.5, 0.5))
    aborted = Condition(quantity=Quantity.ABORTED, low=1.0)
    frames = (
        Keyframe(angles=SIT, duration=TENTH, limits=limits),
        Keyframe(angles=STAND + 0.1, duration=TENTH, only_if=(aborted,)),
    )
    player = started(*frames)
    assert np.allclose(play(player, 11, BodyReading(angles=STAND, pitch=1.0))[-1][0], STAND + 0.1)
    player = started(*frames)
    assert np.allclose(play(player, 11)[-1][0], SIT)


def test_without_error_there_is_no_correction_and_leaning_forward_pushes_the_toes_down() -> None:
    balance = Balance(ankle_pitch=(2.0, 0.0, 0.1), hip_pitch=(0.0, 0.0, 0.05), limit=0.1)
    frame = Keyframe(angles=STAND, duration=TENTH, balance=balance)
    assert np.allclose(play(started(frame), 3)[-1][0], STAND)
    leaning = BodyReading(angles=STAND, center_of_mass_over_soles=(0.02, 0.0), gyro=(0.0, 0.5))
    angles = play(started(frame), 5, leaning)[-1][0] - STAND
    assert angles[Joint.LEFT_ANKLE_PITCH] > 0.04
    assert angles[Joint.LEFT_HIP_PITCH] > 0.0
    far = replace(leaning, center_of_mass_over_soles=(1.0, 0.0))
    angles = play(started(frame), 5, far)[-1][0] - STAND
    assert angles[Joint.LEFT_ANKLE_PITCH] == pytest.approx(0.1)


def test_a_jammed_joint_is_helped_and_the_help_fades_when_it_is_free() -> None:
    jam = Compensation(joint=Joint.HIP_YAW_PITCH, helpers=((Joint.LEFT_HIP_PITCH, -0.5),))
    target = np.array(STAND)
    target[Joint.HIP_YAW_PITCH] = -0.5
    player = started(Keyframe(angles=target, duration=TENTH, compensations=(jam,)))
    helped = play(player, 20)[-1][0][Joint.LEFT_HIP_PITCH] - STAND[Joint.LEFT_HIP_PITCH]
    assert helped == pytest.approx(-0.25)
    left = []
    for frame in range(12):
        angles = np.array(STAND)
        angles[Joint.HIP_YAW_PITCH] = -0.04 * (frame + 1)
        angles, _ = player.advance(BodyReading(angles=angles), DT)
        left.append(angles[Joint.LEFT_HIP_PITCH] - STAND[Joint.LEFT_HIP_PITCH])
    assert left[-1] == pytest.approx(0.0, abs=1e-9)
    assert np.abs(np.diff([helped, *left])).max() < 0.05


def test_stiffness_changes_in_its_own_time_until_a_later_frame_replaces_it() -> None:
    player = started(
        Keyframe(angles=SIT, duration=TENTH, stiffness=uniform(1.0), stiffness_duration=0.6),
        Keyframe(angles=SIT, duration=5 * TENTH, stiffness=uniform(0.2), stiffness_duration=0.6),
    )
    values = [stiffness[0] for _, stiffness in play(player, 60)]
    assert max(values) < 0.65
    assert np.abs(np.diff(values)).max() < 0.02
    assert values[-1] == pytest.approx(0.2)


def test_a_mirrored_motion_does_the_same_on_the_other_side() -> None:
    angles = np.array(SIT)
    angles[Joint.LEFT_SHOULDER_ROLL] = 0.7
    roll = Condition(quantity=Quantity.ROLL_DEG, low=10.0, high=90.0)
    frame = Keyframe(
        angles=angles,
        duration=TENTH,
        wait=roll,
        limits=TiltLimits(roll=(-0.1, 0.5)),
        balance=Balance(goal=(0.0, 0.01)),
        compensations=(Compensation(joint=Joint.LEFT_KNEE_PITCH, helpers=()),),
    )
    image = motion(frame).mirrored("image").frames[0]
    assert np.allclose(image.angles, mirrored(angles))
    assert image.wait is not None
    assert (image.wait.low, image.wait.high) == (-90.0, -10.0)
    assert image.limits.roll == (-0.5, 0.1)
    assert image.balance is not None
    assert image.balance.goal == (0.0, -0.01)
    assert image.compensations[0].joint is Joint.RIGHT_KNEE_PITCH
    assert np.allclose(image.mirrored().angles, angles)
