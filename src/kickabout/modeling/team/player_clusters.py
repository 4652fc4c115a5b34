"""Clusters of sightings: from sightings of several robots to one position for each player."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat, Vec

# Columns of a sighting in field coordinates: x, y, covariance, distance from the observer (m),
# time (s), number of the observer, jersey (1 opponent, -1 own, 0 unknown), upright, velocity (m/s).
X, Y, XX, XY, YY, DISTANCE, SEEN_AT, OBSERVER, JERSEY, UPRIGHT, VX, VY = range(12)
COLUMNS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionRules:
    """Selection, uncertainty and matching of sightings."""

    radius: float  # m, maximum distance between sightings of one player
    teammate_radius: float  # m, distance from a teammate below which a sighting is the teammate
    max_distance: float  # m, maximum distance of a sighting from its observer
    max_age: float  # s
    speed: float  # m/s, growth of a sighting's deviation with its age
    pose_deviation: float  # m, of the observer's position
    pose_turn: float  # rad, of the observer's heading
    teammate_speed: float  # m/s, growth of the teammates' radius with the age of the message
    max_deviation: float  # m, maximum deviation of a published position
    teammate_deviation_factor: float  # growth of the teammates' radius per deviation of a sighting

    @property
    def array(self) -> Vec:
        return np.array(
            (
                self.radius,
                self.teammate_radius,
                self.max_distance,
                self.max_age,
                self.speed,
                self.pose_deviation,
                self.pose_turn,
                self.teammate_speed,
                self.max_deviation,
                self.teammate_deviation_factor,
            )
        )


@kernel
def usable_sightings(sightings: Mat, teammates: Mat, now: float, rules: Vec) -> Mat:
    """Return the usable sightings with their total covariance, the most certain first.

    For a sighting with an opponent's jersey the teammates' radius is halved. Rows of teammates
    are x, y and the age (s) of this position.
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
        is_teammate = False
        for teammate in teammates:
            apart = math.hypot(sighting[X] - teammate[0], sighting[Y] - teammate[1])
            is_teammate |= apart <= reach + rules[7] * teammate[2]
        if is_teammate:
            continue
        kept[count] = sighting
        kept[count, XX] += deviation * deviation
        kept[count, YY] += deviation * deviation
        count += 1
    order = np.argsort(kept[:count, XX] + kept[:count, YY], kind="mergesort")
    return kept[order]


@kernel
def clusters_of(sightings: Mat, radius: float) -> Vec:
    """Return each sighting's cluster: that of the nearest earlier sighting, or a new one.

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
    """Return one row for each player of known position, with the columns of sightings.

    Positions are weighted by the inverses of their covariances, jerseys are summed up, and the
    velocity is that of the most certain sighting.
    """
    usable = usable_sightings(sightings, teammates, now, rules)
    clusters = clusters_of(usable, rules[0])
    size = int(clusters.max()) + 1 if len(clusters) else 0
    players = np.zeros((size, COLUMNS))
    for c in range(size):
        xx = xy = yy = ix = iy = 0.0
        is_first = True
        jerseys = 0.0
        for sighting in usable[clusters == c]:
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
