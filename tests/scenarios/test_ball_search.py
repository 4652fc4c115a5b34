"""A team that lost the ball behind a standing robot looks in different places and finds it."""

import math

import pytest
from tests.scenarios.staged import Place, staged

from kickabout import Match
from kickabout.geometry import Field, Vector2

# All three look at the robot in the middle from its front; the ball lies behind its feet.
SEARCHERS: list[Place] = [(2, -3.0, 0.2, 0.0), (3, -3.2, -0.6, 0.1), (4, -3.2, 1.0, -0.1)]
BLOCKER: Place = (1, 1.0, 0.0, 0.0)  # in its own frame, so at -1 in the field of the searchers
HIDDEN = (-0.78, 0.0)  # m
MESSAGES = 1.0  # s between those of a robot: so long two may choose the same place


def ball_age(match: Match, number: int) -> float:
    ball = match.robot("home", number)["BallModel"]
    return match.time - ball.last_seen_at if ball.known else math.inf


def patrols(match: Match) -> list[Vector2[Field]]:
    """Where robots that patrol want to go."""
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
        assert all(ball_age(match, number) > 1.0 for number in (2, 3, 4)), "somebody saw it"
        alike = longest = 0.0  # s, in which two patrolled the same place
        for _ in range(900):
            match.run(0.12)
            alike = alike + 0.12 if are_alike(patrols(match)) else 0.0
            longest = max(longest, alike)
            if any(ball_age(match, number) < 0.2 for number in (2, 3, 4)):
                break
        assert any(ball_age(match, number) < 0.2 for number in (2, 3, 4)), "nobody found it"
        assert longest < MESSAGES + 0.5, f"two robots went to one place for {longest:.1f} s"
