"""Falling without damage: from the direction of a fall to a soft, safe posture."""

from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, param
from kickabout.motion.keyframes.keyframe_balance import BodyReading
from kickabout.motion.keyframes.keyframe_file import SORT, load_motion
from kickabout.motion.keyframes.keyframe_motion import KeyframeMotion
from kickabout.motion.keyframes.keyframe_player import KeyframePlayer
from kickabout.representations import (
    FallDirection,
    FallOutput,
    FallPhase,
    FallState,
    JointState,
    Motion,
    MotionSelection,
)
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.dimensions import nao_dimensions

OVER = (FallPhase.FALLEN, FallPhase.UPRIGHT, FallPhase.SQUATTING)

IDLE = nao_defaults(FallOutput)  # always the same object: cheap to publish and to record


@dataclass(frozen=True, slots=True, kw_only=True)
class FallEngineParameters:
    front: str = param("fall_front", names=SORT, doc="key-frame motion for falls to the front")
    back: str = param("fall_back", names=SORT, doc="key-frame motion for falls to the back")
    left: str = param("fall_left", names=SORT, doc="key-frame motion for falls to the left")
    right: str = param("fall_right", names=SORT, doc="key-frame motion for falls to the right")
    change_within: float = param(
        0.2,
        unit="s",
        low=0.0,
        doc="time from the start of a fall in which its direction may still change",
    )


class FallEngine(Module[FallEngineParameters]):
    """Plays the key frames for the direction of the fall, soft enough not to damage gears.

    Postures of B-Human 2021 (those of 2019 can be chosen by name): backward a squat, which lowers
    the head before it hits, arms behind the back, chin to the chest; forward half sitting, head
    tilted back, arms to the front; sideways arms tight and legs soft. Another engine may take over
    when the robot lies or was put upright again.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: FallEngineParameters) -> None:
        super().__init__(parameters)
        self.first_step = nao_dimensions().actuation.frame  # the first cycle has no time step
        self.player = KeyframePlayer()
        self.begun_at: float | None = None
        self.direction = FallDirection.NONE
        self.motions: dict[FallDirection, KeyframeMotion] = {}
        self.parameters_changed()

    def parameters_changed(self) -> None:
        chosen = self.parameters
        self.motions = {
            FallDirection.FRONT: load_motion(chosen.front, self.robot),
            FallDirection.BACK: load_motion(chosen.back, self.robot),
            FallDirection.LEFT: load_motion(chosen.left, self.robot),
            FallDirection.RIGHT: load_motion(chosen.right, self.robot),
        }

    def update(
        self, frame: FrameInfo, selection: MotionSelection, fall: FallState, joints: JointState
    ) -> FallOutput:
        if selection.target is not Motion.FALL:
            self.begun_at = None
            return IDLE
        self._choose(frame.time, fall.direction, joints)
        angles, stiffness = self.player.advance(
            BodyReading(angles=joints.angles), frame.dt or self.first_step
        )
        over = fall.phase in OVER
        return FallOutput(
            angles=angles,
            stiffness=stiffness,
            leaving_possible=over,
            finished=over and self.player.finished,
        )

    def _choose(self, now: float, direction: FallDirection, joints: JointState) -> None:
        known = direction if direction is not FallDirection.NONE else FallDirection.FRONT
        begins = self.begun_at is None
        if begins:
            self.begun_at = now
        young = now - (self.begun_at or 0.0) <= self.parameters.change_within
        changed = young and direction not in (FallDirection.NONE, self.direction)
        if begins or changed:
            self.direction = known
            self.player.start(self.motions[known], joints.angles)
