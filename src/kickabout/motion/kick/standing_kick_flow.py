"""Flow of a standing kick: from a player and the state of the body to an engine's output.

A robot that has just walked still rocks from foot to foot, and one that has just kicked still
sways; starting a kick or a walk then ends in a fall. So the robot stands until it is calm, kicks,
and stands until it is calm again. If it tilts too far, another engine may take over at once,
because a step may still prevent the fall.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kickabout.framework import frozen, inputs, param
from kickabout.geometry import Vec
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.keyframes.keyframe_body import MeasuredBody, body_reading
from kickabout.representations import (
    KickOutput,
    KickRequest,
    Motion,
    MotionRequest,
    MotionSelection,
)
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import HEAD, JOINT_COUNT, LEFT_ARM, RIGHT_ARM
from kickabout.robots.nao.postures import STAND

IDLE = nao_defaults(KickOutput)  # always the same object: cheap to publish and to record


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingKickParameters:
    """The parameters of every standing-kick engine."""

    leg_stiffness: float = param(1.0, low=0.0, high=1.0, doc="stiffness of the legs while kicking")
    arm_stiffness: float = param(0.7, low=0.0, high=1.0, doc="stiffness of the arms while kicking")
    abort_tilt: float = param(
        0.5, unit="rad", low=0.0, doc="tilt of the torso above which the kick is aborted"
    )
    calm_gyro: float = param(
        0.15,
        unit="rad/s",
        low=0.0,
        doc="maximum turn rate of a calm robot, which may begin and end a kick",
    )
    calm_duration: float = param(
        0.1, unit="s", low=0.0, doc="time the robot has to be calm before and after a kick"
    )
    max_settling: float = param(0.8, unit="s", low=0.0, doc="maximum time to wait for a calm robot")


@inputs
@frozen
class KickInputs:
    """The requested kick, and the engine that controls the body."""

    request: MotionRequest
    selection: MotionSelection


def requested_ball(request: KickRequest) -> tuple[float, float] | None:
    """Return the ball of a request in the robot frame; zeros mean that it is not known."""
    ball = request.ball_in_robot
    return (ball.x, ball.y) if ball.x != 0.0 or ball.y != 0.0 else None


class KickPlayer(Protocol):
    """Playback of one kick from stand to stand."""

    @property
    def begins(self) -> bool: ...

    @property
    def finished(self) -> bool: ...

    def advance(self, body: BodyReading, dt: float) -> Vec: ...


class Settling:
    """Wait of a standing robot until it is calm or a time limit is reached."""

    def __init__(self) -> None:
        self.over = False
        self.waited = 0.0  # s
        self.calm_for = 0.0  # s

    def update(
        self, gyro: tuple[float, float], parameters: StandingKickParameters, dt: float
    ) -> None:
        self.waited += dt
        calm = max(abs(gyro[0]), abs(gyro[1])) < parameters.calm_gyro
        self.calm_for = self.calm_for + dt if calm else 0.0
        calmed = self.calm_for >= parameters.calm_duration
        self.over = self.over or calmed or self.waited >= parameters.max_settling


class StandingKickFlow:
    """Sequence of standing until calm, the kick of the player, and standing until calm again."""

    def __init__(self, player: KickPlayer) -> None:
        self.player = player
        self.first_step = nao_dimensions().actuation.frame  # the first cycle has no time step
        self.selected = False  # the kick engine controls the body
        self.active = False
        self.aborted = False
        self.name = ""
        self.settling = Settling()

    def begin(self, name: str) -> None:
        """Begin the kick that was given to the player."""
        self.name = name
        self.active, self.aborted = True, False
        self.settling = Settling()

    def due(self, given: KickInputs) -> KickRequest | None:
        """Return the kick to begin in this frame, if any."""
        self.selected = given.selection.target is Motion.KICK
        self.active = self.active and self.selected
        return given.request.kick if self.selected and not self.active else None

    def output(
        self,
        measured: MeasuredBody,
        parameters: StandingKickParameters,
        dt: float,
        *,
        left_weight: float = 0.5,
    ) -> KickOutput:
        """Return the output of the next frame; the head is controlled by the head engine."""
        if not self.selected:
            return IDLE
        body = body_reading(measured, left_weight=left_weight)
        angles = self._angles(body, parameters, dt or self.first_step)
        angles[HEAD] = np.nan
        tilted = max(abs(body.pitch), abs(body.roll)) > parameters.abort_tilt
        self.aborted = self.aborted or tilted
        finished = self.player.finished and self.settling.over
        stiffness = np.full(JOINT_COUNT, parameters.leg_stiffness)
        stiffness[LEFT_ARM] = stiffness[RIGHT_ARM] = parameters.arm_stiffness
        return KickOutput(
            angles=angles,
            stiffness=stiffness,
            leaving_possible=finished or self.aborted,
            finished=finished,
            name=self.name,
        )

    def _angles(self, body: BodyReading, parameters: StandingKickParameters, dt: float) -> Vec:
        """Return the angles of the kick, or of the stand before and after it."""
        if self.player.finished or (self.player.begins and not self.settling.over):
            self.settling.update(body.gyro, parameters, dt)
            return np.array(STAND)
        angles = self.player.advance(body, dt)
        self.settling = Settling()
        return angles
