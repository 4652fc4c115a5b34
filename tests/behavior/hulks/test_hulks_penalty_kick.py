"""Do HULKs wait at legal positions during penalty kicks, and do kicker and keeper act?"""

import itertools
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from tests.behavior.situations import DT, Situation, inputs_of, pose
from tests.simulation.referee.pitch import AWAY, FIELDS, HOME, Pitch

from kickabout.behavior.hulks.action import Action, Walk, WalkingMode
from kickabout.behavior.hulks.decision import decided
from kickabout.behavior.hulks.parameters import HulksParameters
from kickabout.behavior.hulks.view import View
from kickabout.behavior.shared.world_state import WorldState
from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    BallSearchMap,
    FieldDimensions,
    GameState,
    Penalty,
    Role,
    SetPlay,
)

Team = Mapping[int, tuple[Role, Pose2[Robot, Field]]]

TEAM: Team = {
    1: (Role.KEEPER, pose(-4.2, 0.3)),
    2: (Role.DEFENDER, pose(-3.2, 0.8)),
    3: (Role.DEFENDER, pose(-3.1, -0.6)),
    4: (Role.SUPPORTER, pose(0.3, 1.0)),
    5: (Role.STRIKER, pose(0.6, -0.2)),
}
MARK = 3.2  # m
WITH_AREA, WITHOUT_AREA = FIELDS["2021"], FIELDS["2019"]


def penalty_kick(
    number: int,
    team: Team = TEAM,
    *,
    state: GameState,
    own: bool | None,
    field: FieldDimensions = WITH_AREA,
    ball: Vector2[Field] | None = None,
) -> Action:
    role, here = team[number]
    situation = Situation(
        here=here,
        ball=ball,
        role=role,
        number=number,
        teammates=tuple((n, *teammate) for n, teammate in team.items() if n != number),
        state=state,
        set_play=SetPlay.PENALTY_KICK,
        own_kick=own,
        ball_is_free=state is GameState.PLAYING and own is not False,
    )
    inputs = inputs_of(replace(situation, field=field), 100.0)
    world = WorldState(FrameInfo(time=100.0, dt=DT), *inputs)
    return decided(View(world=world, parameters=HulksParameters()), BallSearchMap())


def targets(
    team: Team = TEAM,
    *,
    state: GameState,
    own: bool | None,
    field: FieldDimensions = WITH_AREA,
    ball: Vector2[Field] | None = None,
) -> dict[int, Pose2[Robot, Field]]:
    found = {}
    for number in team:
        body = penalty_kick(number, team, state=state, own=own, field=field, ball=ball).body
        assert isinstance(body, Walk)
        found[number] = body.target
    return found


def arrived(team: Team, positions: Mapping[int, Pose2[Robot, Field]]) -> Team:
    return {number: (role, positions[number]) for number, (role, _) in team.items()}


def placed_ball(own: bool) -> Vector2[Field]:
    return Vector2(MARK if own else -MARK, 0.0)


def min_distance(positions: Mapping[int, Pose2[Robot, Field]]) -> float:
    return min(
        a.position.distance_to(b.position) for a, b in itertools.combinations(positions.values(), 2)
    )


def is_clear_of_area(position: Vector2[Field], field: FieldDimensions, side: float) -> bool:
    """Check with a margin of 0.3 m; without a penalty area the goal area counts."""
    front = field.penalty_area_x if field.has_penalty_area else field.goal_area_x
    return side * position.x <= front - 0.3 + 1e-9


@pytest.mark.parametrize("field", [WITH_AREA, WITHOUT_AREA], ids=["area", "no area"])
@pytest.mark.parametrize("own", [True, False])
def test_before_a_penalty_kick_robots_wait_apart_and_outside_the_area(
    own: bool, field: FieldDimensions
) -> None:
    positions = targets(state=GameState.READY, own=own, field=field)
    assert min_distance(positions) >= 0.5
    side = 1.0 if own else -1.0
    for number in (2, 3, 4, 5):
        assert is_clear_of_area(positions[number].position, field, side)


@pytest.mark.parametrize("stale", [None, Vector2[Field](-3.9, 1.5), Vector2[Field](3.0, 0.5)])
@pytest.mark.parametrize("own", [True, False])
def test_the_old_position_of_the_ball_does_not_matter_before_a_penalty_kick(
    own: bool, stale: Vector2[Field] | None
) -> None:
    without = targets(state=GameState.READY, own=own)
    assert targets(state=GameState.READY, own=own, ball=stale) == without


def test_the_striker_waits_behind_the_mark_and_faces_it() -> None:
    position = targets(state=GameState.READY, own=True)[5]
    assert position.position.distance_to(Vector2(MARK - 1.0, 0.0)) < 0.01
    assert position.theta == pytest.approx(0.0)


