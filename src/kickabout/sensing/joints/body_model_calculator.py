"""Body model: from joint angles to the poses of all links and the center of mass."""

from kickabout.framework import Module, NoParameters
from kickabout.geometry import Pose3
from kickabout.representations import BodyModel, JointState
from kickabout.robots.nao.kinematics import LEFT_SOLE, RIGHT_SOLE, nao_kinematics


class BodyModelCalculator(Module[NoParameters]):
    """Computes the forward kinematics of the NAO with the masses of its configuration file.

    Rows of the link arrays are those of `Link`, then soles, cameras and hands as in
    `robots.nao.kinematics`.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: NoParameters) -> None:
        super().__init__(parameters)
        self.kinematics = nao_kinematics()
        self.mass = self.kinematics.dimensions.mass

    def update(self, joints: JointState) -> BodyModel:
        poses = self.kinematics.forward(joints.angles)
        rotations, translations = poses.rotations, poses.translations
        return BodyModel(
            link_rotations=rotations,
            link_positions=translations,
            left_sole_to_torso=Pose3(rotations[LEFT_SOLE], translations[LEFT_SOLE]),
            right_sole_to_torso=Pose3(rotations[RIGHT_SOLE], translations[RIGHT_SOLE]),
            center_of_mass_in_torso=poses.center_of_mass_in_torso,
            mass=self.mass,
        )
