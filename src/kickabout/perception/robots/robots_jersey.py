"""Whose robot it is: from a box around it and the teams' colors to own team or opponent."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import Vec
from kickabout.perception.colors.relative_colors import Carpet
from kickabout.perception.robots.jersey_colors import DYES, Dye, TeamDyes, jersey_counts, white_of
from kickabout.perception.robots.robots_boxes import part_of_box
from kickabout.representations import GameInfo, GameTeam, PlayerInfo, TeamColor, TeamSeen
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

    min_saturation: float  # of a pixel that shows a dye, chroma per brightness
    max_turn: float  # rad, between the hues of pixel and dye
    majority: float  # pixels of the winner compared to the other team's
    dyed: float  # share of a chest with at least so many dyed pixels
    plain: float  # share of a chest with at most so many
    min_pixels: float  # of a chest
    brightness_gap: float  # between chest and both plain dyes, by which one is nearer


def team_dyes(game: GameInfo, player: PlayerInfo) -> TeamDyes | None:
    """Colors of the own team and the opponent; None if nobody told them."""
    own = game.data.team(player.team)
    opponent = next((team for team in game.data.teams if team.number != player.team), None)
    if own is None or opponent is None or own.color is opponent.color:
        return None
    return TeamDyes(
        own=DYES[own.color],
        own_keeper=DYES[_keeper_color(own, opponent)],
        opponent=DYES[opponent.color],
        opponent_keeper=DYES[_keeper_color(opponent, own)],
    )


def _keeper_color(team: GameTeam, other: GameTeam) -> TeamColor:
    """A keeper in the other players' color is left out, since most who wear that are theirs."""
    return team.color if team.goalkeeper_color is other.color else team.goalkeeper_color


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
    dyes: TeamDyes,
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
    counts = jersey_counts(yuyv, chest, carpet, white, dyes, rules.min_saturation, rules.max_turn)
    if counts[3] < rules.min_pixels:
        return TeamSeen.UNKNOWN
    return _decided(counts, dyes, rules, scale=LYING_SCALE if upright is None else 1.0)


def _decided(counts: Vec, dyes: TeamDyes, rules: JerseyRules, *, scale: float) -> TeamSeen:
    own, opponent, either, pixels, brightness = counts.tolist()
    dyed = max(own, opponent, either) / pixels
    if dyed >= scale * rules.dyed:
        if own > rules.majority * max(opponent, either):
            return TeamSeen.OWN
        is_opponent = opponent > rules.majority * max(own, either)
        return TeamSeen.OPPONENT if is_opponent else TeamSeen.UNKNOWN
    # what is not seen tells something only where the chest must be
    if dyed > rules.plain or scale < 1.0:
        return TeamSeen.UNKNOWN
    return _without_dye(brightness, dyes, rules)


def _without_dye(brightness: float, dyes: TeamDyes, rules: JerseyRules) -> TeamSeen:
    """The team with a plain jersey that is about as bright.

    If all field players have a dye, it is more often unseen than a plain keeper is there.
    """
    if dyes.own.is_saturated and dyes.opponent.is_saturated:
        return TeamSeen.UNKNOWN
    off_own = _off_plain(brightness, dyes.own, dyes.own_keeper)
    off_opponent = _off_plain(brightness, dyes.opponent, dyes.opponent_keeper)
    if abs(off_own - off_opponent) < rules.brightness_gap:
        return TeamSeen.UNKNOWN
    return TeamSeen.OWN if off_own < off_opponent else TeamSeen.OPPONENT


def _off_plain(brightness: float, *team: Dye) -> float:
    """Difference to the nearest of a team's plain dyes, infinite if it has none."""
    plain = (dye.brightness for dye in team if not dye.is_saturated)
    return min((abs(brightness - other) for other in plain), default=math.inf)
