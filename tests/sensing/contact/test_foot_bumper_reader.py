"""Feet that hit an obstacle are detected; broken and touching switches are ignored."""

import numpy as np

from kickabout.framework import FrameInfo
from kickabout.geometry import Pose3
from kickabout.representations import BodyModel, FootBumperState, SensorFrame
from kickabout.sensing.contact.foot_bumper_reader import (
    SWITCHES,
    FootBumperReader,
    FootBumperReaderParameters,
)

DT = 0.012
LEFT_OUTER, LEFT_INNER, RIGHT_INNER, RIGHT_OUTER = range(4)


def body_with_feet(distance: float) -> BodyModel:
    return BodyModel(
        left_sole_to_torso=Pose3.from_translation(0.0, distance / 2.0, -0.23),
        right_sole_to_torso=Pose3.from_translation(0.0, -distance / 2.0, -0.23),
    )


class Bumpers:
    def __init__(self, parameters: FootBumperReaderParameters | None = None) -> None:
        self.reader = FootBumperReader(parameters or FootBumperReaderParameters())
        self.cycle = 0

    def press(self, frames: int, *switches: int, feet: float = 0.11) -> FootBumperState:
        pressed = {name: index in switches for index, name in enumerate(SWITCHES)}
        sensors = SensorFrame(connected=True, buttons=pressed)
        for _ in range(frames):
            frame = FrameInfo(time=self.cycle * DT, dt=DT, cycle=self.cycle)
            state = self.reader.update(frame, sensors, body_with_feet(feet))
            self.cycle += 1
        return state


def test_several_presses_within_a_second_are_a_contact_of_that_foot() -> None:
    bumpers = Bumpers()
    for _ in range(3):
        bumpers.press(1, LEFT_OUTER)
        bumpers.press(10)
        state = bumpers.press(1, LEFT_INNER)
    assert state.contact == (True, False)
    assert state.last_contact_at[0] == (bumpers.cycle - 1) * DT


def test_contacts_are_forgotten_after_a_second() -> None:
    bumpers = Bumpers()
    assert bumpers.press(5, RIGHT_INNER, RIGHT_OUTER).contact == (False, True)
    assert bumpers.press(70).contact == (False, True)
    later = bumpers.press(20)
    assert later.contact == (False, False)
    assert later.last_contact_at[1] > 0.0


def test_a_single_switch_is_not_enough() -> None:
    assert Bumpers().press(20, LEFT_OUTER).contact == (False, False)


def test_a_switch_that_is_always_pressed_is_broken() -> None:
    bumpers = Bumpers()
    state = bumpers.press(300, LEFT_OUTER, LEFT_INNER)
    assert state.working == (False, True)
    assert state.contact == (False, False)
    assert bumpers.press(1).working == (True, True)


def test_a_switch_known_to_be_broken_is_ignored() -> None:
    bumpers = Bumpers(FootBumperReaderParameters(broken_switches=("right_bumper_right",)))
    assert bumpers.press(1).working == (True, False)
    assert bumpers.press(10, RIGHT_INNER, RIGHT_OUTER).contact == (False, False)
    assert bumpers.press(10, LEFT_OUTER, RIGHT_INNER).contact == (True, True)
    assert bumpers.press(200).working == (True, False)


def test_feet_close_together_press_each_others_inner_switches() -> None:
    apart, close = Bumpers(), Bumpers()
    assert apart.press(10, LEFT_INNER, RIGHT_INNER).contact == (True, True)
    assert close.press(10, LEFT_INNER, RIGHT_INNER, feet=0.08).contact == (False, False)


def test_no_switch_of_a_disconnected_body_is_pressed() -> None:
    reader = FootBumperReader(FootBumperReaderParameters())
    lost = SensorFrame(connected=False, buttons=dict.fromkeys(SWITCHES, True))
    for cycle in range(20):
        state = reader.update(FrameInfo(time=cycle * DT), lost, body_with_feet(0.11))
    assert not np.any(state.contact)
