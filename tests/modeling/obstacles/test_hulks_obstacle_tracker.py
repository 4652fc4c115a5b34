"""HULKs' obstacle tracker with robots that are seen, detected by sonar or hit by a foot."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.modeling.ball.ball_world import DT
from tests.modeling.obstacles.obstacle_world import ObstacleWorld
from tests.modules import made
from tests.simulation.oracles.scenes import standing

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.obstacles.hulks_foot_collision import FootCollision
from kickabout.modeling.obstacles.hulks_obstacle_fusion import fused
from kickabout.modeling.obstacles.hulks_obstacle_tracker import BodyContacts, HulksObstacleTracker
from kickabout.modeling.obstacles.obstacle_tracker import FieldPose, ObstacleView, OwnBody
from kickabout.representations import (
    Obstacle,
    ObstacleKind,
    ObstacleModel,
    RobotsPercept,
    SonarState,
    TeamSeen,
)

COVARIANCE = 0.01 * np.eye(2)


class TrackerAdapter:
    """HULKs' tracker with the interface of the other tracker, and with sonar."""

    def __init__(self) -> None:
        self.filter = made(HulksObstacleTracker)
        self.sonar = SonarState()

    def update(
        self,
        frame: FrameInfo,
        percept: RobotsPercept,
        view: ObstacleView,
        body: OwnBody,
        ground: FieldPose,
    ) -> ObstacleModel:
        contacts = BodyContacts(odometry=body.odometry, feet=body.feet, sonar=self.sonar)
        model: ObstacleModel = self.filter.update(frame, percept, contacts, ground)
        return model


def hulks_world(**changes: Any) -> tuple[ObstacleWorld, TrackerAdapter]:
    world, adapter = ObstacleWorld(**changes), TrackerAdapter()
    world.tracker = adapter
    return world, adapter


def obstacle(
    x: float,
    y: float = 0.0,
    kind: ObstacleKind = ObstacleKind.ROBOT,
    team: TeamSeen = TeamSeen.UNKNOWN,
) -> Obstacle:
    return Obstacle(kind=kind, team=team, center_in_robot=Vector2(x, y), covariance=COVARIANCE)


def test_the_median_error_of_robots_is_at_most_a_quarter_meter() -> None:
    world, _ = hulks_world(others=(standing(1.5, 0.3), standing(2.0, -0.6)))
    world.run(1.0)
    errors = []
    for _ in range(60):
        world.step()
        errors += [world.error(0), world.error(1)]
    assert np.median(errors) <= 0.25


def test_two_robots_that_pass_each_other_stay_two() -> None:
    velocities: tuple[Vector2[Field], ...] = (Vector2(0.0, -0.25), Vector2(0.0, 0.25))
    world, _ = hulks_world(others=(standing(1.4, 0.5), standing(2.1, -0.5)), velocities=velocities)
    world.run(1.0)
    counts = []
    for _ in range(90):
        world.step()
        counts.append(len(world.robots))
    assert np.median(counts) == 2


def test_a_robot_that_left_is_dropped_in_time() -> None:
    world, _ = hulks_world(others=(standing(1.5, 0.0),))
    world.run(1.5)
    assert world.robots
    world.others = ()
    world.run(3.2)
    assert not world.robots


def sonar_state(left: float, right: float) -> SonarState:
    return SonarState(distances={"left_sonar": left, "right_sonar": right}, working=True)


@pytest.mark.parametrize(("left", "right", "side"), [(0.4, 5.0, 1.0), (5.0, 0.4, -1.0)])
def test_an_obstacle_that_one_sonar_detects_is_on_its_side(
    left: float, right: float, side: float
) -> None:
    world, adapter = hulks_world(blind=True)
    adapter.sonar = sonar_state(left, right)
    world.step()
    (found,) = world.robots
    assert found.center_in_robot.y * side > 0.0


def test_an_obstacle_that_both_sonars_detect_is_straight_ahead() -> None:
    world, adapter = hulks_world(blind=True)
    adapter.sonar = sonar_state(0.4, 0.45)
    world.step()
    (found,) = world.robots
    assert found.kind is ObstacleKind.UNKNOWN
    assert found.center_in_robot.x == pytest.approx(0.55)
    assert found.center_in_robot.y == 0.0


@pytest.mark.parametrize("distance", [0.1, 1.2])
def test_echoes_out_of_range_are_ignored(distance: float) -> None:
    world, adapter = hulks_world(blind=True)
    adapter.sonar = sonar_state(distance, distance)
    world.step()
    assert not world.robots


def test_a_robot_detected_by_camera_and_sonar_is_one_obstacle() -> None:
    world, adapter = hulks_world(others=(standing(1.0, 0.0),))
    adapter.sonar = sonar_state(0.78, 0.79)
    world.run(1.5)
    (seen,) = world.robots
    assert seen.kind is ObstacleKind.ROBOT


def test_a_merged_obstacle_has_the_more_informative_kind_and_the_mean_position() -> None:
    opponent = obstacle(1.0, team=TeamSeen.OPPONENT)
    (one,) = fused((obstacle(1.2), opponent), 0.3)
    assert one.team is TeamSeen.OPPONENT
    assert one.center_in_robot.x == pytest.approx(1.1)


def test_inconsistent_obstacles_are_not_merged() -> None:
    own, opponent = obstacle(1.0, team=TeamSeen.OWN), obstacle(1.1, team=TeamSeen.OPPONENT)
    post = obstacle(1.05, kind=ObstacleKind.GOAL_POST)
    assert len(fused((own, opponent, post), 0.3)) == 3


def test_an_unknown_obstacle_at_a_post_is_the_post() -> None:
    post = obstacle(1.0, kind=ObstacleKind.GOAL_POST)
    (one,) = fused((post, obstacle(1.1, kind=ObstacleKind.UNKNOWN)), 0.3)
    assert one.kind is ObstacleKind.GOAL_POST
    assert one.center_in_robot.x == 1.0


def contacts(sides: str, pause: float = 0.3, *, working: bool = True) -> bool:
    """Return whether contacts like "LRL" are a collision."""
    collision, now, hit = FootCollision(), 0.0, False
    for side in sides:
        now += pause
        contact = (side == "L", side == "R")
        hit |= collision.update(now, contact, working=working, within=2.0)
        hit |= collision.update(now + 0.05, (False, False), working=working, within=2.0)
    return hit


def test_contacts_of_alternating_feet_are_a_collision() -> None:
    assert contacts("LRL")
    assert contacts("RLR")
    assert not contacts("LLR")
    assert not contacts("LR")
    assert not contacts("LRL", pause=1.5)
    assert not contacts("LRL", working=False)


def test_a_collision_is_remembered_while_the_robot_steps_back() -> None:
    world, _ = hulks_world(blind=True, walking=Pose2[Robot, Robot](-0.2, 0.0, 0.0))
    for left in (True, False, True):
        world.feet = replace(world.feet, contact=(left, not left))
        world.step()
    world.feet = replace(world.feet, contact=(False, False))
    world.run(0.5)
    (hit,) = world.robots
    assert hit.center_in_robot.x > 0.25 + 0.4 * 0.2
    world.run(1.5 + DT)
    assert not world.robots
