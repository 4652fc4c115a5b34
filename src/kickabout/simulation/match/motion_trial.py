"""One simulated robot for trials of motions: noisy sensors in, joint commands out."""

import math
from dataclasses import dataclass, field

import mujoco
import numpy as np

from kickabout.framework import FrameInfo
from kickabout.geometry import Mat3, Pose2, Vec
from kickabout.geometry.rotations import rotation_x, rotation_y, rotation_z
from kickabout.motion.keyframes.keyframe_body import MeasuredBody
from kickabout.representations import (
    BodyModel,
    FieldDimensions,
    InertialState,
    JointState,
)
from kickabout.representations.motion import EngineOutput
from kickabout.robots.nao.joints import JOINT_COUNT, MOTOR_COUNT
from kickabout.robots.nao.kind import KIND
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND
from kickabout.simulation.match.faults import Faults
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.simulation.physics.sensors import SensorModel

LYING = {
    "front": rotation_y(math.pi / 2.0),
    "back": rotation_y(-math.pi / 2.0),
    "left": rotation_x(-math.pi / 2.0),
    "right": rotation_x(math.pi / 2.0),
}
LIMP = 0.1  # stiffness while the robot is laid down
ORIENTATION_ERROR = 0.01  # rad, standard deviation of a constant error of the estimate


@dataclass
class MotionTrial:
    """A world with one robot; `sense` and `command` once per frame."""

    seed: int
    friction: float = 0.8  # of the soles
    world: PhysicsWorld = field(init=False)

    def __post_init__(self) -> None:
        self.world = PhysicsWorld(FieldDimensions(), [KIND])
        self.random = np.random.default_rng(self.seed)
        self.robot = self.world.robots[0]
        self.world.model.geom_friction[list(self.robot.soles), 0] = self.friction
        self.sensors = SensorModel(
            0, kind=KIND, name="trial", settings=KIND.sensor_errors, faults=Faults(), seed=self.seed
        )
        tilt = ORIENTATION_ERROR * self.random.standard_normal(2)
        self.orientation_error = rotation_x(tilt[0]) @ rotation_y(tilt[1])
        self.world.place_robot(0, Pose2())

    @property
    def frame(self) -> FrameInfo:
        dt = self.world.frame_time
        return FrameInfo(time=self.world.time, dt=dt, cycle=self.world.frame)

    @property
    def torso_to_world(self) -> Mat3:
        matrix = np.zeros(9)
        root = self.robot.root_qpos
        mujoco.mju_quat2Mat(matrix, self.world.data.qpos[root + 3 : root + 7])
        return matrix.reshape(3, 3)

    @property
    def torso_height(self) -> float:
        return float(self.world.data.qpos[self.robot.root_qpos + 2])

    @property
    def standing(self) -> bool:
        return bool(self.torso_to_world[2, 2] > 0.9 and self.torso_height > 0.2)

    def lay_down(self, side: str) -> None:
        """Drop the robot onto one side in a random posture and let it come to rest."""
        noise = np.zeros(JOINT_COUNT)
        noise[:MOTOR_COUNT] = 0.25 * self.random.standard_normal(MOTOR_COUNT)
        posture = nao_kinematics().clamped(STAND + noise)
        tilt = 0.12 * self.random.standard_normal(2)
        rotation = LYING[side] @ rotation_x(tilt[0]) @ rotation_y(tilt[1])
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, rotation.flatten())
        self.robot.place(
            self.world.data,
            position=np.array((0.0, 0.0, 0.2)),
            quaternion=quaternion,
            angles=posture,
        )
        for _ in range(100):
            self.command(posture, np.full(JOINT_COUNT, LIMP))

    def sense(self) -> MeasuredBody:
        """Return the outputs of sensing in this frame."""
        sensors = self.sensors.measure(self.world.snapshot())
        rotation = self.torso_to_world @ self.orientation_error
        heading = math.atan2(rotation[1, 0], rotation[0, 0])
        poses = nao_kinematics().forward(sensors.joint_angles)
        inertial = InertialState(torso_to_level=rotation_z(-heading) @ rotation, gyro=sensors.gyro)
        body = BodyModel(
            # Types: frames of the kinematics are the body model's.
            left_sole_to_torso=poses.left_sole_to_torso,  # type: ignore[arg-type]
            right_sole_to_torso=poses.right_sole_to_torso,  # type: ignore[arg-type]
            center_of_mass_in_torso=poses.center_of_mass_in_torso,
            mass=KIND.mass,
        )
        joints = JointState(angles=sensors.joint_angles)
        return MeasuredBody(joints=joints, inertial=inertial, model=body)

    def command(self, angles: Vec, stiffness: Vec) -> None:
        """Send a command to the servos and let a frame pass; NaN angles become zero."""
        self.world.command(0, np.where(np.isnan(angles), 0.0, angles), stiffness)
        self.world.advance()

    def execute(self, output: EngineOutput) -> None:
        self.command(output.angles, output.stiffness)
