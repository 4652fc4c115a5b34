"""Engine feedback: from a wish and what engines said in the cycle before to who may have the body.

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
    """SkillRequests, and what the engines said in the cycle before."""

    request: MotionRequest
    fall: FallState
    walk: Last[WalkOutput]
    kick: Last[KickOutput]
    keyframe: Last[KeyframeOutput]
    get_up: Last[GetUpOutput]
    arms: Last[ArmOutput]

    @property
    def wanted(self) -> Motion:
        """What is asked for; who was to walk to the ball kicks where a stand allows it."""
        request = self.request
        if request.motion is WALK and request.walk.mode is BALL and self.walk.kick_possible:
            return KICK
        return request.motion
