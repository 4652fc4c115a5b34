"""Do steps move the feet smoothly to their planned poses?"""

import numpy as np
import pytest

from kickabout.motion.walk.gait import (
    Feet,
    FootOffset,
    FootPose,
    Gait,
    StepPlan,
    lift_fraction,
    swing_fraction,
)

FRAME = 0.012


def _through(gait: Gait, plan: StepPlan, seconds: float) -> list[Feet]:
    gait.begin(plan)
    return [gait.advance(FRAME) for _ in range(round(seconds / FRAME))]


def test_a_step_ends_with_the_swing_foot_ahead_by_its_size() -> None:
    gait = Gait()
    feet = _through(gait, StepPlan(x=0.06, left_swings=True, duration=0.24), 0.24)[-1]
    assert feet.left.x - feet.right.x == pytest.approx(0.06)
    assert feet.left.x == pytest.approx(0.03)


def test_a_side_step_opens_the_feet_and_the_next_one_closes_them() -> None:
    gait = Gait()
    opened = _through(gait, StepPlan(y=0.05, left_swings=True), 0.3)[-1]
    closed = _through(gait, StepPlan(y=0.05, left_swings=False), 0.3)[-1]
    assert (opened.left.y, opened.right.y) == pytest.approx((0.05, -0.05))
    assert (closed.left.y, closed.right.y) == pytest.approx((0.0, 0.0))


def test_turning_opens_the_toes_more_than_it_closes_them() -> None:
    opened = StepPlan(turn=0.3, left_swings=True, inside_turn=0.33).targets()
    closed = StepPlan(turn=0.3, left_swings=False, inside_turn=0.33).targets()
    assert opened[0].turn == pytest.approx(0.201)
    assert closed[0].turn == pytest.approx(-0.099)
    assert opened[0].turn == -opened[1].turn


def test_each_of_two_steps_turns_the_torso_by_the_planned_angle() -> None:
    opened = StepPlan(turn=0.3, left_swings=True).targets()
    closed = StepPlan(turn=0.3, left_swings=False).targets()
    # In the opening step the right foot stands, in the closing one the left.
    assert closed[1].turn - opened[1].turn == pytest.approx(0.3)
    assert opened[0].turn - closed[0].turn == pytest.approx(0.3)


def test_only_the_swing_foot_is_lifted_and_it_comes_down_again() -> None:
    feet = _through(Gait(), StepPlan(lift=0.012, left_swings=False), 0.26)
    heights = np.array([(f.left_height, f.right_height) for f in feet])
    assert heights[:, 0].max() == 0.0
    assert heights[:, 1].max() == pytest.approx(0.012, abs=1e-4)
    assert heights[-1, 1] == 0.0


def test_feet_move_sideways_only_in_side_steps() -> None:
    feet = _through(Gait(), StepPlan(x=0.08, turn=0.2, left_swings=True), 0.25)
    assert {f.left.y for f in feet} == {0.0}
    assert {f.right.y for f in feet} == {0.0}


def test_an_early_switch_continues_without_a_jump() -> None:
    gait = Gait()
    before = _through(gait, StepPlan(x=0.08, y=0.04, left_swings=True), 0.15)
    after = _through(gait, StepPlan(x=0.08, y=0.04, left_swings=False), 0.15)
    rows = np.array([(*f.left, *f.right, f.left_height, f.right_height) for f in (*before, *after)])
    assert np.abs(np.diff(rows, axis=0)).max() < 0.01


def test_a_support_foot_in_the_air_is_lowered() -> None:
    gait = Gait()
    up = _through(gait, StepPlan(lift=0.02, left_swings=True), 0.13)[-1]
    down = _through(gait, StepPlan(left_swings=False), 0.1)[-1]
    assert up.left_height > 0.01
    assert down.left_height == 0.0


def test_profiles_start_and_end_at_rest() -> None:
    for profile in (lift_fraction, swing_fraction):
        assert profile(0.0) == 0.0
        assert abs(profile(0.001)) < 1e-4
    assert lift_fraction(1.0) == 0.0
    assert lift_fraction(0.5) == 1.0
    assert swing_fraction(1.0) == 1.0
    assert swing_fraction(0.5) == 0.5


def test_offsets_of_a_kick_are_added_to_the_swing_foot_only() -> None:
    plan = StepPlan(left_swings=True, lift=0.0, offset=lambda phase: FootOffset(0.1, 0.02, 0.03))
    feet = _through(Gait(), plan, 0.06)[-1]
    assert feet.left == FootPose(0.1, 0.02, 0.0)
    assert feet.left_height == pytest.approx(0.03)
    assert feet.right == FootPose()


def test_settling_brings_both_feet_side_by_side() -> None:
    gait = Gait()
    _through(gait, StepPlan(x=0.08, left_swings=True), 0.12)
    for _ in range(100):
        gait.settle(FRAME, 0.06)
    assert abs(gait.feet.left.x - gait.feet.right.x) < 1e-4
    assert gait.feet.left_height < 1e-6
