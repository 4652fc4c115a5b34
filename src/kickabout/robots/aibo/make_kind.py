"""From the dimensions of an Aibo to its robot kind."""

import functools
import math

import numpy as np

from kickabout.geometry.arrays import FloatArray, Vec, readonly
from kickabout.robots.aibo.dimension_tables import AiboDimensions, JointProperties
from kickabout.robots.aibo.dimensions import MIDDLE_ROTATIONS, aibo_dimensions, mirrored_name
from kickabout.robots.aibo.kinematics import LEGS, AiboKinematics, aibo_kinematics
from kickabout.robots.aibo.model import add_aibo
from kickabout.robots.aibo.servos import servo_parameters
from kickabout.robots.kind import (
    CameraKind,
    CoveredArea,
    JointKind,
    LightKind,
    LinkKind,
    MicrophoneArray,
    Painter,
    RobotKind,
    RobotShape,
    Uprightness,
)
from kickabout.robots.sensor_kinds import ContactSwitch, Infrared, SensorErrors, SensorKind

PAWS = tuple(f"{leg}_paw" for leg in LEGS)
SWITCH_MARGIN = 0.004  # m around a paw's ball, within which contacts press its switch
LEG_PARTS = ("rotator", "elevator", "knee")
GRAVITY = 9.81  # m/s²
ERRORS = SensorErrors(  # ESTIMATE: as those of a NAO
    joint_resolution=0.0015,
    joint_noise=0.0005,
    accelerometer_noise=0.12,
    accelerometer_bias=0.05,
    current_per_torque=0.75,
    heating=0.02,
    cooling=0.004,
    battery_minutes=60.0,
)


def make_kind(
    name: str,
    *,
    lights: tuple[LightKind, ...],
    touch: tuple[str, ...],
    stance: FloatArray,
    head: tuple[float, float, float],
    appearance: Painter,
) -> RobotKind:
    """Return the kind of robot `name`.

    `touch`: its touch sensors. `stance`: x and z of the fore paws and of the hind paws relative to
    the shoulders, and how far they are outside of them, 2 × 3, while it stands. `head`: tilt, pan
    and third angle while it stands.
    """
    aibo, kinematics = aibo_dimensions(name), aibo_kinematics(name)
    stand = standing(kinematics, stance, head)
    third = "neck_nod" if kinematics.nods else "neck_roll"
    return RobotKind(
        name=name,
        description=aibo.description,
        joints=tuple(_joint(joint) for joint in aibo.joints),
        links=tuple(
            LinkKind(name=link.name, parent=link.parent, joint=link.joint, mass=link.mass)
            for link in aibo.links
        ),
        frames=tuple(frame.name for frame in aibo.frames),
        feet=PAWS,
        foot_radius=aibo.paw_radius,
        joint_groups=_groups(aibo, third),
        head_axes=(
            {"neck_tilt": "-neck_tilt", "pan": "neck_pan", "tilt": f"-{third}"}
            if kinematics.nods
            else {"tilt": "-neck_tilt", "pan": "neck_pan", "roll": third}
        ),
        sensors=_sensors(aibo, touch),
        lights=lights,
        cameras=(_camera(aibo),),
        microphones=MicrophoneArray(link="head", positions=aibo.microphones.positions),
        loudspeaker=True,
        frame_time=aibo.actuation.frame,
        command_delay=aibo.actuation.frame * aibo.actuation.delay_frames,
        sensor_errors=ERRORS,
        shape=_shape(aibo),
        upright=Uprightness(min_cosine=0.7, min_height=0.07, torso_height=_height(aibo, stand)),
        stand=stand,
        kinematics=functools.partial(aibo_kinematics, name),
        servos=functools.partial(servo_parameters, aibo),
        add_to_world=functools.partial(add_aibo, aibo),
        appearance=appearance,
    )


def _shape(aibo: AiboDimensions) -> RobotShape:
    return RobotShape(
        radius=0.14,
        height=0.28,
        fallen_radius=0.12,
        fallen_height=0.15,
        half_width=0.14,
        half_length=0.15,
        long_axis=0,
        depth=0.15,
        push_force=0.2 * GRAVITY * sum(link.mass for link in aibo.links),
        covers=CoveredArea(front=0.17, rear=0.05, half_width=0.07),  # under chin and chest
    )


