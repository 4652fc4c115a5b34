"""The keeper dives for shots, to the right side, and for no other balls."""

import pytest
from tests.scenarios.staged import ASIDE, Placement, staged

from kickabout import Match
from kickabout.representations import Motion

KEEPER_AND_TEAMMATE: list[Placement] = [(1, -4.3, 0.0, 0.0), (2, 0.8, 0.4, 0.0)]


def dive_of(match: Match) -> str:
    request = match.robot("home", 1)["MotionRequest"]
    return str(request) if request.motion is Motion.DIVE else ""


@pytest.mark.slow
@pytest.mark.parametrize(("y", "side"), [(0.55, "left"), (-0.55, "right")])
@pytest.mark.parametrize("speed", [1.8, 2.6])
def test_the_keeper_dives_to_the_side_of_a_shot(y: float, side: str, speed: float) -> None:
    scene = staged(KEEPER_AND_TEAMMATE, ASIDE, ball=(1.5, 0.0))
    with Match("bhuman2019", "dummies", scene=scene, seed=5, workers=0) as match:
        match.run(4.0)
        x = match.truth.robots["home", 1].pose.x + 2.4
        match.place(ball=(x, 0.0), velocity=(-speed, y * speed / 2.4))
        assert match.forward(lambda: bool(dive_of(match)), timeout=3.0)
        assert side in dive_of(match).lower()


@pytest.mark.slow
def test_the_keeper_does_not_dive_for_slow_or_wide_balls() -> None:
    scene = staged(KEEPER_AND_TEAMMATE, ASIDE, ball=(1.5, 0.0))
    with Match("bhuman2019", "dummies", scene=scene, seed=5, workers=0) as match:
        for ball, velocity in (((-2.0, 2.0), (-1.5, 0.8)), ((-2.5, 0.0), (1.0, 0.0))):
            match.place(ball=ball, velocity=velocity)
            assert not match.forward(lambda: bool(dive_of(match)), timeout=3.0)
