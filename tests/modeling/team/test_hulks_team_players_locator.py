"""Each robot appears once among the team's players."""

import numpy as np
from tests.modules import made

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.team.hulks_team_players_locator import HulksTeamPlayersLocator
from kickabout.modeling.team.playing_teammates import PlayerSources
from kickabout.representations import (
    FieldPlayer,
    Obstacle,
    ObstacleKind,
    ObstacleModel,
    PlayerInfo,
    PoseQuality,
    RobotPose,
    TeamData,
    Teammate,
    TeamPlayersModel,
    TeamSeen,
)

NOW = 10.0
SPREAD = 0.01 * np.eye(2)
HERE: Pose2[Robot, Field] = Pose2(-1.0, 1.0, 0.5)


def message(number: int, x: float, y: float, *opponents: tuple[float, float]) -> Teammate:
    return Teammate(
        number=number,
        robot_to_field=Pose2(x, y, 0.0),
        sent_at=NOW - 0.5,
        opponents=tuple(
            FieldPlayer(position_in_field=Vector2(*o), covariance=SPREAD, last_seen_at=NOW - 0.6)
            for o in opponents
        ),
    )


def seen(x: float, y: float, team: TeamSeen = TeamSeen.UNKNOWN) -> Obstacle:
    """Return a robot at this position on the field."""
    position: Vector2[Field] = Vector2(x, y)
    return Obstacle(
        kind=ObstacleKind.ROBOT,
        team=team,
        center_in_robot=HERE.inverse() @ position,
        covariance=SPREAD,
        last_seen_at=NOW,
    )


def players(obstacles: tuple[Obstacle, ...], *teammates: Teammate) -> TeamPlayersModel:
    model: TeamPlayersModel = made(HulksTeamPlayersLocator).update(
        FrameInfo(time=NOW, dt=0.1),
        PlayerSources(
            player=PlayerInfo(number=4),
            pose=RobotPose(robot_to_field=HERE, quality=PoseQuality.SUPERB),
            obstacles=ObstacleModel(obstacles=obstacles),
            team=TeamData(teammates=teammates),
        ),
    )
    return model


def test_a_robot_seen_by_three_is_one_player() -> None:
    model = players(
        (seen(1.0, 0.0),), message(2, -2.0, 0.0, (1.1, 0.1)), message(3, -2.0, 2.0, (0.9, 0.0))
    )
    (opponent,) = model.opponents
    assert opponent.position_in_field.distance_to(Vector2(1.0, 0.0)) < 0.2
    assert not model.unknown


def test_a_sighting_at_a_teammate_is_the_teammate() -> None:
    model = players((seen(-2.0, 0.1),), message(2, -2.0, 0.0))
    assert [teammate.number for teammate in model.teammates] == [2]
    assert not model.unknown


def test_an_opponent_beside_a_teammate_stays_an_opponent() -> None:
    model = players((seen(-1.9, 0.1, TeamSeen.OPPONENT),), message(2, -2.0, 0.0))
    assert len(model.opponents) == 1


def test_robots_without_a_jersey_are_unknown() -> None:
    model = players((seen(2.0, 1.0),))
    assert len(model.unknown) == 1
    assert model.unknown[0].position_in_field.distance_to(Vector2(2.0, 1.0)) < 1e-6
