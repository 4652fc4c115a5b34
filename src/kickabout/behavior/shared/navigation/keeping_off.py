"""Keeping off: from a way and something too near to a way that leads rather away from it."""

from kickabout.geometry import Robot, Vector2

ALONG = 0.5  # share of going on compared to going away
LEADS_AWAY = 0.7  # cosine between a way and straight away, from which nothing has to be changed


def kept_off(way: Vector2[Robot], other: Vector2[Robot], room: float) -> Vector2[Robot]:
    """The way, turned outward if the other is nearer than the room for it; its length stays."""
    distance = other.norm
    if not 1e-6 < distance < room:
        return way
    outward = other * (-1.0 / distance)
    leads_away = way.dot(outward)
    if leads_away >= LEADS_AWAY * way.norm:
        return way
    along = way - outward * leads_away
    return (outward + along.normalized() * ALONG).normalized() * way.norm
