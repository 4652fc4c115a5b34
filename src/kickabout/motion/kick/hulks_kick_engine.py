"""HULKs' standing kick: from a kick request and the state of the body to joint angles."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.motion.keyframes.keyframe_body import MeasuredBody, body_reading
from kickabout.motion.kick.hulks_kick import load_kick
from kickabout.motion.kick.hulks_kick_player import HulksKickPlayer
from kickabout.motion.kick.standing_kick_flow import (
    StandingKickFlow,
    StandingKickParameters,
    requested_ball,
)
from kickabout.representations import (
    KickOutput,
    KickRequest,
    Motion,
    MotionRequest,
    MotionSelection,
)

IDLE = KickOutput()  # always the same object, which is cheap to publish and to record


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksKickEngineParameters(StandingKickParameters):
    kick: str = param("forward", doc="name of a file in config/kicks/hulks, or the path of a file")


class HulksKickEngine(Module[HulksKickEngineParameters]):
    """Key positions of foot and center of mass, inverse kinematics, gyro feedback (2021, 6.7).

    There is only one kick, straight ahead. It is played for every requested name and reported under
    that name; the ball position in the request shifts the foot a little.
    """

    def __init__(self, parameters: HulksKickEngineParameters) -> None:
        super().__init__(parameters)
        self.player = HulksKickPlayer()
        self.flow = StandingKickFlow(self.player)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.kick = load_kick(self.parameters.kick)

    def update(
        self,
        frame: FrameInfo,
        request: MotionRequest,
        selection: MotionSelection,
        measured: MeasuredBody,
    ) -> KickOutput:
        if selection.target is not Motion.KICK:
            self.flow.leave()
            return IDLE
        if not self.flow.active and request.kick is not None:
            self._start(request.kick)
        body = body_reading(measured)
        return self.flow.output(body, self.parameters, frame.dt)

    def _start(self, request: KickRequest) -> None:
        self.player.start(self.kick, left=request.left, ball=requested_ball(request))
        self.flow.begin(request.name)
