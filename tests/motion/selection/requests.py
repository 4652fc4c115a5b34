"""Inputs of motion engines for tests: a motion selection and the state of the body."""

from kickabout.geometry import Vec
from kickabout.motion.keyframes.keyframe_body import MeasuredBody
from kickabout.motion.kick.standing_kick_flow import KickInputs
from kickabout.representations import (
    BodyModel,
    InertialState,
    JointState,
    Motion,
    MotionRequest,
    MotionSelection,
)
from kickabout.robots.nao.postures import STAND

UPRIGHT = InertialState()
UNKNOWN = BodyModel()


def selected(motion: Motion) -> MotionSelection:
    """Return a selection in which one engine controls the body."""
    return MotionSelection(target=motion)


def kick_inputs(request: MotionRequest, target: Motion = Motion.KICK) -> KickInputs:
    return KickInputs(request=request, selection=selected(target))


def measured(
    angles: Vec = STAND, *, inertial: InertialState = UPRIGHT, model: BodyModel = UNKNOWN
) -> MeasuredBody:
    return MeasuredBody(joints=JointState(angles=angles), inertial=inertial, model=model)
