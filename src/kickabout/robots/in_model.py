"""One robot in a compiled world: from the names of its kind to indices into MuJoCo's arrays."""

from dataclasses import dataclass

import mujoco
import numpy as np

from kickabout.geometry.arrays import IndexArray, Vec
from kickabout.robots.kind import RobotKind
from kickabout.robots.servo import MotorAddresses


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RobotInModel:
    """Indices of one robot in the arrays of a compiled model."""

    kind: RobotKind
    prefix: str
    torso: int  # body
    root_qpos: int  # address of position (3) and quaternion (4) of the torso
    root_dof: int  # address of linear (3) and angular (3) velocity; those of the joints follow
    links: IndexArray  # bodies in the order of the kind
    motors: MotorAddresses
    follower_qpos: IndexArray  # addresses of joints that are coupled to others
    leaders: IndexArray  # joints to which they are coupled
    soles: tuple[int, ...]  # geoms
    gyroscope: int  # address of three values in the sensor data
    accelerometer: int

    @classmethod
    def find(cls, model: mujoco.MjModel, prefix: str, kind: RobotKind) -> "RobotInModel":
        """Look up a robot that the kind's `add_to_world` made."""
        root = model.joint(prefix + "root")
        followers = [int(model.joint(prefix + name).qposadr[0]) for name in kind.followers]
        soles = kind.sensors.feet.geoms if kind.sensors.feet else ()
        return cls(
            kind=kind,
            prefix=prefix,
            torso=int(model.body(prefix + kind.link_names[0]).id),
            root_qpos=int(root.qposadr[0]),
            root_dof=int(root.dofadr[0]),
            links=np.array([model.body(prefix + name).id for name in kind.link_names], np.int64),
            motors=_motor_addresses(model, prefix, kind),
            follower_qpos=np.array(followers, np.int64),
            leaders=np.array([kind.joint(name) for name in kind.followers.values()], np.int64),
            soles=tuple(int(model.geom(prefix + name).id) for name in soles),
            gyroscope=int(model.sensor(prefix + "gyroscope").adr[0]),
            accelerometer=int(model.sensor(prefix + "accelerometer").adr[0]),
        )

    def place(self, data: mujoco.MjData, *, position: Vec, quaternion: Vec, angles: Vec) -> None:
        """Put the robot at a pose, at rest, with the given joint angles."""
        root = self.root_qpos
        data.qpos[root : root + 3] = position
        data.qpos[root + 3 : root + 7] = quaternion
        data.qpos[self.motors.qpos] = angles[: len(self.motors.qpos)]
        data.qpos[self.follower_qpos] = angles[self.leaders]
        data.qvel[self.root_dof : self.root_dof + 6 + len(self.links) - 1] = 0.0

    def angles(self, data: mujoco.MjData) -> Vec:
        """Return the angles of all joints with a motor."""
        angles: Vec = data.qpos[self.motors.qpos]
        return angles


def _motor_addresses(model: mujoco.MjModel, prefix: str, kind: RobotKind) -> MotorAddresses:
    names = [prefix + joint.name for joint in kind.joints if joint.moves_link]
    joints = [model.joint(name) for name in names]
    return MotorAddresses(
        qpos=np.array([joint.qposadr[0] for joint in joints], dtype=np.int64),
        dofs=np.array([joint.dofadr[0] for joint in joints], dtype=np.int64),
        actuators=np.array([model.actuator(name).id for name in names], dtype=np.int64),
    )
