"""Lost robots: from being carried, penalized or put on the wrong side to knowing the pose again."""

import math
from collections.abc import Sequence

import numpy as np

from kickabout.evaluation.trials.carrying import carry
from kickabout.evaluation.trials.model_trials import LOOK_EVERY
from kickabout.geometry import Field, Pose2, Robot
from kickabout.representations import Penalty
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.scene import BallPlan, RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.simulation.match.truth import turned_pose
from kickabout.simulation.referee.view import RobotId, TeamSide

RIGHT = (0.3, 0.26)  # m, rad: near enough to play
LOST_ONE = RobotId(TeamSide.HOME, 5)
MIRRORED_START = (1.5, -3.0, math.pi / 2.0)  # where number 5 lines up, seen from the other end
MATES = (2, 3, 4)  # line up where they should


def solo(pose: tuple[float, float, float], *, number: int = 2) -> Scene:
    """A robot that plays alone, while somebody else stands aside."""
    return staged((RobotPlan(number=number, pose=pose),))


def staged(robots: Sequence[RobotPlan], ball: tuple[float, float] = (0.0, 0.0)) -> Scene:
    """A running game without a referee that interferes."""
    aside = RobotPlan(number=1, pose=(-4.3, 3.2, 0.0))
    return Scene(
        home=TeamPlan(color="blue", number=1, robots=tuple(robots)),
        away=TeamPlan(color="red", number=2, robots=(aside,)),
        ball=BallPlan(position=ball),
        referee=RefereePlan(automatic=False, start="playing", half=600.0),
    )


def seconds_until_right(match: Match, team: str, number: int, *, limit: float) -> float:
    """Until the robot knows its pose for a second on end; infinite if that takes too long."""
    start, since = match.time, math.inf
    while match.time < start + limit:
        match.run(LOOK_EVERY)
        since = min(since, match.time) if is_right(match, team, number) else math.inf
        if match.time - since >= 1.0:
            return since - start
    return math.inf


def is_right(match: Match, team: str, number: int) -> bool:
    pose = turned_pose(
        match.truth.robots[team, number].pose, match.control.direction(TeamSide(team))
    )
    believed: Pose2[Robot, Field] = match.robot(team, number)["RobotPose"].robot_to_field
    turn = abs(math.remainder(believed.theta - pose.theta, 2.0 * math.pi))
    return believed.position.distance_to(pose.position) < RIGHT[0] and turn < RIGHT[1]


def carried(seed: int, team: str = "bhuman2019") -> float:
    """Seconds until a robot knows where it was put down after two hands lifted and turned it."""
    random = np.random.default_rng(seed)
    with Match(team, "dummies", scene=solo((-2.0, 0.0, 0.0)), seed=seed, workers=0) as match:
        match.run(6.0)
        x, y = random.uniform(-4.0, -0.5), random.uniform(-2.5, 2.5)
        carry(match, match.ids[0], (x, y, random.uniform(-math.pi, math.pi)))
        return seconds_until_right(match, "home", 2, limit=20.0)


def returned(seed: int, team: str = "bhuman2019") -> float:
    """Seconds until a robot knows where it is after a penalty, from the whistle on."""
    with Match(team, "dummies", scene=solo((-1.0, 0.5, 0.0)), seed=seed, workers=0) as match:
        match.run(4.0)
        match.control.referee.penalize(TeamSide.HOME, 2, Penalty.MANUAL)
        match.run(2.0)
        side = 1.0 if seed % 2 else -1.0
        y = side * match.field.side_line_y
        match.place(robot=("home", 2), pose=(-3.2, y, -side * math.pi / 2.0))
        match.run(1.0)
        match.control.referee.unpenalize(TeamSide.HOME, 2)
        return seconds_until_right(match, "home", 2, limit=15.0)


def started_mirrored(seed: int, team: str = "bhuman2019") -> float:
    """Seconds until a robot that lined up at the wrong end of the field knows it.

    Nothing on the field tells the ends apart; three teammates see the ball where it is.
    """
    random = np.random.default_rng(seed)
    ball = (random.uniform(-1.6, -1.0), random.uniform(-1.2, -0.4))
    robots = [RobotPlan(number=number) for number in MATES]
    robots.append(RobotPlan(number=LOST_ONE.number, pose=MIRRORED_START))
    with Match(team, "dummies", scene=staged(robots, ball), seed=seed, workers=0) as match:
        return seconds_until_right(match, str(LOST_ONE.team), LOST_ONE.number, limit=20.0)
