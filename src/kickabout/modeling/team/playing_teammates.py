"""Teammates: from their messages to players on the field."""

from kickabout.framework import frozen, inputs
from kickabout.geometry import Cov2
from kickabout.representations import (
    FieldPlayer,
    ObstacleModel,
    PlayerInfo,
    RobotPose,
    TeamData,
    Teammate,
)


@inputs
@frozen
class PlayerSources:
    """This robot's obstacles and the messages of its teammates."""

    player: PlayerInfo
    pose: RobotPose
    obstacles: ObstacleModel
    team: TeamData


def playing_teammates(team: TeamData, player: PlayerInfo, since: float) -> list[Teammate]:
    """Return the other players of the team that play and sent a message since a time."""
    return [
        teammate
        for teammate in team.teammates
        if teammate.sent_at >= since and teammate.number != player.number and not teammate.penalized
    ]


def teammate_on_field(teammate: Teammate, covariance: Cov2) -> FieldPlayer:
    return FieldPlayer(
        position_in_field=teammate.robot_to_field.position,
        covariance=covariance,
        number=teammate.number,
        upright=teammate.upright,
        last_seen_at=teammate.sent_at,
    )
