"""Robots for training: from random numbers to postures, jerseys and poses."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import (
    Pose2,
    Pose3,
    Robot,
    Torso,
    Vec,
    World,
    rotation_from_roll_pitch_yaw,
)
from kickabout.robots.nao.appearance import nao_appearance
from kickabout.robots.nao.joints import JOINT_COUNT, Joint, Link
from kickabout.robots.nao.kinematics import LEFT_SOLE, RIGHT_SOLE, BodyPoses, nao_kinematics
from kickabout.robots.nao.postures import HIGH_STAND, STAND
from kickabout.simulation.camera.scene.objects import SceneObjects
from kickabout.simulation.camera.scene.scene_parts import RobotFigure
from kickabout.soccer.colors import JERSEYS, jersey_color

LYING_HEIGHT = 0.055  # m, of the lowest link's origin above the ground
_LEGS = slice(int(Joint.HIP_YAW_PITCH), int(Joint.RIGHT_ANKLE_ROLL) + 1)
_ARMS = [
    joint for joint in Joint if "SHOULDER" in joint.name or "ELBOW" in joint.name
]  # without wrists, which are hardly visible


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PosedRobot:
    """A robot with its pose and posture in the world."""

    torso_to_world: Pose3[Torso, World]
    body: BodyPoses
    robot_to_world: Pose2[Robot, World]
    upright: bool
    jersey: str
    number: int

    def objects(self, instance: int) -> SceneObjects:
        figure, links = _figure(self.jersey, self.number, instance)
        torso = self.torso_to_world
        return figure.objects(
            link_rotations=torso.rotation @ self.body.rotations[links],
            links_in_field=self.body.translations[links] @ torso.rotation.T + torso.translation,
        )


_figures: dict[tuple[str, int, int], tuple[RobotFigure, list[int]]] = {}


def _figure(jersey: str, number: int, instance: int) -> tuple[RobotFigure, list[int]]:
    key = (jersey, number, instance)
    if key not in _figures:
        primitives = nao_appearance(jersey=jersey_color(jersey), number=number)
        figure = RobotFigure(primitives, instance=instance)
        _figures[key] = (figure, [int(Link[name.upper()]) for name in figure.links])
    return _figures[key]


def random_jersey(rng: np.random.Generator) -> str:
    names = sorted(JERSEYS)
    return names[int(rng.integers(len(names)))]


def standing_angles(rng: np.random.Generator, *, restless: float = 1.0) -> Vec:
    """Return joint angles between standing and walking, with random arms and head."""
    angles = STAND + float(rng.random()) ** 3 * (HIGH_STAND - STAND)
    angles[_LEGS] += rng.normal(0.0, 0.07 * restless, angles[_LEGS].shape)
    if rng.random() < 0.4:
        _lift_leg(angles, rng)
    spread = 0.5 if rng.random() < 0.3 else 0.12
    angles[_ARMS] += rng.normal(0.0, spread, len(_ARMS))
    angles[Joint.HEAD_YAW] = rng.uniform(-1.4, 1.4)
    angles[Joint.HEAD_PITCH] = rng.uniform(-0.5, 0.4)
    return np.asarray(angles)


def _lift_leg(angles: Vec, rng: np.random.Generator) -> None:
    lift = float(rng.uniform(0.0, 0.35))
    hip, knee, ankle = (
        (Joint.LEFT_HIP_PITCH, Joint.LEFT_KNEE_PITCH, Joint.LEFT_ANKLE_PITCH)
        if rng.random() < 0.5
        else (Joint.RIGHT_HIP_PITCH, Joint.RIGHT_KNEE_PITCH, Joint.RIGHT_ANKLE_PITCH)
    )
    angles[hip] -= lift
    angles[knee] += 2.0 * lift
    angles[ankle] -= lift


def posed(
    pose: Pose2[Robot, World], angles: Vec, *, tilt: tuple[float, float], jersey: str, number: int
) -> PosedRobot:
    """Return an upright robot, lower sole on the ground; `tilt` is roll and pitch in rad."""
    body = nao_kinematics().forward(angles)
    rotation = rotation_from_roll_pitch_yaw(tilt[0], tilt[1], pose.theta)
    soles = np.stack((body.translations[LEFT_SOLE], body.translations[RIGHT_SOLE])) @ rotation.T
    middle = soles.mean(axis=0)
    torso = np.array((pose.x - middle[0], pose.y - middle[1], -soles[:, 2].min()))
    return PosedRobot(
        torso_to_world=Pose3(rotation, torso),
        body=body,
        robot_to_world=pose,
        upright=True,
        jersey=jersey,
        number=number,
    )


def standing_robot(rng: np.random.Generator, pose: Pose2[Robot, World], jersey: str) -> PosedRobot:
    roll, pitch = rng.normal(0.0, 0.04, 2).tolist()
    number = int(rng.integers(1, 7))
    return posed(pose, standing_angles(rng), tilt=(roll, pitch), jersey=jersey, number=number)


def lying_robot(rng: np.random.Generator, pose: Pose2[Robot, World], jersey: str) -> PosedRobot:
    """Return a robot on its belly, back or side, limbs random; `pose` is that of its center."""
    angles = rng.uniform(0.0, 1.0) * STAND + rng.normal(0.0, 0.3, JOINT_COUNT)
    body = nao_kinematics().forward(angles)
    quarter = math.pi / 2.0
    roll, pitch = ((0.0, quarter), (0.0, -quarter), (quarter, 0.0), (-quarter, 0.0))[
        int(rng.integers(4))
    ]
    rotation = rotation_from_roll_pitch_yaw(roll, pitch, pose.theta)
    heights = (body.translations @ rotation.T)[:, 2]
    middle = rotation @ body.translations[: len(Link)].mean(axis=0)
    torso = np.array((pose.x - middle[0], pose.y - middle[1], LYING_HEIGHT - heights.min()))
    return PosedRobot(
        torso_to_world=Pose3(rotation, torso),
        body=body,
        robot_to_world=pose,
        upright=False,
        jersey=jersey,
        number=int(rng.integers(1, 7)),
    )
