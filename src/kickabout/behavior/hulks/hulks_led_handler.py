"""HULKs' LEDs: from game, role and battery to the colors of the robot's LEDs."""

import colorsys
from dataclasses import dataclass

from kickabout.behavior.shared.led_inputs import LedInputs
from kickabout.behavior.shared.leds import (
    BLUE,
    GREEN,
    OFF,
    RED,
    WHITE,
    YELLOW,
    chest_color,
    sight_color,
    team_ear,
)
from kickabout.behavior.shared.teammates import penalty_of
from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import GameState, LedRequest, Penalty, Role
from kickabout.representations.body import Rgb
from kickabout.robots.nao.lights import EYE, SKULL

BY_ROLE: dict[Role, Rgb] = {
    Role.STRIKER: RED,
    Role.KEEPER: BLUE,
    Role.REPLACEMENT_KEEPER: (0.0, 0.5, 1.0),
    Role.DEFENDER: WHITE,
    Role.SUPPORTER: GREEN,
    Role.BISHOP: (0.5, 1.0, 0.0),
    Role.LOSER: (1.0, 0.5, 0.0),
    Role.SEARCHER: YELLOW,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksLedHandlerParameters:
    cycles: int = param(
        6, low=1, doc="number of cycles after which the rainbow moves on by one LED"
    )
    seen_within: float = param(0.3, unit="s", low=0.0, doc="time for which a ball counts as seen")
    received_within: float = param(
        2.0, unit="s", low=0.0, doc="time for which a GameController packet counts as a connection"
    )


class HulksLedHandler(Module[HulksLedHandlerParameters]):
    """Shows a rotating rainbow in the eyes before the game and the battery on the head.

    After HULKs 2021, 5.16 and 3.7.2.
    """

    robot_kinds = ("nao",)

    def update(self, frame: FrameInfo, given: LedInputs) -> LedRequest:
        p, now = self.parameters, frame.time
        penalty = penalty_of(given.game, given.player)
        sight = sight_color(
            ground_contact=given.ground.contact,
            ball=given.ball.known and now - given.ball.last_seen_at < p.seen_within,
            feature=False,
        )
        left_eye: tuple[Rgb, ...] = (sight,)
        right_eye: tuple[Rgb, ...] = (BY_ROLE.get(given.roles.role, OFF),)
        if given.state.state is GameState.INITIAL:
            left_eye = right_eye = rainbow(frame.cycle // p.cycles)
        teammates = team_ear(
            len(given.team.teammates),
            game_controller=now - given.game.received_at < p.received_within,
            time=now,
        )
        chest = chest_color(given.state.state, penalized=penalty is not Penalty.NONE)
        return LedRequest(
            colors={"left_eye": left_eye, "right_eye": right_eye, "chest": (chest,)},
            brightness={
                "left_ear": teammates,
                "head": battery_skull(given.sensors.battery_charge),
            },
        )


def rainbow(turn: int) -> tuple[Rgb, ...]:
    """Return a ring of all hues, moved on by a number of LEDs."""
    return tuple(colorsys.hsv_to_rgb((i - turn) % EYE / EYE, 1.0, 1.0) for i in range(EYE))


def battery_skull(charge: float) -> tuple[float, ...]:
    """Return the head LEDs as a bar for the charge; the last LED is dimmed."""
    return tuple(min(1.0, max(0.0, SKULL * charge - i)) for i in range(SKULL))
