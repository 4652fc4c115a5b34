"""Buttons: from pressed switches to holding times and numbers of clicks."""

from dataclasses import dataclass

from kickabout.filters import Holding
from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import ButtonState, SensorFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonReaderParameters:
    click_below: float = param(0.8, unit="s", low=0.05, doc="maximum duration of a click")
    pause: float = param(
        0.4, unit="s", low=0.05, doc="time without a press that ends a series of clicks"
    )


class ButtonReader(Module[ButtonReaderParameters]):
    """Measures how long buttons are held and counts their clicks.

    The count of a finished series stays until the button is pressed again.
    """

    def __init__(self, parameters: ButtonReaderParameters) -> None:
        super().__init__(parameters)
        self.buttons: dict[str, Button] = {}
        self.busy = True  # a button is pressed, or was in the last cycle, or clicks are counted
        self.state = ButtonState()

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> ButtonState:
        pressed = sensors.connected and any(sensors.buttons.values())
        if not (pressed or self.busy):
            return self.state
        for name, is_pressed in sensors.buttons.items():
            button = self.buttons.setdefault(name, Button())
            button.update(is_pressed and sensors.connected, frame.time, self.parameters)
        self.busy = pressed or any(button.is_busy for button in self.buttons.values())
        self.state = ButtonState(
            held_for={name: button.held_for for name, button in self.buttons.items()},
            clicks={name: button.finished for name, button in self.buttons.items()},
        )
        return self.state


class Button:
    """Holding time and clicks of one button."""

    def __init__(self) -> None:
        self.holding = Holding()
        self.held_for = 0.0
        self.finished = 0  # clicks in the last finished series
        self.counting = 0
        self.was_pressed = False
        self.released_at = 0.0

    @property
    def is_busy(self) -> bool:
        return bool(self.was_pressed or self.counting)

    def update(self, pressed: bool, now: float, parameters: ButtonReaderParameters) -> None:
        was_held_for = self.held_for
        self.held_for = max(0.0, self.holding.update(pressed, now))
        if pressed:
            self.finished = 0
            if self.held_for > parameters.click_below:
                self.counting = 0
            self.released_at = now
            self.was_pressed = True
            return
        if self.was_pressed:
            self.was_pressed = False
            self.counting += was_held_for <= parameters.click_below
        if self.counting and now - self.released_at > parameters.pause:
            self.finished, self.counting = self.counting, 0
