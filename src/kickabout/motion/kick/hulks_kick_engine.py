"""HULKs' standing kick: from a kick request and the state of the body to joint angles."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.motion.keyframes.keyframe_body import MeasuredBody
from kickabout.motion.kick.hulks_kick import SORT, load_kick
from kickabout.motion.kick.hulks_kick_player import HulksKickPlayer
from kickabout.motion.kick.standing_kick_flow import (
    KickInputs,
    StandingKickFlow,
    StandingKickParameters,
    requested_ball,
)
from kickabout.representations import KickOutput, KickRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksKickEngineParameters(StandingKickParameters):
    kick: str = param(
        "forward",
        names=SORT,
        doc="name of a file in the robot's folder kicks/hulks, or the path of a file",
    )


class HulksKickEngine(Module[HulksKickEngineParameters]):
    """Key positions of foot and center of mass, inverse kinematics, gyro feedback (2021, 6.7).

    There is only one kick, straight ahead. It is played for every requested name and reported under
    that name; the ball position in the request shifts the foot a little.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: HulksKickEngineParameters) -> None:
        super().__init__(parameters)
        self.player = HulksKickPlayer()
        self.flow = StandingKickFlow(self.player)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.kick = load_kick(self.parameters.kick, self.robot)

    def update(self, frame: FrameInfo, given: KickInputs, measured: MeasuredBody) -> KickOutput:
        if kick := self.flow.due(given):
            self._start(kick)
        return self.flow.output(measured, self.parameters, frame.dt)

    def _start(self, request: KickRequest) -> None:
        self.player.start(self.kick, left=request.left, ball=requested_ball(request))
        self.flow.begin(request.name)
