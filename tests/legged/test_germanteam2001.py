"""The GermanTeam of 2001 plays: starts by touch, roles, forced states, recordings and replays."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from kickabout import Match
from kickabout.recording import Recorder, Recording, Replay
from kickabout.representations import GameState, Motion, Role
from kickabout.simulation.match.scene import BallPlan, RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.soccer.fidelity import Fidelity

TEAM, LEAGUE = "germanteam2001", "legged2001"
KICK_OFF = Scene(referee=RefereePlan(start="playing"))
Pose = tuple[float, float, float]


def play(scene: Scene, *, fidelity: Fidelity = "truth", robots: int = 3, seed: int = 1) -> Match:
    return Match(
        TEAM,
        TEAM,
        robots=robots,
        fidelity=fidelity,
        scene=scene,
        seed=seed,
        workers=0,
    )


def alone(
    number: int,
    pose: Pose,
    ball: tuple[float, float],
    start: Literal["initial", "playing"] = "playing",
) -> Scene:
    """Return a robot with the ball; an opponent stands in its goal."""
    return Scene(
        home=TeamPlan(robots=(RobotPlan(number=number, pose=pose),)),
        away=TeamPlan(robots=(RobotPlan(number=1, pose=(-1.28, 0.0, 0.0)),)),
        ball=BallPlan(position=ball),
        referee=RefereePlan(start=start, automatic=False),
    )


def started(match: Match, number: int) -> None:
    """Wait until the robot's head was touched."""
    robot = match.robot("home", number)
    assert reached(match, lambda: robot["GameStateModel"].state is GameState.PLAYING, 3.0)


def graph(match: Match, number: int) -> list[str]:
    return [option.option for option in match.robot("home", number)["ActivationGraph"].options]


def reached(match: Match, done: Callable[[], bool], timeout: float) -> bool:
    end = match.time + timeout
    while match.time < end:
        match.run(0.2)
        if done():
            return True
    return False


@pytest.mark.slow
def test_a_touch_of_the_head_starts_all_roles() -> None:
    with play(KICK_OFF) as match:
        match.run(0.3)
        assert graph(match, 3) == ["Player1", "WaitForStart", "Stand"]
        match.run(2.7)
        roles = [match.robot("home", number)["RoleState"].role for number in (1, 2, 3)]
        lights = match.robot("home", 3)["LedRequest"].brightness["tail"]
        waiting = match.robot("away", 3)["ActivationGraph"].options
        assert "PlayBall" in graph(match, 3)
    assert roles == [Role.KEEPER, Role.DEFENDER, Role.STRIKER]
    assert lights == (0.0, 1.0)
    assert [option.option for option in waiting][1] == "WaitForOpponentKickoff"


@pytest.mark.slow
def test_a_striker_grabs_the_ball_and_brings_it_forward() -> None:
    with play(alone(3, (0.1, 0.15, 0.0), (0.45, 0.0)), robots=0) as match:
        started(match, 3)
        assert reached(match, lambda: match.truth.ball.x > 0.6, 25.0)
        assert abs(match.truth.ball.y) < 0.25


@pytest.mark.slow
def test_the_goalie_leaves_its_goal_for_a_near_ball_and_returns_facing_the_field() -> None:
    with play(alone(1, (-1.28, 0.0, 0.0), (0.8, 0.4)), robots=0) as match:
        started(match, 1)
        assert reached(match, lambda: match.truth.robots["home", 1].pose.y > 0.06, 8.0)
        match.place(ball=(-1.0, 0.15))
        assert reached(match, lambda: "ClearGoal" in graph(match, 1), 1.0)
        assert reached(match, lambda: match.truth.robots["home", 1].pose.x > -1.2, 10.0)
        match.place(ball=(1.0, -0.4))
        assert reached(match, lambda: match.truth.robots["home", 1].pose.x < -1.24, 15.0)
        home = match.truth.robots["home", 1]
    assert abs(home.pose.theta) < 0.6


@pytest.mark.slow
def test_a_forced_skill_moves_the_robot_before_it_is_started() -> None:
    with play(alone(3, (-0.5, 0.0, 0.0), (0.45, 0.0), "initial"), robots=0) as match:
        match.run(0.5)
        robot = match.robot("home", 3)
        robot.ask("override", "BehaviorRequest.layer", "skill")
        robot.ask("override", "BehaviorRequest.state", "Turn")
        assert reached(match, lambda: match.truth.robots["home", 3].pose.theta > 0.5, 4.0)
        assert graph(match, 3) == ["Turn"]
        robot.ask("override", "BehaviorRequest.layer", "none")
        match.run(1.0)
        assert robot["MotionRequest"].motion is Motion.STAND


@pytest.mark.slow
@pytest.mark.parametrize("fidelity", ["truth", "percepts", "images"])
def test_three_against_three_play_without_a_failure(fidelity: Fidelity) -> None:
    kicks: set[float] = set()
    with play(KICK_OFF, fidelity=fidelity) as match:
        for _ in range(120 if fidelity == "truth" else 20):
            match.run(1.0)
            robots = [match.robot(team, number) for team, number in match.truth.robots]
            kicks |= {robot["MotionState"].last_kick_at for robot in robots}
        report = match.report()
    assert not report.failed
    if fidelity == "truth":
        assert sum(kicked_at > 0.0 for kicked_at in kicks) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("fidelity", ["truth", "images"])
def test_a_recorded_match_is_replayed_to_the_bit(fidelity: Fidelity, tmp_path: Path) -> None:
    path = tmp_path / "match.mcap"
    with Match(
        TEAM,
        TEAM,
        league=LEAGUE,
        robots=2,
        fidelity=fidelity,
        scene=KICK_OFF,
        workers=0,
        recorder=lambda: Recorder(path),
    ) as match:
        match.run(4.0)
    with Recording(path) as recording:
        for robot in ("home/1", "away/2"):
            comparison = Replay(recording, robot).run()
            assert comparison.values > 1000
            assert comparison.deviations == {}


def test_its_league_is_that_of_its_robot() -> None:
    with play(KICK_OFF, robots=1) as match:
        assert match.league.name == LEAGUE
