"""One physics step of a world with robots: positions, then forces, then motion."""

from collections.abc import Iterable
from typing import Protocol

import mujoco

from kickabout.robots.physics_options import OPTIONS


class ForceSource(Protocol):
    """Something that writes forces, such as a `ServoBank` or `RobotContacts`."""

    def apply(self, data: mujoco.MjData) -> None: ...


def step(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    *,
    sources: Iterable[ForceSource],
    accelerometers: bool = True,
) -> None:
    """Advance by one time step; sources are applied with current positions and velocities.

    Accelerometers take extra time, so leave them out in steps after which they are not read.
    """
    mujoco.mj_step1(model, data)
    for source in sources:
        source.apply(data)
    # MuJoCo 3.5 does not clear this flag between two steps (its issue 3133). While it is set,
    # MuJoCo assumes that the accelerations for the accelerometers are computed already.
    data.flg_rnepost = not accelerometers
    mujoco.mj_step2(model, data)


def configure_physics(spec: mujoco.MjSpec, timestep: float = OPTIONS.timestep) -> None:
    """Set the options of physics that all models of robots are tuned with."""
    option = spec.option
    option.timestep = timestep
    option.gravity = (0.0, 0.0, -OPTIONS.gravity)
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.solver = mujoco.mjtSolver.mjSOL_NEWTON
    option.cone = mujoco.mjtCone.mjCONE_PYRAMIDAL
    option.jacobian = mujoco.mjtJacobian.mjJAC_SPARSE
    option.iterations = OPTIONS.iterations
    option.ls_iterations = OPTIONS.line_search_iterations
    option.tolerance = OPTIONS.tolerance
    option.impratio = OPTIONS.friction_to_normal_impedance
