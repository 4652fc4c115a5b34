"""Choice of the team's ball: from balls of several robots to one of them, without averaging."""

from collections.abc import Sequence
from dataclasses import dataclass

from kickabout.geometry import Field, Vector2


@dataclass(frozen=True, slots=True, kw_only=True)
class BallCandidate:
    """The ball of one player."""

    number: int
    position_in_field: Vector2[Field]
    velocity_in_field: Vector2[Field] = Vector2()
    distance: float  # m, from the player
    last_seen_at: float  # s
    followed_since: float = 0.0  # s, start of its uninterrupted history
    own: bool = False


def chosen_candidate(candidates: Sequence[BallCandidate], radius: float) -> BallCandidate | None:
    """Return the robot's own ball in the largest cluster, else the ball nearest to its observer.

    Of clusters of the same size, use the one with the longest history.
    """
    clusters = clustered(candidates, radius)
    if not clusters:
        return None
    largest = max(
        clusters, key=lambda c: (len(c), -min(candidate.followed_since for candidate in c))
    )
    own = next((candidate for candidate in largest if candidate.own), None)
    return own or min(largest, key=lambda candidate: (candidate.distance, candidate.number))


def clustered(candidates: Sequence[BallCandidate], radius: float) -> list[list[BallCandidate]]:
    """Return groups in which each ball has a neighbor of the group within the radius."""
    groups: list[list[BallCandidate]] = []
    for candidate in candidates:
        near = [
            group
            for group in groups
            if any(
                candidate.position_in_field.distance_to(other.position_in_field) <= radius
                for other in group
            )
        ]
        joined = [candidate] + [other for group in near for other in group]
        groups = [group for group in groups if all(group is not n for n in near)]
        groups.append(joined)
    return groups
