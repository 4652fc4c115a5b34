"""Special actions: from a request for sitting, diving or a gesture to joint angles."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, KickaboutError, Module, param
from kickabout.framework.errors import did_you_mean
from kickabout.geometry import Pose2, Robot
from kickabout.motion.keyframes.keyframe_body import MeasuredBody, body_reading
from kickabout.motion.keyframes.keyframe_motion import EXTERN
from kickabout.motion.keyframes.special_library import load_actions
from kickabout.motion.keyframes.special_net import SpecialNet
from kickabout.representations import KeyframeOutput, Motion, MotionRequest, MotionSelection
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.dimensions import nao_dimensions

OWN_MOTIONS = (Motion.SPECIAL, Motion.SIT, Motion.STAND_HIGH, Motion.DIVE)

IDLE = nao_defaults(KeyframeOutput)  # always the same object: cheap to publish and to record


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyframeEngineParameters:
    sit: str = param("sit", doc="name of the special action to sit down")
    stand_high: str = param(
        "stand_high", doc="name of the special action to stand with straight knees"
    )
    dive: str = param(
        "genuflect", doc="name of the special action for a dive request without a name"
    )


class KeyframeEngine(Module[KeyframeEngineParameters]):
    """Plays the requested action along the net's transitions and holds its end.

    Another engine may take over only at the end of an action, not in the middle of a dive.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: KeyframeEngineParameters) -> None:
        super().__init__(parameters)
        self.first_step = nao_dimensions().actuation.frame  # the first cycle has no time step
        self.net = SpecialNet(load_actions(self.robot))
        self.requested = ""
        self.counted = ""  # action whose step has been published

    def update(
        self,
        frame: FrameInfo,
        request: MotionRequest,
        selection: MotionSelection,
        measured: MeasuredBody,
    ) -> KeyframeOutput:
        if selection.target not in OWN_MOTIONS:
            self.net.stop()
            self.requested = self.counted = ""
            return IDLE
        # A request for another engine ends loops along their transitions, so that it can take over.
        self.requested = self._name(request) if request.motion in OWN_MOTIONS else ""
        body = body_reading(measured)
        angles, stiffness = self.net.advance(self.requested, body, frame.dt or self.first_step)
        finished = self.net.finished and self.net.playing in (self.requested, EXTERN)
        return KeyframeOutput(
            angles=angles,
            stiffness=stiffness,
            leaving_possible=self.net.leaving_possible,
            finished=finished,
            step=self._step(),
            name=self.net.playing,
        )

    def _name(self, request: MotionRequest) -> str:
        names = {
            Motion.SIT: self.parameters.sit,
            Motion.STAND_HIGH: self.parameters.stand_high,
            Motion.DIVE: request.special or self.parameters.dive,
        }
        name = names.get(request.motion, request.special)
        if name not in self.net.actions:
            hint = did_you_mean(name, self.net.actions)
            raise KickaboutError(f"unknown special action '{name}'.{hint}")
        return name

    def _step(self) -> Pose2[Robot, Robot]:
        """Return the motion of the robot by an action, once at its end."""
        action = self.net.actions.get(self.net.playing)
        if action is None or not self.net.finished:
            self.counted = self.counted if action is None else ""
            return Pose2()
        if self.counted == action.name:
            return Pose2()
        self.counted = action.name
        return action.step
