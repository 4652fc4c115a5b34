"""Is another robot's foot under the swing foot detected, and does the walk react?"""

import math

import numpy as np

from kickabout.geometry import Link, Pose3, Torso
from kickabout.geometry.rotations import rotation_y
from kickabout.motion.walk.step_limits import Speed
from kickabout.motion.walk.support_switch import StepEnd, Weight
from kickabout.motion.walk.treading import FRAMES, TreadDetector, TreadParameters, toe_height
from kickabout.motion.walk.walker import WalkCommand, Walker, WalkerParameters

FRAME = 0.012
PARAMETERS = TreadParameters(tread_height=0.012, tread_change=0.01)
FORWARD = WalkCommand(stand=False, speed=Speed(0.2, 0.0, 0.0))


def _sole(height: float, pitch: float = 0.0) -> Pose3[Link, Torso]:
    return Pose3(rotation_y(pitch), np.array((0.0, 0.05, height - 0.3)))


def _detected(heights: tuple[float, ...]) -> list[bool]:
    detector = TreadDetector()
    detector.begin_step()
    return [detector.update(_sole(height), _sole(0.0), PARAMETERS) for height in heights]


def test_a_toe_between_the_edges_of_the_other_sole_is_level() -> None:
    assert toe_height(_sole(0.0), _sole(0.0)) == 0.0
    assert toe_height(_sole(0.0, math.radians(2.0)), _sole(0.0, math.radians(2.0))) == 0.0
    assert math.isclose(toe_height(_sole(0.02), _sole(0.0)), 0.02)
    assert math.isclose(toe_height(_sole(-0.02), _sole(0.0)), -0.02)


def test_level_feet_are_not_detected() -> None:
    assert not any(_detected((0.0, 0.001, 0.002, 0.004)))


def test_a_high_or_a_rising_foot_is_detected_in_the_fourth_frame() -> None:
    assert _detected((0.015, 0.015, 0.015, 0.015)) == [False] * (FRAMES - 1) + [True]
    assert _detected((-0.004, 0.0, 0.004, 0.008)) == [False] * (FRAMES - 1) + [True]


def test_later_frames_of_a_step_are_not_checked() -> None:
    assert not any(_detected((0.0, 0.0, 0.0, 0.0, 0.02, 0.02)))


def test_after_treading_an_early_switch_is_accepted_and_the_next_step_goes_back() -> None:
    walker, parameters = Walker(), WalkerParameters()
    nothing = Weight(support=0.0, reliable=True)
    while walker.steps < 1:
        walker.update(FORWARD, nothing, parameters, FRAME)
    for _ in range(4):
        walker.update(FORWARD, nothing, parameters, FRAME)
    walker.tread()
    assert walker.gait.plan.lift == 0.0
    swings_left = walker.gait.plan.left_swings
    weight = Weight(support=1.0 if swings_left else -1.0, reliable=True)
    walker.update(FORWARD, weight, parameters, FRAME)
    assert walker.step_ended is StepEnd.SWITCHED
    assert walker.gait.plan.x < 0.0
    assert walker.gait.plan.y == 0.0
    assert not walker.treads
