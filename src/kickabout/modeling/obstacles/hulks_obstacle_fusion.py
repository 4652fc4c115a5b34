"""Obstacle fusion: from obstacles of several sources to one for each real obstacle."""

from collections.abc import Iterable
from dataclasses import replace

from kickabout.representations import Obstacle, ObstacleKind, TeamSeen

# The more informative, the higher. A post stays a post whatever else is detected there.
RANK = {
    ObstacleKind.UNKNOWN: 0,
    ObstacleKind.ROBOT: 1,
    ObstacleKind.FALLEN_ROBOT: 2,
    ObstacleKind.GOAL_POST: 3,
}
ROBOTS = (ObstacleKind.ROBOT, ObstacleKind.FALLEN_ROBOT)


def fused(obstacles: Iterable[Obstacle], near: float) -> tuple[Obstacle, ...]:
    """Add the obstacles one by one, merging each with a consistent one near it."""
    found: list[Obstacle] = []
    for obstacle in obstacles:
        for i, other in enumerate(found):
            apart = obstacle.center_in_robot.distance_to(other.center_in_robot)
            if apart <= near and are_consistent(obstacle, other):
                found[i] = merged(obstacle, other)
                break
        else:
            found.append(obstacle)
    return tuple(found)


def are_consistent(first: Obstacle, second: Obstacle) -> bool:
    """Return whether two obstacles may be the same.

    An unknown obstacle may be any other; robots may be the same unless their jerseys differ.
    """
    kinds = {first.kind, second.kind}
    if ObstacleKind.UNKNOWN in kinds:
        return True
    if ObstacleKind.GOAL_POST in kinds:
        return len(kinds) == 1
    teams = {first.team, second.team} - {TeamSeen.UNKNOWN}
    return len(teams) <= 1


def merged(first: Obstacle, second: Obstacle) -> Obstacle:
    """Return the more informative kind and team at the mean position; posts do not move."""
    better, other = sorted((first, second), key=lambda o: -RANK[o.kind])
    team = better.team if better.team is not TeamSeen.UNKNOWN else other.team
    center = better.center_in_robot
    if better.kind is not ObstacleKind.GOAL_POST:
        center = first.center_in_robot.interpolated(second.center_in_robot, 0.5)
    else:
        team = TeamSeen.UNKNOWN
    return replace(
        better,
        team=team,
        center_in_robot=center,
        radius=max(first.radius, second.radius) if better.kind in ROBOTS else better.radius,
        last_seen_at=max(first.last_seen_at, second.last_seen_at),
    )
