"""Pose trials: how long a carried, penalized or misplaced robot takes to find its pose."""

import math
from collections.abc import Sequence

import numpy as np

from kickabout.evaluation.trials.carrying import carry
from kickabout.evaluation.trials.model_trials import SAMPLE_INTERVAL
from kickabout.geometry import Field, Pose2, Robot
from kickabout.representations import Penalty
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.scene import BallPlan, RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.simulation.match.truth import turned_pose
from kickabout.simulation.referee.view import RobotId, TeamSide

RIGHT = (0.3, 0.26)  # m, rad: accurate enough to play
LOST_ROBOT = RobotId(TeamSide.HOME, 5)
MIRRORED_START = (1.5, -3.0, math.pi / 2.0)  # where number 5 lines up, at the other end
TEAMMATES = (2, 3, 4)  # line up at their own end


def solo(pose: tuple[float, float, float], *, number: int = 2) -> Scene:
    """Return a scene in which a robot plays alone, with one opponent at the side."""
    return staged((RobotPlan(number=number, pose=pose),))


def staged(robots: Sequence[RobotPlan], ball: tuple[float, float] = (0.0, 0.0)) -> Scene:
    """Return a running game without automatic referee."""
    aside = RobotPlan(number=1, pose=(-4.3, 3.2, 0.0))
    return Scene(
        home=TeamPlan(color="blue", number=1, robots=tuple(robots)),
        away=TeamPlan(color="red", number=2, robots=(aside,)),
        ball=BallPlan(position=ball),
        referee=RefereePlan(automatic=False, start="playing", half=600.0),
    )


def seconds_until_localized(match: Match, team: str, number: int, *, limit: float) -> float:
    """Return the time until the pose is right for one second; infinite if it exceeds the limit."""
    start, since = match.time, math.inf
    while match.time < start + limit:
        match.run(SAMPLE_INTERVAL)
        since = min(since, match.time) if is_localized(match, team, number) else math.inf
        if match.time - since >= 1.0:
            return since - start
    return math.inf


def is_localized(match: Match, team: str, number: int) -> bool:
    pose = turned_pose(
        match.truth.robots[team, number].pose, match.control.direction(TeamSide(team))
    )
    estimated: Pose2[Robot, Field] = match.robot(team, number)["RobotPose"].robot_to_field
    turn = abs(math.remainder(estimated.theta - pose.theta, 2.0 * math.pi))
    return estimated.position.distance_to(pose.position) < RIGHT[0] and turn < RIGHT[1]


def carried(seed: int, team: str = "bhuman2019") -> float:
    """Return the time (s) until a robot that was carried away knows its pose."""
    random = np.random.default_rng(seed)
    with Match(team, "dummies", scene=solo((-2.0, 0.0, 0.0)), seed=seed, workers=0) as match:
        match.run(6.0)
        x, y = random.uniform(-4.0, -0.5), random.uniform(-2.5, 2.5)
        carry(match, match.ids[0], (x, y, random.uniform(-math.pi, math.pi)))
        return seconds_until_localized(match, "home", 2, limit=20.0)


def returned(seed: int, team: str = "bhuman2019") -> float:
    """Return the time (s) from the end of a penalty until a robot knows its pose."""
    with Match(team, "dummies", scene=solo((-1.0, 0.5, 0.0)), seed=seed, workers=0) as match:
        match.run(4.0)
        match.control.referee.penalize(TeamSide.HOME, 2, Penalty.MANUAL)
        match.run(2.0)
        side = 1.0 if seed % 2 else -1.0
        y = side * match.field.side_line_y
        match.place(robot=("home", 2), pose=(-3.2, y, -side * math.pi / 2.0))
        match.run(1.0)
        match.control.referee.unpenalize(TeamSide.HOME, 2)
        return seconds_until_localized(match, "home", 2, limit=15.0)


def started_mirrored(seed: int, team: str = "bhuman2019") -> float:
    """Return the time (s) until a robot that lined up at the wrong end knows its pose.

    The ends of the field look alike, but three teammates report where the ball is.
    """
    random = np.random.default_rng(seed)
    ball = (random.uniform(-1.6, -1.0), random.uniform(-1.2, -0.4))
    robots = [RobotPlan(number=number) for number in TEAMMATES]
    robots.append(RobotPlan(number=LOST_ROBOT.number, pose=MIRRORED_START))
    with Match(team, "dummies", scene=staged(robots, ball), seed=seed, workers=0) as match:
        return seconds_until_localized(match, str(LOST_ROBOT.team), LOST_ROBOT.number, limit=20.0)
