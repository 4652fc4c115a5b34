"""Lifting a robot and putting it down is detected."""

import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.representations import GroundContactState, SensorFrame
from kickabout.sensing.contact.ground_contact_detector import (
    GroundContactDetector,
    GroundContactDetectorParameters,
)

DT = 0.012


class Feet:
    """Feeds pressures and turn rates to a detector."""

    def __init__(self) -> None:
        self.detector = GroundContactDetector(GroundContactDetectorParameters())
        self.cycle = 0

    def update(
        self, seconds: float, *, left: float, right: float, turn: float = 0.0
    ) -> GroundContactState:
        forces = np.array((np.full(4, left / 4.0), np.full(4, right / 4.0)))
        for _ in range(round(seconds / DT)):
            frame = FrameInfo(time=self.cycle * DT, dt=DT, cycle=self.cycle)
            gyro = np.array((0.0, turn, 0.0))
            sensors = SensorFrame(connected=True, foot_forces=forces, gyro=gyro)
            state = self.detector.update(frame, sensors)
            self.cycle += 1
        return state

    def time_until(self, wanted: bool, *, left: float, right: float, turn: float = 0.0) -> float:
        start = self.cycle
        while self.update(DT, left=left, right=right, turn=turn).contact is not wanted:
            assert self.cycle < start + 100
        return (self.cycle - 1 - start) * DT


def test_losing_contact_takes_a_tenth_of_a_second_without_pressure() -> None:
    feet = Feet()
    assert feet.update(1.0, left=25.0, right=25.0).contact
    assert 0.1 <= feet.time_until(False, left=0.5, right=0.5) <= 0.124


def test_a_short_hop_is_no_loss() -> None:
    feet = Feet()
    for _ in range(5):
        assert feet.update(0.08, left=0.0, right=0.0).contact
        assert feet.update(0.05, left=25.0, right=25.0).contact


def test_finding_contact_takes_a_third_of_a_second_at_rest_on_both_feet() -> None:
    feet = Feet()
    feet.update(0.5, left=0.0, right=0.0)
    assert 0.3 <= feet.time_until(True, left=25.0, right=25.0) <= 0.324


@pytest.mark.parametrize(("left", "right"), [(50.0, 0.0), (8.0, 8.0)])
def test_one_foot_or_little_weight_is_no_standing(left: float, right: float) -> None:
    feet = Feet()
    feet.update(0.5, left=0.0, right=0.0)
    assert not feet.update(2.0, left=left, right=right).contact


def test_a_shaking_robot_has_to_be_loaded_for_longer() -> None:
    feet = Feet()
    feet.update(0.5, left=0.0, right=0.0)
    assert 0.6 <= feet.time_until(True, left=25.0, right=25.0, turn=0.3) <= 0.636


def test_a_robot_that_walks_right_after_getting_up_is_on_the_ground() -> None:
    feet = Feet()
    feet.update(0.5, left=0.0, right=0.0)
    for _ in range(3):
        feet.update(0.24, left=50.0, right=1.0, turn=0.5)
        state = feet.update(0.24, left=1.0, right=50.0, turn=-0.5)
    assert state.contact


def test_shaking_restarts_the_waiting_time() -> None:
    feet = Feet()
    feet.update(0.5, left=0.0, right=0.0)
    feet.update(0.25, left=25.0, right=25.0)
    feet.update(DT, left=25.0, right=25.0, turn=0.5)
    assert not feet.update(0.25, left=25.0, right=25.0).contact
    assert feet.update(0.1, left=25.0, right=25.0).contact


def test_sensors_that_show_half_of_the_weight_are_enough() -> None:
    feet = Feet()
    feet.update(0.5, left=0.0, right=0.0)
    assert feet.update(0.5, left=13.0, right=13.0).contact


def test_a_disconnected_body_changes_nothing() -> None:
    feet = Feet()
    feet.update(0.5, left=25.0, right=25.0)
    for cycle in range(100):
        frame = FrameInfo(time=1.0 + cycle * DT, dt=DT, cycle=cycle)
        assert feet.detector.update(frame, SensorFrame(connected=False)).contact
