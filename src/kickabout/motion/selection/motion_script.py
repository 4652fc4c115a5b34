"""Motion script: from parameters to motion requests, for remote control."""

from dataclasses import dataclass
from typing import Literal

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Pose2, Robot
from kickabout.representations import (
    ArmRequest,
    HeadRequest,
    Motion,
    MotionRequest,
    WalkMode,
    WalkRequest,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionScriptParameters:
    motion: Literal["walk", "stand", "stand high", "sit", "play dead"] = param(
        "walk", doc="motion of the whole body after start_after"
    )
    mode: Literal["speed", "relative speed", "step"] = param(
        "speed", doc="meaning of speed_x, speed_y and turn"
    )
    speed_x: float = param(0.0, low=-1.0, high=1.0, doc="forward, in m/s, as fraction or in m")
    speed_y: float = param(0.0, low=-1.0, high=1.0, doc="to the left, in m/s, as fraction or in m")
    turn: float = param(0.0, low=-4.0, high=4.0, doc="to the left, in rad/s, as fraction or rad")
    start_after: float = param(1.0, unit="s", low=0.0, doc="time to stand before the motion starts")
    pan: float = param(0.0, unit="rad", low=-2.1, high=2.1, doc="head angle to the left")
    tilt: float = param(0.1, unit="rad", low=-0.7, high=0.6, doc="head angle downward")
    arms: str = param("", doc="name of a key-frame motion for both arms")


class MotionScript(Module[MotionScriptParameters]):
    """Publishes the same request in every cycle; a walk with zero speed becomes a stand."""

    def update(self, frame: FrameInfo) -> tuple[MotionRequest, HeadRequest, ArmRequest]:
        p = self.parameters
        started = frame.time >= p.start_after
        speed: Pose2[Robot, Robot] = Pose2(p.speed_x, p.speed_y, p.turn)
        motion = Motion(p.motion) if started else Motion.STAND
        if motion is Motion.WALK and speed == Pose2():
            motion = Motion.STAND
        request = MotionRequest(motion=motion, walk=WalkRequest(mode=WalkMode(p.mode), speed=speed))
        return request, HeadRequest(pan=p.pan, tilt=p.tilt), ArmRequest(motions=(p.arms, p.arms))
