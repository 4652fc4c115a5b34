"""Do trials measure what their names say?"""

import math

import pytest

from kickabout.evaluation.trials.fall_trials import get_up, pushed_over
from kickabout.evaluation.trials.motion_trials import (
    WalkTrial,
    falls_in_ten_minutes,
    odometry,
    pushes,
    rms,
    steady_walk,
    walk_to_target,
)
from kickabout.evaluation.trials.rough_carpet import RoughCarpet, worn_body
from kickabout.simulation.match.drill import Drill
from kickabout.simulation.match.faults import FaultKind


def test_falls_are_scaled_to_ten_minutes() -> None:
    walks = [
        WalkTrial(seconds=30.0, falls=falls, speed=0.3, tilt_rms=0.0, tilt_max=0.0, false_alarms=0)
        for falls in (0, 1, 0, 0)
    ]
    assert falls_in_ten_minutes(walks) == pytest.approx(5.0)
    assert rms([3.0, 4.0]) == pytest.approx(math.sqrt(12.5))


def test_a_steady_walk_has_the_desired_speed() -> None:
    trial = steady_walk((0.2, 0.0, 0.0), seed=1, seconds=9.0)
    assert trial.falls == 0
    assert trial.speed == pytest.approx(0.2, abs=0.03)
    assert 0.0 < trial.tilt_rms < math.radians(1.5)
    assert trial.false_alarms == 0


def test_a_worn_body_differs_from_seed_to_seed_within_its_limits() -> None:
    one, two = worn_body(1), worn_body(2)
    assert one == worn_body(1)
    assert one != two
    gains = next(fault for fault in one if fault.kind is FaultKind.FSR_GAIN)
    assert all(0.5 <= value <= 1.5 for value in gains.values)
    offsets = [fault.value for fault in one if fault.kind is FaultKind.JOINT_OFFSET]
    assert len(offsets) == 11
    assert max(map(abs, offsets)) <= math.radians(2.0)


def test_on_rough_carpet_each_step_lands_on_another_patch() -> None:
    with Drill("walkers", seed=1) as drill:
        carpet = RoughCarpet(drill, 1)
        sole = carpet.soles[0]
        level = drill.match.world.model.geom_quat[sole].copy()
        carpet.lifted = [False, False]
        drill.match.snapshot.foot_forces[:] = 0.0
        carpet.before_frame(drill)
        tilted = drill.match.world.model.geom_quat[sole].copy()
        carpet.before_frame(drill)
        assert (tilted != level).any()
        assert (tilted == drill.match.world.model.geom_quat[sole]).all()
        height = drill.match.world.model.geom_pos[sole, 2] - carpet.positions[0, 2]
        assert abs(height) <= carpet.height
        assert 0.5 <= drill.match.world.model.geom_friction[sole, 0] <= 1.0


@pytest.mark.slow
def test_small_pushes_are_survived_and_targets_are_reached() -> None:
    assert all(pushes(seed=1, impulse=0.35))
    way = odometry(seed=1)
    assert way.position < 0.08
    assert way.rotation < 0.05
    target = walk_to_target(seed=1)
    assert target.distance < 0.03
    assert target.angle < math.radians(3.0)


@pytest.mark.slow
def test_a_fall_is_detected_before_the_impact() -> None:
    falls = [trial for trial in (pushed_over(seed=seed) for seed in (2, 4)) if trial.fell]
    assert falls
    assert all(trial.warning_time > 0.1 for trial in falls)


@pytest.mark.parametrize("side", ["front", "back"])
def test_a_robot_that_got_up_knows_where_it_faces(side: str) -> None:
    trial = get_up(side, seed=1)
    assert trial.up
    assert trial.tries == 1
    assert abs(trial.odometry_turn) < 0.1
