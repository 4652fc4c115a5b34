"""Force sensors in the soles: from MuJoCo's contacts to the force on each sensor.

A sole is a stiff plate on four sensors. Each contact force is distributed to the sensors as on a
table with four legs.
"""

import math
from collections.abc import Sequence

import mujoco
import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import FloatArray, IndexArray
from kickabout.robots.in_model import RobotInModel


@kernel
def normal_force(
    row: int, dimensions: int, constraint_forces: FloatArray, pyramidal: bool
) -> float:
    """Return the normal force of a contact with first constraint `row`, the sum of all edges."""
    if row < 0:
        return 0.0
    rows = 2 * (dimensions - 1) if pyramidal and dimensions > 1 else 1
    force = 0.0
    for k in range(rows):
        force += constraint_forces[row + k]
    return force


@kernel
def distribute(x: float, y: float, corners: FloatArray, weights: FloatArray) -> None:
    """Fill in the fractions of a force at (x, y) that the four sensors carry.

    `weights`: front left, front right, rear left, rear right. `corners`: front x, rear x, left y,
    right y. A force outside acts on the nearest edge.
    """
    front = min(1.0, max(0.0, (x - corners[1]) / (corners[0] - corners[1])))
    left = min(1.0, max(0.0, (y - corners[3]) / (corners[2] - corners[3])))
    weights[0] = front * left
    weights[1] = front * (1.0 - left)
    weights[2] = (1.0 - front) * left
    weights[3] = (1.0 - front) * (1.0 - left)


@kernel
def gather_forces(
    geoms: IndexArray,
    positions: FloatArray,
    rows: IndexArray,
    dimensions: IndexArray,
    constraint_forces: FloatArray,
    pyramidal: bool,
    foot_of_geom: IndexArray,
    sole_positions: FloatArray,
    sole_rotations: FloatArray,
    corners: FloatArray,
    forces: FloatArray,
) -> None:
    """Fill in the sums of all normal forces on the sensors, foot × 4."""
    weights = np.empty(4)
    forces[:] = 0.0
    for k in range(rows.shape[0]):
        for side in range(2):
            foot = foot_of_geom[geoms[k, side]] if geoms[k, side] >= 0 else -1
            if foot < 0:
                continue
            force = normal_force(rows[k], dimensions[k], constraint_forces, pyramidal)
            x, y = 0.0, 0.0
            for i in range(3):
                offset = positions[k, i] - sole_positions[foot, i]
                x += offset * sole_rotations[foot, 3 * i]
                y += offset * sole_rotations[foot, 3 * i + 1]
            distribute(x, y, corners[foot], weights)
            for i in range(4):
                forces[foot, i] += force * weights[i]


class FootForces:
    """The force sensors in the feet of all robots of a world."""

    def __init__(self, model: mujoco.MjModel, robots: Sequence[RobotInModel]) -> None:
        self.pyramidal = bool(model.opt.cone == mujoco.mjtCone.mjCONE_PYRAMIDAL)
        self.foot_of_geom = np.full(model.ngeom, -1, dtype=np.int64)
        feet = [robot.kind.sensors.feet for robot in robots]
        counts = [robot.kind.sensors.foot_count for robot in robots]
        most = max(counts, default=0)
        self._shape = (len(robots), most, 4)
        # where the rows of all feet go, if some robots have fewer than others
        self._rows = np.flatnonzero(np.arange(most) < np.array(counts)[:, None])
        soles = [geom for robot in robots for geom in robot.soles]
        self.foot_of_geom[soles] = np.arange(len(soles))
        sites = [
            model.site(robot.prefix + name).id
            for robot, sensors in zip(robots, feet, strict=True)
            for name in (sensors.sites if sensors else ())
        ]
        self.soles = np.array(sites, np.int64)
        corners = [sensors.corners for sensors in feet if sensors]
        self.corners = np.concatenate(corners) if corners else np.zeros((0, 4))
        self.forces: FloatArray = np.zeros((len(soles), 4))

    def read(self, data: mujoco.MjData) -> FloatArray:
        """Return robot × foot × (front left, front right, rear left, rear right), in N."""
        contact = data.contact
        gather_forces(
            contact.geom,
            contact.pos,
            contact.efc_address,
            contact.dim,
            data.efc_force,
            self.pyramidal,
            self.foot_of_geom,
            data.site_xpos[self.soles],
            data.site_xmat[self.soles],
            self.corners,
            self.forces,
        )
        if self.forces.size == math.prod(self._shape):
            return self.forces.reshape(self._shape).copy()
        forces: FloatArray = np.zeros(self._shape)
        forces.reshape(-1, 4)[self._rows] = self.forces
        return forces
