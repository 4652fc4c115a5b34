"""The team's ball: from what each player believes to what most of them can agree on."""

import math
from dataclasses import dataclass

from kickabout.framework import frozen
from kickabout.geometry import Field, Vector2


@frozen
class BallReport:
    """One player's ball, moved on to this moment."""

    number: int
    position_in_field: Vector2[Field]  # m
    velocity_in_field: Vector2[Field]  # m/s
    weight: float
    last_seen_at: float  # s


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedBall:
    """Weighted mean of a cluster."""

    position_in_field: Vector2[Field]
    velocity_in_field: Vector2[Field]
    weight: float
    numbers: tuple[int, ...]
    last_seen_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BallTrust:
    """What makes a report good."""

    half_life: float  # s, after which a ball not seen again counts half
    deviation: float  # m, of a percept at distance 0
    deviation_growth: float  # and per m of distance


def report_weight(trust: BallTrust, *, validity: float, age: float, distance: float) -> float:
    """Larger for well localized players that saw the ball just now and near to them."""
    deviation = trust.deviation + trust.deviation_growth * distance
    return validity * math.pow(0.5, age / trust.half_life) / (deviation * deviation)


def agreed_ball(
    reports: list[BallReport], *, radius: float, gate: float, drift: float
) -> AgreedBall | None:
    """Mean of the largest cluster, of equally large ones the heaviest.

    Each ball is the seed of a cluster of all balls within the radius around it. Balls in it that
    do not fit the others within `gate` deviations are left out; `drift` is how fast (m/s) balls may
    have moved between two looks at them.
    """
    clusters = [
        [
            other
            for other in reports
            if seed.position_in_field.distance_to(other.position_in_field) <= radius
        ]
        for seed in reports
    ]
    if not clusters:
        return None
    best = max(clusters, key=lambda cluster: (len(cluster), _weight(cluster)))
    return _mean(_consistent(best, gate, drift))


def _consistent(cluster: list[BallReport], gate: float, drift: float) -> list[BallReport]:
    """Without those that do not fit the mean of the others, the worst first.

    Of two balls nobody can say which is the wrong one.
    """
    while len(cluster) > 2 and _weight(cluster) > 0.0:
        misfits = _misfits(cluster, drift)
        worst = max(range(len(cluster)), key=misfits.__getitem__)
        if misfits[worst] <= gate * gate:
            break
        cluster = cluster[:worst] + cluster[worst + 1 :]
    return cluster


def _misfits(cluster: list[BallReport], drift: float) -> list[float]:
    """Of each, the squared distance from the mean of the others, in variances.

    Told by the mean of all, since a report itself pulls that by its share of the certainty.
    """
    newest = max(report.last_seen_at for report in cluster)
    moved = [drift * (newest - report.last_seen_at) for report in cluster]
    certainties = [
        report.weight / (1.0 + report.weight * way * way)
        for report, way in zip(cluster, moved, strict=True)
    ]
    total = sum(certainties)
    places = [report.position_in_field for report in cluster]
    x = sum(c * place.x for c, place in zip(certainties, places, strict=True)) / total
    y = sum(c * place.y for c, place in zip(certainties, places, strict=True)) / total
    return [
        ((place.x - x) ** 2 + (place.y - y) ** 2) * certainty * total / max(total - certainty, 1e-9)
        for certainty, place in zip(certainties, places, strict=True)
    ]


def _weight(cluster: list[BallReport]) -> float:
    return sum(report.weight for report in cluster)


def _mean(cluster: list[BallReport]) -> AgreedBall | None:
    weight = _weight(cluster)
    if weight <= 0.0:
        return None
    position: Vector2[Field] = Vector2()
    velocity: Vector2[Field] = Vector2()
    for report in cluster:
        share = report.weight / weight
        position = position + report.position_in_field * share
        velocity = velocity + report.velocity_in_field * share
    return AgreedBall(
        position_in_field=position,
        velocity_in_field=velocity,
        weight=weight,
        numbers=tuple(sorted(report.number for report in cluster)),
        last_seen_at=max(report.last_seen_at for report in cluster),
    )
