"""Engine feedback: requests and the engine outputs of the cycle before, for motion selection.

Shared by the selector of 2019 and the phases of 2021.
"""

from kickabout.framework import Last, frozen, inputs
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

WALK, KICK, BALL = Motion.WALK, Motion.KICK, WalkMode.BALL


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
