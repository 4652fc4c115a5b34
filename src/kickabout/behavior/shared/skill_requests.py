"""What skills ask for in one cycle, collected until it becomes requests."""

from dataclasses import dataclass

from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    ArmRequest,
    HeadRequest,
    Motion,
    MotionRequest,
    PathModel,
    TacticalState,
)

CALM_HEAD = HeadRequest(tilt=0.2)


@dataclass(slots=True)
class SkillRequests:
    """Written by skills only. What nobody asks for stays as it is here: a standing robot."""

    motion: MotionRequest = MotionRequest(motion=Motion.STAND)
    head: HeadRequest = CALM_HEAD
    arms: ArmRequest = ArmRequest()
    path: PathModel = PathModel()
    walking_to: Pose2[Robot, Field] | None = None
    shooting_to: Vector2[Field] | None = None
    passing_to: int = 0
    says: str = ""

    def tactics(self, here: Pose2[Robot, Field]) -> TacticalState:
        """Intentions for the teammates; who does not walk stays here."""
        return TacticalState(
            walking_to=here if self.walking_to is None else self.walking_to,
            shooting_to=self.shooting_to,
            passing_to=self.passing_to,
            says=self.says,
        )
