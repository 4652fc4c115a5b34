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
    """Measures how long switches are held and counts clicks of the chest button.

    The count of a finished series stays until the button is pressed again.
    """

    def __init__(self, parameters: ButtonReaderParameters) -> None:
        super().__init__(parameters)
        self.chest = Holding()
        self.head = (Holding(), Holding(), Holding())
        self.chest_held_for = 0.0
        self.was_pressed = False
        self.released_at = 0.0
        self.counting = 0
        self.finished = 0
        self.busy = True  # something is pressed, or was in the last cycle
        self.state = ButtonState()

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> ButtonState:
        now = frame.time
        pressed = sensors.chest_button and sensors.connected
        touched = sensors.connected and any(sensors.head_buttons)
        if not (pressed or touched or self.busy):
            return self.state
        self._count(pressed, now)
        held = [
            max(0.0, holding.update(button and sensors.connected, now))
            for holding, button in zip(self.head, sensors.head_buttons, strict=True)
        ]
        self.busy = bool(pressed or touched or self.was_pressed or self.counting)
        self.state = ButtonState(
            chest_held_for=self.chest_held_for,
            chest_clicks=self.finished,
            head_held_for=(held[0], held[1], held[2]),
        )
        return self.state

    def _count(self, pressed: bool, now: float) -> None:
        was_held_for = self.chest_held_for
        held_for = self.chest.update(pressed, now)
        self.chest_held_for = max(0.0, held_for)
        if pressed:
            self.finished = 0
            if held_for > self.parameters.click_below:
                self.counting = 0
            self.released_at = now
            self.was_pressed = True
            return
        if self.was_pressed:
            self.was_pressed = False
            self.counting += was_held_for <= self.parameters.click_below
        if self.counting and now - self.released_at > self.parameters.pause:
            self.finished, self.counting = self.counting, 0
