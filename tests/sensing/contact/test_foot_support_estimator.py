"""Pressures become support, switches and predictions; bad sensors calibrate themselves."""

from collections.abc import Callable

import numpy as np
import pytest
from tests.sensing.body import SimulatedBody
from tests.sensing.toy_walk import ToyWalk

from kickabout.framework import FrameInfo
from kickabout.geometry import Vec
from kickabout.representations import FootSupportState, SensorFrame
from kickabout.sensing.contact.calibrating_foot_support_estimator import (
    CalibratingFootSupportEstimator,
    CalibratingFootSupportEstimatorParameters,
)
from kickabout.sensing.contact.foot_support_estimator import (
    FootSupportEstimator,
    FootSupportEstimatorParameters,
)
from kickabout.simulation.match.faults import Fault, FaultKind

DT = 0.012
Estimator = FootSupportEstimator | CalibratingFootSupportEstimator


def made_2019() -> FootSupportEstimator:
    return FootSupportEstimator(FootSupportEstimatorParameters())


def made_2021() -> CalibratingFootSupportEstimator:
    return CalibratingFootSupportEstimator(CalibratingFootSupportEstimatorParameters())


def played(estimator: Estimator, forces: Vec, *, start: int = 0) -> list[FootSupportState]:
    """Return the outputs for frames of eight forces, in the order of the sensors."""
    return [
        estimator.update(
            FrameInfo(time=cycle * DT, dt=DT if cycle else 0.0, cycle=cycle),
            SensorFrame(connected=True, foot_forces=np.reshape(row, (2, 4))),
        )
        for cycle, row in enumerate(forces, start)
    ]


def stepping(seconds: float, period: float = 0.5) -> Vec:
    """Return forces of weight that rolls over the left foot to its inner edge, then the right."""
    times = np.arange(0.0, seconds, DT)
    position = 1.25 * np.cos(2.0 * np.pi * times / period)  # 1 outer left … −1 outer right
    left = np.clip(0.5 + 2.0 * position, 0.0, 1.0)
    outer_left = np.clip(position, 0.0, 1.0)
    outer_right = np.clip(-position, 0.0, 1.0)
    forces = np.zeros((len(times), 8))
    forces[:, [0, 2]] = (26.0 * left * outer_left)[:, None]
    forces[:, [1, 3]] = (26.0 * left * (1.0 - outer_left))[:, None]
    forces[:, [5, 7]] = (26.0 * (1.0 - left) * outer_right)[:, None]
    forces[:, [4, 6]] = (26.0 * (1.0 - left) * (1.0 - outer_right))[:, None]
    return forces


@pytest.mark.parametrize("made", [made_2019, made_2021])
def test_support_follows_the_weight(made: Callable[[], Estimator]) -> None:
    left, right = np.array((6.0,) * 4 + (0.0,) * 4), np.array((0.0,) * 4 + (6.0,) * 4)
    states = played(made(), np.array([left] * 5 + [left + right] * 5 + [right] * 5))
    assert states[4].support > 0.5
    assert states[9].support == pytest.approx(0.0, abs=0.01)
    assert states[14].support < -0.5


@pytest.mark.parametrize("made", [made_2019, made_2021])
def test_each_change_of_the_foot_is_one_switch(made: Callable[[], Estimator]) -> None:
    states = played(made(), stepping(5.0))
    assert sum(state.switched for state in states) == 20


@pytest.mark.parametrize("made", [made_2019, made_2021])
def test_switches_are_predicted(made: Callable[[], Estimator]) -> None:
    states = played(made(), stepping(8.0))[300:]
    switches = [i for i, state in enumerate(states) if state.switched and i > 5]
    announced = [any(s.predicted_switch for s in states[i - 4 : i]) for i in switches]
    predictions = [i for i, s in enumerate(states[:-10]) if s.predicted_switch]
    false = [i for i in predictions if not any(i < switch <= i + 5 for switch in switches)]
    assert np.mean(announced) > 0.9
    assert len(false) <= 0.05 * len(predictions)


@pytest.mark.parametrize("made", [made_2019, made_2021])
def test_feet_in_the_air_have_no_support_and_are_not_reliable(
    made: Callable[[], Estimator],
) -> None:
    states = played(made(), np.full((20, 8), 0.2))
    assert states[-1].support == 0.0
    assert not states[-1].reliable


