"""Contacts between robots: from overlapping capsules to forces on the joints.

MuJoCo's solver would treat robots that touch as one system, and a heap of ten robots would take
several times as long as ten separate robots. As springs and dampers outside the solver, their
contacts cost almost no time. All capsules and spheres of a robot take part, but no other shapes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from kickabout.geometry.arrays import FloatArray, IndexArray
from kickabout.robots.pushing_kernels import find_overlaps, gather, push_apart

CAPSULE = int(mujoco.mjtGeom.mjGEOM_CAPSULE)
SPHERE = int(mujoco.mjtGeom.mjGEOM_SPHERE)
CAPACITY = 2000  # overlaps at a time; a heap of ten robots has about a hundred


@dataclass(frozen=True, slots=True, kw_only=True)
class PushingParameters:
    """Elasticity of the shells, chosen to be stable for limbs of 0.15 kg at steps of 4 ms."""

    stiffness: float = 5000.0  # N/m
    damping: float = 25.0  # N·s/m
    friction: float = 0.4
    friction_speed: float = 0.05  # m/s, sliding speed at which friction reaches half its value


DEFAULT = PushingParameters()


class RobotContacts:
    """Contacts between the robots of a world; `apply` once per physics step.

    Call it between `mj_step1` and `mj_step2`, where positions and velocities are up to date.
    """

    def __init__(
        self,
        model: mujoco.MjModel,
        roots: Sequence[str],
        *,
        parameters: PushingParameters = DEFAULT,
    ) -> None:
        self._parameters = np.array(
            (
                parameters.stiffness,
                parameters.damping,
                parameters.friction,
                parameters.friction_speed,
            )
        )
        self.roots = np.array([model.body(root).id for root in roots], dtype=np.int64)
        geoms_of_robots = [_round_geoms(model, root) for root in self.roots]
        self.geoms = np.array([geom for robot in geoms_of_robots for geom in robot], dtype=np.int64)
        self.ranges = np.cumsum([0, *(len(robot) for robot in geoms_of_robots)])
        self.capsules = np.zeros((len(self.geoms), 8))  # center, axis, radius, half length
        self.capsules[:, 6:] = [_shape(model, geom) for geom in self.geoms]
        self.boxes = np.zeros((len(roots), 6))
        self.carriers = np.array(
            [_carrier(model, geom, self.roots) for geom in self.geoms], dtype=np.int64
        ).reshape(-1, 4)
        self.dof_parents = model.dof_parentid.astype(np.int64)
        self.dofs = np.flatnonzero(np.isin(model.body_rootid[model.dof_bodyid], self.roots))
        self.count = 0
        self.pairs = np.zeros((CAPACITY, 2), dtype=np.int64)
        self.overlaps = np.zeros((CAPACITY, 7))
        self.forces: FloatArray = np.zeros((len(roots), len(roots)))

    def apply(self, data: mujoco.MjData) -> None:
        """Write `qfrc_applied` of the robots, and to `forces` what presses each pair, in N.

        While no robots touch, `qfrc_applied` is not changed.
        """
        generalized = data.qfrc_applied
        if self.count:
            generalized[self.dofs] = 0.0
            self.forces[:] = 0.0
        gather(data.geom_xpos, data.geom_xmat, self.geoms, self.ranges, self.capsules, self.boxes)
        self.count = find_overlaps(
            self.capsules, self.boxes, self.ranges, self.pairs, self.overlaps
        )
        if self.count:
            push_apart(
                self.count,
                self.pairs,
                self.overlaps,
                self.carriers,
                self.dof_parents,
                data.cvel,
                data.subtree_com,
                data.cdof,
                self._parameters,
                generalized,
                self.forces,
            )


def _round_geoms(model: mujoco.MjModel, root: int) -> list[int]:
    of_robot = model.body_rootid[model.geom_bodyid] == root
    is_round = np.isin(model.geom_type, (CAPSULE, SPHERE))
    return [int(geom) for geom in np.flatnonzero(of_robot & is_round)]


def _shape(model: mujoco.MjModel, geom: int) -> tuple[float, float]:
    radius, half_length = model.geom_size[geom, :2]
    return float(radius), float(half_length) if model.geom_type[geom] == CAPSULE else 0.0


def _carrier(model: mujoco.MjModel, geom: int, roots: IndexArray) -> tuple[int, int, int, int]:
    """Return body, last degree of freedom that moves it, root body and robot of a geom."""
    body = int(model.geom_bodyid[geom])
    root = int(model.body_rootid[body])
    moved = body
    while model.body_dofnum[moved] == 0 and moved != root:
        moved = int(model.body_parentid[moved])
    last_dof = int(model.body_dofadr[moved] + model.body_dofnum[moved] - 1)
    return body, last_dof, root, int(np.flatnonzero(roots == root)[0])
