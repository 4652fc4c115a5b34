"""Ball trials: from staged matches with rolling and false balls to errors of ball models."""

import math

import numpy as np

from kickabout.evaluation.trials.model_trials import FRESH, ROLLING, SAMPLE_INTERVAL
from kickabout.evaluation.trials.pose_trials import solo, staged
from kickabout.geometry import Field, Vector2, World
from kickabout.representations import GameState
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.scene import RobotPlan

ROLL_FROM = (-3.5, 0.0, 0.0)  # of the robot from which balls roll away
NOTICED_WITHIN = 0.4  # s; in a game, balls do not appear suddenly
FALSE_FRACTION = 0.05  # of the cycles
UNMOVED = 0.3  # m; a model that follows a false ball is farther from the true one
SAME_BALL = 0.35  # m, largest error of the team ball
WITNESSES = (
    RobotPlan(number=1, pose=(-3.9, 0.0, 0.0)),
    RobotPlan(number=2, pose=(-3.0, -1.2, 0.5)),
    RobotPlan(number=3, pose=(-3.0, 1.2, -0.5)),
    RobotPlan(number=4, pose=(-2.2, -1.8, 1.0)),
)
OUTLIER = RobotPlan(number=5, pose=(-2.2, 1.8, -1.0))


def resting_point_errors(seed: int, team: str = "bhuman2019") -> list[float]:
    """Return errors of predicted resting points of balls, as fractions of the distance rolled.

    The balls stop on the field before they meet an obstacle.
    """
    random = np.random.default_rng(seed)
    errors = []
    with Match(team, "dummies", scene=solo(ROLL_FROM), seed=seed, workers=0) as match:
        match.run(2.0)
        for _ in range(3):
            match.place(robot=("home", 2), pose=ROLL_FROM)
            match.run(1.0)
            angle, speed = random.uniform(-0.4, 0.4), random.uniform(0.8, 1.4)
            robot = match.truth.robots["home", 2].pose
            start = robot @ Vector2(0.8, random.uniform(-0.4, 0.4))
            turned = robot.theta + angle
            velocity = (speed * math.cos(turned), speed * math.sin(turned))
            match.place(ball=(start.x, start.y), velocity=velocity)
            match.run(NOTICED_WITHIN)
            errors += _roll_errors(match, Vector2(start.x, start.y))
    return errors


def _roll_errors(match: Match, start: Vector2[Field]) -> list[float]:
    predictions: list[Vector2[Field]] = []
    for _ in range(100):
        match.run(SAMPLE_INTERVAL)
        robot = match.robot("home", 2)
        model = robot["BallModel"]
        if model.known and match.time - model.last_seen_at < FRESH:
            predictions.append(robot["FieldBall"].end_in_field)
        if match.truth.ball_velocity.norm < ROLLING:
            break
    match.forward(lambda: match.truth.ball_velocity.norm < 0.02, timeout=10.0)
    end: Vector2[Field] = Vector2(match.truth.ball.x, match.truth.ball.y)
    return [predicted.distance_to(end) / start.distance_to(end) for predicted in predictions]


def false_balls(seed: int, team: str = "bhuman2019") -> list[bool]:
    """Return for each cycle whether the model stays at the true ball despite false percepts.

    The robot plays, and the ball is repeatedly placed in front of it. Cycles count from when the
    ball was found.
    """
    random = np.random.default_rng(seed)
    stays: list[bool] = []
    with Match(team, "dummies", scene=solo((-3.0, 0.0, 0.0)), seed=seed, workers=0) as match:
        match.run(3.0)
        for _ in range(5):
            robot = match.truth.robots["home", 2].pose
            inward = math.atan2(-robot.y, -robot.x)
            distance, turn = random.uniform((1.2, -0.4), (2.2, 0.4)).tolist()
            position: Vector2[World] = Vector2.from_polar(distance, inward + turn)
            match.place(ball=(robot.x + position.x, robot.y + position.y))
            if match.forward(lambda: _apart(match) < 0.5 * UNMOVED, timeout=6.0):
                stays += _stays(match, random, seconds=2.4)
    return stays


def _apart(match: Match) -> float:
    """Return the error of the ball model (m); infinite if the ball is unknown."""
    model = match.robot("home", 2)["BallModel"]
    ball = match.truth.robots["home", 2].pose.inverse() @ match.truth.ball
    return math.dist(model.position_in_robot, ball) if model.known else math.inf


def _stays(match: Match, random: np.random.Generator, *, seconds: float) -> list[bool]:
    robot, stays = match.robot("home", 2), []
    for _ in range(round(seconds / match.world.frame_time)):
        is_false = random.random() < FALSE_FRACTION
        if is_false:
            distance, angle = random.uniform((0.4, -0.6), (4.0, 0.6)).tolist()
            robot.ask("override", "BallPercept.seen", "yes")
            robot.ask("override", "BallPercept.position_in_robot.x", distance * math.cos(angle))
            robot.ask("override", "BallPercept.position_in_robot.y", distance * math.sin(angle))
        match.step()
        if is_false:
            robot.ask("release", "BallPercept")
        stays.append(_apart(match) < UNMOVED)
    return stays


def team_ball_with_outlier(seed: int, team: str = "bhuman2019") -> list[bool]:
    """Return whether four robots know the ball although the fifth sends a false one."""
    random = np.random.default_rng(seed)
    ball = (random.uniform(-1.8, -1.2), random.uniform(-0.5, 0.5))
    scene, right = staged((*WITNESSES, OUTLIER), ball), list[bool]()
    with Match(team, "dummies", scene=scene, seed=seed, workers=0) as match:
        match.run(0.5)
        match.control.referee.call(GameState.SET)
        match.run(4.5)
        for _ in range(4):
            false_ball = random.uniform((-4.0, -2.5), (4.0, 2.5)).tolist()
            outlier = match.robot("home", OUTLIER.number)
            outlier.ask("override", "FieldBall.position_in_field.x", false_ball[0])
            outlier.ask("override", "FieldBall.position_in_field.y", false_ball[1])
            for _ in range(25):
                match.run(SAMPLE_INTERVAL)
                right += [_is_agreed(match, robot.number) for robot in WITNESSES]
    return right


def _is_agreed(match: Match, number: int) -> bool:
    team_ball = match.robot("home", number)["TeamBall"]
    ball: Vector2[Field] = Vector2(match.truth.ball.x, match.truth.ball.y)
    apart: float = team_ball.position_in_field.distance_to(ball)
    return bool(team_ball.valid) and apart < SAME_BALL
