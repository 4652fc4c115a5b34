"""A robot has as many cameras as its kind lists, of any names."""

from dataclasses import replace

import numpy as np
from tests.boxes.robots.box.kind import CAMERA, kinematics
from tests.boxes.test_boxes import BOX

from kickabout.geometry import Pose2
from kickabout.representations import CameraSettings, load_field
from kickabout.robots.kind_check import problems_of
from kickabout.robots.tree_kinematics import TreeKinematics, TreeRow
from kickabout.simulation.camera.vision import Vision, VisionSettings
from kickabout.simulation.match.faults import Fault, FaultKind, Faults
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


def vision(*faults: Fault) -> tuple[Vision, PhysicsWorld]:
    field = load_field("spl2019")
    world = PhysicsWorld(field, [LOOKER])
    world.place_robot(0, Pose2(0.0, 0.0, 0.0))
    ids = (RobotId(TeamSide.HOME, 1),)
    made = Vision(
        0, ids, kind=LOOKER, field=field, settings=VisionSettings(), faults=Faults(faults), seed=1
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
