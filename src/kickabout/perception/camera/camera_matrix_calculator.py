"""Camera pose: from the joints, the torso's pose and the calibration to a camera matrix."""

from kickabout.framework import Module, NoParameters
from kickabout.geometry import Camera, Pose3, Torso, rotation_from_roll_pitch_yaw
from kickabout.geometry.pose3 import sealed
from kickabout.geometry.rotations import product
from kickabout.representations import (
    BodyModel,
    CameraCalibration,
    CameraInfo,
    CameraMatrix,
    TorsoState,
)
from kickabout.representations.camera import NO_TURN
from kickabout.robots.nao.kinematics import CAMERAS


class CameraMatrixCalculator(Module[NoParameters]):
    """Chains the torso's pose, the body's correction, the head's pose and the camera's correction.

    After B-Human 2019, section 4.1.2: eight corrections, two of the body and three of each camera.
    """

    robot_kinds = ("nao",)

    def update(
        self,
        body: BodyModel,
        torso: TorsoState,
        calibration: CameraCalibration,
        info: CameraInfo,
    ) -> CameraMatrix:
        row = CAMERAS.get(info.camera, 0)
        if not row or len(body.link_rotations) <= row:
            return CameraMatrix()
        corrections = calibration.cameras.get(info.camera, NO_TURN)
        mounted = Pose3[Camera, Torso](body.link_rotations[row], body.link_positions[row])
        camera_to_torso = _turned(mounted, corrections)
        lean = Pose3[Torso, Torso](
            rotation_from_roll_pitch_yaw(calibration.body_roll, calibration.body_pitch, 0.0)
        )
        return CameraMatrix(
            camera_to_robot=torso.torso_to_robot @ lean @ camera_to_torso,
            camera_to_torso=camera_to_torso,
            valid=torso.valid,
        )


def _turned(
    mounted: Pose3[Camera, Torso], corrections: tuple[float, float, float]
) -> Pose3[Camera, Torso]:
    """Return the pose of a camera turned about its own axes by roll, pitch and yaw."""
    if not any(corrections):
        return mounted
    turn = rotation_from_roll_pitch_yaw(*corrections)
    return Pose3(sealed(product(mounted.rotation, turn)), mounted.translation)
