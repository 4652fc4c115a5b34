"""Does HULKs' kick reach foot and center of mass of its keys, and does the ball roll?"""

import math
from pathlib import Path

import numpy as np
import pytest
from tests.motion.kick.kick_requests import check_refused, kick_request
from tests.motion.selection.requests import kick_inputs, measured

from kickabout.evaluation.trials.kick_trials import standing_kick, summary
from kickabout.framework import FrameInfo
from kickabout.geometry import Vector2
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.kick.hulks_kick import KickKey, load_kick, posture, read_kick, shift_to
from kickabout.motion.kick.hulks_kick_engine import HulksKickEngine, HulksKickEngineParameters
from kickabout.motion.kick.hulks_kick_player import HulksKickPlayer
from kickabout.representations import (
    Motion,
)
from kickabout.robots.nao.joints import HEAD, Joint, mirrored
from kickabout.robots.nao.kinematics import LEFT_SOLE, RIGHT_SOLE, nao_kinematics
from kickabout.robots.nao.postures import STAND

DT = 0.012
TEAM = "hulks_walkers"


@pytest.mark.parametrize("index", range(len(load_kick("forward").keys)))
def test_each_key_reaches_its_foot_and_center_of_mass(index: int) -> None:
    key = load_kick("forward").keys[index]
    poses = nao_kinematics().forward(posture(key))
    to_sole = poses.rotations[LEFT_SOLE].T
    foot = to_sole @ (poses.translations[RIGHT_SOLE] - poses.translations[LEFT_SOLE])
    mass = to_sole @ (poses.center_of_mass_in_torso - poses.translations[LEFT_SOLE])
    # The range of the ankle rolls limits a foot that is lifted beside the other one.
    assert foot == pytest.approx(key.foot, abs=0.004)
    assert mass == pytest.approx(key.mass, abs=0.001)


def test_the_kick_ends_in_a_stand() -> None:
    last = posture(load_kick("forward").keys[-1])
    assert np.abs(last - STAND)[2:].max() < math.radians(1.0)


def test_a_key_leads_through_its_posture_and_left_is_the_mirror_image() -> None:
    kick = load_kick("forward")
    right, left = HulksKickPlayer(), HulksKickPlayer()
    right.start(kick, left=False, ball=None)
    left.start(kick, left=True, ball=None)
    while right.index < 2:
        angles = right.advance(BodyReading(), DT)
        image = left.advance(BodyReading(), DT)
        assert np.allclose(image, mirrored(angles), atol=math.radians(0.7))
    assert np.allclose(angles, posture(kick.keys[1]), atol=1e-9)


def test_the_foot_follows_the_ball_within_limits() -> None:
    kick = load_kick("forward")
    x, y = kick.ball
    assert shift_to(kick, (x, y), left=False) == (0.0, 0.0)
    assert shift_to(kick, (x, -y + 0.01), left=True) == pytest.approx((0.0, -0.01))
    assert shift_to(kick, (1.0, y), left=False) == pytest.approx((kick.max_shift[0], 0.0))


@pytest.mark.parametrize("left", [False, True])
def test_the_gyroscope_corrects_only_the_ankle_of_the_support_leg(left: bool) -> None:
    kick = load_kick("forward")
    still, swaying = HulksKickPlayer(), HulksKickPlayer()
    for player in (still, swaying):
        player.start(kick, left=left, ball=None)
    for _ in range(5):
        usual = still.advance(BodyReading(), DT)
        changed = swaying.advance(BodyReading(gyro=(0.5, -0.5)), DT)
    moved = set(np.flatnonzero(np.abs(changed - usual) > 1e-6).tolist())
    ankles = (Joint.RIGHT_ANKLE_PITCH, Joint.RIGHT_ANKLE_ROLL)
    if not left:
        ankles = (Joint.LEFT_ANKLE_PITCH, Joint.LEFT_ANKLE_ROLL)
    assert moved == {int(joint) for joint in ankles}


def test_the_only_kick_is_played_under_any_name() -> None:
    engine = HulksKickEngine(HulksKickEngineParameters())
    request = kick_request("forward_long", ball_in_robot=Vector2(0.17, -0.05))
    output = engine.update(FrameInfo(), kick_inputs(request), measured())
    assert output.name == "forward_long"
    assert not output.leaving_possible
    assert np.isnan(output.angles[HEAD]).all()
    assert engine.update(
        FrameInfo(), kick_inputs(request, Motion.WALK), measured()
    ).leaving_possible


def test_a_kick_without_keys_or_with_a_wrong_one_is_refused(tmp_path: Path) -> None:
    check_refused(read_kick, "keys", tmp_path / "trial.toml")


def test_feet_out_of_reach_are_bounded_by_the_joints() -> None:
    far = KickKey(duration=1.0, foot=(0.6, -0.1, 0.3), mass=(0.0, 0.0, 0.26))
    angles, kinematics = posture(far), nao_kinematics()
    assert (angles >= kinematics.joint_min).all()
    assert (angles <= kinematics.joint_max).all()


@pytest.mark.parametrize("left", [False, True])
def test_the_ball_rolls_far_and_straight_and_the_robot_stays_upright(left: bool) -> None:
    kick = standing_kick("forward_long", left=left, seed=4, walked=True, team=TEAM)
    assert kick.reach > 1.5
    assert abs(kick.error) < math.radians(6.0)
    assert not kick.fell


@pytest.mark.slow
def test_kicks_hit_the_ball_and_hardly_ever_end_in_a_fall() -> None:
    result = summary(
        [
            standing_kick("forward_long", left=seed % 2 == 0, seed=seed, walked=True, team=TEAM)
            for seed in range(40, 60)
        ]
    )
    assert result.hit == 1.0
    assert result.falls <= 0.05
    assert result.reach > 1.5
    assert result.miss < math.radians(5.0)
