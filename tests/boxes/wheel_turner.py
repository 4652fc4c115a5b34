"""Turning wheels by a request for their joint group instead of a joint request."""

from kickabout.framework import FrameInfo, Module, NoParameters
from kickabout.representations import GroupTarget, JointGroupRequest, JointRequest


class WheelTurner(Module[NoParameters]):
    """Leaves all joints limp but turns the group of wheels by 2 rad."""

    def update(self, frame: FrameInfo) -> tuple[JointRequest, JointGroupRequest]:
        wheels = GroupTarget(angles=(2.0,) * 4, speed=4.0)
        return JointRequest(), JointGroupRequest(targets={"legs": wheels})
