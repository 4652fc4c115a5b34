"""Standing kicks: from a kick request and the state of the body to joint angles."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, KickaboutError, Module, param
from kickabout.framework.errors import did_you_mean
from kickabout.geometry import Vec
from kickabout.motion.bezier_kick import StandingKick, kick_names, load_kick
from kickabout.motion.bezier_kick_player import LEFT, RIGHT, BezierKickPlayer
from kickabout.motion.keyframe_balance import BodyReading
from kickabout.motion.keyframe_body import body_reading
from kickabout.representations import (
    BodyModel,
    InertialState,
    JointState,
    KickOutput,
    KickRequest,
    Motion,
    MotionRequest,
    MotionSelection,
)
from kickabout.robots.nao.joints import HEAD, JOINT_COUNT, LEFT_ARM, RIGHT_ARM
from kickabout.robots.nao.postures import STAND

FRAME = 0.012  # s, in the first cycle, when the framework knows no time step yet


@dataclass(frozen=True, slots=True, kw_only=True)
class BezierKickEngineParameters:
    leg_stiffness: float = param(1.0, low=0.0, high=1.0, doc="of the legs while kicking")
    arm_stiffness: float = param(0.7, low=0.0, high=1.0, doc="of the arms while kicking")
    abort_tilt: float = param(
        0.5, unit="rad", low=0.0, doc="beyond this the kick is given up and may be left"
    )
    calm_gyro: float = param(
        0.15, unit="rad/s", low=0.0, doc="a robot that sways less may begin and end a kick"
    )
    calm_duration: float = param(0.1, unit="s", low=0.0, doc="for which it has to be calm")
    longest_settling: float = param(0.8, unit="s", low=0.0, doc="to wait for that at most")


class Settling:
    """Notices when a standing robot no longer sways, or has been waited for long enough."""

    def __init__(self) -> None:
        self.over = False
        self.waited = 0.0  # s
        self.calm_for = 0.0  # s

    def feel(
        self, gyro: tuple[float, float], figures: BezierKickEngineParameters, dt: float
    ) -> None:
        self.waited += dt
        calm = max(abs(gyro[0]), abs(gyro[1])) < figures.calm_gyro
        self.calm_for = self.calm_for + dt if calm else 0.0
        calmed = self.calm_for >= figures.calm_duration
        self.over = self.over or calmed or self.waited >= figures.longest_settling


class BezierKickEngine(Module[BezierKickEngineParameters]):
    """Stands until it is calm, plays one kick, and stands until it is calm again.

    A robot that has just walked still rocks from foot to foot, one that has just kicked still
    sways: a kick out of the one and a walk out of the other end on the ground. Kicks are files
    with the right foot; kicks with the left one are mirrored. The head is left to others. A robot
    that tilts too far lets others take over at once: a step may still save it.
    """

    def __init__(self, parameters: BezierKickEngineParameters) -> None:
        super().__init__(parameters)
        self.kicks = {name: load_kick(name) for name in kick_names()}
        self.mirrored = {name: kick.mirrored() for name, kick in self.kicks.items()}
        self.player = BezierKickPlayer()
        self.active = False
        self.aborted = False
        self.name = ""
        self.settling = Settling()

    def update(
        self,
        frame: FrameInfo,
        request: MotionRequest,
        selection: MotionSelection,
        joints: JointState,
        inertial: InertialState,
        body_model: BodyModel,
    ) -> KickOutput:
        if selection.target is not Motion.KICK:
            self.active = False
            return KickOutput(angles=joints.angles)
        if not self.active and request.kick is not None:
            self._start(request.kick)
        support_share = 1.0 if self.player.support == LEFT else 0.0
        body = body_reading(joints, inertial, body_model, left_share=support_share)
        angles = self._angles(body, frame.dt or FRAME)
        angles[HEAD] = np.nan
        tilted = max(abs(body.pitch), abs(body.roll)) > self.parameters.abort_tilt
        self.aborted = self.aborted or tilted
        finished = self.player.finished and self.settling.over
        return KickOutput(
            angles=angles,
            stiffness=self._stiffness(),
            leaving_possible=finished or self.aborted,
            finished=finished,
            name=self.name,
        )

    def _angles(self, body: BodyReading, dt: float) -> Vec:
        """Of the kick, or of the stand before and after it."""
        if self.player.finished or (self.player.begins and not self.settling.over):
            self.settling.feel(body.gyro, self.parameters, dt)
            return np.array(STAND)
        angles = self.player.advance(body, dt)
        self.settling = Settling()
        return angles

    def _start(self, request: KickRequest) -> None:
        kick = self._kick(request)
        ball = request.ball_in_robot
        known = ball.x != 0.0 or ball.y != 0.0
        place = (ball.x, ball.y) if known else kick.ball
        self.player.start(kick, support=RIGHT if request.left else LEFT, ball=place)
        self.name = request.name
        self.active, self.aborted = True, False
        self.settling = Settling()

    def _kick(self, request: KickRequest) -> StandingKick:
        """Of the configuration, or of a file that is asked for by its path."""
        if request.name.endswith(".toml"):
            kick = load_kick(request.name)
            return kick.mirrored() if request.left else kick
        kicks = self.mirrored if request.left else self.kicks
        if request.name not in kicks:
            hint = did_you_mean(request.name, kicks)
            raise KickaboutError(f"unknown standing kick '{request.name}'.{hint}")
        return kicks[request.name]

    def _stiffness(self) -> Vec:
        stiffness = np.full(JOINT_COUNT, self.parameters.leg_stiffness)
        stiffness[LEFT_ARM] = stiffness[RIGHT_ARM] = self.parameters.arm_stiffness
        return stiffness
