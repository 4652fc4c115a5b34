"""Jersey colors: from pixels of a robot's chest to counts of the teams' colors.

No calibration is needed: the teams' colors are compared with each other and with the white parts
of the robot itself.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Vec
from kickabout.perception.colors.relative_colors import Carpet, chroma, is_carpet
from kickabout.representations import TeamColor

Bytes = npt.NDArray[np.uint8]
DARK = 0.3  # brightness relative to white, below which chroma gets less and less weight


class Dye(NamedTuple):
    """A jersey's color in an image."""

    is_saturated: bool
    hue: float  # rad, of (Cb, Cr)
    brightness: float  # Y relative to white, as the lower tercile of a chest


# Hues are near those of pure colors in BT.601's chroma plane. Brightness is measured on rendered
# robots: the lower tercile excludes numbers and arms, which are brighter than dark jerseys.
DYES = {
    TeamColor.BLUE: Dye(True, -0.40, 0.35),
    TeamColor.RED: Dye(True, 1.90, 0.40),
    TeamColor.YELLOW: Dye(True, 2.93, 0.85),
    TeamColor.BLACK: Dye(False, 0.0, 0.18),
    TeamColor.WHITE: Dye(False, 0.0, 0.75),
    TeamColor.GREEN: Dye(True, -2.24, 0.55),
    TeamColor.ORANGE: Dye(True, 2.42, 0.60),
    TeamColor.PURPLE: Dye(True, 0.60, 0.35),
    TeamColor.BROWN: Dye(True, 2.33, 0.35),
    TeamColor.GRAY: Dye(False, 0.0, 0.49),
}


class TeamDyes(NamedTuple):
    """Jersey colors of both teams; a team without a keeper's color has its players' twice."""

    own: Dye
    own_keeper: Dye
    opponent: Dye
    opponent_keeper: Dye


@kernel
def white_of(yuyv: Bytes, box: Vec, carpet: Carpet) -> FloatArray:
    """Return (Y, Cb / Y, Cr / Y) of the brighter non-carpet pixels in a box; Y is 0 if none."""
    height, width = yuyv.shape[0], yuyv.shape[1]
    left, right = max(int(box[0]), 0), min(int(box[2]), width - 1)
    top, bottom = max(int(box[1]), 0), min(int(box[3]), height)
    step_x, step_y = max((right - left) // 10, 1), max((bottom - top) // 10, 1)
    counts = np.zeros(256, np.int64)
    total = 0
    for v in range(top, bottom, step_y):
        for u in range(left, right, step_x):
            if not is_carpet(yuyv, u, v, carpet):
                counts[yuyv[v, u, 0]] += 1
                total += 1
    white = np.zeros(3)
    if total < 4:
        return white
    level, above = 255, 0
    while above < 0.3 * total:
        above += counts[level]
        level -= 1
    found = 0
    for v in range(top, bottom, step_y):
        for u in range(left, right, step_x):
            if yuyv[v, u, 0] > level and not is_carpet(yuyv, u, v, carpet):
                y = float(yuyv[v, u, 0])
                white[0] += y
                white[1] += chroma(y, float(yuyv[v, u & ~1, 1]))
                white[2] += chroma(y, float(yuyv[v, u | 1, 1]))
                found += 1
    return white / max(found, 1)


@kernel
def _turn(first: float, second: float) -> float:
    """Return the angle between two hues."""
    off = abs(first - second) % (2.0 * math.pi)
    return min(off, 2.0 * math.pi - off)


@kernel
def _turn_from_team(hue: float, players: Dye, keeper: Dye) -> float:
    """Return the angle to the nearer of a team's saturated dyes; infinite without any."""
    off = math.inf
    if players.is_saturated:
        off = _turn(hue, players.hue)
    if keeper.is_saturated:
        off = min(off, _turn(hue, keeper.hue))
    return off


@kernel
def jersey_counts(
    yuyv: Bytes,
    box: Vec,
    carpet: Carpet,
    white: Vec,
    dyes: TeamDyes,
    min_saturation: float,
    max_turn: float,
) -> FloatArray:
    """Return numbers of pixels: own dye, opponent's dye, dye of both, all; and the brightness.

    Only saturated dyes count pixels. The brightness is the lower tercile of the other pixels.
    """
    height, width = yuyv.shape[0], yuyv.shape[1]
    left, right = max(int(box[0]), 0), min(int(box[2]), width - 1)
    top, bottom = max(int(box[1]), 0), min(int(box[3]), height)
    step_x, step_y = max((right - left) // 10, 1), max((bottom - top) // 12, 1)
    counts = np.zeros(5)
    shades, plain = np.zeros(256, np.int64), 0
    for v in range(top, bottom, step_y):
        for u in range(left, right, step_x):
            if is_carpet(yuyv, u, v, carpet):
                continue
            counts[3] += 1.0
            y = float(yuyv[v, u, 0])
            blue = chroma(y, float(yuyv[v, u & ~1, 1])) - white[1]
            red = chroma(y, float(yuyv[v, u | 1, 1])) - white[2]
            # The chroma of dark pixels is noisy.
            weight = min(y / max(DARK * white[0], 20.0), 1.0)
            hue, saturation = math.atan2(red, blue), math.hypot(blue, red) * weight
            off_own = _turn_from_team(hue, dyes.own, dyes.own_keeper)
            off_opponent = _turn_from_team(hue, dyes.opponent, dyes.opponent_keeper)
            if saturation < min_saturation or min(off_own, off_opponent) > max_turn:
                shades[yuyv[v, u, 0]] += 1
                plain += 1
            elif off_own == off_opponent:
                counts[2] += 1.0
            else:
                counts[0 if off_own < off_opponent else 1] += 1.0
    shade, darker = 0, shades[0]
    while 3 * darker < plain:
        shade += 1
        darker += shades[shade]
    counts[4] = shade / max(white[0], 20.0)
    return counts