def test_a_dead_foot_is_not_reliable() -> None:
    forces = stepping(3.0)
    forces[:, :4] = 0.0
    assert not any(state.reliable for state in played(made_2019(), forces))
    assert played(made_2019(), stepping(3.0))[-1].reliable


def test_a_spike_is_forgotten_within_two_periods() -> None:
    spiked = stepping(16.0)
    spiked[100, :4] = 300.0
    clean = [state.support for state in played(made_2019(), stepping(16.0))]
    found = [state.support for state in played(made_2019(), spiked)]
    before_forgetting = np.abs(np.array(found[110:400]) - clean[110:400]).max()
    assert before_forgetting > 0.1
    np.testing.assert_allclose(found[-100:], clean[-100:], atol=0.01)


def test_gains_and_offsets_of_half_the_value_are_learned_within_twenty_steps() -> None:
    random = np.random.default_rng(3)
    true = stepping(15.0)
    bad = true * random.uniform(0.5, 1.5, 8) + random.uniform(0.0, 3.0, 8)
    wanted = [state.support for state in played(made_2021(), true)]
    found = [state.support for state in played(made_2021(), bad)]
    np.testing.assert_allclose(found[-200:], wanted[-200:], atol=0.05)


def test_pressures_are_learned_from_standing_on_one_foot() -> None:
    bad = stepping(15.0) * np.array((0.5,) * 4 + (1.4,) * 4)
    pressures = np.array([state.pressures for state in played(made_2021(), bad)])[-200:]
    assert pressures[:, 0].max() == pytest.approx(pressures[:, 1].max(), rel=0.1)
    assert pressures.sum(axis=1).mean() == pytest.approx(52.0, rel=0.1)


def test_a_light_touch_of_the_other_foot_is_no_switch() -> None:
    heavy_left = np.array((12.0,) * 4 + (0.0,) * 4)
    light_right = np.array((0.0,) * 4 + (2.0,) * 4)
    frames = np.array([heavy_left] * 10 + [light_right] * 3 + [heavy_left] * 10)
    assert not any(state.switched for state in played(made_2021(), frames))
    assert any(state.switched for state in played(made_2019(), frames))


def test_a_slow_change_is_one_switch_when_the_new_foot_carries_enough() -> None:
    left = np.linspace(12.0, 0.0, 20)[:, None] * np.array((1.0,) * 4 + (0.0,) * 4)
    right = np.linspace(0.0, 12.0, 60)[:, None] * np.array((0.0,) * 4 + (1.0,) * 4)
    frames = np.concatenate((np.concatenate((left, np.zeros((40, 8)))) + right * 0.9,))
    slow = CalibratingFootSupportEstimatorParameters(learning_time=1e6)
    states = played(CalibratingFootSupportEstimator(slow), frames)
    switches = [i for i, s in enumerate(states) if s.switched]
    assert len(switches) == 1
    carried = frames[switches[0], 4:].sum()
    assert 0.3 * 52.0 < carried < 0.4 * 52.0


@pytest.mark.parametrize("name", ["FootSupportEstimator", "CalibratingFootSupportEstimator"])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_support_foot_is_right_in_a_walk_with_bad_sensors(name: str, seed: int) -> None:
    gains = np.random.default_rng(seed).uniform(0.5, 1.5, 8)
    fault = Fault(kind=FaultKind.FSR_GAIN, robot="home 1", values=tuple(gains.tolist()))
    body = SimulatedBody((name,), seed=seed, faults=(fault,))
    walk, right, switches, true_switches, last = ToyWalk((0.2, 0.0, 0.0)), [], 0, 0, 0.0
    for cycle in range(900):
        sensors = body.measure()
        left_force, right_force = body.world.snapshot().foot_forces[0].sum(axis=1)
        true = float(np.sign(left_force - right_force))
        if cycle > 350:
            right.append(np.sign(body[FootSupportState].support) == true)
            switches += body[FootSupportState].switched
            true_switches += true != last
        last = true
        body.move(walk.update(sensors, DT))
    assert np.mean(right) > 0.98
    assert abs(switches - true_switches) <= 3
