"""The scene of a snapshot: the ball first, then all robots."""

from dataclasses import fields, replace

import numpy as np
import pytest

from kickabout.geometry import Link as LinkFrame
from kickabout.geometry import Pose2, Pose3, Torso, Vector2, matrix_from_quaternion
from kickabout.representations import load_field
from kickabout.robots.nao.appearance import nao_appearance
from kickabout.robots.nao.joints import Link
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.simulation.camera.scene.objects import SceneObjects
from kickabout.simulation.camera.scene.scene_parts import RobotFigure
from kickabout.simulation.camera.visible_scene import VisibleScene
from kickabout.simulation.match.truth import body_poses, torso_to_world
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.colors import jersey_color

FIELD = load_field("spl2019")
IDS = (RobotId(TeamSide.HOME, 3), RobotId(TeamSide.AWAY, 5))
JERSEYS = ("blue", "red")


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    """Two robots that fall in different ways, and a rolling ball."""
    world = PhysicsWorld(FIELD, [NAO] * 2)
    world.place_robot(0, Pose2(-1.0, 0.5, 0.3))
    world.place_robot(1, Pose2(1.0, -0.5, 2.0))
    world.place_ball(Vector2(0.2, 0.4), Vector2(1.0, 0.5))
    world.push(0, (3.0, 1.0, 0.0))
    for _ in range(15):
        world.advance()
    return world.snapshot()


def _alone(snapshot: Snapshot, index: int) -> SceneObjects:
    """Return one robot, placed link by link."""
    robot = IDS[index]
    jersey = JERSEYS[0] if robot.team is TeamSide.HOME else JERSEYS[1]
    primitives = nao_appearance(jersey=jersey_color(jersey), number=robot.number)
    torso, body = torso_to_world(snapshot, index), body_poses(snapshot, index)
    poses = {}
    for link in Link:
        pose = torso @ Pose3[LinkFrame, Torso](body.rotations[link], body.translations[link])
        poses[link.name.lower()] = (pose.rotation, pose.translation)
    return RobotFigure(primitives, instance=index + 2).objects_at(poses)


def test_robots_stand_where_each_would_stand_alone(snapshot: Snapshot) -> None:
    scene, start = VisibleScene(IDS, FIELD, JERSEYS).objects(snapshot), 1
    for index in range(len(IDS)):
        alone = _alone(snapshot, index)
        rows = slice(start, start + len(alone))
        for field in fields(SceneObjects):
            if not field.name.startswith("net"):
                both, one = getattr(scene, field.name)[rows], getattr(alone, field.name)
                assert np.allclose(both, one, rtol=0.0, atol=1e-12), field.name
        start += len(alone)
    assert start == len(scene)


def test_the_ball_comes_first_and_moves(snapshot: Snapshot) -> None:
    scene = VisibleScene(IDS, FIELD, JERSEYS).objects(snapshot)
    assert scene.instance[0] == 1
    assert np.array_equal(scene.position[0], snapshot.ball_position)
    assert np.array_equal(scene.velocity[0], snapshot.ball_velocity)
    assert np.array_equal(scene.rotation[0], matrix_from_quaternion(snapshot.ball_quaternion))
    assert not scene.velocity[1:].any()


def test_the_objects_of_the_newest_snapshot_are_made_once(snapshot: Snapshot) -> None:
    scene = VisibleScene(IDS, FIELD, JERSEYS)
    first = scene.objects(snapshot)
    assert scene.objects(snapshot) is first
    assert scene.objects(replace(snapshot)) is not first


def test_each_match_has_jerseys_of_its_own(snapshot: Snapshot) -> None:
    scene, other = (VisibleScene(IDS, FIELD, pair) for pair in (JERSEYS, ("green", "yellow")))
    assert not np.array_equal(scene.objects(snapshot).color, other.objects(snapshot).color)
