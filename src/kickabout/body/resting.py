"""Bringing a robot to rest: from any state after its program to sitting limp."""

import numpy as np

from kickabout.body.interface import Body, BodyCommand
from kickabout.representations import JointRequest, LedRequest, SensorFrame
from kickabout.representations.body import Rgb
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import LEGS
from kickabout.robots.nao.postures import SIT

SITTING_DOWN_FRAMES = round(2.0 / nao_dimensions().actuation.frame)  # 2 s
SITTING_DOWN_STIFFNESS = 0.6
LIMP_FRAMES = 25  # more than one, in case the body misses a frame
UPRIGHT_WITHIN = 0.7  # rad of roll and pitch; beyond, the robot is lying
SITTING_WITHIN = 0.2  # rad, of every leg joint


def bring_to_rest(body: Body, eye_color: Rgb) -> bool:
    """Sit the robot down if it stands, then switch its joints off; False if the body was lost."""
    leds = LedRequest(colors={"left_eye": (eye_color,), "right_eye": (eye_color,)})
    frame = _connected_frame(body)
    if frame is not None and needs_to_sit(frame):
        frame = _sit_down(body, frame, leds)
    if frame is None:
        return False
    limp = BodyCommand(leds=leds)
    for _ in range(LIMP_FRAMES):
        body.send(limp)
        if body.receive() is None:
            return False
    return True


def needs_to_sit(frame: SensorFrame) -> bool:
    """Whether the robot is upright on stiff legs that are not folded yet."""
    stiff = bool((frame.joint_stiffness[LEGS] > 0.0).any())
    upright = bool((np.abs(frame.board_angles) < UPRIGHT_WITHIN).all())
    folded = bool((np.abs(frame.joint_angles[LEGS] - SIT[LEGS]) < SITTING_WITHIN).all())
    return stiff and upright and not folded


def _sit_down(body: Body, begin: SensorFrame, leds: LedRequest) -> SensorFrame | None:
    """Move all joints linearly to the sitting posture, timed by the frames of the body."""
    frame: SensorFrame | None = begin
    stiffness = np.full(len(SIT), SITTING_DOWN_STIFFNESS)
    for number in range(1, SITTING_DOWN_FRAMES + 1):
        ratio = number / SITTING_DOWN_FRAMES
        angles = begin.joint_angles + ratio * (SIT - begin.joint_angles)
        body.send(BodyCommand(joints=JointRequest(angles=angles, stiffness=stiffness), leds=leds))
        frame = _connected_frame(body)
        if frame is None:
            break
    return frame


def _connected_frame(body: Body) -> SensorFrame | None:
    """Skip frames without a connection."""
    frame = body.receive()
    while frame is not None and not frame.connected:
        frame = body.receive()
    return frame
