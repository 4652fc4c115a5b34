"""One NAO in a compiled world: from names to indices into MuJoCo's arrays."""

from dataclasses import dataclass

import mujoco
import numpy as np

from kickabout.geometry.arrays import IndexArray, Vec
from kickabout.robots.nao.dimension_tables import NaoDimensions
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import MOTOR_COUNT, MOTORS, Joint, Link
from kickabout.robots.nao.model import SOLES, TWIN
from kickabout.robots.servo import MotorAddresses, ServoParameters


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NaoInModel:
    """Indices of one robot in the arrays of a compiled model."""

    prefix: str
    torso: int  # body
    root_qpos: int  # address of position (3) and quaternion (4) of the torso
    root_dof: int  # address of linear (3) and angular (3) velocity; those of the joints follow
    links: IndexArray  # bodies in the order of Link
    motors: MotorAddresses
    twin_qpos: int  # right hip yaw-pitch
    soles: tuple[int, int]  # geoms, left and right
    gyroscope: int  # address of three values in the sensor data
    accelerometer: int

    @classmethod
    def find(cls, model: mujoco.MjModel, prefix: str) -> "NaoInModel":
        """Look up a robot that `add_nao` made."""
        root = model.joint(prefix + "root")
        return cls(
            prefix=prefix,
            torso=int(model.body(prefix + "torso").id),
            root_qpos=int(root.qposadr[0]),
            root_dof=int(root.dofadr[0]),
            links=np.array([model.body(prefix + link.key).id for link in Link], dtype=np.int64),
            motors=_motor_addresses(model, prefix),
            twin_qpos=int(model.joint(prefix + TWIN).qposadr[0]),
            soles=(int(model.geom(prefix + SOLES[0]).id), int(model.geom(prefix + SOLES[1]).id)),
            gyroscope=int(model.sensor(prefix + "gyroscope").adr[0]),
            accelerometer=int(model.sensor(prefix + "accelerometer").adr[0]),
        )

    def place(self, data: mujoco.MjData, *, position: Vec, quaternion: Vec, angles: Vec) -> None:
        """Put the robot at a pose, at rest, with the given joint angles."""
        root = self.root_qpos
        data.qpos[root : root + 3] = position
        data.qpos[root + 3 : root + 7] = quaternion
        data.qpos[self.motors.qpos] = angles[:MOTOR_COUNT]
        data.qpos[self.twin_qpos] = angles[Joint.HIP_YAW_PITCH]
        data.qvel[self.root_dof : self.root_dof + 6 + len(Link) - 1] = 0.0

    def angles(self, data: mujoco.MjData) -> Vec:
        """Return the angles of all joints with a motor; in the model the hands have none."""
        angles: Vec = data.qpos[self.motors.qpos]
        return angles


def _motor_addresses(model: mujoco.MjModel, prefix: str) -> MotorAddresses:
    joints = [model.joint(prefix + joint.key) for joint in MOTORS]
    actuators = [model.actuator(prefix + joint.key).id for joint in MOTORS]
    return MotorAddresses(
        qpos=np.array([joint.qposadr[0] for joint in joints], dtype=np.int64),
        dofs=np.array([joint.dofadr[0] for joint in joints], dtype=np.int64),
        actuators=np.array(actuators, dtype=np.int64),
    )


def servo_parameters(dimensions: NaoDimensions | None = None) -> ServoParameters:
    """Return the parameters of all servos in the order of the joints."""
    nao = dimensions or nao_dimensions()
    return ServoParameters(
        proportional=np.array([nao.servo(joint).proportional for joint in MOTORS]),
        derivative=np.array([nao.servo(joint).derivative for joint in MOTORS]),
        max_torque=np.array([nao.max_torque(joint) for joint in MOTORS]),
        max_speed=np.array([nao.max_speed(joint) for joint in MOTORS]),
        friction=np.array([nao.servo(joint).friction for joint in MOTORS]),
        min_angle=nao.joint_min(),
        max_angle=nao.joint_max(),
        friction_speed=nao.actuation.friction_speed,
        backlash=nao.actuation.backlash,
        frame=nao.actuation.frame,
        delay_frames=nao.actuation.delay_frames,
    )
