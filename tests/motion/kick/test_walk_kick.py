"""Are in-walk kicks read, mirrored and fitted to the ball?"""

import math
from pathlib import Path

import numpy as np
import pytest

from kickabout.framework import ConfigurationError
from kickabout.motion.kick.walk_kick import (
    KickPlanner,
    WalkKick,
    load_walk_kick,
    swing_offset,
    walk_kick_names,
)
from kickabout.motion.walk.gait import Feet, StepPlan

FORWARD = load_walk_kick("forward")
HIP = 0.05


def _steps(
    kick: WalkKick, ball: tuple[float, float], *, left: bool = False, direction: float = 0.0
) -> tuple[StepPlan, ...]:
    planner = KickPlanner(kick, left=left, hip_offset=HIP)
    return planner.steps(Feet(), not left, ball=ball, direction=direction)


@pytest.mark.parametrize("name", walk_kick_names())
def test_each_kick_starts_and_ends_as_a_normal_step(name: str) -> None:
    offset = swing_offset(load_walk_kick(name).kick.frames, 1.0)
    for phase in (0.0, 1.0):
        assert offset(phase) == pytest.approx((0.0,) * 5, abs=1e-9)
    # The speed is zero as well: the offset hardly changes in the first hundredth of the step.
    assert np.abs(offset(0.01)).max() < 0.02 * np.abs([offset(p / 50) for p in range(50)]).max()


@pytest.mark.parametrize("name", walk_kick_names())
def test_each_kick_is_mirrored_for_the_other_foot(name: str) -> None:
    frames = load_walk_kick(name).kick.frames
    right, left = swing_offset(frames, 1.0), swing_offset(frames, -1.0)
    for phase in np.linspace(0.0, 1.0, 20):
        x, y, z, turn, pitch = right(phase)
        assert left(phase) == pytest.approx((x, -y, z, -turn, pitch))


def test_the_support_foot_is_put_beside_the_ball() -> None:
    put = FORWARD.placement
    first, second = _steps(FORWARD, (put.behind + 0.03, -0.05))
    assert first.left_swings
    assert not second.left_swings
    left, right = first.targets()
    # The ball is 0.03 m farther away than its distance from the support foot should be.
    assert left.x - right.x == pytest.approx(0.03, abs=1e-6)
    assert left.y - right.y == pytest.approx(put.aside - 2.0 * HIP, abs=1e-6)


def test_left_and_right_kicks_are_mirror_images() -> None:
    ball = (FORWARD.placement.behind + 0.02, -0.06)
    right_kick = _steps(FORWARD, ball)
    left_kick = _steps(FORWARD, (ball[0], -ball[1]), left=True)
    (l1, r1), (l2, r2) = right_kick[0].targets(), left_kick[0].targets()
    assert (l1.x, l1.y, l1.turn) == pytest.approx((r2.x, -r2.y, -r2.turn))
    assert (r1.x, r1.y, r1.turn) == pytest.approx((l2.x, -l2.y, -l2.turn))


def test_a_kick_waits_for_the_right_foot() -> None:
    planner = KickPlanner(FORWARD, left=False, hip_offset=HIP)
    ball = (FORWARD.placement.behind + 0.02, -0.05)
    assert planner.steps(Feet(), False, ball=ball, direction=0.0) == ()
    assert len(planner.steps(Feet(), True, ball=ball, direction=0.0)) == 2


@pytest.mark.parametrize("ball", [(0.6, -0.05), (0.2, 0.3), (-0.2, -0.05)])
def test_a_ball_out_of_reach_is_not_kicked(ball: tuple[float, float]) -> None:
    assert _steps(FORWARD, ball) == ()


@pytest.mark.parametrize("name", ["side", "turn"])
def test_a_ball_that_is_closer_after_one_more_step_is_not_kicked_yet(name: str) -> None:
    kick = load_walk_kick(name)
    put = kick.placement
    beside = 0.05 - put.aside
    direction = math.radians(kick.direction_deg)
    farthest = put.behind + put.step_x[1]
    assert _steps(kick, (farthest - 0.001, beside), direction=direction)
    assert not _steps(kick, (farthest + 0.02, beside), direction=direction)


def test_a_kick_to_the_back_is_not_begun() -> None:
    ball = (FORWARD.placement.behind + 0.02, -0.05)
    assert _steps(FORWARD, ball, direction=math.pi / 2.0) == ()


def test_an_unknown_kick_is_reported_with_a_suggestion() -> None:
    with pytest.raises(ConfigurationError, match="forward"):
        load_walk_kick("foreward")


def test_an_unknown_key_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text('robot = "nao"\ndescription = "x"\npower = 3\n', encoding="utf-8")
    with pytest.raises(ConfigurationError, match="power"):
        load_walk_kick(str(file))
