"""Players of the other team: from what several robots saw to one place for each player."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Mat, Vec, kernel

# Columns of a sighting, places in the field: x, y, its covariance, distance from the observer (m),
# when it was seen (s), number of the observer, jersey (1 opponent, -1 own, 0 unknown), upright,
# velocity (m/s).
X, Y, XX, XY, YY, DISTANCE, SEEN_AT, OBSERVER, JERSEY, UPRIGHT, VX, VY = range(12)
COLUMNS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionRules:
    """Which sightings count, how uncertain they are, and which are of the same player."""

    radius: float  # m, sightings this near are of one player
    mate_radius: float  # m, what is this near to a teammate is the teammate
    range: float  # m, what is farther from its observer does not count
    max_age: float  # s
    speed: float  # m/s, by which old sightings get uncertain
    pose_deviation: float  # m, of the observer's place
    pose_turn: float  # rad, of the observer's direction
    mate_speed: float  # m/s, by which the radius of teammates grows since they told their place
    max_deviation: float  # m, of a player's place; less certain ones may be anywhere
    mate_doubt: float  # share of a sighting's deviation by which the radius of teammates grows

    @property
    def array(self) -> Vec:
        return np.array(
            (
                self.radius,
                self.mate_radius,
                self.range,
                self.max_age,
                self.speed,
                self.pose_deviation,
                self.pose_turn,
                self.mate_speed,
                self.max_deviation,
                self.mate_doubt,
            )
        )


@kernel
def counting(sightings: Mat, teammates: Mat, now: float, rules: Vec) -> Mat:
    """The sightings that count, with their whole uncertainty, the most certain first.

    A sighting with an opponent's jersey has to be twice as near to a teammate to be that one.
    Rows of teammates are x, y and for how long (s) they may have walked since.
    """
    kept = np.empty_like(sightings)
    count = 0
    for sighting in sightings:
        age = now - sighting[SEEN_AT]
        if age > rules[3] or sighting[DISTANCE] > rules[2]:
            continue
        deviation = rules[5] + rules[6] * sighting[DISTANCE] + rules[4] * max(age, 0.0)
        uncertain = 0.5 * (sighting[XX] + sighting[YY]) + deviation * deviation
        reach = rules[1] * (0.5 if sighting[JERSEY] > 0.0 else 1.0) + rules[9] * uncertain**0.5
        is_mate = False
        for mate in teammates:
            apart = math.hypot(sighting[X] - mate[0], sighting[Y] - mate[1])
            is_mate |= apart <= reach + rules[7] * mate[2]
        if is_mate:
            continue
        kept[count] = sighting
        kept[count, XX] += deviation * deviation
        kept[count, YY] += deviation * deviation
        count += 1
    order = np.argsort(kept[:count, XX] + kept[:count, YY], kind="mergesort")
    return kept[order]


@kernel
def clusters_of(sightings: Mat, radius: float) -> Vec:
    """Number of each sighting's cluster: that of its nearest neighbor before it, or a new one.

    An observer sees each player once, so two of its sightings are never in one cluster.
    """
    clusters = np.full(len(sightings), -1.0)
    count = 0
    for i in range(len(sightings)):
        nearest = radius
        for j in range(i):
            apart = math.hypot(sightings[i, X] - sightings[j, X], sightings[i, Y] - sightings[j, Y])
            if apart > nearest:
                continue
            is_free = True
            for k in range(i):
                if clusters[k] == clusters[j] and sightings[k, OBSERVER] == sightings[i, OBSERVER]:
                    is_free = False
            if is_free:
                nearest, clusters[i] = apart, clusters[j]
        if clusters[i] < 0.0:
            clusters[i] = count
            count += 1
    return clusters


@kernel
def fused_players(sightings: Mat, teammates: Mat, now: float, rules: Vec) -> Mat:
    """One row for each player of known place, columns as those of sightings.

    Jersey is the sum of all. Places are fused by the inverses of their covariances. The velocity
    is the most certain one.
    """
    counted = counting(sightings, teammates, now, rules)
    clusters = clusters_of(counted, rules[0])
    size = int(clusters.max()) + 1 if len(clusters) else 0
    players = np.zeros((size, COLUMNS))
    for c in range(size):
        xx = xy = yy = ix = iy = 0.0
        is_first = True
        jerseys = 0.0
        for sighting in counted[clusters == c]:
            determinant = sighting[XX] * sighting[YY] - sighting[XY] * sighting[XY]
            a, b = sighting[YY] / determinant, -sighting[XY] / determinant
            d = sighting[XX] / determinant
            xx, xy, yy = xx + a, xy + b, yy + d
            ix += a * sighting[X] + b * sighting[Y]
            iy += b * sighting[X] + d * sighting[Y]
            jerseys += sighting[JERSEY]
            seen_at = max(players[c, SEEN_AT], sighting[SEEN_AT])
            if is_first:
                players[c] = sighting
                seen_at = sighting[SEEN_AT]
                is_first = False
            players[c, SEEN_AT] = seen_at
        determinant = xx * yy - xy * xy
        players[c, XX], players[c, XY], players[c, YY] = (
            yy / determinant,
            -xy / determinant,
            xx / determinant,
        )
        players[c, X] = (yy * ix - xy * iy) / determinant
        players[c, Y] = (xx * iy - xy * ix) / determinant
        players[c, JERSEY] = jerseys
    known: Mat = players[players[:, XX] + players[:, YY] <= rules[8] * rules[8]]
    return known
