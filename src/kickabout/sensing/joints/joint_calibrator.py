"""Joint calibration: from errors of the feet in the calibration stand to joint offsets."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Pose3, Sole, Torso, Vec, readonly, rotation_from_roll_pitch_yaw
from kickabout.representations import JointCalibration
from kickabout.robots.nao.joints import JOINT_COUNT, LEGS, Link
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND

Triple = tuple[float, float, float]
FOOT_DISTANCE = 0.1  # m between the soles' centers in the calibration stand, BH19-CAL-01
HEIGHT = 0.235  # m, of the hips above the soles in the calibration stand


@dataclass(frozen=True, slots=True, kw_only=True)
class JointCalibratorParameters:
    left_shift: Triple = param(
        (0.0, 0.0, 0.0), unit="m", doc="error of the left foot's position, in the torso frame"
    )
    left_turn: Triple = param(
        (0.0, 0.0, 0.0), unit="rad", doc="error of the left foot's roll, pitch and yaw"
    )
    right_shift: Triple = param(
        (0.0, 0.0, 0.0), unit="m", doc="error of the right foot's position, in the torso frame"
    )
    right_turn: Triple = param(
        (0.0, 0.0, 0.0), unit="rad", doc="error of the right foot's roll, pitch and yaw"
    )
    offsets: tuple[float, ...] = param(
        (), unit="rad", doc="offsets added to all joints in their order; empty: none"
    )


class JointCalibrator(Module[JointCalibratorParameters]):
    """Solves for the joint offsets that explain the observed errors of the feet.

    After B-Human 2019, section 2.7.1. Both legs turn by one motor, so the mean yaw of the feet is
    used. With all values zero the robot needs no calibration.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: JointCalibratorParameters) -> None:
        super().__init__(parameters)
        self.calibration = self._calibration()

    def parameters_changed(self) -> None:
        self.calibration = self._calibration()

    def update(self) -> JointCalibration:
        return self.calibration

    def _calibration(self) -> JointCalibration:
        p = self.parameters
        if len(p.offsets) not in (0, JOINT_COUNT):
            raise ValueError(f"{len(p.offsets)} joint offsets, expected 0 or {JOINT_COUNT}")
        offsets = np.array(p.offsets or (0.0,) * JOINT_COUNT)
        shifts, turns = (p.left_shift, p.right_shift), (p.left_turn, p.right_turn)
        if np.any(shifts) or np.any(turns):
            still = (0.0, 0.0, 0.0)
            offsets = offsets + leg_angles(shifts, turns) - leg_angles((still,) * 2, (still,) * 2)
        return JointCalibration(offsets=readonly(offsets))


def leg_angles(shifts: tuple[Triple, Triple], turns: tuple[Triple, Triple]) -> Vec:
    """Return the joint angles of the calibration stand with the left and right foot moved."""
    kinematics = nao_kinematics()
    below = float(kinematics.forward(STAND).translations[Link.LEFT_HIP, 2]) - HEIGHT
    soles = [
        Pose3[Sole, Torso](
            rotation_from_roll_pitch_yaw(*turn),
            np.array((0.0, side * 0.5 * FOOT_DISTANCE, below)) + np.array(shift),
        )
        for side, shift, turn in zip((1.0, -1.0), shifts, turns, strict=True)
    ]
    legs = kinematics.legs(left_sole_to_torso=soles[0], right_sole_to_torso=soles[1])
    if not (legs.left_reached and legs.right_reached):
        raise ValueError(
            f"the joint calibration moves the feet out of reach: shifts {shifts}, turns {turns}"
        )
    angles = np.zeros(JOINT_COUNT)
    angles[LEGS] = legs.angles
    return angles
