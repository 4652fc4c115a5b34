"""Arm motions: from requests and pushed arms to key-frame motions of single arms."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.errors import did_you_mean
from kickabout.geometry import Vec
from kickabout.motion.head_and_arms.arm_keyframes import (
    MIRROR,
    ArmPlayer,
    arm_motion_names,
    load_arm_motion,
)
from kickabout.representations import (
    ArmContactState,
    ArmOutput,
    ArmRequest,
    JointState,
    Motion,
    MotionSelection,
)
from kickabout.robots.nao.joints import LEFT_ARM, RIGHT_ARM, Joint

WALKS = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK)
ARMS = (LEFT_ARM, RIGHT_ARM)
IDLE = ArmOutput()
SIGNS = (np.ones_like(MIRROR), MIRROR)
NO_SHARES = (0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmKeyframeEngineParameters:
    evade: bool = param(True, doc="take pushed arms back")
    evasion: str = param("back", doc="motion of an arm that is pushed")
    evade_for: float = param(2.0, unit="s", low=0.0, doc="arm stays back after a push")
    evade_again_after: float = param(1.0, unit="s", low=0.0, doc="pushes are ignored after that")
    hurry: float = param(2.5, low=1.0, high=10.0, doc="how much faster fast motions are")


class ArmKeyframeEngine(Module[ArmKeyframeEngineParameters]):
    """Key-frame motions of arms while walking or standing; held until something else is asked for.

    A pushed arm goes back by itself, stays there for a time, and cannot be pushed again at once.
    An arm whose motion has ended stays as it is while its share fades, so that no command jumps.
    Motions are files of `config/arms`; whichever is there can be requested by its name.
    """

    def __init__(self, parameters: ArmKeyframeEngineParameters) -> None:
        super().__init__(parameters)
        self.motions = {name: load_arm_motion(name) for name in arm_motion_names()}
        self.players = (ArmPlayer(), ArmPlayer())
        self.names = ["", ""]
        self.evading_until = [-1e9, -1e9]

    def update(
        self,
        frame: FrameInfo,
        request: ArmRequest,
        contact: ArmContactState,
        joints: JointState,
        selection: MotionSelection,
    ) -> ArmOutput:
        free = selection.target in WALKS
        shares = selection.arms_by_keyframe
        for side, player in enumerate(self.players):
            wanted = self._wanted(side, frame.time, request, contact) if free else ""
            if wanted != self.names[side]:
                self._change(side, wanted, joints.angles, shares[side])
            if player.active:
                fast = request.fast[side] or frame.time < self.evading_until[side]
                player.advance(frame.dt, self.parameters.hurry if fast else 1.0)
        heard = any(self.names) or shares != NO_SHARES
        return self._output(shares) if heard else IDLE

    def _output(self, shares: tuple[float, float]) -> ArmOutput:
        angles, stiffness = np.zeros(len(Joint)), np.zeros(len(Joint))
        for side, player in enumerate(self.players):
            if player.active or shares[side] > 0.0:
                angles[ARMS[side]] = SIGNS[side] * player.angles
                stiffness[ARMS[side]] = player.stiffness
        for array in (angles, stiffness):
            array.setflags(write=False)
        left, right = self.players
        return ArmOutput(
            active=(left.active, right.active),
            angles=angles,
            stiffness=stiffness,
            names=(self.names[0], self.names[1]),
        )

    def _wanted(self, side: int, now: float, request: ArmRequest, contact: ArmContactState) -> str:
        p = self.parameters
        asked = request.motions[side]
        if asked and asked not in self.motions:
            hint = did_you_mean(asked, self.motions)
            raise ValueError(f"there is no arm motion '{asked}'.{hint}")
        ready = now >= self.evading_until[side] + p.evade_again_after
        if p.evade and contact.contact[side] and ready:
            self.evading_until[side] = now + p.evade_for
        if now < self.evading_until[side]:
            return p.evasion
        return asked

    def _change(self, side: int, wanted: str, angles: Vec, share: float) -> None:
        self.names[side] = wanted
        player = self.players[side]
        if not wanted:
            player.stop()
            return
        # An arm with a share follows what was said, so that is where the next motion begins.
        start = player.angles if share > 0.0 else SIGNS[side] * angles[ARMS[side]]
        player.begin(self.motions[wanted], start)
