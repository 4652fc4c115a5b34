"""Outputs of idle engines, for tests that replace some of them."""

import numpy as np

from kickabout.geometry import Vec
from kickabout.motion.selection.body_layers import EngineOutputs
from kickabout.motion.selection.engine_feedback import EngineFeedback
from kickabout.representations import (
    ArmOutput,
    FallOutput,
    FallState,
    GetUpOutput,
    HeadOutput,
    JointState,
    KeyframeOutput,
    KickOutput,
    MotionRequest,
    MotionSelection,
    SensorFrame,
    WalkOutput,
)
from kickabout.robots.nao.joints import HEAD

IDLE_FEEDBACK = EngineFeedback(
    request=MotionRequest(),
    fall=FallState(),
    walk=WalkOutput(),
    kick=KickOutput(),
    keyframe=KeyframeOutput(),
    get_up=GetUpOutput(),
    arms=ArmOutput(),
)
IDLE_OUTPUTS = EngineOutputs(
    sensors=SensorFrame(),
    joints=JointState(),
    selection=MotionSelection(),
    fall_state=FallState(),
    walk=WalkOutput(),
    kick=KickOutput(),
    keyframe=KeyframeOutput(),
    get_up=GetUpOutput(),
    fall=FallOutput(),
    head=HeadOutput(),
    arms=ArmOutput(),
)


def without_head(angles: Vec) -> Vec:
    """Return joint angles that do not control the head."""
    free = np.array(angles)
    free[HEAD] = np.nan
    return free
