"""Kinematics of the Aibos: against MuJoCo, against themselves, and what is out of reach."""

import math

import mujoco
import numpy as np
import pytest

from kickabout.geometry.arrays import Vec
from kickabout.robots.aibo.kinematics import LEGS, AiboKinematics, aibo_kinematics
from kickabout.robots.kind import robot_kind
from kickabout.robots.stepping import configure_physics

KINDS = ("ers210", "ers7")
ELEVATOR_LIMIT = math.radians(82.0)  # above, other angles bring the paw to the same position


def random_angles(kinematics: AiboKinematics, random: np.random.Generator) -> Vec:
    angles: Vec = random.uniform(kinematics.joint_min, kinematics.joint_max)
    angles[1:12:3] = np.minimum(angles[1:12:3], ELEVATOR_LIMIT)
    return angles


@pytest.mark.parametrize("name", KINDS)
def test_all_links_and_frames_are_where_mujoco_has_them(name: str) -> None:
    kind, random = robot_kind(name), np.random.default_rng(1)
    kinematics = aibo_kinematics(name)
    spec = mujoco.MjSpec()
    configure_physics(spec)
    kind.add_to_world(spec, prefix="", position=(0.0, 0.0, 0.0))
    model = spec.compile()
    data = mujoco.MjData(model)
    addresses = [model.joint(joint.name).qposadr[0] for joint in kind.joints if joint.moves_link]
    for _ in range(100):
        angles = random_angles(kinematics, random)
        data.qpos[addresses] = angles[: len(addresses)]
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        poses = kinematics.forward(angles)
        for row, link in enumerate(kind.link_names):
            assert np.allclose(data.body(link).xpos, poses.translations[row], atol=1e-9)
            rotation = data.body(link).xmat.reshape(3, 3)
            assert np.allclose(rotation, poses.rotations[row], atol=1e-9)
        for frame in kind.frames:
            site, row = data.site(frame), kind.row(frame)
            assert np.allclose(site.xpos, poses.translations[row], atol=1e-9)
            assert np.allclose(site.xmat.reshape(3, 3), poses.rotations[row], atol=1e-9)
        assert np.allclose(data.subtree_com[1], poses.center_of_mass_in_torso, atol=1e-9)


@pytest.mark.parametrize("name", KINDS)
def test_paws_are_those_of_the_tree_of_links(name: str) -> None:
    kind, kinematics, random = robot_kind(name), aibo_kinematics(name), np.random.default_rng(2)
    for _ in range(100):
        angles = random_angles(kinematics, random)
        rows = [kind.row(f"{leg}_paw") for leg in LEGS]
        expected = kinematics.forward(angles).translations[rows]
        assert np.allclose(kinematics.paws(angles), expected, atol=1e-12)


@pytest.mark.parametrize("name", KINDS)
def test_the_inverse_of_forward_is_the_same_angle(name: str) -> None:
    kinematics, random = aibo_kinematics(name), np.random.default_rng(3)
    for _ in range(500):
        angles = random_angles(kinematics, random)
        paws = kinematics.paws(angles)
        for leg in range(4):
            both = (kinematics.leg(leg, paws[leg], bent=bent) for bent in (True, False))
            solutions = [found for found, reached in both if reached]
            right = angles[3 * leg : 3 * leg + 3]
            error = min(np.abs(found - right).max() for found in solutions)
            # Next to the stretched leg, the distance of the paw hardly depends on the knee.
            stretched = abs(right[2] - kinematics.stretched_knee(leg)) < 1e-3
            assert error < 1e-9 or stretched


@pytest.mark.parametrize("name", KINDS)
def test_the_forward_of_the_inverse_is_the_same_position(name: str) -> None:
    kinematics, random = aibo_kinematics(name), np.random.default_rng(4)
    reached = 0
    for _ in range(500):
        below = random.uniform((-0.06, -0.02, -0.14), (0.06, 0.05, -0.06), (4, 3))
        below[:, 1] *= kinematics.legs[:, 1]
        solution = kinematics.leg_angles(kinematics.shoulders + below)
        paws = kinematics.paws(solution.angles)
        for leg in range(4):
            if solution.reached[leg]:
                reached += 1
                assert np.allclose(paws[leg], kinematics.shoulders[leg] + below[leg], atol=1e-9)
    assert reached > 1000


@pytest.mark.parametrize("name", KINDS)
def test_a_leg_points_to_a_position_that_is_too_far(name: str) -> None:
    kinematics = aibo_kinematics(name)
    far = kinematics.shoulders + np.array((0.03, 0.0, -0.3))
    solution = kinematics.leg_angles(far)
    assert solution.reached == (False, False, False, False)
    ahead = kinematics.paws(solution.angles) - kinematics.shoulders
    assert np.allclose(ahead[:, 0] / ahead[:, 2], -0.1, atol=0.02)


def test_angles_stay_within_the_ranges_of_the_joints() -> None:
    kinematics = aibo_kinematics("ers7")
    inward = kinematics.shoulders + np.array((0.0, -0.06, -0.11)) * (1.0, 1.0, 1.0)
    inward[1::2, 1] += 0.12
    solution = kinematics.leg_angles(inward)
    assert not any(solution.reached)
    assert (solution.angles >= kinematics.limits[0]).all()


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("neck_tilt", [0.0, -0.4])
def test_a_point_looked_at_is_on_the_optical_axis(name: str, neck_tilt: float) -> None:
    kind, kinematics, random = robot_kind(name), aibo_kinematics(name), np.random.default_rng(5)
    seen = 0
    for _ in range(200):
        point = random.uniform((0.2, -0.8, -0.15), (2.0, 0.8, 0.3))
        head = kinematics.look_at(point, neck_tilt=neck_tilt)
        if not head.reached:
            continue
        seen += 1
        angles = kind.stand.copy()
        angles[kinematics.head : kinematics.head + 3] = head.tilt, head.pan, head.third
        poses, row = kinematics.forward(angles), kind.row("upper_camera")
        in_camera = poses.rotations[row].T @ (point - poses.translations[row])
        assert np.allclose(in_camera[1:], 0.0, atol=1e-9)
        assert in_camera[0] > 0.0
    assert seen > 100


def test_a_point_behind_the_robot_is_not_reached() -> None:
    for name in KINDS:
        assert not aibo_kinematics(name).look_at(np.array((-1.0, 0.2, 0.0))).reached
