"""Standing kicks: from a kick request and the state of the body to joint angles."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, KickaboutError, Module
from kickabout.framework.errors import did_you_mean
from kickabout.motion.keyframes.keyframe_body import MeasuredBody
from kickabout.motion.kick.bezier_kick import StandingKick, kick_names, load_kick
from kickabout.motion.kick.bezier_kick_player import LEFT, RIGHT, BezierKickPlayer
from kickabout.motion.kick.standing_kick_flow import (
    KickInputs,
    StandingKickFlow,
    StandingKickParameters,
    requested_ball,
)
from kickabout.representations import KickOutput, KickRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class BezierKickEngineParameters(StandingKickParameters):
    """The parameters of every standing-kick engine; the kicks themselves are files."""


class BezierKickEngine(Module[BezierKickEngineParameters]):
    """Stands until the robot is calm, plays one kick, and stands until it is calm again.

    Files describe kicks with the right foot; kicks with the left foot are mirrored.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: BezierKickEngineParameters) -> None:
        super().__init__(parameters)
        self.kicks = {name: load_kick(name, self.robot) for name in kick_names(self.robot)}
        self.mirrored = {name: kick.mirrored() for name, kick in self.kicks.items()}
        self.player = BezierKickPlayer()
        self.flow = StandingKickFlow(self.player)

    def update(self, frame: FrameInfo, given: KickInputs, measured: MeasuredBody) -> KickOutput:
        if kick := self.flow.due(given):
            self._start(kick)
        support_weight = 1.0 if self.player.support == LEFT else 0.0
        return self.flow.output(measured, self.parameters, frame.dt, left_weight=support_weight)

    def _start(self, request: KickRequest) -> None:
        kick = self._kick(request)
        ball = requested_ball(request) or kick.ball
        self.player.start(kick, support=RIGHT if request.left else LEFT, ball=ball)
        self.flow.begin(request.name)

    def _kick(self, request: KickRequest) -> StandingKick:
        """Return a kick of the configuration, or of a file that is requested by its path."""
        if request.name.endswith(".toml"):
            kick = load_kick(request.name, self.robot)
            return kick.mirrored() if request.left else kick
        kicks = self.mirrored if request.left else self.kicks
        if request.name not in kicks:
            hint = did_you_mean(request.name, kicks)
            raise KickaboutError(f"unknown standing kick '{request.name}'.{hint}")
        return kicks[request.name]
