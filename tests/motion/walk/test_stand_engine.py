"""Does StandEngine reach its posture, and go limp when the body is disconnected?"""

import numpy as np

from kickabout.motion.walk.stand_engine import StandEngine, StandEngineParameters
from kickabout.representations import FrameInfo, SensorFrame
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.postures import SIT, STAND


def test_the_posture_is_reached_in_time_and_without_jumps() -> None:
    stand_engine = StandEngine(StandEngineParameters(duration=1.0, look_angle=0.0))
    sensors = SensorFrame(connected=True, joint_angles=SIT)
    requests = [stand_engine.update(FrameInfo(time=0.012 * i), sensors) for i in range(100)]
    steps = np.diff([request.angles for request in requests], axis=0)
    assert np.allclose(requests[0].angles, SIT)
    assert np.allclose(requests[-1].angles, STAND)
    assert np.abs(steps).max() < 0.05


def test_a_disconnected_body_is_limp() -> None:
    request = StandEngine(StandEngineParameters()).update(FrameInfo(), nao_defaults(SensorFrame))
    assert request.stiffness.max() == 0.0


def test_the_head_keeps_looking_around() -> None:
    stand_engine = StandEngine(StandEngineParameters())
    sensors = SensorFrame(connected=True, joint_angles=STAND)
    yaws = [stand_engine.update(FrameInfo(time=0.1 * i), sensors).angles[0] for i in range(100)]
    assert max(yaws) > 0.4
    assert min(yaws) < -0.4
