"""The oracle finds line intersections like a good detector."""

import math
from collections import Counter

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles.oracle_runner import OracleRunner, perfect
from tests.simulation.oracles.scenes import FIELD, scene, standing
from tests.simulation.oracles.sightings import Sightings

from kickabout.geometry import Field, Pose2, Robot, Vector2, normalized_angle
from kickabout.representations import Intersection, IntersectionKind, load_field
from kickabout.simulation.oracles.intersections_oracle import IntersectionsOracle
from kickabout.simulation.oracles.observation.landmarks import intersections_of


@pytest.mark.parametrize(("name", "corners", "tees"), [("spl2019", 8, 6), ("spl2020", 12, 10)])
def test_all_intersections_of_a_field_are_known(name: str, corners: int, tees: int) -> None:
    kinds = Counter(intersections_of(load_field(name)).kinds)
    assert kinds == {IntersectionKind.L: corners, IntersectionKind.T: tees}


def test_directions_follow_the_convention() -> None:
    intersections = intersections_of(FIELD)
    positions = [(x, y) for x, y, _ in intersections.points_in_field.tolist()]
    directions = dict(zip(positions, intersections.directions.tolist(), strict=True))
    assert directions[0.0, 3.0] == pytest.approx(1.5 * math.pi)  # the stem points inwards
    assert directions[4.5, 1.1] == pytest.approx(math.pi)
    assert directions[4.5, 3.0] == pytest.approx(math.pi)  # and the other leg to -y
    assert directions[4.5, -3.0] == pytest.approx(0.5 * math.pi)  # and the other leg to -x
    assert directions[3.9, 1.1] == pytest.approx(1.5 * math.pi)


TEE: Pose2[Field, Field] = Pose2(0.0, 3.0, 1.5 * math.pi)  # halfway line and left side line


def nearest(
    intersections: tuple[Intersection, ...], position: Vector2[Robot]
) -> Intersection | None:
    near = [i for i in intersections if i.pose_in_robot.position.distance_to(position) < 1.0]
    return min(near, key=lambda i: i.pose_in_robot.position.distance_to(position), default=None)


def test_most_intersections_are_found_with_the_right_kind() -> None:
    """Test an intersection without neighbors with which it could be confused."""
    runner, random = OracleRunner(made(IntersectionsOracle)), np.random.default_rng(5)
    sightings, kinds, turns = Sightings(), [], []
    for _ in range(2000):
        x, y = random.uniform((-3.0, 0.0), (3.0, 1.5)).tolist()
        pose: Pose2[Robot, Field] = Pose2(x, y, math.atan2(3.0 - y, -x))
        true = pose.inverse() @ TEE
        distance = true.position.norm
        found = nearest(runner(scene(pose)).intersections, true.position)
        if found is None:
            sightings.missed(distance)
            continue
        error = (found.pose_in_robot.position - true.position).array
        sightings.found(distance, error, found.covariance)
        kinds.append(found.kind is IntersectionKind.T)
        turns.append(abs(normalized_angle(found.pose_in_robot.theta - true.theta)))
    assert 0.88 <= sightings.recall(1.6, 3.5) <= 0.97
    assert 0.93 <= np.mean(kinds) <= 0.98
    assert 0.02 < sightings.median_error(1.5, 2.0) < 0.07
    assert 0.07 < sightings.median_error(2.5, 3.5) < 0.2
    assert 0.7 < sightings.surprise(1.5, 3.5) < 1.3
    assert 0.01 < np.median(turns) < 0.07


def test_an_intersection_behind_a_robot_is_hidden() -> None:
    detect = perfect(IntersectionsOracle)
    pose: Pose2[Robot, Field] = Pose2(0.0, 1.0, 0.5 * math.pi)
    assert len(detect(scene(pose)).intersections) == 1
    assert len(detect(scene(pose, others=(standing(0.0, 2.4),))).intersections) == 0


def test_an_intersection_without_a_visible_leg_is_not_found() -> None:
    detect = perfect(IntersectionsOracle)
    assert detect(scene(Pose2(3.0, 0.0, 0.0), others=(standing(3.6, 0.6),))).intersections == tuple(
        i
        for i in detect(scene(Pose2(3.0, 0.0, 0.0))).intersections
        if i.pose_in_robot.position.y < 0.5
    )


def test_false_intersections_are_at_robots_feet() -> None:
    detect = perfect(IntersectionsOracle, false_rate=1.0)
    nowhere: Pose2[Robot, Field] = Pose2(-2.0, 1.0, 0.0)
    found = [
        intersection.pose_in_robot.position
        for _ in range(20)
        for intersection in detect(
            scene(nowhere, down=0.6, others=(standing(-1.0, 1.0),))
        ).intersections
    ]
    assert found
    assert all(position.distance_to(Vector2(0.86, 0.0)) < 0.05 for position in found)
    assert detect(scene(nowhere, down=0.6)).intersections == ()
