"""A motion script: from parameters to requests, so that robots can be driven from outside."""

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
        "walk", doc="what the whole body does after the start"
    )
    mode: Literal["speed", "relative speed", "step"] = param(
        "speed", doc="what the three speeds mean"
    )
    speed_x: float = param(0.0, low=-1.0, high=1.0, doc="forward: m/s, share or m")
    speed_y: float = param(0.0, low=-1.0, high=1.0, doc="to the left: m/s, share or m")
    turn: float = param(0.0, low=-4.0, high=4.0, doc="to the left: rad/s, share or rad")
    start_after: float = param(1.0, unit="s", low=0.0, doc="stand first")
    pan: float = param(0.0, unit="rad", low=-2.1, high=2.1, doc="of the head, to the left")
    tilt: float = param(0.1, unit="rad", low=-0.7, high=0.6, doc="of the head, downward")
    arms: str = param("", doc="key-frame motion of both arms")


class MotionScript(Module[MotionScriptParameters]):
    """Asks for the same all the time; a robot without any motion wished stands."""

    def update(self, frame: FrameInfo) -> tuple[MotionRequest, HeadRequest, ArmRequest]:
        p = self.parameters
        started = frame.time >= p.start_after
        speed: Pose2[Robot, Robot] = Pose2(p.speed_x, p.speed_y, p.turn)
        motion = Motion(p.motion) if started else Motion.STAND
        if motion is Motion.WALK and speed == Pose2():
            motion = Motion.STAND
        request = MotionRequest(motion=motion, walk=WalkRequest(mode=WalkMode(p.mode), speed=speed))
        return request, HeadRequest(pan=p.pan, tilt=p.tilt), ArmRequest(motions=(p.arms, p.arms))
