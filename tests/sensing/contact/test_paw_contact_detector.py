"""Lifting and putting down four-legged robots: by single frames, and in simulation."""

from collections.abc import Collection

import pytest

from kickabout.framework import FrameInfo
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.representations import GroundContactState, SensorFrame
from kickabout.sensing.contact.paw_contact_detector import (
    PawContactDetector,
    PawContactDetectorParameters,
)

PAWS = ("left_fore_paw", "right_fore_paw", "left_hind_paw", "right_hind_paw")
DT = 0.008  # s


class Lifted:
    """A detector that gets the number of paws on the ground."""

    def __init__(self, robot: str = "ers210") -> None:
        self.detector = PawContactDetector.made(
            PawContactDetectorParameters(), RobotConfiguration(robot)
        )
        self.time = 0.0

    def run(self, paws: int, seconds: float) -> GroundContactState:
        return self.touch(range(paws), seconds)

    def touch(self, paws: Collection[int], seconds: float) -> GroundContactState:
        for _ in range(round(seconds / DT)):
            buttons = {name: index in paws for index, name in enumerate(PAWS)}
            frame = FrameInfo(time=self.time, dt=DT)
            state = self.detector.update(frame, SensorFrame(connected=True, buttons=buttons))
            self.time += DT
        return state


@pytest.mark.parametrize("robot", ["ers210", "ers7"])
def test_a_robot_without_any_paw_on_the_ground_was_lifted(robot: str) -> None:
    lifted = Lifted(robot)
    assert lifted.run(4, 1.0).contact
    assert lifted.run(0, 0.2).contact
    state = lifted.run(0, 0.2)
    assert not state.contact
    assert state.changed_at == pytest.approx(1.3, abs=2 * DT)
    assert not lifted.run(1, 1.0).contact
    assert lifted.run(3, 0.3).contact


def test_a_robot_that_is_put_down_trotting_has_contact_again() -> None:
    lifted = Lifted()
    assert not lifted.run(0, 1.0).contact
    for _ in range(3):
        lifted.touch((0, 3), 0.13)
        lifted.touch((), 0.04)
        lifted.touch((1, 2), 0.13)
        state = lifted.touch((), 0.04)
    assert state.contact


def test_a_trot_with_short_flights_keeps_contact() -> None:
    lifted = Lifted()
    for _ in range(20):
        assert lifted.run(2, 0.16).contact
        assert lifted.run(0, 0.05).contact
