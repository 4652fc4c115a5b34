"""Team of a robot: from a box around it and the teams' colors to own team or opponent."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import Vec
from kickabout.perception.colors.relative_colors import Carpet
from kickabout.perception.robots.jersey_colors import DYES, Dye, TeamDyes, jersey_counts, white_of
from kickabout.perception.robots.robot_boxes import part_of_box
from kickabout.representations import GameInfo, GameTeam, PlayerInfo, TeamColor, TeamSeen
from kickabout.representations.camera import Yuyv

# Fractions of the box's width, then of its height from below, for a standing NAO: the networks that
# find these boxes are trained on NAOs.
CHEST = np.array((0.2, 0.8, 0.57, 0.79))
LEGS = np.array((0.1, 0.9, 0.05, 0.5))
WHOLE = np.array((0.05, 0.95, 0.05, 0.95))  # for a fallen one
LYING_SCALE = 0.35  # chest of a fallen NAO as a fraction of the whole
TOP = 12.0  # px, boxes that begin this near to the image's upper edge may be cut off there
MIN_CHEST = 0.5  # fraction of the chest's height that is in the image


class JerseyRules(NamedTuple):
    """Limits for the decision between the teams."""

    min_saturation: float  # chroma per brightness of a dyed pixel
    max_turn: float  # rad, between the hues of pixel and dye
    majority: float  # minimum ratio of the teams' numbers of pixels
    dyed: float  # minimum fraction of dyed pixels in a dyed chest
    plain: float  # maximum fraction of dyed pixels in a plain chest
    min_pixels: float  # of a chest
    brightness_gap: float  # minimum difference between the distances to plain dyes


def team_dyes(game: GameInfo, player: PlayerInfo) -> TeamDyes | None:
    """Return colors of our team and the opponent; None if unknown or the same."""
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
    """Return a keeper's color, or its team's if most robots with that color are opponents."""
    return team.color if team.goalkeeper_color is other.color else team.goalkeeper_color


def upright_box(box: Vec, usual_height: float) -> Vec:
    """Return the box of the whole standing robot, which may reach out of the image.

    If the box is cut off at the top, it gets the usual height of a robot there.
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
    """Return the team whose dye the chest shows, relative to the white parts of the robot.

    `upright` is the box of the whole robot if it stands on visible feet, so that the chest's
    position is known; otherwise the chest may be anywhere in the box.
    """
    whole = part_of_box(box, WHOLE)
    chest = whole if upright is None else part_of_box(upright, CHEST)
    if min(chest[3], yuyv.shape[0]) - max(chest[1], 0.0) < MIN_CHEST * (chest[3] - chest[1]):
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
    # Missing dye is evidence only if the chest's position is known.
    if dyed > rules.plain or scale < 1.0:
        return TeamSeen.UNKNOWN
    return _without_dye(brightness, dyes, rules)


def _without_dye(brightness: float, dyes: TeamDyes, rules: JerseyRules) -> TeamSeen:
    """Return the team with a plain jersey of about this brightness.

    If all field players have a dye, missing it is more likely than seeing a plain keeper.
    """
    if dyes.own.is_saturated and dyes.opponent.is_saturated:
        return TeamSeen.UNKNOWN
    off_own = _off_plain(brightness, dyes.own, dyes.own_keeper)
    off_opponent = _off_plain(brightness, dyes.opponent, dyes.opponent_keeper)
    if abs(off_own - off_opponent) < rules.brightness_gap:
        return TeamSeen.UNKNOWN
    return TeamSeen.OWN if off_own < off_opponent else TeamSeen.OPPONENT


def _off_plain(brightness: float, *team: Dye) -> float:
    """Return the difference to the nearest of a team's plain dyes; infinite if it has none."""
    plain = (dye.brightness for dye in team if not dye.is_saturated)
    return min((abs(brightness - other) for other in plain), default=math.inf)
