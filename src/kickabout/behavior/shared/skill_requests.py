"""Requests of one cycle: collected from skills, then published by the behavior module."""

from dataclasses import dataclass

from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    ActivationGraph,
    ArmRequest,
    HeadRequest,
    Motion,
    MotionRequest,
    PathModel,
    TacticalState,
)

CALM_HEAD = HeadRequest(tilt=0.2)
BehaviorOutputs = tuple[
    MotionRequest, HeadRequest, ArmRequest, ActivationGraph, TacticalState, PathModel
]


@dataclass(slots=True)
class SkillRequests:
    """The requests of all skills; by default the robot stands."""

    motion: MotionRequest = MotionRequest(motion=Motion.STAND)
    head: HeadRequest = CALM_HEAD
    arms: ArmRequest = ArmRequest()
    path: PathModel = PathModel()
    walking_to: Pose2[Robot, Field] | None = None
    shooting_to: Vector2[Field] | None = None
    passing_to: int = 0
    says: str = ""

    def tactics(self, here: Pose2[Robot, Field]) -> TacticalState:
        """Return the intentions to send to teammates; a robot that does not walk stays here."""
        return TacticalState(
            walking_to=here if self.walking_to is None else self.walking_to,
            shooting_to=self.shooting_to,
            passing_to=self.passing_to,
            says=self.says,
        )

    def outputs(self, graph: ActivationGraph, tactics: TacticalState) -> BehaviorOutputs:
        """Return what a behavior module publishes."""
        return self.motion, self.head, self.arms, graph, tactics, self.path
