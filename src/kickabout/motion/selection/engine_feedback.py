"""Engine feedback: what motion selection knows of the engines, and how long it waits for them.

Shared by the selector of 2019 and the phases of 2021.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Last, frozen, inputs, param
from kickabout.geometry import Vec
from kickabout.representations import (
    ArmOutput,
    FallState,
    GetUpOutput,
    KeyframeOutput,
    KickOutput,
    Motion,
    MotionRequest,
    WalkMode,
    WalkOutput,
)

MOTIONS = list(Motion)
WALK, KICK, BALL = Motion.WALK, Motion.KICK, WalkMode.BALL


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionParameters:
    """The parameters of every motion selector."""

    get_up_after: float = param(
        0.3, unit="s", low=0.0, doc="minimum time on the ground before getting up"
    )
    upright_after: float = param(
        0.5, unit="s", low=0.0, doc="minimum time upright until a fall is over"
    )
    arm_duration: float = param(
        0.15, unit="s", low=0.0, doc="duration of transitions to and from arm motions"
    )


@inputs
@frozen
class EngineFeedback:
    """Requests, and the outputs of the engines in the cycle before."""

    request: MotionRequest
    fall: FallState
    walk: Last[WalkOutput]
    kick: Last[KickOutput]
    keyframe: Last[KeyframeOutput]
    get_up: Last[GetUpOutput]
    arms: Last[ArmOutput]

    @property
    def desired(self) -> Motion:
        """The requested motion, or a kick if a walk to the ball allows a standing kick now."""
        request = self.request
        if request.motion is WALK and request.walk.mode is BALL and self.walk.kick_possible:
            return KICK
        return request.motion


def whole_body(motion: Motion) -> Vec:
    """Return the ratios of a selection in which one motion controls the whole body."""
    ratios = np.zeros(len(MOTIONS))
    ratios[MOTIONS.index(motion)] = 1.0
    return ratios
