"""The kind of robot that a NAO v6 is, from its dimensions."""

import math

from kickabout.geometry.arrays import FloatArray, readonly
from kickabout.robots.kind import (
    CameraKind,
    CoveredArea,
    JointKind,
    LinkKind,
    MicrophoneArray,
    RobotKind,
    RobotShape,
    Uprightness,
)
from kickabout.robots.nao.appearance import nao_appearance
from kickabout.robots.nao.dimension_tables import CameraMount
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import (
    HEAD,
    LEFT_ARM,
    LEFT_LEG,
    LEGS,
    MIRROR_SIGN,
    MIRRORED_JOINT,
    MOTOR_COUNT,
    RIGHT_ARM,
    RIGHT_LEG,
    Joint,
)
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.lights import NAO_LIGHTS
from kickabout.robots.nao.model import SOLES, TWIN, add_nao
from kickabout.robots.nao.postures import STAND
from kickabout.robots.nao.servos import servo_parameters
from kickabout.robots.sensor_kinds import (
    ContactSwitch,
    FootSensors,
    SensorErrors,
    SensorKind,
    Sonar,
)

SIZES = {"upper": (640, 480), "lower": (320, 240)}  # px, of the images that are processed
SIDES = ("left", "right")
ARM_PARTS = ("shoulder", "upper_arm", "elbow", "lower_arm", "wrist")
BUMPER_X = 0.06  # m, in front of the ankle; the bumpers are at the tip of the foot
SONAR_BEARING = math.radians(22.5)  # to the left and to the right

SHAPE = RobotShape(
    radius=0.12,
    height=0.57,
    half_width=0.14,
    fallen_radius=0.12,
    fallen_height=0.2,
    half_length=0.2,
    depth=0.2,
    push_force=8.0,
    # its outline in the top view; a ball at the tips of the feet is outside
    covers=CoveredArea(front=0.11, rear=0.11, half_width=0.15),
)
ERRORS = SensorErrors(  # of a NAO v6 in good condition
    joint_resolution=0.0015,  # 12 bits per turn
    joint_noise=0.0005,
    gyro_noise=0.006,
    gyro_bias=0.005,
    accelerometer_noise=0.12,
    accelerometer_bias=0.05,
    foot_force_noise=0.15,
    foot_force_gain=0.08,
    board_angle_noise=0.004,
    current_per_torque=0.75,
    heating=0.02,
    cooling=0.004,
    battery_minutes=60.0,
)


def _joints() -> tuple[JointKind, ...]:
    return tuple(
        JointKind(
            name=joint.key,
            min_angle=properties.min,
            max_angle=properties.max,
            moves_link=joint < MOTOR_COUNT,
            mirrored=Joint(int(MIRRORED_JOINT[joint])).key,
            mirror_sign=float(MIRROR_SIGN[joint]),
        )
        for joint, properties in zip(Joint, nao_dimensions().joints, strict=True)
    )


def _links() -> tuple[LinkKind, ...]:
    return tuple(
        LinkKind(name=link.name, parent=link.parent, joint=link.joint, mass=link.mass)
        for link in nao_dimensions().links
    )


def _group(part: slice) -> tuple[str, ...]:
    return tuple(joint.key for joint in tuple(Joint)[part])


def _camera(name: str, mount: CameraMount) -> CameraKind:
    optics = nao_dimensions().optics
    return CameraKind(
        name=name,
        link="head",
        size=SIZES[name],
        opening_angles=(optics.horizontal_opening_angle, optics.vertical_opening_angle),
        rate=optics.frame_rate,
        readout_time=mount.recording_time,
        optical_center=optics.optical_center,
    )


def _sensors() -> SensorKind:
    fsr = nao_dimensions().fsr
    feet: FloatArray = readonly([_corners(fsr.positions(left=left)) for left in (True, False)])
    return SensorKind(
        feet=FootSensors(
            geoms=SOLES,
            sites=("left_sole", "right_sole"),
            corners=feet,
        ),
        buttons=tuple(nao_dimensions().touch),
        switches=tuple(_bumper(foot, side) for foot in SIDES for side in SIDES),
        distances=(
            Sonar(name="left_sonar", bearing=SONAR_BEARING),
            Sonar(name="right_sonar", bearing=-SONAR_BEARING),
        ),
    )


def _bumper(foot: str, side: str) -> ContactSwitch:
    """Return one of the two switches at the tip of a foot, which each are half of its width."""
    right, left = (0.0, math.inf) if side == "left" else (-math.inf, 0.0)
    return ContactSwitch(
        button=f"{foot}_bumper_{side}",
        link=f"{foot}_foot",
        low=(BUMPER_X, right, -math.inf),
        high=(math.inf, left, math.inf),
    )


def _kind() -> RobotKind:
    nao = nao_dimensions()
    actuation = nao.actuation
    arms = tuple(f"{side}_{part}" for side in SIDES for part in ARM_PARTS)
    return RobotKind(
        name=nao.name,
        description=nao.description,
        joints=_joints(),
        links=_links(),
        frames=(
            "left_sole",
            "right_sole",
            "upper_camera",
            "lower_camera",
            "left_hand",
            "right_hand",
        ),
        feet=("left_sole", "right_sole"),
        joint_groups={
            "head": _group(HEAD),
            "left_arm": _group(LEFT_ARM),
            "right_arm": _group(RIGHT_ARM),
            "left_leg": _group(LEFT_LEG),
            "right_leg": _group(RIGHT_LEG),
            "legs": _group(LEGS),
        },
        head_axes={"pan": Joint.HEAD_YAW.key, "tilt": Joint.HEAD_PITCH.key},
        link_groups={"arms": arms},
        followers={TWIN: Joint.HIP_YAW_PITCH.key},
        sensors=_sensors(),
        lights=NAO_LIGHTS,
        cameras=(_camera("upper", nao.cameras.upper), _camera("lower", nao.cameras.lower)),
        microphones=MicrophoneArray(link="head", positions=nao.microphones.positions_in_head),
        loudspeaker=True,
        frame_time=actuation.frame,
        command_delay=actuation.frame * actuation.delay_frames,
        sensor_errors=ERRORS,
        shape=SHAPE,
        upright=Uprightness(min_cosine=0.6, min_height=0.17, torso_height=_torso_height()),
        wide_stance=0.25,  # shoulders are 0.2 m apart
        stand=STAND,
        kinematics=nao_kinematics,
        servos=servo_parameters,
        add_to_world=add_nao,
        appearance=nao_appearance,
    )


def _torso_height() -> float:
    """Return the height of the torso's origin above the soles of a standing robot."""
    poses = nao_kinematics().forward(STAND)
    return -float(poses.left_sole_to_torso.translation[2])


def _corners(sensors: FloatArray) -> tuple[float, float, float, float]:
    """Return front x, rear x, left y, right y of the rectangle closest to the four sensors."""
    front, rear = sensors[:2, 0].mean(), sensors[2:, 0].mean()
    return float(front), float(rear), float(sensors[::2, 1].mean()), float(sensors[1::2, 1].mean())


KIND = _kind()
