"""Model trials: from matches to errors of models against ground truth."""

import math
from dataclasses import dataclass, field

import numpy as np

from kickabout.framework.registry import module_named
from kickabout.geometry import Field, Pose2, Robot, Vec, Vector2
from kickabout.representations import GameState, Penalty
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.pools.pool import LocalPool
from kickabout.simulation.match.scene import RefereePlan, Scene
from kickabout.simulation.match.truth import Truth, turned_pose
from kickabout.simulation.referee.view import TeamSide
from kickabout.soccer.fidelity import Fidelity

SAMPLE_INTERVAL = 0.12  # s
FRESH = 0.5  # s; only models of balls seen within this time are compared
BALL_RANGE = 3.0  # m
ROLLING = 0.3  # m/s
LOST = 1.0  # m
STAND_FOR = 3.0  # s, before the whistle; gyro offsets are only found at rest
OPPONENT_NEAR = 1.0  # m; a model farther from every opponent is a false one
IN_SIGHT = 4.0  # m; opponents farther from every robot of the team need not be known


@dataclass(slots=True, kw_only=True)
class ModelErrors:
    """Errors of all robots of a match, one value for each sample."""

    pose: list[float] = field(default_factory=list)  # m
    turn: list[float] = field(default_factory=list)  # rad
    ball: list[float] = field(default_factory=list)  # m, of balls seen recently and nearby
    ball_speed: list[float] = field(default_factory=list)  # fraction of the true speed
    team_ball: list[float] = field(default_factory=list)  # m
    opponent: list[float] = field(default_factory=list)  # m
    teammates_as_opponents: int = 0
    false_opponents: int = 0
    opponents_reported: int = 0
    opponents_in_sight: int = 0  # near a robot of the team, which may look elsewhere
    opponents_known: int = 0  # of these
    modeling_ms: list[Vec] = field(default_factory=list)  # of each robot's last cycles
    failed: bool = False


def observe_game(
    team: str,
    *,
    seed: int,
    seconds: float,
    fidelity: Fidelity = "percepts",
    kick_off: bool = True,
) -> ModelErrors:
    """Play five against five and compare every robot's models with ground truth.

    Without a kick-off, the robots walk into the game from where they line up.
    """
    errors = ModelErrors()
    scene = Scene(referee=RefereePlan(half=600.0))
    with Match(team, team, robots=5, seed=seed, fidelity=fidelity, scene=scene, workers=0) as match:
        if not kick_off:
            match.run(STAND_FOR)
            match.control.referee.call(GameState.PLAYING)
        match.forward(lambda: match.control.state.state is GameState.PLAYING, timeout=90.0)
        end = match.time + seconds
        while match.time < end:
            match.run(SAMPLE_INTERVAL)
            _sample(match, errors)
        errors.failed = match.report().failed
        errors.modeling_ms = [modeling_times(match, index) for index in range(len(match.ids))]
    return errors


def modeling_times(match: Match, index: int) -> Vec:
    """Return the time (ms) of all modeling modules of a robot in each of its last cycles."""
    pool = match.pool
    if not isinstance(pool, LocalPool):
        raise TypeError("cycle times are known only for robots in this process")
    steps = pool.players[index].agent.threads["cognition"].steps
    times = [
        step.stopwatch.latest()
        for step in steps
        if ".modeling." in module_named(step.node.name).__module__
    ]
    total: Vec = np.sum(times, axis=0) * 1e-6
    return total


def _sample(match: Match, errors: ModelErrors) -> None:
    truth = match.truth
    for robot in match.ids:
        seen = truth.robots[str(robot.team), robot.number]
        if not seen.upright or match.control.referee.penalty(robot.team, robot.number) not in (
            Penalty.NONE,
        ):
            continue
        direction = match.control.direction(robot.team)
        pose = turned_pose(seen.pose, direction)
        estimated: Pose2[Robot, Field] = match.robot(str(robot.team), robot.number)[
            "RobotPose"
        ].robot_to_field
        errors.pose.append(estimated.position.distance_to(pose.position))
        errors.turn.append(abs(math.remainder(estimated.theta - pose.theta, 2.0 * math.pi)))
        name = str(robot.team), robot.number
        _sample_ball(match, errors, robot_name=name, pose=pose)
        _sample_opponents(match, errors, truth, robot.team, robot.number)


def _sample_ball(
    match: Match,
    errors: ModelErrors,
    *,
    robot_name: tuple[str, int],
    pose: Pose2[Robot, Field],
) -> None:
    direction = match.control.direction(TeamSide(robot_name[0]))
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


def _sample_opponents(
    match: Match, errors: ModelErrors, truth: Truth, team: TeamSide, number: int
) -> None:
    direction = match.control.direction(team)
    positions: dict[bool, list[Vector2[Field]]] = {True: [], False: []}
    for (side, _), other in truth.robots.items():
        position: Vector2[Field] = Vector2(other.pose.x * direction, other.pose.y * direction)
        positions[side == str(team)].append(position)
    model = match.robot(str(team), number)["TeamPlayersModel"]
    reported: list[Vector2[Field]] = [player.position_in_field for player in model.opponents]
    for player in reported:
        errors.opponents_reported += 1
        if (nearest := _nearest(player, positions[False])) < OPPONENT_NEAR:
            errors.opponent.append(nearest)
        elif _nearest(player, positions[True]) < 0.3:
            errors.teammates_as_opponents += 1
        else:
            errors.false_opponents += 1
    in_sight = [
        position for position in positions[False] if _nearest(position, positions[True]) < IN_SIGHT
    ]
    errors.opponents_in_sight += len(in_sight)
    errors.opponents_known += sum(
        _nearest(position, reported) < OPPONENT_NEAR for position in in_sight
    )


def _nearest(position: Vector2[Field], others: list[Vector2[Field]]) -> float:
    """Return the distance (m) to the nearest position; infinite if there is none."""
    return min((position.distance_to(other) for other in others), default=math.inf)
