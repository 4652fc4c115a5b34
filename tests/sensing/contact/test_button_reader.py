"""Holding times of buttons are measured, and their clicks counted."""

from kickabout.framework import FrameInfo
from kickabout.representations import ButtonState, SensorFrame
from kickabout.sensing.contact.button_reader import ButtonReader, ButtonReaderParameters

DT = 0.012


class Buttons:
    def __init__(self) -> None:
        self.reader = ButtonReader(ButtonReaderParameters())
        self.cycle = 0

    def hold(
        self, seconds: float, *, chest: bool = False, front: bool = False, connected: bool = True
    ) -> ButtonState:
        sensors = SensorFrame(
            connected=connected, buttons={"chest_button": chest, "head_front": front}
        )
        for _ in range(round(seconds / DT)):
            state = self.reader.update(FrameInfo(time=self.cycle * DT, dt=DT), sensors)
            self.cycle += 1
        return state


def test_the_time_of_a_held_button_is_measured() -> None:
    buttons = Buttons()
    assert abs(buttons.hold(1.2, chest=True).held_for["chest_button"] - 1.188) < 1e-9
    assert buttons.hold(DT).held_for["chest_button"] == 0.0
    assert abs(buttons.hold(0.6, front=True).held_for["head_front"] - 0.588) < 1e-9


def test_three_clicks_are_counted_once_the_series_is_over() -> None:
    buttons = Buttons()
    for _ in range(3):
        buttons.hold(0.1, chest=True)
        assert buttons.hold(0.2).clicks["chest_button"] == 0
    assert buttons.hold(0.5).clicks["chest_button"] == 3
    assert buttons.hold(5.0).clicks["chest_button"] == 3
    assert buttons.hold(DT, chest=True).clicks["chest_button"] == 0
    assert buttons.hold(1.0).clicks["chest_button"] == 1


def test_each_button_has_a_count_of_its_own() -> None:
    buttons = Buttons()
    buttons.hold(0.1, chest=True, front=True)
    buttons.hold(0.1)
    buttons.hold(0.1, front=True)
    assert buttons.hold(1.0).clicks == {"chest_button": 1, "head_front": 2}


def test_a_long_press_is_no_click() -> None:
    buttons = Buttons()
    buttons.hold(1.5, chest=True)
    assert buttons.hold(1.0).clicks["chest_button"] == 0


def test_no_button_of_a_disconnected_body_is_pressed() -> None:
    assert Buttons().hold(1.0, chest=True, connected=False).held_for["chest_button"] == 0.0
