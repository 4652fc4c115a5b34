"""Steering away: from a step and a near obstacle to a step that leads away from it."""

from kickabout.geometry import Robot, Vector2

ALONG = 0.5  # weight of the step along the obstacle, relative to the step away from it
LEADS_AWAY = 0.7  # cosine to the direction away; a step beyond is left as it is


def steered_away(
    step: Vector2[Robot], other: Vector2[Robot], min_distance: float
) -> Vector2[Robot]:
    """Return the step, turned outward if the other is too near; its length stays."""
    distance = other.norm
    if not 1e-6 < distance < min_distance:
        return step
    outward = other * (-1.0 / distance)
    leads_away = step.dot(outward)
    if leads_away >= LEADS_AWAY * step.norm:
        return step
    along = step - outward * leads_away
    return (outward + along.normalized() * ALONG).normalized() * step.norm
