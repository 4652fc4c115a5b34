"""Where the robot believes its camera to be: from a viewpoint to a camera matrix."""

from kickabout.framework import Module, NoParameters
from kickabout.geometry import Pose3, rotation_z
from kickabout.geometry.pose3 import sealed
from kickabout.geometry.rotations import product
from kickabout.representations import CameraMatrix, GroundTruth
from kickabout.simulation.oracles.viewpoint import Viewpoint


class CameraMatrixOracle(Module[NoParameters]):
    """Errs in the same way as all percepts of the image; valid while the robot is upright."""

    def update(self, truth: GroundTruth, viewpoint: Viewpoint) -> CameraMatrix:
        heading = rotation_z(-truth.own.robot_to_field.theta)
        rotation = sealed(product(heading, viewpoint.believed_rotation))
        return CameraMatrix(
            camera_to_robot=Pose3(rotation, viewpoint.camera_in_robot),
            camera_to_torso=truth.own.torso_to_field.inverse() @ truth.camera_to_field,
            valid=truth.own.upright,
        )
