"""Bearings of a whistle: from what a robot and its teammates heard to directions on the field."""

from kickabout.framework import frozen, inputs
from kickabout.modeling.game.whistle_places import Bearing
from kickabout.representations import (
    FieldDimensions,
    PlayerInfo,
    RobotPose,
    SoundDirectionPercept,
    TeamData,
    WhistlePercept,
)


@inputs
@frozen
class WhistleNews:
    """What is heard here and told by others."""

    player: PlayerInfo
    pose: RobotPose
    whistle: WhistlePercept
    sound: SoundDirectionPercept
    team: TeamData
    field: FieldDimensions


def bearings_of(news: WhistleNews, now: float, *, window: float) -> list[Bearing]:
    """Of all who know from where a whistle came within the last seconds."""
    bearings = [
        Bearing(
            robot_to_field=mate.robot_to_field,
            angle_in_robot=mate.whistle_direction,
            deviation=mate.whistle_deviation,
        )
        for mate in news.team.teammates
        if mate.whistle_direction is not None
        and 0.0 <= now - mate.whistle_heard_at <= window
        and mate.number != news.player.number
        and not mate.penalized
    ]
    if news.sound.valid and 0.0 <= now - news.whistle.last_detected_at <= window:
        own = Bearing(
            robot_to_field=news.pose.robot_to_field,
            angle_in_robot=news.sound.angle_in_robot,
            deviation=news.sound.deviation,
        )
        bearings.insert(0, own)
    return bearings
