"""Choosing the team's ball: from balls of several robots to the one that counts, unaveraged."""

from collections.abc import Sequence
from dataclasses import dataclass

from kickabout.geometry import Field, Vector2


@dataclass(frozen=True, slots=True, kw_only=True)
class BallClaim:
    """A ball as one player tells it."""

    number: int
    position_in_field: Vector2[Field]
    velocity_in_field: Vector2[Field] = Vector2()
    distance: float  # m, from the player
    last_seen_at: float  # s
    followed_since: float = 0.0  # s, beginning of its uninterrupted history
    own: bool = False


def chosen_claim(claims: Sequence[BallClaim], radius: float) -> BallClaim | None:
    """From the largest cluster: the own ball, or else the one seen from nearest.

    Between clusters of the same size, the one with the longest history wins.
    """
    clusters = clustered(claims, radius)
    if not clusters:
        return None
    largest = max(clusters, key=lambda c: (len(c), -min(claim.followed_since for claim in c)))
    own = next((claim for claim in largest if claim.own), None)
    return own or min(largest, key=lambda claim: (claim.distance, claim.number))


def clustered(claims: Sequence[BallClaim], radius: float) -> list[list[BallClaim]]:
    """Groups in which each ball has another one of the group near."""
    groups: list[list[BallClaim]] = []
    for claim in claims:
        near = [
            group
            for group in groups
            if any(
                claim.position_in_field.distance_to(other.position_in_field) <= radius
                for other in group
            )
        ]
        joined = [claim] + [other for group in near for other in group]
        groups = [group for group in groups if all(group is not n for n in near)]
        groups.append(joined)
    return groups
