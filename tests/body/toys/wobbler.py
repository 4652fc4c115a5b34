"""A module that stands, sets lights, and fails in chosen cycles."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.representations import FrameInfo, JointRequest, LedRequest, SensorFrame
from kickabout.robots.nao.postures import STAND


@dataclass(frozen=True, slots=True, kw_only=True)
class WobblerParameters:
    raises_in: int = param(-1, doc="number of the cycle in which it fails")
    not_finite_in: int = param(-1, doc="number of the cycle with a joint target of NaN")
    too_bright_in: int = param(-1, doc="number of the cycle with an impossible light")


class Wobbler(Module[WobblerParameters]):
    """Stands, and fails in the cycles given by its parameters."""

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> tuple[JointRequest, LedRequest]:
        if frame.cycle == self.parameters.raises_in:
            raise RuntimeError("stumbled")
        angles = STAND.copy()
        if frame.cycle == self.parameters.not_finite_in:
            angles[0] = np.nan
        chest = 2.0 if frame.cycle == self.parameters.too_bright_in else 1.0
        stiffness = np.full(len(STAND), 0.5 if sensors.connected else 0.0)
        red = LedRequest(colors={"chest": ((chest, 0.0, 0.0),)})
        return JointRequest(angles=angles, stiffness=stiffness), red
