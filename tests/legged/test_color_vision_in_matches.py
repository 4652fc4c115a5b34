"""Do Aibos in a match find ball, flags and goals with their own camera matrix?"""

import math
from pathlib import Path

import pytest

from kickabout import Match
from kickabout.representations import Seen
from kickabout.simulation.match.scene import BallPlan, RefereePlan, RobotPlan, Scene, TeamPlan

TEAM = str(Path(__file__).parent / "colors.toml")


@pytest.mark.slow
def test_a_standing_aibo_sees_ball_goal_and_flags() -> None:
    scene = Scene(
        home=TeamPlan(robots=(RobotPlan(number=1, pose=(0.0, 0.2, 0.0)),)),
        away=TeamPlan(robots=(RobotPlan(number=1, pose=(-1.0, 0.6, 0.0)),)),
        ball=BallPlan(position=(0.7, 0.3)),
        referee=RefereePlan(start="playing", automatic=False),
    )
    with Match(
        TEAM, TEAM, league="legged2001", robots=1, seed=1, scene=scene, fidelity="images", workers=0
    ) as match:
        match.run(1.5)
        robot = match.robot("home", 1)
        ball, goals = robot["BallPercept"], robot["GoalsPercept"].goals
        flags = robot["LandmarksPercept"].landmarks
        matrix, pose = robot["CameraMatrix"], match.truth.robots["home", 1].pose
        there = match.truth.ball
    assert matrix.valid
    assert ball.seen is Seen.YES
    true = math.hypot(there.x - pose.x, there.y - pose.y)
    assert math.hypot(*ball.position_in_robot) == pytest.approx(true, rel=0.1)
    assert [goal.color for goal in goals] == ["sky_blue"]
    assert all("sky-blue goal" in flag.name for flag in flags)
