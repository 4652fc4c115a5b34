"""Active vision: from the purpose of looking to a head request."""

import math
from collections.abc import Sequence

import numpy as np

from kickabout.behavior.hulks.action import HeadAim
from kickabout.behavior.hulks.view import View
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import FieldDimensions, HeadMode, HeadRequest

WIDE = 1.1  # rad; maximum pan of a sweep
PERIOD = 3.2  # s; duration of a sweep there and back
LEVEL = 0.15  # rad; tilt at which the upper camera sees the field
DOWN = 0.28  # rad; tilt of a sweep for the ball
AROUND_BALL = 0.45  # rad; a ball at this angle is still in view
HALF_VIEW = math.radians(28.0)  # rad; half of the camera's opening angle
SIGHT = 4.5  # m; landmarks farther away do not count
BALL_HEIGHT = 0.05  # m
PANS = np.linspace(-WIDE, WIDE, 23)


def head_request(aim: HeadAim, view: View) -> HeadRequest:
    """Return the head request for this cycle."""
    world = view.world
    if aim is HeadAim.LOOK_FORWARD:
        return HeadRequest(pan=0.0, tilt=LEVEL)
    if aim is HeadAim.LOOK_AROUND:
        return sweep(world.now)
    if aim is HeadAim.LOCALIZATION:
        return HeadRequest(pan=best_pan(world.pose, landmarks(world.field)), tilt=LEVEL)
    if aim is HeadAim.SEARCH_FOR_BALL:
        found = world.own_ball_age < 0.5
        return look_at(world.ball_in_robot) if found else sweep(world.now)
    if not world.is_ball_known or world.own_ball_age > 1.5:
        return _look_for_ball(view)
    if aim is HeadAim.BALL_TRACKER:
        return look_at(world.ball_in_robot)
    return around_ball(world.ball_in_robot, world.now)


def sweep(now: float, width: float = WIDE, tilt: float = DOWN) -> HeadRequest:
    """Return the request of a sweep from one side to the other and back."""
    return HeadRequest(pan=width * math.sin(2.0 * math.pi * now / PERIOD), tilt=tilt)


def look_at(ball: Vector2[Robot]) -> HeadRequest:
    return HeadRequest(mode=HeadMode.TARGET_IN_ROBOT, target_in_robot=(ball.x, ball.y, BALL_HEIGHT))


def around_ball(ball: Vector2[Robot], now: float) -> HeadRequest:
    """Return the request of a sweep around the ball, which stays in view."""
    phase = math.sin(2.0 * math.pi * now / PERIOD)
    pan = ball.angle + AROUND_BALL * phase
    tilt = max(LEVEL, math.atan2(0.45, max(ball.norm, 0.2)) - 0.35)
    return HeadRequest(pan=max(-1.6, min(1.6, pan)), tilt=tilt)


def landmarks(field: FieldDimensions) -> tuple[Vector2[Field], ...]:
    """Return landmarks: center, penalty marks, T-junctions and corners of lines."""
    x, y = field.goal_line_x, field.side_line_y
    half = (
        (field.penalty_mark_x, 0.0),
        (x, field.goal_area_y),
        (x, -field.goal_area_y),
        (field.goal_area_x, field.goal_area_y),
        (field.goal_area_x, -field.goal_area_y),
        (x, y),
        (x, -y),
    )
    middle = ((0.0, 0.0), (0.0, y), (0.0, -y))
    return tuple(
        Vector2[Field](px, py) for px, py in (*middle, *half, *((-px, py) for px, py in half))
    )


def best_pan(pose: Pose2[Robot, Field], points: Sequence[Vector2[Field]]) -> float:
    """Return the pan with most points in view; of several, the one nearest to straight ahead."""
    bearings = [
        wrapped((point - pose.position).angle - pose.theta)
        for point in points
        if 0.3 < point.distance_to(pose.position) < SIGHT
    ]
    counts = {
        pan: sum(abs(wrapped(bearing - pan)) < HALF_VIEW for bearing in bearings)
        for pan in PANS.tolist()
    }
    return float(max(counts, key=lambda pan: (counts[pan], -abs(pan))))


def _look_for_ball(view: View) -> HeadRequest:
    """Look at the team's ball for a while, then sweep."""
    world = view.world
    if world.team_ball_age < 1.0 and world.now % 4.0 < 1.5:
        return look_at(world.ball_in_robot)
    return sweep(world.now)
