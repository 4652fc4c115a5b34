"""One physics step of a world with robots: positions, then forces, then motion."""

from collections.abc import Iterable
from typing import Protocol

import mujoco


class ForceSource(Protocol):
    """Something that writes forces, such as a `ServoBank` or `Pushing`."""

    def apply(self, data: mujoco.MjData) -> None: ...


def step(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    *,
    sources: Iterable[ForceSource],
    accelerometers: bool = True,
) -> None:
    """Advance by one time step; positions and velocities are current when the sources are asked.

    Accelerometers cost extra, so leave them out in steps after which nobody reads them.
    """
    mujoco.mj_step1(model, data)
    for source in sources:
        source.apply(data)
    # MuJoCo 3.5 forgets to do this between two steps (its issue 3133): while the flag is set, it
    # takes the accelerations that accelerometers need for already known.
    data.flg_rnepost = not accelerometers
    mujoco.mj_step2(model, data)
