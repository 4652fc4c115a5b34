"""Torso oracle: from ground truth to the torso's pose, for teams that do not estimate it."""

import numpy as np

from kickabout.framework import Module, NoParameters
from kickabout.geometry import Pose3, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.representations import GroundTruth, TorsoState
from kickabout.simulation.oracles.camera_matrix_oracle import turned


class TorsoOracle(Module[NoParameters]):
    """The true pose of the torso, valid while the robot is upright."""

    replaces = ("CameraImage",)

    def update(self, truth: GroundTruth) -> TorsoState:
        torso, pose = truth.own.torso_to_field, truth.own.robot_to_field
        x, y, z = torso.translation.tolist()
        position = np.array((*(pose.inverse() @ Vector2(x, y)), z))
        return TorsoState(
            torso_to_robot=Pose3(sealed(turned(torso.rotation, -pose.theta)), sealed(position)),
            valid=truth.own.upright,
        )
