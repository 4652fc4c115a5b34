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
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.joints import LEFT_ARM, RIGHT_ARM, Joint

WALKS = (Motion.STAND, Motion.STAND_HIGH, Motion.WALK)
ARMS = (LEFT_ARM, RIGHT_ARM)
IDLE = nao_defaults(ArmOutput)
SIGNS = (np.ones_like(MIRROR), MIRROR)
NO_WEIGHTS = (0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmKeyframeEngineParameters:
    evade: bool = param(True, doc="move pushed arms back")
    evasion: str = param("back", doc="name of the motion of a pushed arm")
    evade_for: float = param(2.0, unit="s", low=0.0, doc="time a pushed arm stays back")
    evade_again_after: float = param(
        1.0, unit="s", low=0.0, doc="time after that in which pushes are ignored"
    )
    hurry: float = param(2.5, low=1.0, high=10.0, doc="speed factor of fast motions")


class ArmKeyframeEngine(Module[ArmKeyframeEngineParameters]):
    """Plays key-frame motions of arms while walking or standing, and holds their ends.

    A pushed arm moves back by itself, stays there for a time, and ignores pushes for a while. If
    the motion of an arm has ended, it keeps its angles while its weight fades, so that no command
    jumps. Motions are files of `config/arms`, requested by name.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: ArmKeyframeEngineParameters) -> None:
        super().__init__(parameters)
        names = arm_motion_names(self.robot)
        self.motions = {name: load_arm_motion(name, self.robot) for name in names}
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
        weights = selection.arms_by_keyframe
        for side, player in enumerate(self.players):
            desired = self._desired(side, frame.time, request, contact) if free else ""
            if desired != self.names[side]:
                self._change(side, desired, joints.angles, weights[side])
            if player.active:
                fast = request.fast[side] or frame.time < self.evading_until[side]
                player.advance(frame.dt, self.parameters.hurry if fast else 1.0)
        used = any(self.names) or weights != NO_WEIGHTS
        return self._output(weights) if used else IDLE

    def _output(self, weights: tuple[float, float]) -> ArmOutput:
        angles, stiffness = np.zeros(len(Joint)), np.zeros(len(Joint))
        for side, player in enumerate(self.players):
            if player.active or weights[side] > 0.0:
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

    def _desired(self, side: int, now: float, request: ArmRequest, contact: ArmContactState) -> str:
        p = self.parameters
        requested = request.motions[side]
        if requested and requested not in self.motions:
            hint = did_you_mean(requested, self.motions)
            raise ValueError(f"unknown arm motion '{requested}'.{hint}")
        ready = now >= self.evading_until[side] + p.evade_again_after
        if p.evade and contact.contact[side] and ready:
            self.evading_until[side] = now + p.evade_for
        if now < self.evading_until[side]:
            return p.evasion
        return requested

    def _change(self, side: int, desired: str, angles: Vec, weight: float) -> None:
        self.names[side] = desired
        player = self.players[side]
        if not desired:
            player.stop()
            return
        # An arm with a weight follows the last command, so the next motion begins there.
        start = player.angles if weight > 0.0 else SIGNS[side] * angles[ARMS[side]]
        player.begin(self.motions[desired], start)
