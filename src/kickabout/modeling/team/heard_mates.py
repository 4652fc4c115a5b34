"""Teammates as they say: from their messages to players on the field."""

from kickabout.geometry import Cov2
from kickabout.representations import FieldPlayer, PlayerInfo, TeamData, Teammate


def heard_mates(team: TeamData, player: PlayerInfo, since: float) -> list[Teammate]:
    """Other players of the own team that play and were heard since then."""
    return [
        mate
        for mate in team.teammates
        if mate.sent_at >= since and mate.number != player.number and not mate.penalized
    ]


def mate_on_field(mate: Teammate, covariance: Cov2) -> FieldPlayer:
    return FieldPlayer(
        position_in_field=mate.robot_to_field.position,
        covariance=covariance,
        number=mate.number,
        upright=mate.upright,
        last_seen_at=mate.sent_at,
    )
