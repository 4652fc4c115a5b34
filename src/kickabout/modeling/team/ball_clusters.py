"""Clusters of balls: from the ball of each player to the mean of the largest cluster."""

import math
from dataclasses import dataclass

from kickabout.framework import frozen
from kickabout.geometry import Field, Vector2


@frozen
class BallReport:
    """One player's ball, predicted to the current time."""

    number: int
    position_in_field: Vector2[Field]  # m
    velocity_in_field: Vector2[Field]  # m/s
    weight: float
    last_seen_at: float  # s


@frozen
class AgreedBall:
    """Weighted mean of a cluster of reports."""

    position_in_field: Vector2[Field]
    velocity_in_field: Vector2[Field]
    weight: float
    numbers: tuple[int, ...]
    last_seen_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRules:
    """Parameters of the weight of a report."""

    half_life: float  # s, age at which the weight is halved
    deviation: float  # m, of a percept at distance 0
    deviation_growth: float  # growth of the deviation per m of distance


def report_weight(rules: ReportRules, *, validity: float, age: float, distance: float) -> float:
    """Return a weight that is larger for well localized players with a recent, near ball."""
    deviation = rules.deviation + rules.deviation_growth * distance
    return validity * math.pow(0.5, age / rules.half_life) / (deviation * deviation)


def agreed_ball(
    reports: list[BallReport], *, radius: float, gate: float, drift: float
) -> AgreedBall | None:
    """Return the mean of the largest cluster, of equally large ones the heaviest.

    Each ball is the seed of a cluster of all balls within the radius around it. Balls in it that
    do not fit the others within `gate` deviations are left out; `drift` is the speed (m/s) by
    which balls may have moved between two observations.
    """
    if not reports:
        return None
    clusters = [_around(seed.position_in_field, reports, radius) for seed in reports]
    size = max([len(cluster) for cluster in clusters])
    best = max([cluster for cluster in clusters if len(cluster) == size], key=_weight)
    return _mean(_consistent(best, gate, drift))


def _around(center: Vector2[Field], reports: list[BallReport], radius: float) -> list[BallReport]:
    return [ball for ball in reports if center.distance_to(ball.position_in_field) <= radius]


def _consistent(cluster: list[BallReport], gate: float, drift: float) -> list[BallReport]:
    """Drop reports that do not fit the mean of the others, the worst first.

    Of two balls it is unknown which one is wrong, so both stay.
    """
    while len(cluster) > 2 and _weight(cluster) > 0.0:
        misfits = _misfits(cluster, drift)
        worst = max(range(len(cluster)), key=misfits.__getitem__)
        if misfits[worst] <= gate * gate:
            break
        cluster = cluster[:worst] + cluster[worst + 1 :]
    return cluster


def _misfits(cluster: list[BallReport], drift: float) -> list[float]:
    """Return the squared distance of each report from the mean of the others, in variances.

    It is computed from the mean of all, to which each report contributes in proportion to its
    certainty.
    """
    newest = max([report.last_seen_at for report in cluster])
    moved = [drift * (newest - report.last_seen_at) for report in cluster]
    certainties = [
        report.weight / (1.0 + report.weight * distance * distance)
        for report, distance in zip(cluster, moved, strict=True)
    ]
    total = sum(certainties)
    positions = [report.position_in_field for report in cluster]
    x = sum([c * position.x for c, position in zip(certainties, positions, strict=True)]) / total
    y = sum([c * position.y for c, position in zip(certainties, positions, strict=True)]) / total
    return [
        ((position.x - x) ** 2 + (position.y - y) ** 2)
        * certainty
        * total
        / max(total - certainty, 1e-9)
        for certainty, position in zip(certainties, positions, strict=True)
    ]


def _weight(cluster: list[BallReport]) -> float:
    return sum([report.weight for report in cluster])


def _mean(cluster: list[BallReport]) -> AgreedBall | None:
    weight = _weight(cluster)
    if weight <= 0.0:
        return None
    position: Vector2[Field] = Vector2()
    velocity: Vector2[Field] = Vector2()
    for report in cluster:
        fraction = report.weight / weight
        position = position + report.position_in_field * fraction
        velocity = velocity + report.velocity_in_field * fraction
    return AgreedBall(
        position_in_field=position,
        velocity_in_field=velocity,
        weight=weight,
        numbers=tuple(sorted([report.number for report in cluster])),
        last_seen_at=max([report.last_seen_at for report in cluster]),
    )
