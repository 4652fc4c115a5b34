"""The striker alone, against standing robots, and near its own goal."""

import pytest
from tests.scenarios.staged import ASIDE, Placement, Watch, is_in_goal, staged

from kickabout import Match


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "ball"), [(1, (-2.0, 2.2)), (2, (3.6, -2.4)), (3, (1.0, 0.5))])
def test_a_striker_scores_from_anywhere(seed: int, ball: tuple[float, float]) -> None:
    scene = staged([(2, -1.0, -1.0, 0.5)], ball=ball)
    with Match("bhuman2019", "dummies", scene=scene, seed=seed, workers=0) as match:
        assert Watch(match).until(lambda: is_in_goal(match), timeout=150.0)


@pytest.mark.slow
def test_a_striker_finds_a_way_past_robots_that_stand() -> None:
    defenders: list[Placement] = [(1, -4.3, 0.0, 0.0), (2, -3.0, 0.6, 0.0), (3, -3.0, -0.6, 0.0)]
    scene = staged([(2, -1.0, 0.0, 0.0)], defenders, ball=(0.5, 0.0))
    with Match("bhuman2019", "dummies", scene=scene, seed=2, workers=0) as match:
        assert Watch(match).until(lambda: is_in_goal(match), timeout=180.0)


@pytest.mark.slow
@pytest.mark.parametrize("ball", [(-4.35, 0.95), (-4.35, -0.95), (-4.2, 0.7), (-4.25, -0.6)])
def test_a_ball_at_our_post_is_cleared_up_the_field(ball: tuple[float, float]) -> None:
    scene = staged([(2, -3.4, 0.0, 3.0)], ASIDE, ball=ball)
    with Match("bhuman2019", "dummies", scene=scene, seed=3, workers=0) as match:
        watch = Watch(match)
        away = match.field.goal_line_x - 1.5
        assert watch.until(lambda: match.truth.ball.x > -away, timeout=60.0)
        assert abs(match.truth.ball.y) < match.field.side_line_y
        assert not is_in_goal(match, of_home=True)
