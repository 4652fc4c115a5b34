"""Positions of the players of both teams, without confusing teammates and opponents."""

import numpy as np
from tests.modeling.obstacles.obstacle_world import ObstacleWorld
from tests.modules import made
from tests.simulation.oracles.scenes import standing

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.team.playing_teammates import PlayerSources
from kickabout.modeling.team.team_players_locator import TeamPlayersLocator
from kickabout.representations import (
    FieldPlayer,
    Obstacle,
    ObstacleKind,
    ObstacleModel,
    PlayerInfo,
    RobotPose,
    TeamData,
    Teammate,
    TeamPlayersModel,
    TeamSeen,
    TrueRobot,
)

NOW = 50.0


def obstacle(
    x: float, y: float, *, team: TeamSeen = TeamSeen.OPPONENT, deviation: float = 0.1
) -> Obstacle:
    return Obstacle(
        kind=ObstacleKind.ROBOT,
        team=team,
        center_in_robot=Vector2(x, y),
        covariance=deviation**2 * np.eye(2),
        last_seen_at=NOW,
    )


def seen(x: float, y: float, deviation: float = 0.1) -> FieldPlayer:
    return FieldPlayer(
        position_in_field=Vector2(x, y), covariance=deviation**2 * np.eye(2), last_seen_at=NOW
    )


def teammate(number: int, x: float, y: float, *opponents: FieldPlayer) -> Teammate:
    return Teammate(
        number=number, robot_to_field=Pose2(x, y, 0.0), opponents=opponents, sent_at=NOW
    )


def located(
    obstacles: tuple[Obstacle, ...] = (),
    teammates: tuple[Teammate, ...] = (),
    pose: Pose2[Robot, Field] | None = None,
) -> TeamPlayersModel:
    locator = made(TeamPlayersLocator)
    result: TeamPlayersModel = locator.update(
        FrameInfo(time=NOW),
        PlayerSources(
            player=PlayerInfo(number=1),
            pose=RobotPose(robot_to_field=pose or Pose2(), validity=1.0),
            obstacles=ObstacleModel(obstacles=obstacles),
            team=TeamData(teammates=teammates),
        ),
    )
    return result


def test_teammates_are_at_their_own_positions() -> None:
    (found,) = located(teammates=(teammate(3, -2.0, 1.0),)).teammates
    assert found.number == 3
    assert found.position_in_field == Vector2(-2.0, 1.0)


def test_an_opponent_that_two_robots_see_is_nearer_to_the_more_certain_position() -> None:
    far = seen(2.4, 0.0, deviation=0.4)
    model = located((obstacle(2.0, 0.0, deviation=0.05),), (teammate(2, 3.0, 2.0, far),))
    (opponent,) = model.opponents
    assert 2.0 < opponent.position_in_field.x < 2.2


def test_a_player_of_uncertain_position_is_not_published() -> None:
    assert located((obstacle(3.0, 0.0, deviation=0.7),)).opponents == ()


def test_two_uncertain_sightings_give_a_certain_position() -> None:
    uncertain = seen(3.0, 0.1, deviation=0.7)
    model = located((obstacle(3.0, 0.0, deviation=0.7),), (teammate(2, 3.0, 2.0, uncertain),))
    assert len(model.opponents) == 1


def test_two_opponents_stay_two() -> None:
    model = located(
        (obstacle(2.0, 0.0), obstacle(2.0, 1.5)), (teammate(2, 1.0, 2.0, seen(2.1, 1.4)),)
    )
    assert len(model.opponents) == 2


def test_a_teammate_is_no_opponent() -> None:
    uncertain = obstacle(1.2, 0.1, team=TeamSeen.UNKNOWN)
    model = located((uncertain,), (teammate(2, 1.0, 0.0),))
    assert model.opponents == ()
    assert model.unknown == ()


def test_an_opponent_beside_a_teammate_is_published_only_if_its_position_is_certain() -> None:
    team = (teammate(2, 3.0, 0.0),)
    assert len(located((obstacle(3.0, 0.45, deviation=0.05),), team).opponents) == 1
    assert located((obstacle(3.0, 0.45, deviation=0.4),), team).opponents == ()


def test_a_sighting_of_this_robot_is_not_an_opponent() -> None:
    model = located(teammates=(teammate(2, 1.0, 1.0, seen(0.1, 0.0)),))
    assert model.opponents == ()


def test_a_distant_obstacle_is_ignored() -> None:
    assert located((obstacle(6.0, 0.0),)).opponents == ()


def test_an_unknown_jersey_stays_unknown() -> None:
    model = located((obstacle(1.5, 0.0, team=TeamSeen.UNKNOWN),))
    assert model.opponents == ()
    assert len(model.unknown) == 1


def opponents_of(world: ObstacleWorld) -> tuple[FieldPlayer, ...]:
    """Return the opponents that a robot would send."""
    return tuple(
        FieldPlayer(
            position_in_field=world.pose @ found.center_in_robot,
            covariance=found.covariance,
            last_seen_at=found.last_seen_at,
        )
        for found in world.robots
        if found.team is TeamSeen.OPPONENT
    )


def test_two_robots_find_three_opponents_from_different_sides() -> None:
    random = np.random.default_rng(1)
    errors, counts, teammates_as_opponents = [], [], 0
    positions: list[Vector2[Field]] = [Vector2(0.3, 1.0), Vector2(0.0, -0.2), Vector2(-0.3, -1.4)]
    for seed in range(8):
        jitter = random.uniform(-0.3, 0.3, (3, 2)).tolist()
        true: list[Vector2[Field]] = [
            position + Vector2(*shift) for position, shift in zip(positions, jitter, strict=True)
        ]
        opponents = tuple(standing(*position) for position in true)
        left: Pose2[Robot, Field] = Pose2(-2.2, 0.0, 0.0)
        right: Pose2[Robot, Field] = Pose2(2.2, 0.2, np.pi)
        worlds = [
            ObstacleWorld(
                seed=10 * seed + i,
                pose=own,
                others=(*opponents, TrueRobot(own_team=True, number=2 - i, robot_to_field=other)),
                head_swing=0.5,
            )
            for i, (own, other) in enumerate(((left, right), (right, left)))
        ]
        for _ in range(120):
            for world in worlds:
                world.step()
        message = Teammate(
            number=2,
            robot_to_field=right,
            opponents=opponents_of(worlds[1]),
            sent_at=worlds[0].time,
        )
        model = made(TeamPlayersLocator).update(
            FrameInfo(time=worlds[0].time),
            PlayerSources(
                player=PlayerInfo(number=1),
                pose=RobotPose(robot_to_field=left, validity=1.0),
                obstacles=worlds[0].model,
                team=TeamData(teammates=(message,)),
            ),
        )
        counts.append(len(model.opponents))
        for opponent in model.opponents:
            apart = [opponent.position_in_field.distance_to(position) for position in true]
            errors.append(min(apart))
            teammates_as_opponents += opponent.position_in_field.distance_to(right.position) < 0.5
    assert np.median(errors) <= 0.25
    assert teammates_as_opponents == 0
    assert sum(count == 3 for count in counts) >= 7
