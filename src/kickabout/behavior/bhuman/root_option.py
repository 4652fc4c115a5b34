"""The root option: inactive, playing, penalized or sitting down."""

from kickabout.behavior.bhuman.pieces import Skill
from kickabout.behavior.bhuman.skills.body import Rest, SitDown, Stand
from kickabout.behavior.bhuman.skills.look import LookForward
from kickabout.behavior.engines.cards import after, state
from kickabout.behavior.shared.behavior_inputs import CHEST_BUTTON

LOW_BATTERY = 0.01  # fraction of a full battery
BROKEN_AFTER = 45  # unchanged images: 1.5 s, longer than a restart of the camera takes


class RootOption(Skill):
    """Activates the robot on one press of the chest button; three presses make it sit down.

    It also sits down if its battery is nearly empty or a camera has failed.
    """

    deck: str  # the root deck
    awake: bool = True  # at the start

    def is_awake(self) -> bool:
        return self.awake

    def is_pressed_once(self) -> bool:
        return self.world.body.buttons.clicks.get(CHEST_BUTTON, 0) == 1

    def is_pressed_thrice(self) -> bool:
        return self.world.body.buttons.clicks.get(CHEST_BUTTON, 0) == 3 and self.state_time > 0.5

    def is_battery_low(self) -> bool:
        sensors = self.world.body.sensors
        return sensors.connected and sensors.battery_charge < LOW_BATTERY

    def is_camera_broken(self) -> bool:
        return self.world.body.camera.repeated_rows >= BROKEN_AFTER

    def is_penalized(self) -> bool:
        return self.world.is_penalized

    def is_free(self) -> bool:
        return not self.world.is_penalized

    @state(initial=True, to={"playing": is_awake, "inactive": after(0.0)})
    def starting(self) -> None:
        self.call(Rest())

    @state(to={"getting_up": is_pressed_once})
    def inactive(self) -> None:
        self.call(Rest())

    @state(to={"sitting_down": is_pressed_thrice, "playing": after(2.0)})
    def getting_up(self) -> None:
        self.call(Stand())

    @state(
        to={
            "sitting_down": is_pressed_thrice,
            "low_battery": is_battery_low,
            "broken_camera": is_camera_broken,
            "penalized": is_penalized,
        }
    )
    def playing(self) -> None:
        if not self.deal(self.deck):
            self.call(Stand())
            self.call(LookForward())

    @state(
        to={
            "sitting_down": is_pressed_thrice,
            "low_battery": is_battery_low,
            "broken_camera": is_camera_broken,
            "playing": is_free,
        }
    )
    def penalized(self) -> None:
        self.call(LookForward())
        self.call(Stand(high=True))

    @state(to={"inactive": after(3.0)})
    def sitting_down(self) -> None:
        self.call(SitDown())

    @state(to={"inactive": after(3.0)})
    def low_battery(self) -> None:
        self.call(SitDown())

    @state(to={"inactive": after(3.0)})
    def broken_camera(self) -> None:
        self.call(SitDown())
