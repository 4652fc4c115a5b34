"""Whose robot it is: from a box around it and the teams' colors to own team or opponent."""

from typing import NamedTuple

import numpy as np

from kickabout.geometry import Vec
from kickabout.perception.jersey_colors import DYES, Dye, jersey_counts, white_of
from kickabout.perception.relative_colors import Carpet
from kickabout.perception.robots_boxes import part_of_box
from kickabout.representations import GameInfo, PlayerInfo, TeamSeen
from kickabout.representations.camera import Yuyv

# Shares of the box's width, then of its height from below: of a NAO that stands.
CHEST = np.array((0.2, 0.8, 0.57, 0.79))
LEGS = np.array((0.1, 0.9, 0.05, 0.5))
WHOLE = np.array((0.05, 0.95, 0.05, 0.95))  # of one that lies
LYING_SCALE = 0.35  # its chest's share of the whole
TOP = 12.0  # px, boxes that begin this near to the image's upper edge may be cut off there
LEAST_CHEST = 0.5  # share of the chest's height that is in the image


class JerseyRules(NamedTuple):
    """When pixels are an answer."""

    least_saturation: float  # of a pixel that shows a dye, chroma per brightness
    most_turn: float  # rad, between the hues of pixel and dye
    majority: float  # pixels of the winner compared to the other team's
    dyed: float  # share of a chest with at least so many dyed pixels
    plain: float  # share of a chest with at most so many
    least_pixels: float  # of a chest
    brightness_gap: float  # between chest and both plain dyes, by which one is nearer


def team_dyes(game: GameInfo, player: PlayerInfo) -> tuple[Dye, Dye] | None:
    """Field players' colors of the own team and the opponent; None if nobody told them."""
    own = game.data.team(player.team)
    opponent = next((team for team in game.data.teams if team.number != player.team), None)
    if own is None or opponent is None or own.color is opponent.color:
        return None
    return DYES[own.color], DYES[opponent.color]


def upright_box(box: Vec, usual_height: float) -> Vec:
    """The box of a whole robot that stands there, its head perhaps out of the image.

    Where the image ends above, its size is that of others standing there.
    """
    left, top, right, bottom = box.tolist()
    if top <= TOP:
        top = min(top, bottom - usual_height)
    return np.array((left, top, right, bottom))


def team_seen(
    yuyv: Yuyv,
    box: Vec,
    carpet: Carpet,
    dyes: tuple[Dye, Dye],
    *,
    upright: Vec | None,
    rules: JerseyRules,
) -> TeamSeen:
    """The team whose dye the chest shows, relative to what is white on the robot.

    `upright` is the box of the whole robot if it stands on visible feet, so that the chest's place
    is known; otherwise the chest may be anywhere.
    """
    whole = part_of_box(box, WHOLE)
    chest = whole if upright is None else part_of_box(upright, CHEST)
    if min(chest[3], yuyv.shape[0]) - max(chest[1], 0.0) < LEAST_CHEST * (chest[3] - chest[1]):
        return TeamSeen.UNKNOWN
    legs = whole if upright is None else part_of_box(upright, LEGS)
    white = white_of(yuyv, legs, carpet)
    if white[0] <= 0.0:
        return TeamSeen.UNKNOWN
    counts = jersey_counts(
        yuyv, chest, carpet, white, *dyes, rules.least_saturation, rules.most_turn
    )
    if counts[2] < rules.least_pixels:
        return TeamSeen.UNKNOWN
    return _decided(counts, dyes, rules, scale=LYING_SCALE if upright is None else 1.0)


def _decided(counts: Vec, dyes: tuple[Dye, Dye], rules: JerseyRules, *, scale: float) -> TeamSeen:
    own, opponent, pixels, brightness = counts.tolist()
    saturated = (dyes[0].is_saturated, dyes[1].is_saturated)
    if saturated == (False, False):
        gaps = [abs(brightness - dye.brightness) for dye in dyes]
        if abs(gaps[0] - gaps[1]) < rules.brightness_gap or scale < 1.0:
            return TeamSeen.UNKNOWN
        return TeamSeen.OWN if gaps[0] < gaps[1] else TeamSeen.OPPONENT
    dyed = max(own, opponent) / pixels
    if dyed >= scale * rules.dyed:
        if own > rules.majority * opponent:
            return TeamSeen.OWN
        return TeamSeen.OPPONENT if opponent > rules.majority * own else TeamSeen.UNKNOWN
    # what is not seen tells something only where the chest must be
    if saturated == (True, True) or dyed > rules.plain or scale < 1.0:
        return TeamSeen.UNKNOWN
    return TeamSeen.OPPONENT if saturated[0] else TeamSeen.OWN
