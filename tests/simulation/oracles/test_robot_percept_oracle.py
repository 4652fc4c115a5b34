"""The oracle finds robots like a good detector."""

import math

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles.oracle_runner import OracleRunner, perfect
from tests.simulation.oracles.scenes import OUTLINE, UPPER, random_scenes, scene, standing
from tests.simulation.oracles.sightings import Sightings

from kickabout.geometry import Field, Pose2, Pose3, Torso, Vector2
from kickabout.representations import RobotPercept, RobotsPercept, TeamSeen, TrueRobot
from kickabout.simulation.oracles.robot_percept_oracle import RobotPerceptOracle


def same_robot(percept: RobotsPercept, true: RobotPercept) -> RobotPercept | None:
    """Return the robot that is nearest to the true feet in the image."""
    left, _, right, bottom = true.box_in_image

    def gap(robot: RobotPercept) -> float:
        box = robot.box_in_image
        return math.hypot((box[0] + box[2] - left - right) / 2.0, box[3] - bottom)

    near = [robot for robot in percept.robots if gap(robot) < 15.0]
    return min(near, key=gap, default=None)


def test_robots_are_found_as_good_detectors_find_them() -> None:
    runner = OracleRunner(made(RobotPerceptOracle))
    ideal = perfect(RobotPerceptOracle, full_range=20.0, end_range=20.0, jersey_range=20.0)
    sightings, relative, right, false, total = Sightings(), [], [], 0, 0
    for truth in random_scenes(2000, robots=5):
        percept, true_ones = runner(truth), ideal(truth)
        total += len(percept.robots)
        matched = 0
        for true in true_ones.robots:
            distance = true.position_in_robot.norm
            found = same_robot(percept, true)
            if found is None:
                sightings.missed(distance)
                continue
            matched += 1
            error = (found.position_in_robot - true.position_in_robot).array
            sightings.found(distance, error, found.covariance)
            if distance < 4.0:
                relative.append(abs(found.position_in_robot.norm / distance - 1.0))
            if distance < 3.0:
                right.append(found.team is true.team)
        false += max(len(percept.robots) - matched, 0)
    assert 0.9 <= sightings.recall(0.0, 4.0) <= 0.98
    assert 0.2 <= sightings.recall(6.0, 8.0) <= 0.5
    assert 0.01 < np.median(relative) < 0.12
    assert sightings.median_error(1.0, 2.0) < sightings.median_error(3.0, 4.0)
    assert 0.6 < sightings.surprise(0.0, 4.0) < 1.6
    assert np.mean(right) >= 0.93
    assert false <= 0.05 * total


def test_a_robot_in_view_is_found_where_it_is_with_its_jersey() -> None:
    others = (standing(2.0, 0.3), standing(3.0, -0.6, own_team=True, number=3))
    percept = perfect(RobotPerceptOracle)(scene(others=others))
    opponent, teammate = percept.robots
    assert opponent.position_in_robot.distance_to(Vector2(2.0, 0.3)) < 1e-9
    assert opponent.team is TeamSeen.OPPONENT
    assert teammate.team is TeamSeen.OWN
    assert not opponent.fallen


def test_the_box_is_as_large_as_a_robot_and_within_the_image() -> None:
    left, top, right, bottom = (
        perfect(RobotPerceptOracle)(scene(others=(standing(3.0, 0.0),))).robots[0].box_in_image
    )
    assert right - left == pytest.approx(0.28 / 2.94 * 598.8, rel=0.05)
    assert bottom - top == pytest.approx(0.57 / 2.94 * 598.8, rel=0.1)
    near = perfect(RobotPerceptOracle)(scene(down=0.4, others=(standing(1.0, 0.0),))).robots[0]
    assert near.box_in_image[1] == 0.0
    assert near.box_in_image[3] <= UPPER.height


def test_a_robot_whose_feet_are_out_of_the_image_is_not_found() -> None:
    detect = perfect(RobotPerceptOracle)
    assert detect(scene(down=0.0, others=(standing(0.8, 0.0),))).robots == ()
    assert len(detect(scene(down=0.5, others=(standing(0.8, 0.0),))).robots) == 1


def test_a_robot_behind_another_is_hidden() -> None:
    detect = perfect(RobotPerceptOracle)
    in_line = detect(scene(others=(standing(1.5, 0.0), standing(3.0, 0.0, number=3))))
    assert [robot.position_in_robot.x for robot in in_line.robots] == pytest.approx([1.5])
    apart = detect(scene(others=(standing(1.5, 0.0), standing(3.0, 0.8, number=3))))
    assert len(apart.robots) == 2


def test_a_fallen_robot_is_distinguished_from_a_standing_one() -> None:
    torso: Pose3[Torso, Field] = Pose3.from_translation(2.0, 0.0, 0.1) @ Pose3.rotation_x(
        math.pi / 2
    )
    fallen = TrueRobot(
        outline=OUTLINE,
        own_team=False,
        number=2,
        robot_to_field=Pose2(2.0, 0.0, 0.0),
        torso_to_field=torso,
        upright=False,
    )
    percept = perfect(RobotPerceptOracle)(scene(others=(fallen,))).robots[0]
    left, top, right, bottom = percept.box_in_image
    assert percept.fallen
    assert right - left > 2.0 * (bottom - top)
    assert percept.position_in_robot.distance_to(Vector2(2.0, 0.0)) < 1e-6


def test_jerseys_far_away_are_unknown_more_often() -> None:
    runner = OracleRunner(made(RobotPerceptOracle, rate=1.0, full_range=8.0))

    def unknown(x: float) -> float:
        others = (standing(x, 0.0),)
        seen = [robot.team for _ in range(200) for robot in runner(scene(others=others)).robots]
        return seen.count(TeamSeen.UNKNOWN) / len(seen)

    assert unknown(2.0) < 0.1 < unknown(4.5) < unknown(6.5)


def test_false_robots_have_no_jersey() -> None:
    runner = OracleRunner(made(RobotPerceptOracle, false_rate=1.0))
    false = [robot for _ in range(50) for robot in runner(scene(down=0.3)).robots]
    assert false
    assert all(robot.team is TeamSeen.UNKNOWN for robot in false)
