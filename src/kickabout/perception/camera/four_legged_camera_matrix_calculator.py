"""Camera pose of an Aibo: from the joints and the torso's pose to a camera matrix."""

from kickabout.framework import Module, NoParameters
from kickabout.geometry import Camera, Pose3, Torso, rotation_from_roll_pitch_yaw
from kickabout.geometry.pose3 import sealed
from kickabout.representations import (
    CameraCalibration,
    CameraInfo,
    CameraMatrix,
    JointState,
    TorsoState,
)
from kickabout.representations.camera import NO_TURN
from kickabout.robots.aibo.kinematics import CAMERA, aibo_kinematics


class FourLeggedCameraMatrixCalculator(Module[NoParameters]):
    """Chains the torso's pose, the three joints of the head and the camera's correction."""

    robot_kinds = ("ers210", "ers7")

    def __init__(self, parameters: NoParameters) -> None:
        super().__init__(parameters)
        self.kinematics = aibo_kinematics(self.robot.robot)
        self.row = [row.name for row in self.kinematics.rows].index(CAMERA)

    def update(
        self,
        joints: JointState,
        torso: TorsoState,
        calibration: CameraCalibration,
        info: CameraInfo,
    ) -> CameraMatrix:
        if len(joints.angles) < len(self.kinematics.dimensions.joints):
            return CameraMatrix()
        poses = self.kinematics.forward(joints.angles)
        turn = rotation_from_roll_pitch_yaw(*calibration.cameras.get(info.camera, NO_TURN))
        camera_to_torso = Pose3[Camera, Torso](
            sealed(poses.rotations[self.row] @ turn), sealed(poses.translations[self.row].copy())
        )
        lean = Pose3[Torso, Torso](
            rotation_from_roll_pitch_yaw(calibration.body_roll, calibration.body_pitch, 0.0)
        )
        return CameraMatrix(
            camera_to_robot=torso.torso_to_robot @ lean @ camera_to_torso,
            camera_to_torso=camera_to_torso,
            valid=torso.valid,
        )
