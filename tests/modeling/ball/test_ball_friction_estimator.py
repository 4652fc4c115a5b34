"""Estimated friction of the carpet, also with bad rolls among the good ones."""

import numpy as np
import pytest
from tests.modeling.ball.ball_world import DT
from tests.modules import made
from tests.simulation.oracles.scenes import FIELD

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Points2, Vec, Vector2
from kickabout.modeling.ball.ball_friction_estimator import BallFrictionEstimator
from kickabout.modeling.ball.friction_fit import fitted_friction
from kickabout.representations import BallFriction, BallPercept, Odometry, Seen
from kickabout.soccer.ball_physics import position_after


def roll(
    random: np.random.Generator, *, friction: float, noise: float, seconds: float = 2.0
) -> tuple[Points2, Vec]:
    times = np.arange(0.0, seconds, DT)
    velocity: Vector2[Field] = Vector2.from_polar(1.2, 2.0)
    positions = [
        position_after(Vector2(1.5, -1.0), velocity, time=float(t), deceleration=friction).array
        for t in times
    ]
    return np.array(positions) + noise * random.standard_normal((len(times), 2)), times


def test_one_roll_gives_the_friction_within_ten_percent() -> None:
    fit = fitted_friction(*roll(np.random.default_rng(1), friction=0.4, noise=0.01))
    assert fit is not None
    assert fit.deceleration == pytest.approx(0.4, rel=0.1)
    assert fit.first_speed == pytest.approx(1.2, rel=0.05)


def test_outliers_of_the_detector_are_left_out() -> None:
    points, times = roll(np.random.default_rng(2), friction=0.4, noise=0.01)
    points[[7, 20, 41]] += 0.8
    fit = fitted_friction(points, times)
    assert fit is not None
    assert fit.deceleration == pytest.approx(0.4, rel=0.15)


def estimated(frictions: list[float], *, active: bool = True) -> BallFriction:
    random, estimator = np.random.default_rng(3), made(BallFrictionEstimator, active=active)
    time, result = 0.0, BallFriction()
    for friction in frictions:
        positions = [*roll(random, friction=friction, noise=0.01)[0].tolist(), *[None] * 30]
        for position in positions:
            percept = BallPercept()
            if position is not None:
                percept = BallPercept(seen=Seen.YES, position_in_robot=Vector2(*position))
            result = estimator.update(FrameInfo(time=time, dt=DT), percept, Odometry(), FIELD)
            time += DT
    return result


def test_several_rolls_agree_although_one_is_wrong() -> None:
    friction = estimated([0.4] * 5 + [1.5] + [0.4] * 4)
    assert friction.learned
    assert friction.deceleration == pytest.approx(0.4, rel=0.1)


def test_nothing_is_learned_in_games() -> None:
    friction = estimated([0.6] * 5, active=False)
    assert not friction.learned
    assert friction.deceleration == FIELD.ball.deceleration
