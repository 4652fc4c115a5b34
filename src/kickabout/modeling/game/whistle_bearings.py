"""Bearings of a whistle: from the robot's own direction and those of teammates to bearings."""

from kickabout.framework import frozen, inputs
from kickabout.modeling.game.whistle_triangulation import Bearing
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
class WhistleInputs:
    """Inputs about the directions that this robot and its teammates heard."""

    player: PlayerInfo
    pose: RobotPose
    whistle: WhistlePercept
    sound: SoundDirectionPercept
    team: TeamData
    field: FieldDimensions


def bearings_of(given: WhistleInputs, now: float, *, window: float) -> list[Bearing]:
    """Return the bearings of all robots that heard a whistle within the last seconds."""
    bearings = [
        Bearing(
            robot_to_field=teammate.robot_to_field,
            angle_in_robot=teammate.whistle_direction,
            deviation=teammate.whistle_deviation,
        )
        for teammate in given.team.teammates
        if teammate.whistle_direction is not None
        and 0.0 <= now - teammate.whistle_heard_at <= window
        and teammate.number != given.player.number
        and not teammate.penalized
    ]
    if given.sound.valid and 0.0 <= now - given.whistle.last_detected_at <= window:
        own = Bearing(
            robot_to_field=given.pose.robot_to_field,
            angle_in_robot=given.sound.angle_in_robot,
            deviation=given.sound.deviation,
        )
        bearings.insert(0, own)
    return bearings
