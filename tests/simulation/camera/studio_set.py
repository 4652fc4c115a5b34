"""Helpers for test pictures: a renderer, a simple robot, views by position and angles."""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kickabout.representations.field import FieldDimensions
from kickabout.robots.appearance import Part, Primitive, Rgb, Shape
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView, ExposureSettings
from kickabout.simulation.camera.rendering.picture import CameraPicture, PictureLabels
from kickabout.simulation.camera.rendering.renderer import Renderer
from kickabout.simulation.camera.scene.appearance import Appearance
from kickabout.simulation.camera.scene.light import Light
from kickabout.simulation.camera.scene.objects import SceneObjects, solid_objects
from kickabout.simulation.camera.scene.scene_parts import RobotFigure, ball_objects

Array = NDArray[np.float64]

FIELD = FieldDimensions()
UPPER = CameraOptics()
LOWER = CameraOptics(
    width=320, height=240, focal_x=299.0, focal_y=299.2, center_x=160.0, center_y=120.0
)
STANDARD = ExposureSettings()
WHITE: Rgb = (0.72, 0.72, 0.7)
DARK: Rgb = (0.07, 0.07, 0.08)


@cache
def renderer(clutter: float = 0.0, light: Light | None = None) -> Renderer:
    """Return a shared renderer, since tables take a while; by default without clutter."""
    return Renderer(FIELD, Appearance(clutter=clutter), light)


def rotation(*, yaw: float = 0.0, pitch: float = 0.0, roll: float = 0.0) -> Array:
    """Return a rotation from angles; pitch is downwards, as of a head."""
    cy, sy = math.cos(yaw), math.sin(yaw)
    cp, sp = math.cos(pitch), math.sin(pitch)
    cr, sr = math.cos(roll), math.sin(roll)
    about_z = np.array([[cy, -sy, 0.0], [sy, cy, 0.0], [0.0, 0.0, 1.0]])
    about_y = np.array([[cp, 0.0, sp], [0.0, 1.0, 0.0], [-sp, 0.0, cp]])
    about_x = np.array([[1.0, 0.0, 0.0], [0.0, cr, -sr], [0.0, sr, cr]])
    return np.asarray(about_z @ about_y @ about_x)


def view(
    x: float = 0.0,
    y: float = 0.0,
    *,
    z: float = 0.5,
    yaw: float = 0.0,
    pitch: float = 0.0,
    roll: float = 0.0,
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0),
    angular_velocity: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> CameraView:
    return CameraView(
        rotation=rotation(yaw=yaw, pitch=pitch, roll=roll),
        camera_in_field=np.array([x, y, z]),
        velocity=np.array(velocity),
        angular_velocity=np.array(angular_velocity),
    )


def picture(
    objects: SceneObjects,
    seen: CameraView,
    *,
    optics: CameraOptics = UPPER,
    exposure: ExposureSettings = STANDARD,
    seed: int = 0,
    light: Light | None = None,
) -> CameraPicture:
    return renderer(light=light).render(objects, seen, optics=optics, exposure=exposure, seed=seed)


def labels(
    objects: SceneObjects, seen: CameraView, *, optics: CameraOptics = UPPER
) -> PictureLabels:
    taken = renderer().render(objects, seen, optics=optics, exposure=STANDARD, seed=0, labels=True)
    assert taken.labels is not None
    return taken.labels


def brightness(taken: CameraPicture) -> Array:
    return taken.yuyv[:, :, 0].astype(np.float64)


def ball(x: float, y: float, *, z: float = 0.05, instance: int = 9) -> SceneObjects:
    return ball_objects(
        radius=0.05, ball_in_field=np.array([x, y, z]), rotation=np.eye(3), instance=instance
    )


def solid(
    shape: Shape,
    size: tuple[float, float, float],
    position: tuple[float, float, float],
    *,
    turned: Array | None = None,
    class_id: int = 4,
    instance: int = 1,
    color: Rgb = WHITE,
) -> SceneObjects:
    return solid_objects(
        shape=np.array([shape], np.int32),
        size=np.array([size]),
        position=np.array([position]),
        rotation=(np.eye(3) if turned is None else turned)[None],
        color=np.array([color]),
        class_id=class_id,
        instance=instance,
    )