def test_the_kicker_does_not_change_while_it_walks_to_its_position() -> None:
    """Roles may change: before the whistle they depend on the distance to the center mark."""
    there = targets(state=GameState.READY, own=True)
    for fraction in np.linspace(0.0, 1.0, 11).tolist():
        moved: Team = {
            n: (
                role,
                Pose2.from_position(here.position.interpolated(there[n].position, fraction), 0.0),
            )
            for n, (role, here) in TEAM.items()
        }
        assert targets(moved, state=GameState.READY, own=True) == there
        switched = {**moved, 4: (Role.STRIKER, moved[4][1]), 5: (Role.SUPPORTER, moved[5][1])}
        assert targets(switched, state=GameState.READY, own=True) == there


@pytest.mark.parametrize("state", [GameState.READY, GameState.PLAYING])
def test_the_keeper_waits_on_its_line_for_the_opponents_kick(state: GameState) -> None:
    position = targets(state=state, own=False, ball=placed_ball(own=False))[1]
    assert position.x == pytest.approx(-WITH_AREA.goal_line_x + 0.05)
    assert abs(position.y) < 0.05
    assert abs(position.theta) < 0.05


def test_player_one_stays_in_the_goal_even_if_it_is_nearest_to_the_ball() -> None:
    team = {
        **arrived(TEAM, targets(state=GameState.READY, own=False)),
        1: (Role.STRIKER, pose(-4.45, 0.0)),
    }
    team[2] = (Role.REPLACEMENT_KEEPER, team[2][1])
    positions = targets(team, state=GameState.PLAYING, own=False, ball=placed_ball(own=False))
    assert positions[1].x == pytest.approx(-WITH_AREA.goal_line_x + 0.05)
    assert is_clear_of_area(positions[2].position, WITH_AREA, -1.0)


def test_without_player_one_no_robot_waits_in_our_area() -> None:
    team = {n: teammate for n, teammate in TEAM.items() if n != 1}
    team[2] = (Role.REPLACEMENT_KEEPER, team[2][1])
    for state in (GameState.READY, GameState.PLAYING):
        positions = targets(team, state=state, own=False)
        assert all(is_clear_of_area(p.position, WITH_AREA, -1.0) for p in positions.values())


@pytest.mark.parametrize("own", [True, False])
def test_during_a_penalty_kick_all_but_kicker_and_keeper_stay(own: bool) -> None:
    ready = targets(state=GameState.READY, own=own)
    team = arrived(TEAM, ready)
    playing = targets(team, state=GameState.PLAYING, own=own, ball=placed_ball(own))
    for number in (2, 3, 4) if own else (2, 3, 4, 5):
        assert playing[number] == ready[number]


def test_the_striker_kicks_after_the_whistle() -> None:
    state, ball = GameState.PLAYING, placed_ball(own=True)
    action = penalty_kick(5, state=state, own=True, ball=ball)
    assert action.name == "penalty kick"
    assert isinstance(action.body, Walk)
    assert action.body.mode is WalkingMode.WALK_BEHIND_BALL


def test_the_keeper_dives_for_a_penalty_kick_and_not_before() -> None:
    shot = Situation(
        here=pose(-4.45, 0.0),
        ball=placed_ball(own=False),
        ball_velocity=Vector2(-2.0, 0.6),
        role=Role.KEEPER,
        number=1,
        set_play=SetPlay.PENALTY_KICK,
        own_kick=False,
        ball_is_free=False,
    )
    for state, special in ((GameState.PLAYING, "dive_left"), (GameState.READY, "")):
        inputs = inputs_of(replace(shot, state=state), 100.0)
        world = WorldState(FrameInfo(time=100.0, dt=DT), *inputs)
        view = View(world=world, parameters=HulksParameters())
        assert decided(view, BallSearchMap()).special == special


def test_a_kick_of_an_unknown_team_is_ours_if_the_ball_is_on_the_opponents_mark() -> None:
    def name(state: GameState, ball: Vector2[Field]) -> str:
        return penalty_kick(5, state=state, own=None, ball=ball).name

    assert name(GameState.READY, placed_ball(own=True)) == "to penalty kick"
    assert name(GameState.PLAYING, placed_ball(own=True)) == "penalty kick"
    assert name(GameState.PLAYING, placed_ball(own=False)) == "wait for penalty kick"


@pytest.mark.parametrize("year", ["2021", "2025"])
@pytest.mark.parametrize("own", [True, False])
def test_the_referee_penalizes_none_of_these_positions(own: bool, year: str) -> None:
    pitch = Pitch(year).play()
    pitch.referee.free_kick(SetPlay.PENALTY_KICK, HOME if own else AWAY)
    positions = targets(state=GameState.READY, own=own, field=FIELDS[year])
    place_at(pitch, positions)
    pitch.run_until(GameState.PLAYING)
    playing = targets(
        arrived(TEAM, positions),
        state=GameState.PLAYING,
        own=own,
        field=FIELDS[year],
        ball=placed_ball(own),
    )
    place_at(pitch, playing)
    pitch.run(5.0)
    assert pitch.set_play is SetPlay.PENALTY_KICK
    assert [pitch.penalty(HOME, number) for number in TEAM] == [Penalty.NONE] * len(TEAM)


def place_at(pitch: Pitch, positions: Mapping[int, Pose2[Robot, Field]]) -> None:
    for number, position in positions.items():
        pitch.put(HOME, number, position.x, position.y, position.theta)
