"""The view for the referee: walking, standing, falls and touches of the ball."""

import pytest

from kickabout import Match
from kickabout.simulation.match.scene import RefereePlan, Scene

FREE = Scene(referee=RefereePlan(automatic=False))


@pytest.fixture
def walkers() -> Match:
    match = Match("walkers", "dummies", robots=1, scene=FREE, workers=0)
    match.robot("home", 1).ask("change_parameters", "MotionScript", {"speed_x": 0.2})
    match.run(4.0)
    return match


def walks(match: Match) -> list[bool]:
    return [robot.walks for robot in match.observer.view(match.world, match.snapshot).robots]


def stop(match: Match) -> None:
    match.robot("home", 1).ask("change_parameters", "MotionScript", {"speed_x": 0.0})
    match.run(2.0)


def test_walking_is_distinguished_from_head_motion(walkers: Match) -> None:
    assert walks(walkers) == [True, False]


def test_a_robot_that_stopped_counts_as_standing_within_two_seconds(walkers: Match) -> None:
    stop(walkers)
    assert walks(walkers) == [False, False]


def test_a_placed_robot_neither_walked_nor_fell(walkers: Match) -> None:
    stop(walkers)
    walkers.place(robot=("home", 1), pose=(1.0, 1.0, 0.0))
    walkers.run(0.1)
    assert walks(walkers)[0] is False
    assert walkers.observer.falls == [0, 0]


def test_swaying_during_a_fall_counts_as_one_fall() -> None:
    match = Match("dummies", "dummies", robots=1, scene=FREE, workers=0)
    observer = match.observer
    for time, upright in ((5.0, True), (5.1, False), (5.2, True), (5.3, False), (9.0, True)):
        observer.update_fall(0, time, upright)
    assert observer.falls[0] == 1
    observer.update_fall(0, 11.0, False)
    assert observer.falls[0] == 2
    match.close()


def test_a_touch_with_the_arm_between_two_views_is_reported_once() -> None:
    with Match("dummies", "dummies", robots=1, scene=FREE, workers=0) as match:
        contacts = match.world.ball_contacts
        contacts.touched[0] = contacts.with_arm[0] = True
        match.observer.update(match.world, match.snapshot)
        contacts.touched[0] = contacts.with_arm[0] = False
        match.observer.update(match.world, match.snapshot)
        views = [match.observer.view(match.world, match.snapshot).robots[0] for _ in range(2)]
        assert [robot.touches_ball_with_arm for robot in views] == [True, False]
