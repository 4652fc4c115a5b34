"""How right models are: from matches, watched from outside, to errors against the truth."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from kickabout.framework.registry import module_named
from kickabout.framework.stopwatch import TimingSummary
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import GameState, Penalty
from kickabout.simulation.match import Match
from kickabout.simulation.referee.view import Team
from kickabout.simulation.scene import Fidelity, RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.simulation.truth import Truth, turned_pose

LOOK_EVERY = 0.12  # s
ROLL_FROM = (-3.5, 0.0, 0.0)  # where the robot stands that watches balls roll away
NOTICED_WITHIN = 0.4  # s, as balls do not appear from nowhere in a game
FRESH = 0.5  # s; a ball seen within is held against the truth
BALL_RANGE = 3.0  # m
ROLLING = 0.3  # m/s
LOST = 1.0  # m
RIGHT = (0.3, 0.26)  # m, rad: near enough to play
OPPONENT_NEAR = 1.0  # m; a model farther from every opponent is somebody else


@dataclass(slots=True, kw_only=True)
class ModelErrors:
    """Errors of all robots of a match, one number a look."""

    pose: list[float] = field(default_factory=list)  # m
    turn: list[float] = field(default_factory=list)  # rad
    ball: list[float] = field(default_factory=list)  # m, seen lately and near
    ball_speed: list[float] = field(default_factory=list)  # share of the true speed
    team_ball: list[float] = field(default_factory=list)  # m
    opponent: list[float] = field(default_factory=list)  # m
    teammates_as_opponents: int = 0
    opponents_told: int = 0
    modeling_ms: list[float] = field(default_factory=list)  # median of each robot
    failed: bool = False


def watch_game(
    team: str, *, seed: int, seconds: float, fidelity: Fidelity = "percepts", robots: int = 5
) -> ModelErrors:
    """Play, and look at what every robot believes."""
    errors = ModelErrors()
    scene = Scene(referee=RefereePlan(half=600.0))
    with Match(
        team, team, robots=robots, seed=seed, fidelity=fidelity, scene=scene, workers=0
    ) as match:
        match.forward(lambda: match.control.state.state is GameState.PLAYING, timeout=90.0)
        end = match.time + seconds
        while match.time < end:
            match.run(LOOK_EVERY)
            _look(match, errors)
        errors.failed = match.report().failed
        errors.modeling_ms = [_modeling_time(match, index) for index in range(len(match.ids))]
    return errors


def _modeling_time(match: Match, index: int) -> float:
    """All modeling modules of one robot together."""
    timings: Mapping[str, Mapping[str, TimingSummary]] = match.pool.ask(index, "report").timings
    total = 0.0
    for name, summary in timings["cognition"].items():
        if name != "cycle" and ".modeling." in module_named(name).__module__:
            total += summary.median_ms
    return total


def _look(match: Match, errors: ModelErrors) -> None:
    truth = match.truth
    for robot in match.ids:
        seen = truth.robots[str(robot.team), robot.number]
        if not seen.upright or match.control.referee.penalty(robot.team, robot.number) not in (
            Penalty.NONE,
        ):
            continue
        direction = match.control.direction(robot.team)
        pose = turned_pose(seen.pose, direction)
        believed: Pose2[Robot, Field] = match.robot(str(robot.team), robot.number)[
            "RobotPose"
        ].robot_to_field
        errors.pose.append(believed.position.distance_to(pose.position))
        errors.turn.append(abs(math.remainder(believed.theta - pose.theta, 2.0 * math.pi)))
        _look_at_ball(match, errors, robot_name=(str(robot.team), robot.number), pose=pose)
        _look_at_opponents(match, errors, truth, robot.team, robot.number)


def _look_at_ball(
    match: Match, errors: ModelErrors, *, robot_name: tuple[str, int], pose: Pose2[Robot, Field]
) -> None:
    direction = match.control.direction(Team(robot_name[0]))
    truth, robot = match.truth, match.robot(*robot_name)
    ball: Vector2[Field] = Vector2(truth.ball.x * direction, truth.ball.y * direction)
    model, team_ball = robot["BallModel"], robot["TeamBall"]
    ball_in_robot = pose.inverse() @ ball
    if model.known and match.time - model.last_seen_at < FRESH and ball_in_robot.norm < BALL_RANGE:
        errors.ball.append(model.position_in_robot.distance_to(ball_in_robot))
        speed = truth.ball_velocity.norm
        if speed > ROLLING:
            errors.ball_speed.append(abs(model.velocity_in_robot.norm - speed) / speed)
    if team_ball.valid:
        errors.team_ball.append(team_ball.position_in_field.distance_to(ball))


def _look_at_opponents(
    match: Match, errors: ModelErrors, truth: Truth, team: Team, number: int
) -> None:
    direction = match.control.direction(team)
    places: dict[bool, list[Vector2[Field]]] = {True: [], False: []}
    for (side, _), other in truth.robots.items():
        place: Vector2[Field] = Vector2(other.pose.x * direction, other.pose.y * direction)
        places[side == str(team)].append(place)
    for told in match.robot(str(team), number)["TeamPlayersModel"].opponents:
        errors.opponents_told += 1
        nearest = min(told.position_in_field.distance_to(place) for place in places[False])
        if nearest < OPPONENT_NEAR:
            errors.opponent.append(nearest)
        elif min(told.position_in_field.distance_to(place) for place in places[True]) < 0.3:
            errors.teammates_as_opponents += 1


def seconds_until_right(match: Match, team: str, number: int, *, limit: float) -> float:
    """Until the robot knows its pose for a second on end; infinite if that takes too long."""
    start, since = match.time, math.inf
    while match.time < start + limit:
        match.run(LOOK_EVERY)
        since = min(since, match.time) if _is_right(match, team, number) else math.inf
        if match.time - since >= 1.0:
            return since - start
    return math.inf


def _is_right(match: Match, team: str, number: int) -> bool:
    pose = turned_pose(match.truth.robots[team, number].pose, match.control.direction(Team(team)))
    believed: Pose2[Robot, Field] = match.robot(team, number)["RobotPose"].robot_to_field
    turn = abs(math.remainder(believed.theta - pose.theta, 2.0 * math.pi))
    return believed.position.distance_to(pose.position) < RIGHT[0] and turn < RIGHT[1]


def carried(seed: int, team: str = "bhuman2019") -> float:
    """Seconds until a robot knows where it is after it was lifted to another place of its half."""
    random = np.random.default_rng(seed)
    scene = _one_robot(pose=(-2.0, 0.0, 0.0))
    with Match(team, "dummies", scene=scene, seed=seed, workers=0) as match:
        match.run(6.0)
        match.world.limp(0)
        match.run(0.5)
        x, y = random.uniform(-4.0, -0.5), random.uniform(-2.5, 2.5)
        match.place(robot=("home", 2), pose=(x, y, random.uniform(-math.pi, math.pi)))
        return seconds_until_right(match, "home", 2, limit=20.0)


def returned(seed: int, team: str = "bhuman2019") -> float:
    """Seconds until a robot knows where it is after a penalty, from the whistle on."""
    scene = _one_robot(pose=(-1.0, 0.5, 0.0))
    with Match(team, "dummies", scene=scene, seed=seed, workers=0) as match:
        match.run(4.0)
        match.control.referee.penalize(Team.HOME, 2, Penalty.MANUAL)
        match.run(2.0)
        side = 1.0 if seed % 2 else -1.0
        y = side * match.field.side_line_y
        match.place(robot=("home", 2), pose=(-3.2, y, -side * math.pi / 2.0))
        match.run(1.0)
        match.control.referee.unpenalize(Team.HOME, 2)
        return seconds_until_right(match, "home", 2, limit=15.0)


def end_of_roll(seed: int, team: str = "bhuman2019") -> list[float]:
    """Errors of the predicted resting place of balls that roll by, as shares of their whole way.

    The balls stop on the field before anybody or anything is in their way.
    """
    random = np.random.default_rng(seed)
    errors = []
    with Match(team, "dummies", scene=_one_robot(ROLL_FROM), seed=seed, workers=0) as match:
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
    told: list[Vector2[Field]] = []
    for _ in range(100):
        match.run(LOOK_EVERY)
        robot = match.robot("home", 2)
        model = robot["BallModel"]
        if model.known and match.time - model.last_seen_at < FRESH:
            told.append(robot["FieldBall"].end_in_field)
        if match.truth.ball_velocity.norm < ROLLING:
            break
    match.forward(lambda: match.truth.ball_velocity.norm < 0.02, timeout=10.0)
    end: Vector2[Field] = Vector2(match.truth.ball.x, match.truth.ball.y)
    return [predicted.distance_to(end) / start.distance_to(end) for predicted in told]


def _one_robot(pose: tuple[float, float, float]) -> Scene:
    return Scene(
        home=TeamPlan(color="blue", number=1, robots=(RobotPlan(number=2, pose=pose),)),
        away=TeamPlan(color="red", number=2, robots=(RobotPlan(number=1, pose=(-4.3, 3.2, 0.0)),)),
        referee=RefereePlan(automatic=False, start="playing", half=600.0),
    )
