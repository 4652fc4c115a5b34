"""A team searches a ball behind a standing robot at different positions and finds it."""

import math

import pytest
from tests.scenarios.staged import Placement, staged

from kickabout import Match
from kickabout.geometry import Field, Vector2

# All three face the robot in the middle; the ball is behind its feet.
SEARCHERS: list[Placement] = [(2, -3.0, 0.2, 0.0), (3, -3.2, -0.6, 0.1), (4, -3.2, 1.0, -0.1)]
BLOCKER: Placement = (
    1,
    1.0,
    0.0,
    0.0,
)  # in the frame of its team, so at x = -1 in that of the searchers
HIDDEN = (-0.78, 0.0)  # m
MESSAGES = 1.0  # s between messages of a robot, in which two may choose the same target


def ball_age(match: Match, number: int) -> float:
    ball = match.robot("home", number)["BallModel"]
    return match.time - ball.last_seen_at if ball.known else math.inf


def patrols(match: Match) -> list[Vector2[Field]]:
    """Return the targets of robots that patrol."""
    targets = []
    for number in (2, 3, 4):
        robot = match.robot("home", number)
        names = {entry.option for entry in robot["ActivationGraph"].options}
        walking_to = robot["TacticalState"].walking_to
        if "SearchForBallFieldCoverageCard" in names and walking_to is not None:
            targets.append(walking_to.position)
    return targets


def are_alike(targets: list[Vector2[Field]]) -> bool:
    return any(a.distance_to(b) < 0.5 for i, a in enumerate(targets) for b in targets[:i])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 5, 6])
def test_a_ball_behind_a_robot_is_searched_in_different_places_and_found(seed: int) -> None:
    scene = staged(SEARCHERS, [BLOCKER], ball=HIDDEN)
    with Match("bhuman2019", "dummies", scene=scene, seed=seed, workers=0) as match:
        match.run(2.0)
        assert all(ball_age(match, number) > 1.0 for number in (2, 3, 4)), (
            "a robot already sees the ball"
        )
        alike = longest = 0.0  # s, time in which two robots patrolled the same position
        for _ in range(900):
            match.run(0.12)
            alike = alike + 0.12 if are_alike(patrols(match)) else 0.0
            longest = max(longest, alike)
            if any(ball_age(match, number) < 0.2 for number in (2, 3, 4)):
                break
        assert any(ball_age(match, number) < 0.2 for number in (2, 3, 4)), "no robot found the ball"
        assert longest < MESSAGES + 0.5, (
            f"two robots walked to the same position for {longest:.1f} s"
        )
