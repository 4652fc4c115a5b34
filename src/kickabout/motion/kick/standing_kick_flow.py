"""Flow of a standing kick: from a player and the state of the body to what an engine says.

A robot that has just walked still rocks from foot to foot, one that has just kicked still sways: a
kick out of the one and a walk out of the other end on the ground. So it stands until it is calm,
kicks, and stands until it is calm again. A robot that tilts too far lets others take over at once:
a step may still save it.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kickabout.framework import param
from kickabout.geometry import Vec
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.representations import KickOutput
from kickabout.robots.nao.joints import HEAD, JOINT_COUNT, LEFT_ARM, RIGHT_ARM
from kickabout.robots.nao.postures import STAND

FRAME = 0.012  # s, in the first cycle, when the framework knows no time step yet


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingKickParameters:
    """What engines for standing kicks share."""

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


class KickPlayer(Protocol):
    """One kick from standing to standing."""

    @property
    def begins(self) -> bool: ...

    @property
    def finished(self) -> bool: ...

    def advance(self, body: BodyReading, dt: float) -> Vec: ...


class Settling:
    """Notices when a standing robot no longer sways, or has been waited for long enough."""

    def __init__(self) -> None:
        self.over = False
        self.waited = 0.0  # s
        self.calm_for = 0.0  # s

    def feel(self, gyro: tuple[float, float], figures: StandingKickParameters, dt: float) -> None:
        self.waited += dt
        calm = max(abs(gyro[0]), abs(gyro[1])) < figures.calm_gyro
        self.calm_for = self.calm_for + dt if calm else 0.0
        calmed = self.calm_for >= figures.calm_duration
        self.over = self.over or calmed or self.waited >= figures.longest_settling


class StandingKickFlow:
    """Stands until calm, lets the player kick, stands until calm again."""

    def __init__(self, player: KickPlayer) -> None:
        self.player = player
        self.active = False
        self.aborted = False
        self.name = ""
        self.settling = Settling()

    def begin(self, name: str) -> None:
        """The player was given a kick."""
        self.name = name
        self.active, self.aborted = True, False
        self.settling = Settling()

    def leave(self) -> None:
        self.active = False

    def output(self, body: BodyReading, figures: StandingKickParameters, dt: float) -> KickOutput:
        """The next frame; the head is left to others."""
        angles = self._angles(body, figures, dt or FRAME)
        angles[HEAD] = np.nan
        tilted = max(abs(body.pitch), abs(body.roll)) > figures.abort_tilt
        self.aborted = self.aborted or tilted
        finished = self.player.finished and self.settling.over
        stiffness = np.full(JOINT_COUNT, figures.leg_stiffness)
        stiffness[LEFT_ARM] = stiffness[RIGHT_ARM] = figures.arm_stiffness
        return KickOutput(
            angles=angles,
            stiffness=stiffness,
            leaving_possible=finished or self.aborted,
            finished=finished,
            name=self.name,
        )

    def _angles(self, body: BodyReading, figures: StandingKickParameters, dt: float) -> Vec:
        """Of the kick, or of the stand before and after it."""
        if self.player.finished or (self.player.begins and not self.settling.over):
            self.settling.feel(body.gyro, figures, dt)
            return np.array(STAND)
        angles = self.player.advance(body, dt)
        self.settling = Settling()
        return angles
