"""LED colors of a NAO: from role, percepts and game state to colors that people can read."""

import functools

from kickabout.representations import GameState, Role, TeamColor
from kickabout.representations.body import Rgb
from kickabout.robots.nao.lights import EAR, SKULL

OFF: Rgb = (0.0, 0.0, 0.0)
RED: Rgb = (1.0, 0.0, 0.0)
GREEN: Rgb = (0.0, 1.0, 0.0)
BLUE: Rgb = (0.0, 0.0, 1.0)
YELLOW: Rgb = (1.0, 1.0, 0.0)
MAGENTA: Rgb = (1.0, 0.0, 1.0)
CYAN: Rgb = (0.0, 1.0, 1.0)
WHITE: Rgb = (1.0, 1.0, 1.0)

BY_INDEX = (WHITE, YELLOW, GREEN, CYAN)
BY_STATE = {
    GameState.INITIAL: OFF,
    GameState.STANDBY: CYAN,  # a state of later years
    GameState.READY: BLUE,
    GameState.SET: YELLOW,
    GameState.PLAYING: GREEN,
    GameState.FINISHED: OFF,
}
BY_TEAM: dict[TeamColor, Rgb] = {
    TeamColor.BLUE: BLUE,
    TeamColor.RED: RED,
    TeamColor.YELLOW: YELLOW,
    TeamColor.BLACK: OFF,
    TeamColor.WHITE: WHITE,
    TeamColor.GREEN: GREEN,
    TeamColor.ORANGE: (1.0, 0.5, 0.0),
    TeamColor.PURPLE: (0.5, 0.0, 0.5),
    TeamColor.BROWN: (0.5, 0.25, 0.0),
    TeamColor.GRAY: (0.5, 0.5, 0.5),
}
DARK_SKULL = (0.0,) * SKULL


def role_color(role: Role, *, supporter_index: int, gives_way: bool) -> Rgb:
    """Return the right eye's color; `gives_way`: a striker that leaves the ball to its keeper."""
    if role is Role.STRIKER:
        return MAGENTA if gives_way else RED
    if role is Role.KEEPER:
        return BLUE
    if 0 <= supporter_index < len(BY_INDEX):
        return BY_INDEX[supporter_index]
    return OFF


def sight_color(*, ground_contact: bool, ball: bool, feature: bool) -> Rgb:
    """Return the left eye's color for ground contact, a seen ball and a seen feature."""
    if not ground_contact:
        return YELLOW
    if ball:
        return RED if feature else WHITE
    return BLUE if feature else OFF


def chest_color(state: GameState, *, penalized: bool) -> Rgb:
    return RED if penalized else BY_STATE[state]


def foot_color(*, own_kickoff: bool, shootout: bool, takes_penalty: bool) -> Rgb:
    """Return the right foot's color; the left foot shows the team color."""
    if shootout:
        return GREEN if takes_penalty else YELLOW
    return WHITE if own_kickoff else OFF


def battery_ear(charge: float) -> tuple[float, ...]:
    """Return the right ear's LEDs: one for each tenth of the charge."""
    lit = min(EAR, max(0, round(10.0 * charge + 0.49)))
    return _lit_ear(lit)


def team_ear(teammates: int, *, game_controller: bool, time: float) -> tuple[float, ...]:
    """Return the left ear's LEDs: two per teammate; two blink without GameController."""
    blink = (1.0 if time % 1.0 < 0.5 else 0.0,) * 2
    return _lit_ear(2 * teammates) if game_controller else _lit_ear(2 * teammates)[:-2] + blink


@functools.cache
def _lit_ear(lit: int) -> tuple[float, ...]:
    return tuple(1.0 if i < lit else 0.0 for i in range(EAR))


def skull(*, charging: bool, time: float, turn: float = 1.2) -> tuple[float, ...]:
    """Return the head LEDs: while charging, one goes around, once in `turn` seconds."""
    if not charging:
        return DARK_SKULL
    lit = int(time / turn * SKULL) % SKULL
    return tuple(1.0 if i == lit else 0.0 for i in range(SKULL))
