"""Does standing cost less after a while, without moving much?"""

import itertools

import numpy as np

from kickabout.geometry import Vec
from kickabout.motion.walk.economical_stand import EconomicalStand, EconomyParameters
from kickabout.motion.walk.walk_stand import StandingLegs, StandParameters
from kickabout.representations import JointState, SensorFrame
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.joints import LEGS, Joint
from kickabout.robots.nao.postures import STAND

FRAME = 0.012
PARAMETERS = EconomyParameters()
SAG = 0.015  # rad, by which joints lag behind their request
STAND_PARAMETERS = StandParameters(
    hip_height=0.22,
    high_stand_height=0.245,
    height_speed=0.03,
    stiffness=1.0,
    stand_stiffness=0.7,
    high_stand_stiffness=0.5,
    stand_after=1.0,
    economy=True,
)


def _stand(seconds: float) -> list[Vec]:
    """Return the offsets of joints whose current grows with their distance from the request."""
    economy = EconomicalStand()
    history = []
    measured = STAND + SAG
    for _ in range(round(seconds / FRAME)):
        currents = np.abs(measured - STAND - economy.offsets) * 30.0
        history.append(
            economy.update(FRAME, PARAMETERS, request=STAND, measured=measured, currents=currents)
        )
    return history


def test_joints_yield_until_they_draw_less_current() -> None:
    offsets = _stand(10.0)[-1]
    rest = np.abs(SAG - offsets[LEGS]) * 30.0
    assert (rest <= PARAMETERS.current).all()


def test_offsets_change_twice_a_second_and_stay_small() -> None:
    history = _stand(10.0)
    changes = sum(not np.array_equal(a, b) for a, b in itertools.pairwise(history))
    assert changes <= 20
    assert np.abs(history[-1]).max() <= np.radians(2.1)


def test_only_legs_yield() -> None:
    offsets = _stand(5.0)[-1]
    assert offsets[: Joint.HIP_YAW_PITCH].max() == 0.0


def test_reset_clears_the_offsets() -> None:
    economy = EconomicalStand()
    economy.update(
        1.0, PARAMETERS, request=STAND, measured=STAND + SAG, currents=np.ones(len(Joint))
    )
    assert economy.offsets.any()
    economy.reset()
    assert not economy.offsets.any()


def _legs_after(seconds: float, high: bool = False) -> StandingLegs:
    legs = StandingLegs(STAND_PARAMETERS.hip_height)
    for _ in range(round(seconds / FRAME)):
        legs.change_height(high, STAND_PARAMETERS, FRAME)
        legs.settle(
            np.array(STAND),
            STAND_PARAMETERS,
            nao_defaults(SensorFrame),
            nao_defaults(JointState),
            dt=FRAME,
        )
    return legs


def test_legs_get_softer_when_the_robot_stands_for_long() -> None:
    assert _legs_after(0.5).stiffness(STAND_PARAMETERS) == 1.0
    assert _legs_after(1.5).stiffness(STAND_PARAMETERS) == 0.7


def test_a_high_stand_is_reached_slowly_and_left_before_walking() -> None:
    legs = _legs_after(3.0, high=True)
    assert legs.height == STAND_PARAMETERS.high_stand_height
    assert legs.stiffness(STAND_PARAMETERS) == 0.5
    assert not legs.ready_to_walk(STAND_PARAMETERS)
    for _ in range(100):
        legs.change_height(False, STAND_PARAMETERS, FRAME)
    assert legs.ready_to_walk(STAND_PARAMETERS)
