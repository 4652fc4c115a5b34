"""The rules of the four-legged leagues in the world: Aibos, ball and walls, judged as they move."""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kickabout import Match
from kickabout.framework import ConfigurationError
from kickabout.representations.game import GameState, Penalty
from kickabout.simulation.match.scene import (
    BallPlan,
    PoseTuple,
    RefereePlan,
    RobotPlan,
    Scene,
    SceneEvent,
    TeamPlan,
)
from kickabout.simulation.referee.decisions import (
    Announcement,
    ButtonPress,
    GoalScored,
    Kind,
    PenaltyEnded,
    PenaltyGiven,
    RobotPlacement,
)
from kickabout.simulation.referee.view import RobotId, TeamSide

TEAMS = {"legged2001": "aibo_walkers_210", "legged2004": "aibo_walkers"}
YEARS = tuple(TEAMS)
PLAYING = RefereePlan(start="playing")
Poses = dict[int, PoseTuple]
KEEPERS: Poses = {1: (-1.3, 0.0, 0.0)}
CHIN = 0.155  # m, from the middle of the paws to a ball at the chest, under the chin


def team(poses: Poses, **motion: float) -> TeamPlan:
    robots = tuple(RobotPlan(number=number, pose=pose) for number, pose in poses.items())
    return TeamPlan(robots=robots, parameters={"MotionScript": motion} if motion else {})


@contextmanager
def game(
    year: str,
    home: TeamPlan,
    away: TeamPlan | None = None,
    *,
    ball: tuple[float, float] = (0.0, 0.6),
    referee: RefereePlan = PLAYING,
    events: tuple[SceneEvent, ...] = (),
) -> Iterator[Match]:
    scene = Scene(
        home=home,
        away=away or team(KEEPERS),
        ball=BallPlan(position=ball),
        referee=referee,
        events=events,
    )
    name = TEAMS[year]
    with Match(name, name, league=year, scene=scene, fidelity="truth", workers=0) as match:
        yield match


def of(match: Match, kind: type[Kind]) -> list[Kind]:
    """Return the decisions of one kind."""
    return [decision for _, decision in match.decisions if isinstance(decision, kind)]


def penalties(match: Match) -> dict[str, Penalty]:
    """Return the first penalty of each robot."""
    given: dict[str, Penalty] = {}
    for decision in of(match, PenaltyGiven):
        given.setdefault(str(decision.robot), decision.penalty)
    return given


def calls(match: Match) -> list[str]:
    return [call.text for call in of(match, Announcement)]


def place_of(match: Match, side: str, number: int) -> tuple[float, float]:
    pose = match.truth.robots[side, number].pose
    return pose.x, pose.y


def is_outside(match: Match, side: str, number: int) -> bool:
    """Whether a robot stands between the walls and the outer boards."""
    field, (_, y) = match.field, place_of(match, side, number)
    return field.side_line_y + field.border_depth < abs(y) < field.boundary_y


@pytest.mark.parametrize("year", YEARS)
def test_a_robot_with_the_ball_under_its_chin_for_three_seconds_is_removed(year: str) -> None:
    with game(year, team({2: (-0.6, 0.3, 0.0)}), ball=(-0.6 + CHIN, 0.3)) as match:
        match.run(2.9)
        assert penalties(match) == {}
        match.run(0.6)
        assert penalties(match) == {"home 2": Penalty.ILLEGAL_BALL_CONTACT}
        assert is_outside(match, "home", 2)


@pytest.mark.parametrize("year", YEARS)
def test_a_defender_in_the_area_of_its_keeper_is_removed(year: str) -> None:
    with game(year, team({1: (-1.2, -0.4, 0.0), 2: (-0.6, 0.2, 0.0)})) as match:
        area = match.field.goal_area_x
        match.place(robot=("home", 1), pose=(-area - 0.1, -0.25, 0.0))
        match.place(robot=("home", 2), pose=(-area - 0.1, 0.25, 0.0))
        match.run(1.5)
        assert penalties(match) == {"home 2": Penalty.ILLEGAL_POSITION}
        assert is_outside(match, "home", 2)


@pytest.mark.parametrize(("year", "speed"), [("legged2001", 0.15), ("legged2004", 0.2)])
def test_a_robot_that_trots_into_an_opponent_is_penalized(year: str, speed: float) -> None:
    pusher = team({2: (-0.45, 0.0, 0.0)}, speed_x=speed, start_after=0.2)
    pushed = team({2: (0.0, 0.0, math.pi / 2.0)})
    with game(year, pusher, pushed, ball=(-0.8, -0.5)) as match:
        match.forward(lambda: penalties(match), timeout=10.0)
        assert penalties(match) == {"home 2": Penalty.PLAYER_PUSHING}


@pytest.mark.slow
@pytest.mark.parametrize("year", YEARS)
def test_a_robot_that_is_over_the_wall_is_removed_and_returns(year: str) -> None:
    with game(year, team({2: (-0.6, 0.0, 0.0)})) as match:
        match.place(robot=("home", 2), pose=(-0.3, match.field.side_line_y + 0.12, 1.57))
        match.run(0.2)
        assert penalties(match) == {"home 2": Penalty.LEAVING_THE_FIELD}
        assert is_outside(match, "home", 2)
        match.run(30.2)
        assert of(match, PenaltyEnded)
        x, y = place_of(match, "home", 2)
        assert -1.0 < x < 0.1
        assert -match.field.side_line_y < y < -match.field.side_line_y + 0.4  # away from the ball


