"""Trial of a walk engine in a body without physics."""

from typing import Generic, TypeVar

import numpy as np

from kickabout.framework import FrameInfo
from kickabout.motion.walk.hulks_walk_engine import HulksWalkEngine
from kickabout.motion.walk.walk_engine import WalkEngine, WalkInputs
from kickabout.representations import (
    ArmOutput,
    BodyModel,
    FootSupportState,
    InertialState,
    JointState,
    Motion,
    MotionRequest,
    MotionSelection,
    SensorFrame,
    WalkOutput,
)
from kickabout.robots.nao.defaults import nao_defaults

FRAME = 0.012  # s
NATURAL_STEP = 0.23  # s
NO_ARM_OUTPUT = nao_defaults(ArmOutput)

Engine = TypeVar("Engine", bound=WalkEngine | HulksWalkEngine)


class WalkTrial(Generic[Engine]):
    """An engine with a body whose weight always shifts in time."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.time = 0.0

    def run(
        self,
        request: MotionRequest,
        seconds: float,
        *,
        gyro: tuple[float, float, float] = (0.0, 0.0, 0.0),
        selected: Motion | None = None,
        arms: ArmOutput = NO_ARM_OUTPUT,
    ) -> list[WalkOutput]:
        weights = (1.0, 1.0) if arms.active[0] else (0.0, 0.0)
        selection = MotionSelection(target=selected or request.motion, arms_by_keyframe=weights)
        outputs = []
        for _ in range(max(1, round(seconds / FRAME))):
            given = WalkInputs(
                request=request,
                selection=selection,
                sensors=nao_defaults(SensorFrame),
                joints=nao_defaults(JointState),
                feet=FootSupportState(support=self._support, reliable=True),
                inertia=InertialState(gyro=np.array(gyro)),
                body=BodyModel(),
                arms=arms,
            )
            self.time += FRAME
            outputs.append(self.engine.update(FrameInfo(time=self.time, dt=FRAME), given))
        return outputs

    @property
    def _support(self) -> float:
        gait = self.engine.walker.gait
        on_swing = gait.time > NATURAL_STEP
        return 1.0 if on_swing == gait.plan.left_swings else -1.0
