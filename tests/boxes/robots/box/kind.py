"""A box on four wheels, with one camera: a robot that shares nothing with a NAO."""

import functools
import math

import mujoco
import numpy as np

from kickabout.geometry.arrays import readonly
from kickabout.robots.appearance import Part, Point, Primitive, Rgb, Shape
from kickabout.robots.collision import BALL, GROUND
from kickabout.robots.digits import digits
from kickabout.robots.kind import (
    CameraKind,
    JointKind,
    LightKind,
    LinkKind,
    RobotKind,
    RobotShape,
    Uprightness,
)
from kickabout.robots.servo import ServoParameters
from kickabout.robots.tree_kinematics import TreeKinematics, TreeRow

FRAME = 0.008  # s
HALF = (0.12, 0.08, 0.05)  # m, half sizes of the body
RADIUS = 0.05  # m, of the wheels
MASSES = (2.0, 0.1)  # kg, of the body and of each wheel
CAMERA: Point = (0.12, 0.0, 0.06)  # m, in the body
TILT = 0.15  # rad, of the camera, looking down
HUBS: dict[str, Point] = {
    f"{end}_{side}_wheel": (x, y, -0.02)
    for end, x in (("front", 0.09), ("rear", -0.09))
    for side, y in (("left", 0.11), ("right", -0.11))
}
GRAY: Rgb = (0.1, 0.1, 0.1)
LIMIT = 1e6  # rad; wheels turn on and on
SENSORS = {
    "gyroscope": mujoco.mjtSensor.mjSENS_GYRO,
    "accelerometer": mujoco.mjtSensor.mjSENS_ACCELEROMETER,
}
ALONG_Y = (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)  # takes z to y


@functools.cache
def kinematics() -> TreeKinematics:
    wheels = [
        TreeRow(name=name, parent="body", joint=joint, origin=hub, mass=MASSES[1])
        for joint, (name, hub) in enumerate(HUBS.items())
    ]
    camera = TreeRow(name="front_camera", parent="body", origin=CAMERA, angle=TILT)
    return TreeKinematics([TreeRow(name="body", mass=MASSES[0]), *wheels, camera])


def servos() -> ServoParameters:
    each = np.ones(len(HUBS))
    return ServoParameters(
        proportional=20.0 * each,
        derivative=0.5 * each,
        max_torque=2.0 * each,
        max_speed=40.0 * each,
        friction=0.01 * each,
        min_angle=-LIMIT * each,
        max_angle=LIMIT * each,
        friction_speed=0.2,
        backlash=0.0,
        frame=FRAME,
        delay_frames=2,
    )


def add_to_world(spec: mujoco.MjSpec, *, prefix: str, position: tuple[float, float, float]) -> None:
    body = spec.worldbody.add_body(name=prefix + "body", pos=position)
    body.add_freejoint(name=prefix + "root")
    add_geom(body, mujoco.mjtGeom.mjGEOM_BOX, HALF, MASSES[0])
    body.add_site(name=prefix + "inertial")
    for name, sensor in SENSORS.items():
        spec.add_sensor(
            name=prefix + name,
            type=sensor,
            objtype=mujoco.mjtObj.mjOBJ_SITE,
            objname=prefix + "inertial",
        )
    for name, hub in HUBS.items():
        wheel = body.add_body(name=prefix + name, pos=hub)
        wheel.add_joint(name=prefix + name, axis=(0.0, 1.0, 0.0), armature=0.005, damping=0.01)
        add_geom(wheel, mujoco.mjtGeom.mjGEOM_SPHERE, (RADIUS, 0.0, 0.0), MASSES[1])
        motor = spec.add_actuator(
            name=prefix + name, target=prefix + name, trntype=mujoco.mjtTrn.mjTRN_JOINT
        )
        motor.set_to_motor()


def add_geom(
    body: mujoco.MjsBody, shape: mujoco.mjtGeom, size: tuple[float, float, float], mass: float
) -> None:
    geom = body.add_geom(type=shape, size=size, mass=mass)
    geom.contype, geom.conaffinity = 0, GROUND | BALL


def appearance(*, jersey: Rgb, number: int) -> tuple[Primitive, ...]:
    body = Primitive(
        shape=Shape.BOX,
        part=Part.JERSEY,
        link="body",
        size=HALF,
        position_in_link=(0.0, 0.0, 0.0),
        color=jersey,
    )
    wheels = [
        Primitive(
            shape=Shape.CYLINDER,
            part=Part.JOINT,
            link=name,
            size=(RADIUS, 0.02, 0.0),
            position_in_link=(0.0, 0.0, 0.0),
            quaternion_in_link=ALONG_Y,
            color=GRAY,
        )
        for name in HUBS
    ]
    rear = (-HALF[0], 0.0, 0.0)
    return (
        body,
        *wheels,
        *digits(number, link="body", center=rear, height=0.06, facing=-1.0, color=GRAY),
    )


KIND = RobotKind(
    name="box",
    package="tests.boxes",
    description="A box on four wheels.",
    joints=tuple(JointKind(name=name, min_angle=-LIMIT, max_angle=LIMIT) for name in HUBS),
    links=(
        LinkKind(name="body", mass=MASSES[0]),
        *(LinkKind(name=name, parent="body", joint=name, mass=MASSES[1]) for name in HUBS),
    ),
    frames=("front_camera",),
    feet=tuple(HUBS),
    foot_radius=RADIUS,
    joint_groups={"legs": tuple(HUBS)},
    lights=(LightKind(name="top", colored=True),),
    cameras=(
        CameraKind(
            name="front", link="body", size=(160, 120), opening_angles=(1.0, 0.78), rate=30.0
        ),
    ),
    frame_time=FRAME,
    command_delay=2 * FRAME,
    shape=RobotShape(
        radius=0.14,
        height=0.12,
        half_width=0.13,
        fallen_radius=0.14,
        fallen_height=0.24,
        half_length=0.14,
        depth=0.12,
        push_force=3.5,
    ),
    upright=Uprightness(min_cosine=0.7, min_height=0.04, torso_height=0.07),
    stand=readonly(np.zeros(len(HUBS))),
    kinematics=kinematics,
    servos=servos,
    add_to_world=add_to_world,
    appearance=appearance,
)
