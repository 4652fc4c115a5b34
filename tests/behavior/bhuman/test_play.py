"""Does the team play, on a field without physics?"""

import math
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from tests.behavior.kinematic_field import KinematicField, Player, hulks_of, striker_of, team_of
from tests.behavior.situations import DT

from kickabout.geometry import Field, Pose2, Vector2
from kickabout.representations import GameState, GameStateModel, Role, SetPlay

Team = Callable[..., list[Player]]
BOTH_TEAMS = pytest.mark.parametrize("team", [team_of, hulks_of])


@pytest.mark.parametrize("part", range(4))
def test_a_lone_striker_scores_from_anywhere(part: int) -> None:
    random = np.random.default_rng(part)
    for _ in range(5):
        ball: Vector2[Field] = Vector2(*random.uniform((-4.0, -2.7), (4.2, 2.7)).tolist())
        alone = Player(number=2, pose=Pose2(-3.0, 0.0, 0.0))
        field = KinematicField([alone], ball=ball, random=random)
        while field.time < 220.0 and not (field.is_goal or field.is_out):
            field.step()
        assert field.is_goal, f"from {ball} the ball went to {field.ball}"


def kick_off_team(team: Team = team_of) -> list[Player]:
    return team(
        Pose2(-4.3, 0.0, 0.0),
        Pose2(-2.6, -0.6, 0.0),
        Pose2(-0.7, 1.7, 0.0),
        Pose2(-0.7, -1.7, 0.0),
        Pose2(-0.4, 0.0, 0.0),
    )


@BOTH_TEAMS
def test_five_robots_keep_their_formation_and_their_decisions(team: Team) -> None:
    random = np.random.default_rng(3)
    field = KinematicField(kick_off_team(team), ball=Vector2(0.0, 0.3), random=random)
    crowded, strikers, card_changes = 0, [], 0
    before: dict[int, str] = {}
    cycles = 30 * 30
    for _ in range(cycles):
        field.step()
        if field.is_goal or field.is_out:
            field.ball = Vector2(*random.uniform((-3.5, -2.0), (2.0, 2.0)).tolist())
            field.ball_velocity = Vector2()
        near = [p for p in field.players if p.pose.position.distance_to(field.ball) < 0.8]
        crowded += len(near) > 2
        striker = striker_of(field.players)
        strikers.append(striker.number if striker else 0)
        for player in field.players:
            card = player.doing
            card_changes += before.get(player.number, card) != card
            before[player.number] = card
    assert crowded < 0.02 * cycles
    assert strikers.count(0) < 0.01 * cycles  # while roles change
    assert card_changes < 5 * cycles * DT  # of five players: less than once a second each
    assert field.players[0].pose.x < -3.9


@BOTH_TEAMS
def test_the_whole_team_agrees_on_one_striker(team: Team) -> None:
    field = KinematicField(kick_off_team(team), ball=Vector2(1.0, 1.0))
    seen: Counter[int] = Counter()
    for _ in range(90):
        field.step()
        seen[sum(p.role.role is Role.STRIKER for p in field.players)] += 1
    assert seen[1] >= 85


@BOTH_TEAMS
def test_from_the_side_lines_robots_reach_legal_positions_in_ready(team: Team) -> None:
    positions = [(-4.0, 3.0), (-3.0, -3.0), (-3.0, 3.0), (-1.5, -3.0), (-1.5, 3.0)]
    players = team(*(Pose2(x, y, -math.copysign(1.57, y)) for x, y in positions))
    initial = GameStateModel(state=GameState.INITIAL, ball_is_free=False)
    field = KinematicField(players, state=initial)
    field.step()
    field.state = GameStateModel(state=GameState.READY, own_kick=False, ball_is_free=False)
    for _ in range(int(45.0 / DT)):
        field.step()
    for player in players:
        assert player.pose.x < -0.1
        assert player.pose.position.norm > 0.75
        assert abs(player.pose.y) < 3.0
    apart = [
        a.pose.position.distance_to(b.pose.position) for a in players for b in players if a is not b
    ]
    assert min(apart) > 0.5


@pytest.mark.parametrize("open_side", [1.0, -1.0])
def test_the_kick_off_is_passed_to_a_free_teammate_that_waits_behind_the_ball(
    open_side: float,
) -> None:
    team = kick_off_team()
    opponents = [
        Player(number=number, pose=Pose2(x, y, math.pi), own_team=False, runs=False)
        for number, x, y in ((1, 4.3, 0.0), (2, 0.9, 0.0), (3, 1.0, -open_side * 1.1))
    ]
    field = KinematicField([*team, *opponents], ball=Vector2(0.0, 0.0))
    field.state = GameStateModel(state=GameState.PLAYING, own_kick=True, since=field.time)
    begin, receiver = field.time, 0
    while field.time < begin + 20.0 and field.ball.norm < 0.01:
        receiver = next((p.tactics.passing_to for p in team if p.tactics.passing_to), receiver)
        field.step()
    assert field.time > begin + 2.0, "the striker looks around first"
    while field.ball_velocity.norm > 0.0:
        field.step()
    teammate = next(player for player in team if player.number == receiver)
    assert math.copysign(1.0, teammate.pose.y) == math.copysign(1.0, field.ball.y) == open_side
    others = [player for player in field.players if player is not teammate]
    offset = field.ball - teammate.pose.position
    assert offset.norm < min(p.pose.position.distance_to(field.ball) for p in others)
    to_goal = Vector2[Field](4.5, 0.0) - field.ball
    assert abs(math.remainder(offset.angle - to_goal.angle, math.tau)) < math.radians(90.0)
    assert striker_of(team) is teammate


