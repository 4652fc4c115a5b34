"""The Aibos as robot kinds: figures of the data sheet, symmetry, physics, appearance."""

import mujoco
import numpy as np
import pytest

from kickabout.geometry import Pose2, Vector2
from kickabout.representations import FieldDimensions
from kickabout.robots.aibo.dimensions import aibo_dimensions, decoded
from kickabout.robots.appearance import Part
from kickabout.robots.kind import RobotKind, robot_kind
from kickabout.simulation.physics.physics_world import PhysicsWorld

KINDS = ("ers210", "ers7")
MASSES = {"ers210": 1.45, "ers7": 1.65}  # kg


def world_of(kind: RobotKind) -> PhysicsWorld:
    world = PhysicsWorld(FieldDimensions(), [kind])
    world.place_ball(Vector2(2.0, 2.0))
    world.place_robot(0, Pose2())
    return world


def stand(world: PhysicsWorld, seconds: float, stiffness: float = 1.0) -> None:
    kind = world.kinds[0]
    for _ in range(round(seconds / kind.frame_time)):
        world.command(0, kind.stand, np.full(len(kind.joints), stiffness))
        world.advance()


@pytest.mark.parametrize("name", KINDS)
def test_legs_head_tail_and_mouth_have_their_motors(name: str) -> None:
    kind = robot_kind(name)
    assert kind.motor_count == 18
    assert [len(kind.joints_of(group)) for group in ("legs", "head", "tail", "mouth")] == [
        12, 3, 2, 1,
    ]  # fmt: skip
    assert kind.mass == pytest.approx(MASSES[name])
    assert kind.frame_time == 0.008
    assert kind.command_delay == pytest.approx(0.064)


def test_heads_have_different_third_axes() -> None:
    assert robot_kind("ers7").joint_groups["head"][2] == "neck_nod"
    assert robot_kind("ers210").joint_groups["head"][2] == "neck_roll"


def test_cameras_are_those_of_the_data_sheets() -> None:
    ers7, ers210 = robot_kind("ers7").cameras[0], robot_kind("ers210").cameras[0]
    assert (ers7.size, ers7.rate) == ((208, 160), 30.0)
    assert (ers210.size, ers210.rate) == ((176, 144), 25.0)
    assert np.degrees(ers7.opening_angles) == pytest.approx((56.9, 45.2), abs=1e-3)
    assert np.degrees(ers210.opening_angles) == pytest.approx((57.6, 47.8), abs=1e-3)


@pytest.mark.parametrize("name", KINDS)
def test_the_mirror_image_of_a_posture_has_mirrored_paws(name: str) -> None:
    kind, random = robot_kind(name), np.random.default_rng(1)
    kinematics = kind.kinematics()
    low = np.array([joint.min_angle for joint in kind.joints])
    high = np.array([joint.max_angle for joint in kind.joints])
    angles = random.uniform(low, high)
    rows = [kind.row(foot) for foot in kind.feet]
    paws = kinematics.forward(angles).translations[rows]
    mirrored = kinematics.forward(kind.mirrored(angles)).translations[rows]
    assert np.allclose(mirrored[[1, 0, 3, 2]] * (1.0, -1.0, 1.0), paws)


@pytest.mark.parametrize("name", KINDS)
def test_the_model_weighs_what_the_robot_weighs(name: str) -> None:
    world = world_of(robot_kind(name))
    root = world.robots[0].torso
    assert float(world.model.body_subtreemass[root]) == pytest.approx(MASSES[name])


@pytest.mark.parametrize("name", KINDS)
def test_a_robot_stands_on_its_paws_only(name: str) -> None:
    kind = robot_kind(name)
    world = world_of(kind)
    stand(world, 2.0)
    snapshot = world.snapshot()
    height = float(snapshot.torso_positions[0, 2])
    assert height == pytest.approx(kind.upright.torso_height, abs=0.004)
    contact = world.data.contact
    names = {mujoco.mj_id2name(world.model, mujoco.mjtObj.mjOBJ_GEOM, g) for g in contact.geom.flat}
    assert names == {"carpet", "ball", *(f"robot0_{foot}" for foot in kind.feet)}


@pytest.mark.parametrize("name", KINDS)
def test_a_limp_robot_sinks_to_its_belly(name: str) -> None:
    world = world_of(robot_kind(name))
    stand(world, 0.5)
    stand(world, 2.0, stiffness=0.0)
    assert float(world.snapshot().torso_positions[0, 2]) < 0.1


@pytest.mark.parametrize("name", KINDS)
def test_a_command_begins_after_the_buffers_before_it(name: str) -> None:
    kind = robot_kind(name)
    world = world_of(kind)
    stand(world, 1.0)
    joint = kind.joint("neck_pan")
    before = float(world.snapshot().joint_angles[0, joint])
    turned = kind.stand.copy()
    turned[joint] = 0.5
    moved_after = 0
    while abs(float(world.snapshot().joint_angles[0, joint]) - before) < 0.01:
        world.command(0, turned, np.ones(len(kind.joints)))
        world.advance()
        moved_after += 1
    assert 8 <= moved_after <= 11  # frames; 64 ms and what the servo needs


@pytest.mark.parametrize("name", KINDS)
def test_patches_have_the_color_of_the_team(name: str) -> None:
    kind = robot_kind(name)
    red = kind.appearance(jersey=(0.6, 0.0, 0.0), number=1)
    patches = [shape for shape in red if shape.part is Part.JERSEY]
    assert len(patches) >= 7
    assert all(shape.color == (0.6, 0.0, 0.0) for shape in patches)
    assert {shape.link for shape in red} <= set(kind.link_names)


@pytest.mark.parametrize("name", KINDS)
def test_the_camera_is_at_the_tip_of_the_nose(name: str) -> None:
    kind = robot_kind(name)
    camera = aibo_dimensions(name).frame("upper_camera").position
    nose = min(
        (s for s in kind.appearance(jersey=(0.0, 0.0, 1.0), number=1) if s.link == "head"),
        key=lambda shape: float(np.linalg.norm(np.subtract(shape.position_in_link, camera))),
    )
    distance = float(np.linalg.norm(np.subtract(nose.position_in_link, camera)))
    assert distance < nose.size[0]


def test_an_unknown_key_of_the_dimensions_is_refused() -> None:
    with pytest.raises(ValueError, match=r"my\.toml: Object contains unknown field `wings`"):
        decoded("wings = 2", "my.toml")