def test_a_robot_that_stays_on_its_back_is_picked_up() -> None:
    folder = "tests/legged/big_pups.toml"
    scene = Scene(home=team({2: (-0.6, 0.0, 0.0)}), away=team(KEEPERS), referee=PLAYING)
    with Match(folder, folder, league="legged2004", scene=scene, workers=0) as match:
        turn_over(match)
        match.run(9.5)
        assert not is_upright(match)
        assert penalties(match) == {}
        match.run(3.5)  # it has to lie still for 10 s
        assert penalties(match) == {"home 2": Penalty.INACTIVE_PLAYER}
        assert is_upright(match)
        assert is_outside(match, "home", 2)


def is_upright(match: Match) -> bool:
    return match.truth.robots["home", 2].upright


def turn_over(match: Match) -> None:
    """Put the first robot on its back."""
    torso = match.world.robots[0].root_qpos
    match.world.data.qpos[torso + 2 : torso + 7] = 0.15, 0.0, 1.0, 0.0, 0.0


@pytest.mark.parametrize("year", YEARS)
def test_a_team_may_have_its_robot_picked_up(year: str) -> None:
    request = SceneEvent(
        at=0.5, do="penalize", robot="home 2", reason=Penalty.REQUEST_FOR_PICKUP.value
    )
    with game(year, team({2: (-0.6, 0.0, 0.0)}), events=(request,)) as match:
        match.run(1.0)
        assert penalties(match) == {"home 2": Penalty.REQUEST_FOR_PICKUP}
        assert is_outside(match, "home", 2)


@pytest.mark.parametrize("year", YEARS)
def test_a_ball_that_rolls_into_the_goal_counts_and_the_other_team_kicks_off(year: str) -> None:
    with game(year, team({2: (-0.6, 0.0, 0.0)})) as match:
        match.place(ball=(match.field.goal_line_x - 0.4, 0.1), velocity=(1.2, 0.0))
        match.run(1.0)
        assert match.score == (1, 0)
        state = match.control.referee.true_state
        assert (state.state, state.kicking_team) == (GameState.READY, 2)


@pytest.mark.parametrize("year", YEARS)
def test_a_ball_that_is_thrown_over_the_wall_is_dropped_inside(year: str) -> None:
    with game(year, team({2: (-0.6, 0.0, 0.0)})) as match:
        match.place(ball=(0.5, match.field.side_line_y + 0.25))
        match.run(0.5)
        assert "ball out, ball dropped" in calls(match)
        ball = match.world.ball_in_world
        assert abs(ball.y) < match.field.side_line_y


def test_a_ball_that_lies_in_a_corner_for_20_seconds_is_dropped_elsewhere() -> None:
    with game("legged2004", team({2: (-0.6, 0.0, 0.0)}), ball=(1.75, 1.0)) as match:
        before = match.world.ball_in_world
        match.run(19.0)
        assert before.distance_to(match.world.ball_in_world) < match.control.rules.stuck.ball_moves
        match.run(2.0)
        assert "game stuck, ball dropped" in calls(match)
        assert before.distance_to(match.world.ball_in_world) > match.control.rules.stuck.ball_moves


@pytest.mark.parametrize("year", YEARS)
def test_at_the_kick_off_robots_stand_where_they_may(year: str) -> None:
    wrong: Poses = {1: (-1.3, 0.0, 0.0), 2: (0.6, 0.4, 0.0)}  # the second one in the other half
    start = RefereePlan(start="initial")
    with game(year, team(wrong), referee=start) as match:
        match.forward(lambda: match.control.referee.true_state.state is GameState.PLAYING)
        placed = {str(placement.robot) for placement in of(match, RobotPlacement)}
        assert "home 2" in placed
        assert ("away 1" in placed) is (year == "legged2001")  # people place all robots
        assert place_of(match, "home", 2)[0] < 0.0
        match.run(2.0)
        assert penalties(match) == {}
        presses = {str(press.robot) for press in of(match, ButtonPress)}
        assert presses == ({"home 1", "home 2", "away 1"} if year == "legged2001" else set())


def test_after_half_time_the_teams_change_sides_and_the_game_ends() -> None:
    short = RefereePlan(start="playing", half=3.0, pause=2.0)
    kick = SceneEvent(at=1.0, do="place_ball", position=(2.25, 0.0))
    with game("legged2004", team({1: (-1.9, 0.0, 0.0)}), referee=short, events=(kick,)) as match:
        match.forward(lambda: not match.control.referee.home_attacks_positive_x, timeout=60.0)
        match.forward(lambda: match.control.referee.is_over, timeout=90.0)
        assert match.control.referee.is_over
        assert [goal.team for goal in of(match, GoalScored)] == [TeamSide.HOME]
        assert match.score == (1, 0)
        x, _ = place_of(match, "home", 1)
        assert x > 0.0


@pytest.mark.parametrize(("year", "most"), [("legged2001", 3), ("legged2004", 4)])
def test_no_more_robots_may_play_than_the_league_allows(year: str, most: int) -> None:
    name = TEAMS[year]
    with pytest.raises(ConfigurationError, match=rf"{most}"):
        Match(name, name, league=year, robots=most + 1, workers=0)
    with Match(name, name, league=year, workers=0) as match:
        assert len(match.ids) == 2 * most
    assert RobotId(TeamSide.AWAY, most) in match.ids
