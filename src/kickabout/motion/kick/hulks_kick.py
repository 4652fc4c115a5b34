"""HULKs' kick as data: foot and center of mass at key times, read from TOML files.

After HULKs 2021, section 6.7. All positions are relative to the support sole. Files describe kicks
with the right foot; kicks with the left foot are mirrored.
"""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.framework.teams.toml_file import TomlFile, read_toml
from kickabout.framework.teams.typed_file import read_as
from kickabout.geometry import Pose3, Sole, Torso, Vec
from kickabout.geometry.rotations import rotation_y, rotation_z
from kickabout.robots.nao.configuration import NAO
from kickabout.robots.nao.joints import LEGS, Joint
from kickabout.robots.nao.kind import KIND as NAO_KIND
from kickabout.robots.nao.kinematics import LEFT_SOLE, nao_kinematics
from kickabout.robots.nao.postures import STAND

SORT = "kicks/hulks"  # folder of the robot's configuration
Point = tuple[float, float, float]
ROUNDS = 8  # iterations of moving the torso to reach the center of mass; 4 reach 0.1 mm


@dataclass(frozen=True, slots=True, kw_only=True)
class KickKey:
    """The body at one time of the kick."""

    duration: float  # s, since the key before
    note: str = ""
    foot: Point  # m, of the kicking sole
    mass: Point  # m, of the center of mass
    foot_pitch_deg: float = 0.0  # of the kicking sole, toes down is positive
    turn_deg: float = 0.0  # of the torso over the support sole, to the left
    shoulder_pitch_deg: tuple[float, float] = (90.0, 90.0)  # left and right
    shoulder_roll_deg: tuple[float, float] = (8.0, -8.0)
    swings: bool = False  # joints start at full speed and stop slowly
    aims: bool = False  # the foot is shifted with the ball


@dataclass(frozen=True, slots=True, kw_only=True)
class GyroFeedback:
    """Gains from the filtered gyroscope to the ankle of the support leg."""

    roll: float = 0.0  # s
    pitch: float = 0.0  # s
    smoothing: float = 0.6  # weight of the old value
    limit: float = 0.2  # rad, of each correction


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksKick:
    """A complete kick."""

    keys: tuple[KickKey, ...]
    ball: tuple[float, float]  # m, in the robot frame, where the ball should lie
    max_shift: tuple[float, float] = (0.02, 0.02)  # m, by which the foot follows the ball
    feedback: GyroFeedback = GyroFeedback()

    @property
    def duration(self) -> float:
        return sum(key.duration for key in self.keys)


def load_kick(name: str, robot: RobotConfiguration = NAO) -> HulksKick:
    return read_kick(read_toml(robot.find(SORT, name)), robot)


def read_kick(file: TomlFile, robot: RobotConfiguration = NAO) -> HulksKick:
    kick = read_as(robot.checked(file), HulksKick)
    if not kick.keys:
        raise file.error("a kick needs at least one [[keys]]")
    for key in kick.keys:
        if key.duration <= 0.0:
            raise file.error(
                f"duration is {key.duration:g} s, expected more than 0 s", "keys", "duration"
            )
    return kick


def shift_to(kick: HulksKick, ball: tuple[float, float], *, left: bool) -> tuple[float, float]:
    """Return the shift of the foot for a kick with the right foot; `ball` in the robot frame.

    For a kick with the left foot the ball is mirrored, too.
    """
    y = -ball[1] if left else ball[1]
    offsets = (ball[0] - kick.ball[0], y - kick.ball[1])
    x, y = (
        min(limit, max(-limit, offset))
        for offset, limit in zip(offsets, kick.max_shift, strict=True)
    )
    return x, y


def postures(kick: HulksKick, shift: tuple[float, float], *, left: bool) -> list[Vec]:
    """Compute the joint angles at all keys by inverse kinematics."""
    found = [posture(key, shift if key.aims else (0.0, 0.0)) for key in kick.keys]
    return [NAO_KIND.mirrored(angles) for angles in found] if left else found


def posture(key: KickKey, shift: tuple[float, float] = (0.0, 0.0)) -> Vec:
    """Compute the joint angles of a robot with level torso on its left foot.

    The torso is moved until the center of mass is where it should be: legs are a third of the
    robot's mass, so the error shrinks with each iteration.
    """
    kinematics = nao_kinematics()
    foot = np.array(key.foot) + np.array((shift[0], shift[1], 0.0))
    angles = np.array(STAND)
    pitches, rolls = np.radians(key.shoulder_pitch_deg), np.radians(key.shoulder_roll_deg)
    angles[[Joint.LEFT_SHOULDER_PITCH, Joint.RIGHT_SHOULDER_PITCH]] = pitches
    angles[[Joint.LEFT_SHOULDER_ROLL, Joint.RIGHT_SHOULDER_ROLL]] = rolls
    sole: Vec = np.array(kinematics.forward(STAND).translations[LEFT_SOLE])
    turned_back = rotation_z(-math.radians(key.turn_deg))
    foot_rotation = turned_back @ rotation_y(math.radians(key.foot_pitch_deg))
    for _ in range(ROUNDS):
        legs = kinematics.legs(
            left_sole_to_torso=Pose3[Sole, Torso](turned_back, sole),
            right_sole_to_torso=Pose3[Sole, Torso](foot_rotation, sole + turned_back @ foot),
            left_weight=1.0,
        )
        angles[LEGS] = legs.angles
        poses = kinematics.forward(angles)
        mass = poses.center_of_mass_in_torso - poses.translations[LEFT_SOLE]
        sole = sole - (turned_back @ np.array(key.mass) - mass)
    return kinematics.clamped(angles)
