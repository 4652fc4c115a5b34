"""Do in-walk kicks move the ball where they should, and does the robot walk on?"""

import math

import pytest

from kickabout.geometry import Pose2, Vector2
from kickabout.motion.walk_kick import load_walk_kick
from kickabout.representations import KickRequest, Motion, MotionRequest, WalkMode, WalkRequest
from kickabout.simulation.drill import Drill

STAND = MotionRequest(motion=Motion.STAND)
ON_THE_SPOT = WalkRequest(mode=WalkMode.SPEED, speed=Pose2())
# The outside of a foot is round, so the side kick scatters most: up to 10.4° were seen.
PRECISION_DEG = {"forward": 6.0, "forward_long": 6.0, "side": 15.0, "turn": 10.0}
REACH = {"forward": 1.0, "forward_long": 1.5, "side": 0.4, "turn": 0.8}  # m, with some margin


def kicked(name: str, *, left: bool, seed: int) -> tuple[float, float, int]:
    """How far and how wrongly (m, rad) the ball went, and falls; the ball is put in place."""
    kick = load_walk_kick(name)
    side = -1.0 if left else 1.0
    x, y = kick.placement.behind + 0.04, 0.05 - kick.placement.aside
    with Drill("walkers", seed=seed) as drill:
        drill.tell(STAND)
        drill.run(2.0)
        drill.tell(MotionRequest(motion=Motion.WALK, walk=ON_THE_SPOT))
        drill.run(1.0)
        ball = drill.put_ball(x, side * y)
        aim = drill.pose.theta + side * math.radians(kick.direction_deg)

        def ask(drill: Drill) -> None:
            done = drill.robot["MotionState"].last_kick_at > 0.0
            seen = drill.pose.inverse() @ ball
            request = KickRequest(
                name=name,
                left=left,
                ball_in_robot=Vector2(seen.x, seen.y),
                direction_in_robot=aim - drill.pose.theta,
            )
            kick_now = None if done else request
            drill.tell(MotionRequest(motion=Motion.WALK, walk=ON_THE_SPOT, kick=kick_now))

        drill.run(2.0, each_frame=ask)
        drill.tell(STAND)
        drill.run(4.0)
        way = drill.ball - ball
        error = math.remainder(math.atan2(way.y, way.x) - aim, 2.0 * math.pi)
        return math.hypot(way.x, way.y), error, drill.falls


@pytest.mark.parametrize("left", [False, True])
def test_a_forward_kick_sends_the_ball_straight_ahead(left: bool) -> None:
    distance, error, falls = kicked("forward", left=left, seed=1)
    assert distance > REACH["forward"]
    assert abs(error) < math.radians(PRECISION_DEG["forward"])
    assert falls == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", REACH)
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_each_kick_reaches_its_distance_and_direction(name: str, seed: int) -> None:
    distance, error, falls = kicked(name, left=seed % 2 == 0, seed=seed)
    assert distance > REACH[name]
    assert abs(error) < math.radians(PRECISION_DEG[name])
    assert falls == 0
