"""Goal posts: from the robot's pose and the map to obstacles that no detector has to find."""

from collections.abc import Iterator
from functools import cache

import numpy as np

from kickabout.geometry import Field, Vector2, readonly
from kickabout.representations import (
    FieldDimensions,
    Obstacle,
    ObstacleKind,
    PoseQuality,
    RobotPose,
)

COVARIANCE = readonly(0.01 * np.eye(2))


def near_posts(
    now: float, pose: RobotPose, field: FieldDimensions, reach: float
) -> Iterator[Obstacle]:
    """Yield the goal posts within reach unless the pose is poor."""
    if pose.quality is PoseQuality.POOR:
        return
    field_to_robot, here = pose.robot_to_field.inverse(), pose.robot_to_field.position
    for post in _posts(field):
        if post.distance_to(here) <= reach:
            yield Obstacle(
                kind=ObstacleKind.GOAL_POST,
                center_in_robot=field_to_robot @ post,
                covariance=COVARIANCE,
                radius=field.goal.post_radius,
                last_seen_at=now,
            )


@cache
def _posts(field: FieldDimensions) -> tuple[Vector2[Field], ...]:
    goal = field.goal
    return tuple(
        Vector2(x, y) for x in (goal.post_x, -goal.post_x) for y in (goal.post_y, -goal.post_y)
    )
