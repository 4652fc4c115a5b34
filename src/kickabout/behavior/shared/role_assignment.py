"""Parts of role assignment that are the same for all teams."""

from collections.abc import Mapping

from kickabout.behavior.shared.tactical.kicks import time_to_reach
from kickabout.behavior.shared.teammates import ActiveTeammate
from kickabout.framework import frozen, inputs
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    BallModel,
    FallPhase,
    FallState,
    FieldBall,
    FieldDimensions,
    GameInfo,
    GameStateModel,
    PlayerInfo,
    RobotPose,
    Role,
    RoleState,
    TeamBall,
    TeamData,
    TeamPlayersModel,
)

NO_ROLE = Role.NONE
ON_FEET = (FallPhase.UPRIGHT, FallPhase.STAGGERING, FallPhase.SQUATTING)


@frozen
class Candidate:
    """A player that can take a role."""

    number: int
    position: Vector2[Field]
    time_to_reach_ball: float  # s


@inputs
@frozen
class RoleInputs:
    """The data that roles are assigned from: the game, the ball and the players."""

    player: PlayerInfo
    field: FieldDimensions
    game: GameInfo
    state: GameStateModel
    pose: RobotPose
    ball: BallModel
    field_ball: FieldBall
    team_ball: TeamBall
    team: TeamData
    players: TeamPlayersModel
    fall: FallState


def time_to_meet(
    robot_to_field: Pose2[Robot, Field], ball: Vector2[Field], field: FieldDimensions
) -> float:
    """Return the time until a robot stands behind the ball, facing the opponents' goal, in s."""
    return time_to_reach(robot_to_field, ball, Vector2(field.goal_line_x, 0.0))


def own_time(
    now: float,
    given: RoleInputs,
    ball: Vector2[Field],
    *,
    fallen: float,
    unseen: float,
    unseen_after: float,
) -> float:
    """Return the time until this robot stands behind the ball, in s.

    A robot that is not on its feet needs `fallen` s more, and one that has not seen the ball for
    `unseen_after` s needs `unseen` s more.
    """
    time = time_to_meet(given.pose.robot_to_field, ball, given.field)
    if given.fall.phase not in ON_FEET:
        time += fallen
    if not given.ball.known or now - given.ball.last_seen_at > unseen_after:
        time += unseen
    return time


def estimated_time(
    teammate: ActiveTeammate, ball: Vector2[Field], field: FieldDimensions, *, fallen: float
) -> float:
    """Return the time that a teammate probably needs to the ball, in s.

    If its heading is unknown, it faces the ball. A fallen teammate needs `fallen` s more.
    """
    offset = ball - teammate.position
    heading = offset.angle if teammate.heading is None else teammate.heading
    time = time_to_meet(Pose2.from_position(teammate.position, heading), ball, field)
    return time + (0.0 if teammate.upright else fallen)


def role_state(
    roles: Mapping[int, Role], number: int, *, striker: int, own_time: float
) -> RoleState:
    """Return the representation of roles by player number, for the robot with a number."""
    count = max(roles, default=0)
    return RoleState(
        role=roles.get(number, NO_ROLE),
        roles=tuple([roles.get(n, NO_ROLE) for n in range(1, count + 1)]),
        striker=striker,
        captain=min(roles, default=0),
        time_to_reach_ball=own_time,
    )
