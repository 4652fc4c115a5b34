"""Mouth and tail script: from parameters to requests for joints that no engine moves."""

import math
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import GroupTarget, JointGroupRequest
from kickabout.robots.aibo.dimensions import aibo_dimensions


@dataclass(frozen=True, slots=True, kw_only=True)
class MouthAndTailScriptParameters:
    mouth: float = param(0.0, low=0.0, high=1.0, doc="how far the mouth is open")
    mouth_period: float = param(
        0.0, unit="s", low=0.0, doc="if not zero, the mouth opens and closes in this time"
    )
    wag: float = param(0.0, low=0.0, high=1.0, doc="how far the tail wags")
    wag_period: float = param(0.8, unit="s", low=0.1, doc="time in which the tail wags once")


class MouthAndTailScript(Module[MouthAndTailScriptParameters]):
    """Opens the mouth and wags the tail, for remote control and for demonstrations."""

    robot_kinds = ("ers210", "ers7")

    def __init__(self, parameters: MouthAndTailScriptParameters) -> None:
        super().__init__(parameters)
        joints = {joint.name: joint for joint in aibo_dimensions(self.robot.robot).joints}
        mouth, pan, tilt = joints["mouth"], joints["tail_pan"], joints["tail_tilt"]
        self.mouth = (mouth.max, mouth.min)  # closed, open
        self.tail = (0.5 * (tilt.min + tilt.max), pan.max)

    def update(self, frame: FrameInfo) -> JointGroupRequest:
        p = self.parameters
        opened = p.mouth
        if p.mouth_period > 0.0:
            opened *= 0.5 - 0.5 * math.cos(2.0 * math.pi * frame.time / p.mouth_period)
        closed, widest = self.mouth
        tilt, side = self.tail
        pan = p.wag * side * math.sin(2.0 * math.pi * frame.time / p.wag_period)
        return JointGroupRequest(
            targets={
                "mouth": GroupTarget(angles=(closed + opened * (widest - closed),), speed=8.0),
                "tail": GroupTarget(angles=(tilt, pan), speed=8.0),
            }
        )
