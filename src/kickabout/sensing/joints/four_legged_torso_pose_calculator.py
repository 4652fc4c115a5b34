"""Torso pose of an Aibo: from its inclination and the positions of its paws."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import Pose3
from kickabout.geometry.pose3 import sealed
from kickabout.representations import InertialState, JointState, TorsoState
from kickabout.robots.aibo.kinematics import aibo_kinematics


@dataclass(frozen=True, slots=True, kw_only=True)
class FourLeggedTorsoPoseCalculatorParameters:
    upright_below: float = param(
        0.6, unit="rad", low=0.0, high=1.5, doc="tilt up to which the robot counts as on its paws"
    )


class FourLeggedTorsoPoseCalculator(Module[FourLeggedTorsoPoseCalculatorParameters]):
    """Computes the torso's height by the lowest paw and its position by the middle of all paws."""

    robot_kinds = ("ers210", "ers7")

    def __init__(self, parameters: FourLeggedTorsoPoseCalculatorParameters) -> None:
        super().__init__(parameters)
        self.kinematics = aibo_kinematics(self.robot.robot)

    def update(self, joints: JointState, inertial: InertialState) -> TorsoState:
        level = inertial.torso_to_level
        paws = self.kinematics.paws(joints.angles) @ level.T
        x, y, _ = paws.mean(axis=0).tolist()
        height = self.kinematics.dimensions.paw_radius - float(paws[:, 2].min())
        upright = float(level[2, 2]) > math.cos(self.parameters.upright_below)
        return TorsoState(
            torso_to_robot=Pose3(level, sealed(np.array((-x, -y, height)))), valid=upright
        )
