"""Camera matrix oracle: from a viewpoint to the estimated pose of the camera."""

from kickabout.framework import Module, NoParameters
from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat3, Pose3, Vec3, rotation_z
from kickabout.geometry.pose3 import sealed
from kickabout.geometry.rotations import chained, inverted, product
from kickabout.representations import CameraMatrix, GroundTruth
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint


class CameraMatrixOracle(Module[NoParameters]):
    """The camera matrix with the same error as all percepts of the image."""

    replaces = ("CameraImage",)

    def update(self, truth: GroundTruth, viewpoint: Viewpoint) -> CameraMatrix:
        torso, camera = truth.own.torso_to_field, truth.camera_to_field
        rotation = turned(viewpoint.estimated_rotation, -truth.own.robot_to_field.theta)
        in_torso, position = relative_to(
            torso.rotation, torso.translation, camera.rotation, camera.translation
        )
        return CameraMatrix(
            camera_to_robot=Pose3(sealed(rotation), viewpoint.camera_in_robot),
            camera_to_torso=Pose3(sealed(in_torso), sealed(position)),
            valid=viewpoint.valid,
        )


@kernel
def turned(rotation: Mat3, angle: float) -> Mat3:
    """Return the rotation, turned about the vertical axis."""
    return product(rotation_z(angle), rotation)


@kernel
def relative_to(
    own_rotation: Mat3, own_translation: Vec3, rotation: Mat3, translation: Vec3
) -> tuple[Mat3, Vec3]:
    """Return the second of two poses in one frame relative to the first."""
    back, back_translation = inverted(own_rotation, own_translation)
    return chained(back, back_translation, rotation, translation)
