"""Does the script request the motion of its parameters?"""

from kickabout.framework import FrameInfo
from kickabout.motion.selection.motion_script import MotionScript, MotionScriptParameters
from kickabout.representations import Motion, WalkMode


def test_it_stands_first_and_then_walks() -> None:
    script = MotionScript(MotionScriptParameters(speed_x=0.2, turn=0.1, start_after=1.0))
    before, _, _ = script.update(FrameInfo(time=0.5))
    after, _, _ = script.update(FrameInfo(time=1.5))
    assert before.motion is Motion.STAND
    assert after.motion is Motion.WALK
    assert after.walk.mode is WalkMode.SPEED
    assert (after.walk.speed.x, after.walk.speed.theta) == (0.2, 0.1)


def test_without_a_speed_it_stands() -> None:
    request, _, _ = MotionScript(MotionScriptParameters()).update(FrameInfo(time=5.0))
    assert request.motion is Motion.STAND


def test_head_and_arms_are_requested_as_well() -> None:
    parameters = MotionScriptParameters(pan=0.3, tilt=0.2, arms="back")
    _, head, arms = MotionScript(parameters).update(FrameInfo())
    assert (head.pan, head.tilt) == (0.3, 0.2)
    assert arms.motions == ("back", "back")
