"""An opponent within 50 cm of the ball asks for a head kick; otherwise the ball is grabbed."""

import math

import pytest
from tests.behavior.germanteam.belief import Belief

from kickabout.behavior.germanteam.kicks import BallMotion, nearest_kick
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import BehaviorLayer

BALL: Vector2[Field] = Vector2(0.5, 0.0)
BEHIND: Pose2[Robot, Field] = Pose2(0.2, 0.0, 0.0)


def chosen(distance: float, direction: float) -> str:
    """Return the sub-option for an opponent at a distance from the ball."""
    opponent = BALL + Vector2.from_polar(distance, direction)
    belief = Belief(number=3, pose=BEHIND, ball=BALL, opponents=(opponent,))
    belief.run(0.2)
    return belief.active(BehaviorLayer.SUB_OPTION)


@pytest.mark.parametrize("direction", [0.0, 1.0, -2.0])
def test_the_rule_of_fifty_centimeters(direction: float) -> None:
    assert chosen(0.49, direction) == "HeadKick"
    assert chosen(0.51, direction) == "GrabBall"


def test_a_teammate_near_the_ball_does_not_count() -> None:
    belief = Belief(number=3, pose=BEHIND, ball=BALL, teammates=(BALL + Vector2(0.3, 0.3),))
    belief.run(0.2)
    assert belief.active(BehaviorLayer.SUB_OPTION) == "GrabBall"


def test_an_opponent_that_comes_near_interrupts_the_grab() -> None:
    belief = Belief(number=3, pose=Pose2(0.1, 0.2, 0.0), ball=BALL)
    assert belief.until(lambda b: b.active(BehaviorLayer.SUB_OPTION) == "GrabBall")
    belief.opponents = (BALL + Vector2(0.3, 0.0),)
    belief.run(0.1)
    assert belief.active(BehaviorLayer.SUB_OPTION) == "HeadKick"


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [
        (0.0, BallMotion.FORWARD),
        (40.0, BallMotion.FORWARD),
        (60.0, BallMotion.LEFT),
        (-60.0, BallMotion.RIGHT),
        (120.0, BallMotion.LEFT),
        (170.0, BallMotion.BACKWARD),
        (-170.0, BallMotion.BACKWARD),
    ],
)
def test_a_grabbed_ball_is_kicked_in_the_nearest_of_four_directions(
    degrees: float, expected: BallMotion
) -> None:
    assert nearest_kick(math.radians(degrees)) is expected


@pytest.mark.parametrize(
    ("heading", "expected"),
    [(0.0, "KickForward"), (-1.6, "KickLeft"), (1.6, "KickRight"), (3.1, "KickBackward")],
)
def test_the_option_kicks_to_the_goal_from_any_heading(heading: float, expected: str) -> None:
    """Once the robot looks so far aside that turning would take too long."""
    pose: Pose2[Robot, Field] = Pose2(
        BALL.x - 0.3 * math.cos(heading), BALL.y - 0.3 * math.sin(heading), heading
    )
    belief = Belief(number=3, pose=pose, ball=BALL)
    seen: set[str] = set()
    belief.run(12.0, lambda b: seen.add(b.active(BehaviorLayer.SUB_OPTION)))
    assert {"GrabBall", expected} <= seen
