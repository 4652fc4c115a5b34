"""The NAO's body in MuJoCo: from the dimensions to links, joints, motors, shapes and sensors."""

import mujoco
import numpy as np

from kickabout.geometry.arrays import Vec3
from kickabout.robots.collision import BALL, GROUND
from kickabout.robots.nao.dimension_tables import CollisionShape, LinkProperties, NaoDimensions
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import MOTORS, Joint
from kickabout.robots.nao.sites import sensor_sites
from kickabout.robots.physics_options import OPTIONS

TWIN = "right_hip_yaw_pitch"  # the joint that the motor of hip yaw-pitch moves along
SOLES = ("left_foot", "right_foot")
ROLLING = (
    0.005,
    0.0001,
)  # MuJoCo's defaults of torsional and rolling friction, without effect here


def add_nao(
    spec: mujoco.MjSpec,
    *,
    prefix: str,
    position: tuple[float, float, float] | Vec3 = (0.0, 0.0, 0.0),
    yaw: float = 0.0,
    dimensions: NaoDimensions | None = None,
) -> None:
    """Add a robot to a world; `position` is that of the origin of its torso.

    All names in the model begin with `prefix`. The model is tuned for the physics options of
    `configure_physics`; it needs a `ServoBank` to move its motors, and `RobotContacts` to collide
    with other robots. Contacts of the soles use the parameters of the soles unless the other geom
    has a priority above 1.
    """
    builder = Builder(spec, prefix, dimensions or nao_dimensions())
    builder.add_links(position, yaw)
    builder.add_shapes()
    builder.couple_hips()
    builder.add_motors()
    builder.add_sensors()


class Builder:
    """Adds one robot to a world, part by part."""

    def __init__(self, spec: mujoco.MjSpec, prefix: str, nao: NaoDimensions) -> None:
        self.spec = spec
        self.prefix = prefix
        self.nao = nao
        self.bodies: dict[str, mujoco.MjsBody] = {}

    def add_links(self, position: tuple[float, float, float] | Vec3, yaw: float) -> None:
        """Add the tree of bodies with their joints and masses."""
        for link in self.nao.links:
            parent = self.bodies[link.parent] if link.parent else self.spec.worldbody
            body = parent.add_body(name=self.prefix + link.name)
            if link.parent:
                body.pos = link.origin_in_parent
                self._add_joint(body, link)
            else:
                body.pos = position
                body.quat = (np.cos(yaw / 2.0), 0.0, 0.0, np.sin(yaw / 2.0))
                body.add_freejoint(name=self.prefix + "root")
            body.explicitinertial = True
            body.mass = link.mass
            body.ipos = link.center_of_mass
            body.fullinertia = link.inertia
            self.bodies[link.name] = body

    def _add_joint(self, body: mujoco.MjsBody, link: LinkProperties) -> None:
        joint = Joint[link.joint.upper()]
        properties, servo = self.nao.joints[joint], self.nao.servo(joint)
        fraction = 0.5 if joint is Joint.HIP_YAW_PITCH else 1.0  # one motor behind two joints
        limits = np.array((properties.min, properties.max))
        body.add_joint(
            name=self.prefix + (TWIN if link.name == "right_pelvis" else link.joint),
            axis=link.axis,
            range=np.degrees(limits) if self.spec.compiler.degree else limits,
            limited=True,
            armature=fraction * self.nao.armature(joint),
            damping=fraction * servo.damping,
        )

    def add_shapes(self) -> None:
        """Add the shapes that collide with the ground, the ball and other robots."""
        for shape in self.nao.collision:
            is_sole = shape.link in SOLES and shape.shape == "box"
            contact = self.nao.contact.sole if is_sole else self.nao.contact.shell
            geom = self._add_geom(shape)
            geom.contype = 0
            geom.conaffinity = GROUND | BALL if shape.solid else 0
            geom.condim = 3
            geom.friction = (contact.friction, *ROLLING)
            geom.solref = (contact.time_constant, contact.damping_ratio)
            geom.solimp = (*contact.impedance, 0.5, 2.0)
            if is_sole:
                geom.name = self.prefix + shape.link
                geom.priority = 1

    def _add_geom(self, shape: CollisionShape) -> mujoco.MjsGeom:
        body = self.bodies[shape.link]
        if shape.shape == "box":
            kind = mujoco.mjtGeom.mjGEOM_BOX
            return body.add_geom(type=kind, size=shape.size, pos=shape.position)
        size = (shape.size[0], 0.0, 0.0)
        if shape.shape == "sphere":
            kind = mujoco.mjtGeom.mjGEOM_SPHERE
            return body.add_geom(type=kind, size=size, pos=shape.position)
        ends = (*shape.position, *shape.end)
        return body.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=size, fromto=ends)

    def couple_hips(self) -> None:
        """Constrain both hip yaw-pitch joints to the same angle."""
        coupling = self.spec.add_equality(
            name=self.prefix + "hip_coupling",
            type=mujoco.mjtEq.mjEQ_JOINT,
            objtype=mujoco.mjtObj.mjOBJ_JOINT,
            name1=self.prefix + TWIN,
            name2=self.prefix + "hip_yaw_pitch",
        )
        coupling.data[:5] = (0.0, 1.0, 0.0, 0.0, 0.0)  # right = 0 + 1 · left
        coupling.solref = (2.0 * OPTIONS.timestep, 1.0)  # as stiff as the step allows
        coupling.solimp = (0.99, 0.999, 0.001, 0.5, 2.0)

    def add_motors(self) -> None:
        """Add one motor per joint; that of hip yaw-pitch moves both sides with half its torque."""
        tendon = self.spec.add_tendon(name=self.prefix + "hip_yaw_pitch")
        tendon.wrap_joint(self.prefix + "hip_yaw_pitch", 0.5)
        tendon.wrap_joint(self.prefix + TWIN, 0.5)
        for joint in MOTORS:
            shared = joint is Joint.HIP_YAW_PITCH
            motor = self.spec.add_actuator(
                name=self.prefix + joint.key,
                target=self.prefix + joint.key,
                trntype=mujoco.mjtTrn.mjTRN_TENDON if shared else mujoco.mjtTrn.mjTRN_JOINT,
            )
            motor.set_to_motor()

    def add_sensors(self) -> None:
        """Add sites for all sensors, and those sensors that MuJoCo computes."""
        for site in sensor_sites(self.nao):
            self.bodies[site.link].add_site(
                name=self.prefix + site.name, pos=site.position, quat=site.quaternion
            )
        for name, kind in (
            ("gyroscope", mujoco.mjtSensor.mjSENS_GYRO),
            ("accelerometer", mujoco.mjtSensor.mjSENS_ACCELEROMETER),
        ):
            self.spec.add_sensor(
                name=self.prefix + name,
                type=kind,
                objtype=mujoco.mjtObj.mjOBJ_SITE,
                objname=self.prefix + name,
            )
