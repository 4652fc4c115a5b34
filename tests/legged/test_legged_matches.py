"""Matches of four-legged robots in their leagues: percepts, walls, radio, starts by touch."""

import math
from pathlib import Path
from typing import Any

import pytest

from kickabout import Match
from kickabout.framework import ConfigurationError
from kickabout.recording import Recorder
from kickabout.representations import (
    BallPercept,
    BorderPercept,
    GoalsPercept,
    LandmarksPercept,
    LinesPercept,
    ObstacleKind,
    ReceivedPackets,
    RobotsPercept,
    Seen,
    SensorFrame,
)
from kickabout.simulation.match.scene import BallPlan, RefereePlan, RobotPlan, Scene, TeamPlan
from kickabout.simulation.referee import ButtonPress

FOLDER = Path(__file__).parent
SMALL, BIG = str(FOLDER / "pups.toml"), str(FOLDER / "big_pups.toml")
LEAGUE_OF = {SMALL: "legged2001", BIG: "legged2004"}
FACING = Scene(
    home=TeamPlan(robots=(RobotPlan(number=1, pose=(-1.0, 0.1, 0.0)),)),
    away=TeamPlan(robots=(RobotPlan(number=1, pose=(-0.5, 0.0, 0.0)),)),
    ball=BallPlan(position=(-0.3, -0.1)),
    referee=RefereePlan(start="playing", automatic=False),
)


def play(team: str, scene: Scene, *, robots: int = 1, **settings: Any) -> Match:
    return Match(
        team, team, robots=robots, league=LEAGUE_OF[team], scene=scene, workers=0, **settings
    )


def percepts(match: Match) -> dict[str, Any]:
    kinds = (
        LandmarksPercept,
        GoalsPercept,
        BorderPercept,
        BallPercept,
        RobotsPercept,
        LinesPercept,
    )
    robot = match.robot("home", 1)
    return {kind.__name__: robot[kind.__name__] for kind in kinds}


def sure(team: str) -> Scene:
    """Return the scene with oracles that miss nothing."""
    names = ("LandmarksOracle", "GoalsOracle", "BorderOracle", "BallPerceptOracle")
    values = {name: {"rate": 1.0} for name in (*names, "RobotPerceptOracle", "FieldLinesOracle")}
    home = TeamPlan(robots=FACING.home.robots, parameters=values)
    return Scene(home=home, away=FACING.away, ball=FACING.ball, referee=FACING.referee)


@pytest.mark.parametrize("team", [SMALL, BIG])
def test_oracles_replace_the_eyes_of_a_four_legged_team(team: str) -> None:
    with play(team, sure(team), fidelity="percepts") as match:
        match.run(0.2)
        found = percepts(match)
    assert [goal.color for goal in found["GoalsPercept"].goals] == ["sky_blue"]
    assert any("sky" in landmark.name for landmark in found["LandmarksPercept"].landmarks)
    assert found["BorderPercept"].edges
    assert found["BallPercept"].seen is not Seen.NO
    (robot,) = found["RobotsPercept"].robots
    assert abs(robot.position_in_robot.x - 1.5) < 0.3


@pytest.mark.parametrize("team", [SMALL, BIG])
@pytest.mark.parametrize(("side", "sign"), [("home", 1.0), ("away", -1.0)])
def test_with_truth_a_four_legged_team_knows_everything_in_its_own_frame(
    team: str, side: str, sign: float
) -> None:
    with play(team, FACING, fidelity="truth") as match:
        match.run(0.2)
        robot, truth = match.robot(side, 1), match.truth
        pose = robot["RobotPose"].robot_to_field
        ball = robot["FieldBall"].position_in_field
        obstacles, others = robot["ObstacleModel"].obstacles, robot["TeamPlayersModel"]
        kinds = [obstacle.kind for obstacle in obstacles]
    own = truth.robots[side, 1].pose
    assert (pose.x, pose.y) == pytest.approx((sign * own.x, sign * own.y), abs=0.01)
    at = match.world.ball_in_world
    assert (ball.x, ball.y) == pytest.approx((sign * at.x, sign * at.y), abs=0.01)
    assert kinds == [ObstacleKind.ROBOT] + [ObstacleKind.GOAL_POST] * 4
    assert len(others.opponents) == 1
    assert others.teammates == ()


def test_the_away_team_looks_at_the_other_goal() -> None:
    with play(BIG, sure(BIG), fidelity="percepts") as match:
        match.run(0.2)
        goals = match.robot("away", 1)["GoalsPercept"].goals
    assert {goal.color for goal in goals} <= {"yellow"}


