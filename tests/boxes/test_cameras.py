"""A robot has as many cameras as its kind lists, of any names."""

from dataclasses import replace

import numpy as np
import pytest
from tests.boxes.robots.box.kind import CAMERA, kinematics
from tests.boxes.test_boxes import BOX, TEAM

from kickabout.framework import ConfigurationError, load_team
from kickabout.geometry import Pose2
from kickabout.representations import CameraSettings, load_field
from kickabout.robots.kind import PixelFormat, RobotKind, robot_kind
from kickabout.robots.kind_check import problems_of
from kickabout.robots.tree_kinematics import TreeKinematics, TreeRow
from kickabout.simulation.camera.vision import Vision, VisionSettings
from kickabout.simulation.match.faults import Fault, FaultKind, Faults
from kickabout.simulation.match.fidelity import with_fidelity
from kickabout.simulation.match.program_check import check_programs
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.referee.view import RobotId, TeamSide

SIDES = {"left": 1.2, "right": -1.2}  # camera → rad, to the left


def rows() -> TreeKinematics:
    turned = [
        TreeRow(
            name=f"{side}_camera", parent="body", origin=CAMERA, axis=(0.0, 0.0, 1.0), angle=yaw
        )
        for side, yaw in SIDES.items()
    ]
    return TreeKinematics([*kinematics().rows, *turned])


LOOKER = replace(
    BOX,
    cameras=(*BOX.cameras, *(replace(BOX.cameras[0], name=side, size=(80, 60)) for side in SIDES)),
    frames=(*BOX.frames, *(f"{side}_camera" for side in SIDES)),
    kinematics=rows,
)


def vision(*faults: Fault, kind: RobotKind = LOOKER) -> tuple[Vision, PhysicsWorld]:
    field = load_field("spl2019")
    world = PhysicsWorld(field, [kind])
    world.place_robot(0, Pose2(0.0, 0.0, 0.0))
    ids = (RobotId(TeamSide.HOME, 1),)
    made = Vision(
        0, ids, kind=kind, field=field, settings=VisionSettings(), faults=Faults(faults), seed=1
    )
    return made, world


def test_three_cameras_look_in_their_directions() -> None:
    assert problems_of(LOOKER) == []
    made, world = vision()
    images = {}
    for camera in LOOKER.cameras:
        image = made.look(world.snapshot(), camera.name, CameraSettings())
        assert image is not None
        assert (image.width, image.height) == camera.size
        assert (image.camera, made.info(camera.name).camera) == (camera.name, camera.name)
        images[camera.name] = image.yuyv
    assert not np.array_equal(images["left"], images["right"])


def test_only_the_camera_with_the_fault_is_dead() -> None:
    made, world = vision(Fault(kind=FaultKind.DEAD_CAMERA, robot="home 1", camera="left"))
    seen = [made.look(world.snapshot(), camera.name, CameraSettings()) for camera in LOOKER.cameras]
    assert [image is not None for image in seen] == [True, False, True]


def test_images_in_a_format_that_the_renderer_cannot_make_are_refused() -> None:
    gray = replace(BOX, cameras=(replace(BOX.cameras[0], pixel_format=PixelFormat.GRAY),))
    sentence = (
        "camera 'front' of robot 'box' delivers images in the format 'gray', but the renderer makes"
        " only 'yuyv'"
    )
    made, world = vision(kind=gray)
    with pytest.raises(ConfigurationError) as by_vision:
        made.look(world.snapshot(), "front", CameraSettings())
    with pytest.raises(ConfigurationError) as before_the_start:
        check_programs([(load_team(TEAM), gray)])
    assert str(by_vision.value) == str(before_the_start.value) == sentence


def test_a_nao_that_is_given_its_percepts_needs_no_images_in_a_known_format() -> None:
    nao = robot_kind("nao")
    gray = replace(
        nao, cameras=tuple(replace(c, pixel_format=PixelFormat.GRAY) for c in nao.cameras)
    )
    team = load_team("bhuman2019")
    check_programs([(with_fidelity(team, "percepts"), gray)])
    with pytest.raises(ConfigurationError, match="'gray'"):
        check_programs([(with_fidelity(team, "images"), gray)])
