"""Does the walker start, step, stop and free itself, given the weight on the feet?"""

import itertools

import pytest

from kickabout.motion.walk.gait import Feet, FootPose, StepPlan
from kickabout.motion.walk.step_limits import Speed
from kickabout.motion.walk.support_switch import StepEnd, Weight
from kickabout.motion.walk.walker import (
    WalkCommand,
    Walker,
    WalkerParameters,
    WalkPhase,
    torso_step,
)

FRAME = 0.012
PARAMETERS = WalkerParameters()
FORWARD = WalkCommand(stand=False, speed=Speed(0.2, 0.0, 0.0))
NATURAL_STEP = 0.23  # s, after which the weight shifts to the swing foot


def _natural(walker: Walker) -> Weight:
    """Return the weight of a robot whose pendulum always swings in time."""
    on_swing = walker.gait.time > NATURAL_STEP
    left = walker.gait.plan.left_swings
    return Weight(support=1.0 if on_swing == left else -1.0, reliable=True)


def _walk(walker: Walker, command: WalkCommand, seconds: float) -> list[Feet]:
    return [
        walker.update(command, _natural(walker), PARAMETERS, FRAME)
        for _ in range(round(seconds / FRAME))
    ]


def test_it_stands_until_a_command_to_walk() -> None:
    walker = Walker()
    feet = _walk(walker, WalkCommand(), 0.5)
    assert walker.standing
    assert set(feet) == {Feet()}


def test_the_first_step_is_a_pre_step_in_place() -> None:
    walker = Walker()
    _walk(walker, FORWARD, FRAME)
    assert walker.phase is WalkPhase.STEP
    assert walker.gait.plan.x == 0.0
    assert walker.gait.plan.lift < PARAMETERS.steps.foot_lift


@pytest.mark.parametrize("side", [0.1, -0.1])
def test_the_second_step_opens_towards_the_commanded_side(side: float) -> None:
    walker = Walker()
    while walker.steps < 2:
        _walk(walker, WalkCommand(stand=False, speed=Speed(0.0, side, 0.0)), FRAME)
    assert walker.gait.plan.left_swings == (side > 0.0)


def test_feet_swing_in_turns() -> None:
    walker = Walker()
    sides = []
    for _ in range(120):
        _walk(walker, FORWARD, FRAME)
        if walker.step_ended is StepEnd.SWITCHED:
            sides.append(walker.gait.plan.left_swings)
    assert len(sides) > 4
    assert all(a != b for a, b in itertools.pairwise(sides))


def test_stopping_closes_the_feet_before_it_stands() -> None:
    walker = Walker()
    _walk(walker, FORWARD, 2.0)
    feet = _walk(walker, WalkCommand(), 1.5)
    assert walker.standing
    assert feet[-1] == Feet()
    assert walker.speed == Speed()


def test_a_commanded_step_has_its_size() -> None:
    walker = Walker()
    while walker.steps < 2:
        _walk(walker, WalkCommand(stand=False, step=Speed(0.05, 0.0, 0.1)), FRAME)
    assert (walker.gait.plan.x, walker.gait.plan.turn) == (0.05, 0.1)


def test_an_overlong_step_stretches_the_swing_foot_to_the_ground() -> None:
    walker = Walker()
    stuck = Weight(support=-1.0, reliable=True)
    heights = []
    while walker.phase is not WalkPhase.CATCH:
        feet = walker.update(FORWARD, stuck, PARAMETERS, FRAME)
        swing = feet.left_height if walker.gait.plan.left_swings else feet.right_height
        heights.append(swing)
        if len(heights) > 400:
            break
        stuck = Weight(support=-1.0 if walker.gait.plan.left_swings else 1.0, reliable=True)
    assert min(heights) == pytest.approx(-PARAMETERS.stretch)


def test_a_robot_stuck_on_one_foot_stands_then_pushes_with_the_other_leg() -> None:
    walker = Walker()
    _walk(walker, FORWARD, 1.0)
    phases: list[WalkPhase] = []
    for _ in range(round(3.0 / FRAME)):
        walker.update(FORWARD, Weight(support=-1.0, reliable=True), PARAMETERS, FRAME)
        if not phases or phases[-1] is not walker.phase:
            phases.append(walker.phase)
    assert WalkPhase.CATCH in phases
    assert WalkPhase.EMERGENCY in phases
    assert phases.index(WalkPhase.CATCH) < phases.index(WalkPhase.EMERGENCY)


def test_requests_are_ignored_in_an_emergency() -> None:
    walker = Walker()
    _walk(walker, FORWARD, 1.0)
    one_foot = Weight(support=-1.0, reliable=True)
    while walker.phase is not WalkPhase.EMERGENCY:
        walker.update(FORWARD, one_foot, PARAMETERS, FRAME)
    walker.update(WalkCommand(), one_foot, PARAMETERS, FRAME)
    assert walker.phase is WalkPhase.EMERGENCY


def test_a_kick_plays_its_steps_and_then_the_walk_continues() -> None:
    walker = Walker()
    _walk(walker, FORWARD, 1.0)
    plans = (
        StepPlan(x=0.01, left_swings=True, is_kick=True),
        StepPlan(x=0.02, left_swings=False, is_kick=True),
    )
    while walker.gait.plan is not plans[0]:
        left_swings_next = not walker.gait.plan.left_swings
        kick = plans if left_swings_next else ()
        _walk(walker, WalkCommand(stand=False, kick=kick), FRAME)
    assert walker.kicking
    seen = [walker.gait.plan]
    while len(seen) < 3:
        _walk(walker, FORWARD, FRAME)
        if walker.gait.plan is not seen[-1]:
            seen.append(walker.gait.plan)
    assert seen[1] is plans[1]
    assert not seen[2].is_kick


def test_the_motion_of_the_torso_follows_from_the_support_foot() -> None:
    before = Feet(left=FootPose(0.03), right=FootPose(-0.03))
    after = Feet(left=FootPose(-0.03), right=FootPose(0.03))
    moved = torso_step(before, after, left_supports=True, hip_offset=0.05)
    assert moved == pytest.approx((0.06, 0.0, 0.0))


def test_a_turn_of_the_support_foot_turns_the_torso_the_other_way() -> None:
    before, after = Feet(), Feet(left=FootPose(turn=-0.1), right=FootPose(turn=0.1))
    moved = torso_step(before, after, left_supports=True, hip_offset=0.05)
    assert moved.turn == pytest.approx(0.1)