OWN_FREE_KICKS = {
    SetPlay.GOAL_KICK: Vector2[Field](-3.9, 1.1),
    SetPlay.CORNER_KICK: Vector2[Field](4.5, -3.0),
    SetPlay.KICK_IN: Vector2[Field](0.5, 3.0),
    SetPlay.PUSHING_FREE_KICK: Vector2[Field](-1.0, -0.5),
}


@pytest.mark.parametrize("kind", OWN_FREE_KICKS)
def test_our_free_kick_is_taken_in_time_and_stays_in_the_field(kind: SetPlay) -> None:
    random = np.random.default_rng(4)
    ball = OWN_FREE_KICKS[kind]
    for _ in range(3):
        positions = random.uniform((-3.0, -2.0, -3.0), (2.0, 2.0, 3.0), (4, 3)).tolist()
        team = team_of(Pose2(-4.4, 0.0, 0.0), *(Pose2(*position) for position in positions))
        x, y = random.uniform((0.0, -1.5), (3.5, 1.5)).tolist()
        opponents = [Player(number=2, pose=Pose2(x, y, math.pi), own_team=False, runs=False)]
        state = GameStateModel(state=GameState.PLAYING, set_play=kind, own_kick=True)
        field = KinematicField([*team, *opponents], ball=ball, state=state, random=random)
        begin = field.time
        while field.time < begin + 30.0 and field.ball.distance_to(ball) < 0.3:
            field.step()
        assert field.ball.distance_to(ball) > 0.25, f"{ball} was not kicked"
        field.state = GameStateModel(state=GameState.PLAYING)
        while field.ball_velocity.norm > 0.0:
            field.step()
        assert field.is_goal or not field.is_out, f"from {ball} it went to {field.ball}"


FREE_KICKS = (
    SetPlay.GOAL_KICK,
    SetPlay.PUSHING_FREE_KICK,
    SetPlay.CORNER_KICK,
    SetPlay.KICK_IN,
)
LEAVE = 10.0  # s, time that robots may take to leave


def opponents_free_kick(random: np.random.Generator, kind: SetPlay) -> Vector2[Field]:
    """Return the position of the ball."""
    x, y = random.uniform((-3.5, -2.5), (4.0, 2.5)).tolist()
    side = math.copysign(1.0, y)
    positions = {
        SetPlay.GOAL_KICK: (3.9, 1.1 * side),
        SetPlay.CORNER_KICK: (-4.5, 3.0 * side),
        SetPlay.KICK_IN: (x, 3.0 * side),
    }
    return Vector2(*positions.get(kind, (x, y)))


@BOTH_TEAMS
@pytest.mark.parametrize("kind", FREE_KICKS)
def test_robots_stay_away_from_a_free_kick_of_the_opponents(team: Team, kind: SetPlay) -> None:
    state = GameStateModel(
        state=GameState.PLAYING, set_play=kind, own_kick=False, ball_is_free=False
    )
    for seed in range(5):
        random = np.random.default_rng((seed, FREE_KICKS.index(kind)))
        ball = opponents_free_kick(random, kind)
        positions = random.uniform((-4.0, -2.8, -3.0), (4.0, 2.8, 3.0), (4, 3)).tolist()
        players = team(Pose2(-4.4, 0.0, 0.0), *(Pose2(*position) for position in positions))
        field = KinematicField(players, ball=ball, state=state)
        for cycle in range(int(20.0 / DT)):
            field.step()
            if cycle * DT > LEAVE:
                nearest = min(player.pose.position.distance_to(ball) for player in players)
                assert nearest > 0.75, f"scene {seed} after {cycle * DT:.1f} s"
        assert field.ball == ball


def test_passes_are_played_on_by_their_receivers() -> None:
    received: list[bool] = []
    for seed in range(3):
        random = np.random.default_rng(seed)
        positions = random.uniform((-3.0, -2.5), (2.0, 2.5), (4, 2)).tolist()
        players = team_of(Pose2(-4.3, 0.0, 0.0), *(Pose2(x, y, 0.0) for x, y in positions))
        field = KinematicField(players, ball=Vector2(-2.0, 1.0), random=random)
        passed_to = 0
        for _ in range(int(35.0 / DT)):
            announced = {p.number: (p.tactics.passing_to, p.last_kick_at) for p in players}
            field.step()
            for player in players:
                receiver, before = announced[player.number]
                if player.last_kick_at != before:
                    received += [player.number == passed_to] if passed_to else []
                    passed_to = receiver
            if field.is_goal or field.is_out:
                passed_to = 0
                field.ball = Vector2(*random.uniform((-3.5, -2.0), (0.0, 2.0)).tolist())
                field.ball_velocity = Vector2()
    assert len(received) >= 5
    assert sum(received) >= 0.6 * len(received)
