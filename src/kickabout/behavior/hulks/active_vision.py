"""Active vision: from what the eyes are for to where the head looks."""

import math
from collections.abc import Sequence

import numpy as np

from kickabout.behavior.hulks.action import HeadAim
from kickabout.behavior.hulks.view import View
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import FieldDimensions, HeadMode, HeadRequest

WIDE = 1.1  # rad, farthest pan of a sweep
PERIOD = 3.2  # s, of a sweep there and back
LEVEL = 0.15  # rad, tilt with which the upper camera sees the field
DOWN = 0.28  # rad, tilt of a sweep for the ball
AROUND_BALL = 0.45  # rad; a ball this far aside is still in view
HALF_VIEW = math.radians(28.0)  # rad, half of the camera's opening
SIGHT = 4.5  # m, landmarks farther away do not count
BALL_HEIGHT = 0.05  # m
PANS = np.linspace(-WIDE, WIDE, 23)


def head_request(aim: HeadAim, view: View) -> HeadRequest:
    """The request for this cycle."""
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
        return _look_where_it_should_be(view)
    if aim is HeadAim.BALL_TRACKER:
        return look_at(world.ball_in_robot)
    return around_ball(world.ball_in_robot, world.now)


def sweep(now: float, width: float = WIDE, tilt: float = DOWN) -> HeadRequest:
    """From one side to the other and back."""
    return HeadRequest(pan=width * math.sin(2.0 * math.pi * now / PERIOD), tilt=tilt)


def look_at(ball: Vector2[Robot]) -> HeadRequest:
    return HeadRequest(mode=HeadMode.TARGET_IN_ROBOT, target_in_robot=(ball.x, ball.y, BALL_HEIGHT))


def around_ball(ball: Vector2[Robot], now: float) -> HeadRequest:
    """To both sides of the ball, which stays in view."""
    phase = math.sin(2.0 * math.pi * now / PERIOD)
    pan = ball.angle + AROUND_BALL * phase
    tilt = max(LEVEL, math.atan2(0.45, max(ball.norm, 0.2)) - 0.35)
    return HeadRequest(pan=max(-1.6, min(1.6, pan)), tilt=tilt)


def landmarks(field: FieldDimensions) -> tuple[Vector2[Field], ...]:
    """Points of interest: circle, penalty marks, T-junctions of lines, corners of the areas."""
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
    """The pan with which most points are in view; of several the one nearest to straight on."""
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


def _look_where_it_should_be(view: View) -> HeadRequest:
    """Where the team has the ball for a while, then everywhere."""
    world = view.world
    if world.team_ball_age < 1.0 and world.now % 4.0 < 1.5:
        return look_at(world.ball_in_robot)
    return sweep(world.now)