def standing(
    kinematics: AiboKinematics, stance: FloatArray, head: tuple[float, float, float]
) -> Vec:
    """Return the joint angles of a stand with the paws at `stance`; see `make_kind`."""
    paws = np.empty((4, 3))
    for leg, (x_side, y_side) in enumerate(kinematics.legs[:, :2]):
        x, outward, z = stance[0 if x_side > 0.0 else 1]
        paws[leg] = kinematics.shoulders[leg] + (x, y_side * outward, z)
    solution = kinematics.leg_angles(paws)
    if not all(solution.reached):
        raise ValueError(f"the stand of {kinematics.dimensions.name} is out of reach: {stance}")
    angles = np.clip(np.zeros(len(kinematics.joint_min)), kinematics.joint_min, np.inf)
    angles = np.minimum(angles, kinematics.joint_max)
    angles[: len(solution.angles)] = solution.angles
    angles[kinematics.head : kinematics.head + 3] = head
    return readonly(angles)


def _joint(joint: JointProperties) -> JointKind:
    return JointKind(
        name=joint.name,
        min_angle=joint.min,
        max_angle=joint.max,
        moves_link=joint.moves_link,
        mirrored=mirrored_name(joint.name),
        mirror_sign=-1.0 if joint.name in MIDDLE_ROTATIONS else 1.0,
    )


def _groups(aibo: AiboDimensions, third: str) -> dict[str, tuple[str, ...]]:
    legs = {leg: tuple(f"{leg}_{part}" for part in LEG_PARTS) for leg in LEGS}
    groups = {
        "head": ("neck_tilt", "neck_pan", third),
        "mouth": ("mouth",),
        "tail": ("tail_tilt", "tail_pan"),
        "legs": tuple(joint for joints in legs.values() for joint in joints),
        **legs,
    }
    ears = tuple(name for name in aibo.joint_names if name.endswith("_ear"))
    return {**groups, "ears": ears} if ears else groups


def _sensors(aibo: AiboDimensions, touch: tuple[str, ...]) -> SensorKind:
    return SensorKind(
        gyroscope=False,
        board_angles=False,
        buttons=(*PAWS, "chin", *touch),
        switches=(
            *(_paw_switch(aibo, paw) for paw in PAWS),
            ContactSwitch(button="chin", link="jaw", ground=True),
        ),
        distances=tuple(_infrared(aibo, name) for name in aibo.distances),
    )


def _paw_switch(aibo: AiboDimensions, paw: str) -> ContactSwitch:
    frame = next(frame for frame in aibo.frames if frame.name == paw)
    x, y, z = frame.position
    half = aibo.paw_radius + SWITCH_MARGIN
    low, high = (x - half, y - half, z - half), (x + half, y + half, z + half)
    return ContactSwitch(button=paw, link=frame.link, low=low, high=high, ground=True)


def _infrared(aibo: AiboDimensions, name: str) -> Infrared:
    frame = next(frame for frame in aibo.frames if frame.name == name)
    return Infrared(
        name=name,
        link=frame.link,
        position=frame.position,
        direction=(math.cos(frame.pitch), 0.0, -math.sin(frame.pitch)),
        range=aibo.distances[name],
    )


def _camera(aibo: AiboDimensions) -> CameraKind:
    camera = aibo.camera
    width, height = camera.size
    return CameraKind(
        name="upper",
        link="head",
        size=camera.size,
        opening_angles=camera.opening_angles,
        rate=camera.rate,
        readout_time=camera.readout_time,
        optical_center=(0.5 - 0.5 / width, 0.5 - 0.5 / height),
        border_tint=camera.border_tint,
        shot_noise=camera.shot_noise,
        read_noise=camera.read_noise,
        exposure_range=(min(camera.shutters.values()), max(camera.shutters.values())),
    )


def _height(aibo: AiboDimensions, stand: Vec) -> float:
    paws = aibo_kinematics(aibo.name).paws(stand)
    return aibo.paw_radius - float(paws[:, 2].mean())
