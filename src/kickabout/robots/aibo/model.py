"""An Aibo's body in MuJoCo: from the dimensions to links, joints, motors, shapes and sensors."""

import mujoco
import numpy as np

from kickabout.robots.aibo.dimension_tables import AiboDimensions, CollisionShape, LinkProperties
from kickabout.robots.collision import BALL, GROUND

ROLLING = (0.005, 0.0001)  # MuJoCo's defaults of torsional and rolling friction, without effect
SENSORS = {
    "gyroscope": mujoco.mjtSensor.mjSENS_GYRO,
    "accelerometer": mujoco.mjtSensor.mjSENS_ACCELEROMETER,
}


def add_aibo(
    aibo: AiboDimensions,
    spec: mujoco.MjSpec,
    *,
    prefix: str,
    position: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> None:
    """Add a robot to a world; `position` is that of the origin of its body."""
    builder = Builder(spec, prefix, aibo)
    builder.add_links(position)
    builder.add_shapes()
    builder.add_motors()
    builder.add_sensors()


class Builder:
    """Adds one robot to a world, part by part."""

    def __init__(self, spec: mujoco.MjSpec, prefix: str, aibo: AiboDimensions) -> None:
        self.spec = spec
        self.prefix = prefix
        self.aibo = aibo
        self.bodies: dict[str, mujoco.MjsBody] = {}

    def add_links(self, position: tuple[float, float, float]) -> None:
        """Add the tree of bodies with their joints and masses."""
        for link in self.aibo.links:
            parent = self.bodies[link.parent] if link.parent else self.spec.worldbody
            body = parent.add_body(name=self.prefix + link.name)
            if link.parent:
                body.pos = link.origin_in_parent
                self._add_joint(body, link)
            else:
                body.pos = position
                body.add_freejoint(name=self.prefix + "root")
            body.explicitinertial = True
            body.mass = link.mass
            body.ipos = link.center_of_mass
            body.fullinertia = (*link.inertia, 0.0, 0.0, 0.0)
            self.bodies[link.name] = body

    def _add_joint(self, body: mujoco.MjsBody, link: LinkProperties) -> None:
        joint = next(joint for joint in self.aibo.joints if joint.name == link.joint)
        servo = self.aibo.servo(joint)
        limits = np.array((joint.min, joint.max))
        body.add_joint(
            name=self.prefix + joint.name,
            axis=link.axis,
            range=np.degrees(limits) if self.spec.compiler.degree else limits,
            limited=True,
            armature=servo.armature,
            damping=servo.damping,
        )

    def add_shapes(self) -> None:
        """Add the shapes that collide with the ground, the ball and other robots."""
        for shape in self.aibo.collision:
            is_paw = shape.name.endswith("_paw")
            contact = self.aibo.contact.paw if is_paw else self.aibo.contact.shell
            geom = self._add_geom(shape)
            geom.contype = 0
            geom.conaffinity = GROUND | BALL if shape.solid else 0
            geom.condim = 3
            geom.friction = (contact.friction, *ROLLING)
            geom.solref = (contact.time_constant, contact.damping_ratio)
            geom.solimp = (*contact.impedance, 0.5, 2.0)
            geom.priority = 1 if is_paw else 0
            if shape.name:
                geom.name = self.prefix + shape.name

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

    def add_motors(self) -> None:
        """Add one motor per joint."""
        for joint in self.aibo.motors:
            motor = self.spec.add_actuator(
                name=self.prefix + joint.name,
                target=self.prefix + joint.name,
                trntype=mujoco.mjtTrn.mjTRN_JOINT,
            )
            motor.set_to_motor()

    def add_sensors(self) -> None:
        """Add a site for every frame, and those sensors that MuJoCo computes."""
        for frame in self.aibo.frames:
            half = frame.pitch / 2.0
            self.bodies[frame.link].add_site(
                name=self.prefix + frame.name,
                pos=frame.position,
                quat=(np.cos(half), 0.0, np.sin(half), 0.0),
            )
        self.bodies["body"].add_site(name=self.prefix + "inertial")
        for name, kind in SENSORS.items():
            self.spec.add_sensor(
                name=self.prefix + name,
                type=kind,
                objtype=mujoco.mjtObj.mjOBJ_SITE,
                objname=self.prefix + "inertial",
            )
