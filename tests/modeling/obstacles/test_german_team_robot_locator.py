"""Other robots by indications: two of a color, no phantom, appearance and disappearance."""

import numpy as np
import pytest
from tests.modules import made

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.obstacles.german_team_robot_locator import GermanTeamRobotLocator
from kickabout.modeling.obstacles.robot_indications import DensityRules, densest_places, matched
from kickabout.representations import (
    ObstacleModel,
    RobotPercept,
    RobotPose,
    RobotsPercept,
    TeamPlayersModel,
    TeamSeen,
)
from kickabout.soccer.league import load_league

FIELD = load_league("legged2001").field
OWN, OPPONENT = TeamSeen.OWN, TeamSeen.OPPONENT
DT = 0.04  # s
Positions = tuple[tuple[float, float], ...]


class Watcher:
    """A robot that turns and walks while it sees others at fixed places in the field."""

    def __init__(self, seed: int = 0, noise: float = 0.1) -> None:
        self.locator = made(GermanTeamRobotLocator)
        self.random, self.noise = np.random.default_rng(seed), noise
        self.pose: Pose2[Robot, Field] = Pose2(-0.5, -0.3, 0.4)
        self.time = 0.0

    def look(
        self, opponents: Positions, own: Positions = (), *, seconds: float = DT, rate: float = 0.7
    ) -> tuple[TeamPlayersModel, ObstacleModel]:
        for _ in range(round(seconds / DT)):
            self.pose = self.pose @ Pose2(0.002, 0.0, 0.01)
            places = [(OPPONENT, at) for at in opponents] + [(OWN, at) for at in own]
            seen = [self._percept(team, at) for team, at in places if self.random.random() < rate]
            frame = FrameInfo(time=self.time, dt=DT)
            found: tuple[TeamPlayersModel, ObstacleModel] = self.locator.update(
                frame,
                RobotsPercept(robots=tuple(seen)),
                RobotPose(robot_to_field=self.pose),
                FIELD,
            )
            self.time += DT
        return found

    def _percept(self, team: TeamSeen, at: tuple[float, float]) -> RobotPercept:
        x, y = self.random.normal(at, self.noise).tolist()
        return RobotPercept(
            box_in_image=(0.0, 0.0, 1.0, 1.0),
            position_in_robot=self.pose.inverse() @ Vector2[Field](x, y),
            covariance=np.eye(2),
            team=team,
        )


def positions(model: TeamPlayersModel, team: TeamSeen = OPPONENT) -> list[tuple[float, float]]:
    players = model.opponents if team is OPPONENT else model.teammates
    return sorted((player.position_in_field.x, player.position_in_field.y) for player in players)


@pytest.mark.parametrize("seed", range(10))
def test_two_robots_are_found_within_10_cm_and_none_where_their_coordinates_cross(
    seed: int,
) -> None:
    true = ((-0.6, 0.5), (0.7, -0.4))
    model, _ = Watcher(seed).look(true, seconds=4.0)
    found = positions(model)
    assert len(found) == 2
    for place, at in zip(found, true, strict=True):
        assert np.hypot(place[0] - at[0], place[1] - at[1]) < 0.1


def test_a_removed_robot_disappears_after_two_seconds() -> None:
    watcher = Watcher()
    watcher.look(((0.7, -0.4), (-0.6, 0.5)), seconds=3.0)
    model, obstacles = watcher.look(((0.7, -0.4),), seconds=1.5)
    assert len(model.opponents) == 2
    model, obstacles = watcher.look(((0.7, -0.4),), seconds=0.7)
    assert len(model.opponents) == len(obstacles.obstacles) == 1
    model, _ = watcher.look((), seconds=2.1)
    assert model.opponents == ()


def test_indications_are_in_the_field_so_the_own_walk_does_not_move_them() -> None:
    watcher = Watcher(noise=0.0)
    before, _ = watcher.look(((0.7, -0.4),), seconds=1.0)
    watcher.pose = Pose2(0.3, 0.2, 2.0)
    after, obstacles = watcher.look((), seconds=0.4)
    assert positions(after)[0] == pytest.approx(positions(before)[0], abs=1e-6)
    (obstacle,) = obstacles.obstacles
    assert watcher.pose @ obstacle.center_in_robot == pytest.approx((0.7, -0.4), abs=1e-6)


def test_colors_are_kept_apart_and_unknown_ones_ignored() -> None:
    watcher = Watcher()
    model, obstacles = watcher.look(((0.7, -0.4),), own=((0.7, -0.3),), seconds=2.0)
    assert len(model.opponents) == len(model.teammates) == 1
    assert {obstacle.team for obstacle in obstacles.obstacles} == {OWN, OPPONENT}


def test_there_are_never_more_robots_than_players() -> None:
    places = tuple((x, y) for x in (-1.0, 0.0, 1.0) for y in (-0.6, 0.6))
    model, _ = Watcher(noise=0.01).look(places, own=places, seconds=2.0, rate=1.0)
    assert len(model.opponents) == 3
    assert len(model.teammates) == 2


def test_a_single_indication_is_no_robot() -> None:
    rules = DensityRules(width=0.2, gate=0.35, min_support=2)
    assert len(densest_places(np.array(((0.0, 1.0, 0.5),)), rules)) == 0


def test_a_moving_robot_is_followed() -> None:
    watcher = Watcher(noise=0.02)
    for step in range(75):
        model, _ = watcher.look(((-0.5 + 0.2 * DT * step, 0.3),), rate=1.0)
    (place,) = positions(model)
    assert abs(place[0] - (-0.5 + 0.2 * 3.0)) < 0.35
    assert abs(place[1] - 0.3) < 0.05


def test_places_are_matched_with_the_nearest_known_robots_once_each() -> None:
    known = np.array(((0.0, 0.0, 1.0, 0.0), (1.0, 0.0, 1.0, 0.0)))
    found = np.array(((0.9, 0.0, 1.0, 0.0), (0.8, 0.0, 1.0, 0.0), (0.1, 0.0, 1.0, 0.0)))
    assert matched(known, found, 0.5).tolist() == [1, -1, 0]
