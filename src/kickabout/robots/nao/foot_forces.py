"""Force sensors in the soles: from MuJoCo's contacts to the force on each sensor.

A sole is a stiff plate on four sensors. The ground pushes it at some points, and each push is
shared by the sensors around it as on a table with four legs.
"""

from collections.abc import Sequence

import mujoco
import numpy as np

from kickabout.geometry.arrays import FloatArray, IndexArray
from kickabout.geometry.kernels import kernel
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.figures import NaoDimensions
from kickabout.robots.nao.in_model import NaoInModel

SIDES = ("left", "right")


@kernel
def normal_force(
    row: int, dimensions: int, constraint_forces: FloatArray, pyramidal: bool
) -> float:
    """Of a contact whose first constraint is `row`; a pyramid's edges all push outwards."""
    if row < 0:
        return 0.0
    rows = 2 * (dimensions - 1) if pyramidal and dimensions > 1 else 1
    force = 0.0
    for k in range(rows):
        force += constraint_forces[row + k]
    return force


@kernel
def share(x: float, y: float, corners: FloatArray, weights: FloatArray) -> None:
    """Shares of front left, front right, rear left, rear right in a push at (x, y).

    `corners`: front x, rear x, left y, right y. Pushes outside go to the nearest edge.
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
    """Add the normal forces of all contacts to the sensors, foot × 4."""
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
            share(x, y, corners[foot % 2], weights)
            for i in range(4):
                forces[foot, i] += force * weights[i]


class FootForces:
    """The force sensors of all NAOs of a world."""

    def __init__(
        self,
        model: mujoco.MjModel,
        robots: Sequence[NaoInModel],
        *,
        dimensions: NaoDimensions | None = None,
    ) -> None:
        nao = dimensions or nao_dimensions()
        self.pyramidal = bool(model.opt.cone == mujoco.mjtCone.mjCONE_PYRAMIDAL)
        self.foot_of_geom = np.full(model.ngeom, -1, dtype=np.int64)
        soles = [geom for robot in robots for geom in robot.soles]
        self.foot_of_geom[soles] = np.arange(len(soles))
        self.soles = np.array(
            [model.site(robot.prefix + side + "_sole").id for robot in robots for side in SIDES]
        )
        self.corners = np.array([_corners(nao.fsr.positions(left=left)) for left in (True, False)])
        self.forces: FloatArray = np.zeros((len(soles), 4))

    def read(self, data: mujoco.MjData) -> FloatArray:
        """Robot × (left, right) × (front left, front right, rear left, rear right), in N."""
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
        return self.forces.reshape(-1, 2, 4).copy()


def _corners(sensors: FloatArray) -> tuple[float, float, float, float]:
    """Front x, rear x, left y, right y of the rectangle nearest to the four sensors."""
    front, rear = sensors[:2, 0].mean(), sensors[2:, 0].mean()
    return float(front), float(rear), float(sensors[::2, 1].mean()), float(sensors[1::2, 1].mean())
