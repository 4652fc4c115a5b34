"""Offsets of a resting gyroscope and dead boards are detected."""

import numpy as np

from kickabout.framework import FrameInfo
from kickabout.geometry import Vec
from kickabout.representations import GyroOffsetState, SensorFrame
from kickabout.sensing.orientation.gyro_offset_estimator import (
    GyroOffsetEstimator,
    GyroOffsetEstimatorParameters,
)

DT = 0.012


class Board:
    """Feeds readings to an estimator."""

    def __init__(self, seed: int = 1) -> None:
        self.random = np.random.default_rng(seed)
        self.detector = GyroOffsetEstimator(GyroOffsetEstimatorParameters())
        self.cycle = 0
        self.state = GyroOffsetState()

    def read(self, gyro: Vec, angles: Vec | None = None, connected: bool = True) -> GyroOffsetState:
        moving = self.random.normal(size=25) if angles is None else angles
        frame = FrameInfo(time=self.cycle * DT, dt=DT, cycle=self.cycle)
        sensors = SensorFrame(connected=connected, gyro=gyro, joint_angles=moving)
        self.state = self.detector.update(frame, sensors)
        self.cycle += 1
        return self.state

    def rest(self, seconds: float, offset: tuple[float, float, float]) -> GyroOffsetState:
        for _ in range(round(seconds / DT)):
            self.read(np.array(offset) + 0.006 * self.random.standard_normal(3))
        return self.state


def test_the_offset_of_a_resting_robot_is_found() -> None:
    state = Board().rest(3.0, (0.05, -0.02, 0.0))
    assert state.known
    assert state.faulty
    np.testing.assert_allclose(state.offset, (0.05, -0.02, 0.0), atol=0.0025)


def test_a_small_offset_is_no_fault() -> None:
    state = Board().rest(3.0, (0.005, 0.0, -0.008))
    assert state.known
    assert not state.faulty


def test_a_robot_in_motion_gives_no_offset() -> None:
    board = Board()
    for cycle in range(1000):
        turn = 0.4 * np.sin(2.0 * np.pi * 2.0 * cycle * DT)
        board.read(np.array((turn, 0.1 * turn, 0.05)) + 0.006 * board.random.standard_normal(3))
    assert not board.state.known


def test_a_robot_that_begins_to_turn_gives_no_offset() -> None:
    board = Board()
    for cycle in range(400):
        turn = 0.02 * cycle * DT
        board.read(np.array((0.0, 0.0, turn)) + 0.006 * board.random.standard_normal(3))
    assert not board.state.known


def test_a_board_with_constant_values_is_dead_until_they_change() -> None:
    board = Board()
    board.rest(0.5, (0.0, 0.0, 0.0))
    for _ in range(25):
        board.read(np.array((0.01, 0.0, 0.0)))
    assert board.state.board_dead
    assert not board.state.board_disconnected
    assert not board.rest(DT, (0.0, 0.0, 0.0)).board_dead


def test_a_body_with_only_constant_values_is_disconnected() -> None:
    board = Board()
    board.rest(0.5, (0.0, 0.0, 0.0))
    for _ in range(25):
        board.read(np.array((0.01, 0.0, 0.0)), angles=np.ones(25))
    assert board.state.board_disconnected
    assert not board.state.board_dead


def test_a_body_without_connection_is_reported_at_once() -> None:
    board = Board()
    board.rest(0.5, (0.0, 0.0, 0.0))
    assert board.read(np.zeros(3), connected=False).board_disconnected


def test_frames_that_repeat_the_one_before_are_no_failure() -> None:
    board = Board()
    reading = np.zeros(3)
    for cycle in range(2000):
        if cycle % 4 != 3:
            reading = 0.006 * board.random.standard_normal(3)
        state = board.read(reading)
        assert not state.board_dead
        assert not state.board_disconnected
