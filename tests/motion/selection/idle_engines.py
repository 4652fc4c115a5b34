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
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.joints import HEAD

IDLE_FEEDBACK = EngineFeedback(
    request=MotionRequest(),
    fall=FallState(),
    walk=nao_defaults(WalkOutput),
    kick=nao_defaults(KickOutput),
    keyframe=nao_defaults(KeyframeOutput),
    get_up=nao_defaults(GetUpOutput),
    arms=nao_defaults(ArmOutput),
)
IDLE_OUTPUTS = EngineOutputs(
    sensors=nao_defaults(SensorFrame),
    joints=nao_defaults(JointState),
    selection=MotionSelection(),
    fall_state=FallState(),
    walk=nao_defaults(WalkOutput),
    kick=nao_defaults(KickOutput),
    keyframe=nao_defaults(KeyframeOutput),
    get_up=nao_defaults(GetUpOutput),
    fall=nao_defaults(FallOutput),
    head=HeadOutput(),
    arms=nao_defaults(ArmOutput),
)


def without_head(angles: Vec) -> Vec:
    """Return joint angles that do not control the head."""
    free = np.array(angles)
    free[HEAD] = np.nan
    return free