def stand_in_robot(jersey: Rgb = (0.02, 0.05, 0.5)) -> list[Primitive]:
    """Return a robot with about as many primitives as a NAO, all on one link."""
    upper_half = [
        (Shape.ELLIPSOID, Part.SHELL, (0.062, 0.066, 0.058), (0.0, 0.0, 0.505), WHITE),
        (Shape.SPHERE, Part.EYE, (0.015, 0.0, 0.0), (0.052, 0.03, 0.505), DARK),
        (Shape.SPHERE, Part.EYE, (0.015, 0.0, 0.0), (0.052, -0.03, 0.505), DARK),
        (Shape.CYLINDER, Part.JOINT, (0.02, 0.03, 0.0), (0.0, 0.0, 0.44), DARK),
        (Shape.ELLIPSOID, Part.JERSEY, (0.055, 0.075, 0.09), (0.0, 0.0, 0.37), jersey),
        (Shape.BOX, Part.NUMBER, (0.004, 0.008, 0.025), (0.055, 0.0, 0.37), WHITE),
        (Shape.BOX, Part.NUMBER, (0.004, 0.008, 0.025), (-0.055, 0.0, 0.37), WHITE),
        (Shape.BOX, Part.SHELL, (0.045, 0.05, 0.03), (0.0, 0.0, 0.28), WHITE),
    ]
    limbs = [
        (shape, part, size, (x, side * y, z), color)
        for side in (1.0, -1.0)
        for shape, part, size, (x, y, z), color in (
            (Shape.SPHERE, Part.SHELL, (0.035, 0.0, 0.0), (0.0, 0.1, 0.42), WHITE),
            (Shape.CAPSULE, Part.SHELL, (0.025, 0.035, 0.0), (0.0, 0.115, 0.36), WHITE),
            (Shape.SPHERE, Part.JOINT, (0.022, 0.0, 0.0), (0.0, 0.118, 0.315), DARK),
            (Shape.CAPSULE, Part.SHELL, (0.024, 0.035, 0.0), (0.03, 0.118, 0.28), WHITE),
            (Shape.SPHERE, Part.SHELL, (0.02, 0.0, 0.0), (0.06, 0.118, 0.235), WHITE),
            (Shape.BOX, Part.JOINT, (0.03, 0.025, 0.025), (0.0, 0.05, 0.255), DARK),
            (Shape.CAPSULE, Part.SHELL, (0.038, 0.03, 0.0), (0.01, 0.05, 0.2), WHITE),
            (Shape.SPHERE, Part.JOINT, (0.033, 0.0, 0.0), (0.015, 0.05, 0.15), DARK),
            (Shape.CAPSULE, Part.SHELL, (0.034, 0.03, 0.0), (0.005, 0.05, 0.1), WHITE),
            (Shape.SPHERE, Part.JOINT, (0.028, 0.0, 0.0), (0.0, 0.05, 0.055), DARK),
            (Shape.BOX, Part.SHELL, (0.075, 0.04, 0.015), (0.025, 0.052, 0.022), WHITE),
            (Shape.ELLIPSOID, Part.SHELL, (0.07, 0.04, 0.035), (0.02, 0.052, 0.02), WHITE),
            (Shape.BOX, Part.SOLE, (0.078, 0.042, 0.004), (0.025, 0.052, 0.004), DARK),
        )
    ]
    return [
        Primitive(
            shape=shape,
            part=part,
            link="body",
            size=size,
            position_in_link=position,
            color=color,
        )
        for shape, part, size, position, color in upper_half + limbs
    ]


def robot(x: float, y: float, *, yaw: float = 0.0, instance: int = 1) -> SceneObjects:
    figure = RobotFigure(stand_in_robot(), instance=instance)
    return figure.objects(
        link_rotations=rotation(yaw=yaw)[None], links_in_field=np.array([[x, y, 0.0]])
    )