@pytest.mark.parametrize(("team", "size"), [(SMALL, (176, 144)), (BIG, (208, 160))])
def test_images_have_the_size_of_the_robots_camera(team: str, size: tuple[int, int]) -> None:
    with play(team, FACING, fidelity="images") as match:
        match.run(0.2)
        image = match.robot("home", 1)["CameraImage"]
    assert (image.width, image.height) == size


@pytest.mark.parametrize("team", [SMALL, BIG])
def test_walls_send_a_rolling_ball_back_into_the_field(team: str) -> None:
    with play(team, FACING) as match:
        field = match.field
        for angle in (0.4, 1.2, 2.0, -0.7, -2.2):
            match.place(ball=(0.0, 0.5), velocity=(math.cos(angle), math.sin(angle)))
            match.run(2.0)
            ball = match.world.ball_in_world
            over = field.border_depth + 0.02
            in_goal = abs(ball.y) < field.goal.post_y
            assert abs(ball.y) < field.side_line_y + over
            assert abs(ball.x) < field.goal_line_x + over or in_goal


def touched(match: Match, seconds: float) -> set[str]:
    """Return which buttons of the first robot were pressed meanwhile."""
    pressed = set()
    for _ in range(round(seconds / 0.05)):
        match.run(0.05)
        sensors: SensorFrame = match.robot("home", 1)["SensorFrame"]
        pressed |= {name for name, is_pressed in sensors.buttons.items() if is_pressed}
    return pressed - {name for name in sensors.buttons if name.endswith("paw")}


KICK_OFF = Scene(referee=RefereePlan(start="playing"))


def test_in_2001_a_touch_of_the_head_starts_robots_and_nothing_comes_by_radio() -> None:
    with play(SMALL, KICK_OFF, robots=2) as match:
        assert touched(match, 2.0) == {"head_front"}
        packets: ReceivedPackets = match.robot("home", 1)["ReceivedPackets"]
        assert not packets.game_controller
        assert not packets.teammates
        presses = [d for _, d in match.decisions if isinstance(d, ButtonPress)]
    assert {(str(p.robot), p.buttons[0]) for p in presses} == {
        ("home 1", "head_front"),
        ("home 2", "head_front"),
        ("away 1", "head_rear"),
        ("away 2", "head_rear"),
    }


def test_in_2004_robots_hear_the_game_controller_and_each_other() -> None:
    with play(BIG, KICK_OFF, robots=2) as match:
        assert touched(match, 2.0) == set()
        heard: set[str] = set()
        for _ in range(80):
            match.run(0.008)
            packets: ReceivedPackets = match.robot("home", 1)["ReceivedPackets"]
            heard |= {"controller"} if packets.game_controller else set()
            heard |= {"teammate"} if packets.teammates else set()
    assert heard == {"controller", "teammate"}


def test_if_the_radio_fails_robots_of_2004_are_touched_too() -> None:
    silent = Scene(referee=RefereePlan(start="playing", radio=False))
    with play(BIG, silent) as match:
        assert touched(match, 2.0) == {"head"}


def test_a_robot_that_cannot_be_started_is_refused(tmp_path: Path) -> None:
    league = tmp_path / "mixed.toml"
    league.write_text(
        'name = "mixed"\nfield = "legged2001"\nrules = "legged2001"\n'
        "[teams]\nplayers = 1\nmax_players = 1\n"
    )
    boxes = str(FOLDER.parent / "boxes" / "boxes.toml")
    with pytest.raises(ConfigurationError, match="but box has only none"):
        Match(boxes, boxes, robots=1, league=str(league), workers=0)


@pytest.mark.parametrize("league", ["legged2001", "legged2004"])
def test_two_legged_robots_are_refused(league: str) -> None:
    with pytest.raises(ConfigurationError, match=f"but league {league} allows only"):
        Match("dummies", "dummies", league=league, workers=0)


@pytest.mark.slow
def test_a_team_of_naos_and_aibos_play_the_same_match_with_any_number_of_workers(
    tmp_path: Path,
) -> None:
    paths = [tmp_path / f"{workers}.mcap" for workers in (0, 1, 2)]
    for workers, path in enumerate(paths):
        with Match(
            "bhuman2019",
            "aibo_walkers",
            robots=2,
            league="open",
            fidelity="percepts",
            scene=Scene(referee=RefereePlan(start="playing")),
            workers=workers,
            recorder=Recorder(path),
        ) as match:
            match.run(0.6)
    first, *others = [path.read_bytes() for path in paths]
    assert len(first) > 10_000
    assert all(other == first for other in others)
