"""Does the robot stand up, whichever way it lies?"""

import numpy as np
import pytest
from tests.motion.selection.requests import measured, selected

from kickabout.framework import FrameInfo
from kickabout.motion.keyframes.get_up_engine import GetUpEngine, GetUpEngineParameters
from kickabout.representations import (
    GetUpOutput,
    Motion,
)
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.simulation.match.motion_trial import MotionTrial

SETTLING = 60  # frames for which the robot has to stand


def get_up(trial: MotionTrial, engine: GetUpEngine, limit: float) -> tuple[float, GetUpOutput]:
    """Return the time until the engine reports a stand, and its output some frames later."""
    output, took, since = nao_defaults(GetUpOutput), limit, 0
    for frame in range(round(limit / trial.world.frame_time)):
        output = engine.update(trial.frame, selected(Motion.GET_UP), trial.sense())
        trial.execute(output)
        if output.finished and since == 0:
            took = (frame + 1) * trial.world.frame_time
        since = since + 1 if output.finished else 0
        if since > SETTLING:
            break
    return took, output


@pytest.mark.parametrize(("side", "seconds"), [("front", 4.0), ("back", 5.0)])
def test_the_robot_gets_up_in_time(side: str, seconds: float) -> None:
    trial = MotionTrial(seed=5)
    trial.lay_down(side)
    took, output = get_up(trial, GetUpEngine(GetUpEngineParameters()), limit=10.0)
    assert trial.standing
    assert output.tries == 0
    assert took <= seconds


@pytest.mark.slow
@pytest.mark.parametrize("side", ["front", "back", "left", "right"])
def test_two_tries_are_enough_on_any_carpet(side: str) -> None:
    failures = 0
    for seed in range(10):
        trial = MotionTrial(seed=100 + seed, friction=0.5 + 0.05 * seed)
        trial.lay_down(side)
        _, output = get_up(trial, GetUpEngine(GetUpEngineParameters()), limit=25.0)
        failures += not (trial.standing and output.tries <= 1)
    assert failures <= 1


def test_a_robot_that_only_squats_simply_stands_up() -> None:
    trial = MotionTrial(seed=1)
    took, output = get_up(trial, GetUpEngine(GetUpEngineParameters()), limit=5.0)
    assert trial.standing
    assert output.tries == 0
    assert took < 3.0


def test_the_output_is_idle_while_another_motion_is_selected() -> None:
    engine = GetUpEngine(GetUpEngineParameters())
    output = engine.update(FrameInfo(), selected(Motion.WALK), measured())
    assert output.leaving_possible
    assert not output.finished
    assert np.all(output.stiffness == 0.0)


def test_leaving_is_not_possible_before_the_robot_stands() -> None:
    engine = GetUpEngine(GetUpEngineParameters())
    output = engine.update(FrameInfo(), selected(Motion.GET_UP), measured())
    assert not output.leaving_possible
