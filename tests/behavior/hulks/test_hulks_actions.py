"""Do HULKs' roles choose the right action in each situation?"""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from tests.behavior.situations import DT, Situation, inputs_of, pose

from kickabout.behavior.hulks.action import Action, HeadAim, Strike, Walk, WalkingMode
from kickabout.behavior.hulks.active_vision import best_pan, head_request, landmarks
from kickabout.behavior.hulks.decision import decided
from kickabout.behavior.hulks.keeper import blocking_position
from kickabout.behavior.hulks.obstruction import free_fraction
from kickabout.behavior.hulks.parameters import HulksParameters, Permission, SetParameters
from kickabout.behavior.hulks.positions import (
    defending_line,
    defending_position,
    supporting_position,
)
from kickabout.behavior.hulks.set_plays import assigned_positions
from kickabout.behavior.hulks.striker import clearing_direction
from kickabout.behavior.hulks.view import Memory, View
from kickabout.behavior.shared.world_state import WorldState
from kickabout.framework import FrameInfo, KickaboutError
from kickabout.geometry import Field, Vector2
from kickabout.representations import (
    BallSearchMap,
    FallPhase,
    FieldDimensions,
    GamePhase,
    GameState,
    Motion,
    Penalty,
    Role,
    SetPlay,
)

FIELD = FieldDimensions()
PARAMETERS = HulksParameters()
NOWHERE = BallSearchMap()


def view_of(situation: Situation, memory: Memory | None = None) -> View:
    frame = FrameInfo(time=100.0, dt=DT)
    world = WorldState(frame, *inputs_of(situation, 100.0))
    return View(world=world, parameters=PARAMETERS, memory=memory or Memory())


def action_in(situation: Situation, memory: Memory | None = None) -> Action:
    return decided(view_of(situation, memory), NOWHERE)


def walk_in(situation: Situation, memory: Memory | None = None) -> Walk:
    body = action_in(situation, memory).body
    assert isinstance(body, Walk)
    return body


def test_the_same_view_gives_the_same_action() -> None:
    view = view_of(Situation())
    assert decided(view, NOWHERE) == decided(view, NOWHERE)


@pytest.mark.parametrize(
    ("situation", "motion"),
    [
        (Situation(state=GameState.INITIAL), Motion.STAND_HIGH),
        (Situation(state=GameState.SET), Motion.STAND),
        (Situation(penalty=Penalty.PLAYER_PUSHING), Motion.STAND_HIGH),
        (Situation(fall=FallPhase.FALLEN), Motion.GET_UP),
        (Situation(state=GameState.FINISHED), Motion.STAND_HIGH),
    ],
)
def test_the_game_state_has_priority_over_roles(situation: Situation, motion: Motion) -> None:
    assert action_in(situation).body is motion


def test_without_obstacles_all_rays_are_free() -> None:
    fraction = free_fraction(Vector2(), 0.0, [], reach=3.0, parameters=PARAMETERS.striker)
    assert fraction == pytest.approx(1.0)


def test_an_obstacle_in_the_middle_blocks_and_one_at_the_edge_does_not() -> None:
    ahead: Vector2[Field] = Vector2(1.0, 0.0)
    aside: Vector2[Field] = Vector2.from_polar(1.0, math.radians(25.0))
    f = PARAMETERS.striker
    assert free_fraction(Vector2(), 0.0, [(ahead, 0.2)], reach=3.0, parameters=f) < f.free_fraction
    assert free_fraction(Vector2(), 0.0, [(aside, 0.2)], reach=3.0, parameters=f) > f.free_fraction


def test_an_obstacle_behind_or_beyond_reach_does_not_matter() -> None:
    obstacles = [(Vector2[Field](-1.0, 0.0), 0.3), (Vector2[Field](5.0, 0.0), 0.3)]
    fraction = free_fraction(Vector2(), 0.0, obstacles, reach=3.0, parameters=PARAMETERS.striker)
    assert fraction == pytest.approx(1.0)


def test_a_striker_near_the_goal_kicks_or_dribbles_if_the_goal_is_blocked() -> None:
    free = Situation(here=pose(1.0, 0.0), ball=Vector2(2.0, 0.0))
    assert action_in(free).name == "kick at goal"
    assert walk_in(free).mode is WalkingMode.WALK_BEHIND_BALL
    blocked = replace(free, opponents=(Vector2(3.0, 0.0),))
    assert action_in(blocked).name == "dribble"


def test_a_striker_in_midfield_dribbles_towards_the_goal() -> None:
    walk = walk_in(Situation(here=pose(-2.0, 1.0), ball=Vector2(-1.0, 1.0)))
    assert walk.mode is WalkingMode.DRIBBLE
    assert walk.direction == pytest.approx(math.atan2(-1.0, 5.5))


def test_near_the_goal_a_heading_that_scores_is_kept() -> None:
    near = Situation(here=pose(3.7, 0.0, 10.0), ball=Vector2(3.9, 0.05))
    assert action_in(near).name == "walk in"
    assert walk_in(near).direction == pytest.approx(math.radians(10.0))
    past = replace(near, here=pose(3.7, 0.0, 80.0))
    assert action_in(past).name == "dribble"


def test_clearing_leads_away_from_our_goal_and_does_not_jump() -> None:
    before: dict[float, float] = {}
    for x, y in itertools.product(np.linspace(-4.5, -1.5, 31), np.linspace(-3.0, 3.0, 61)):
        direction = clearing_direction(Vector2(float(x), float(y)), FIELD)
        assert math.cos(direction) > 0.0
        if float(x) in before:
            assert abs(direction - before[float(x)]) < 0.8
        before[float(x)] = direction


@pytest.mark.parametrize(("y", "name"), [(0.0, "clear"), (2.2, "dribble out")])
def test_a_ball_is_not_cleared_out_of_the_field(y: float, name: str) -> None:
    situation = Situation(here=pose(-4.2, y, 0.3), ball=Vector2(-3.5, y))
    assert action_in(situation).name == name


def test_a_kick_waits_until_the_robot_stands() -> None:
    situation = Situation(here=pose(1.832, 0.06, 0.0), ball=Vector2(2.0, 0.0))
    moving = action_in(situation, Memory(behind_ball=True, behind_since=99.0))
    assert moving.name == "strike"
    assert moving.body is Motion.STAND
    standing = Memory(behind_ball=True, behind_since=99.0, action="strike", stands_since=99.0)
    assert isinstance(action_in(situation, standing).body, Strike)


def test_keepers_stand_on_the_line_between_ball_and_goal() -> None:
    for x, y in itertools.product((-3.0, 0.0, 3.0), (-2.0, 0.0, 1.5)):
        position = blocking_position(Vector2(x, y), FIELD, 0.35)
        line: Vector2[Field] = Vector2(x + 4.5, y)
        offset = abs(line.cross(position - Vector2(-4.5, 0.0))) / line.norm
        assert offset < 0.1


def keeper_with_shot(role: Role, number: int = 1) -> Situation:
    return Situation(
        here=pose(-4.2, 0.0),
        ball=Vector2(-3.0, 0.0),
        ball_velocity=Vector2(-1.5, 0.05),
        role=role,
        number=number,
        teammates=((2, Role.STRIKER, pose(0.0, 0.0)),) if number != 2 else (),
    )


def test_only_the_keeper_squats() -> None:
    assert action_in(keeper_with_shot(Role.KEEPER)).body is Motion.DIVE
    replacement = action_in(keeper_with_shot(Role.REPLACEMENT_KEEPER, number=3))
    assert isinstance(replacement.body, Walk)


def test_a_keeper_does_not_squat_for_a_pass_across() -> None:
    across = replace(keeper_with_shot(Role.KEEPER), ball_velocity=Vector2(-0.2, 1.5))
    assert isinstance(action_in(across).body, Walk)


def test_jumps_are_for_shootouts_only() -> None:
    wide = replace(keeper_with_shot(Role.KEEPER), ball_velocity=Vector2(-1.5, 0.6))
    assert isinstance(action_in(wide).body, Walk)
    shootout = replace(wide, phase=GamePhase.PENALTY_SHOOTOUT, own_kick=False)
    assert action_in(shootout).special == "dive_left"


def test_permissions_are_sums_of_known_bits() -> None:
    assert Permission.SQUAT in Permission.of(3)
    assert Permission.JUMP not in Permission.of(3)
    with pytest.raises(KickaboutError, match="64"):
        Permission.of(64)


def test_a_replacement_keeper_leaves_for_a_free_kick_near_the_goal() -> None:
    situation = Situation(
        here=pose(-4.2, 0.0),
        ball=Vector2(-3.6, 0.5),
        role=Role.REPLACEMENT_KEEPER,
        number=3,
        set_play=SetPlay.PUSHING_FREE_KICK,
        own_kick=False,
        ball_is_free=False,
    )
    target = walk_in(situation).target
    assert abs(target.y) > FIELD.goal_area_y


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_defenders_stand_on_one_of_three_lines_beside_the_shot(side: float) -> None:
    f = PARAMETERS.defender
    lines = {f.passive_x, f.neutral_x, f.aggressive_x}
    for x, y in itertools.product(np.linspace(-4.0, 4.0, 9), np.linspace(-2.5, 2.5, 6)):
        ball: Vector2[Field] = Vector2(float(x), float(y))
        position = defending_position(ball, FIELD, side, defending_line(ball, f), f)
        assert position.x in lines
        assert abs(position.y) <= FIELD.side_line_y
        fraction = min(1.0, (position.x + 4.5) / max(ball.x + 4.5, 0.3))
        if abs(position.y) < 2.7:
            assert math.copysign(1.0, position.y - fraction * ball.y) == side


def test_supporters_keep_off_the_ball_the_goal_and_the_defenders() -> None:
    for x, y in itertools.product(np.linspace(-3.0, 4.4, 9), np.linspace(-2.5, 2.5, 6)):
        ball: Vector2[Field] = Vector2(float(x), float(y))
        side = -math.copysign(1.0, y)
        line = defending_line(ball, PARAMETERS.defender)
        position = supporting_position(ball, FIELD, side, line, PARAMETERS.supporter)
        assert position.distance_to(Vector2(4.5, 0.0)) > 1.9
        assert position.distance_to(ball) > 0.45
        assert position.x >= line + 0.85


@pytest.mark.parametrize("line", [-3.0, -2.2, -1.2])
def test_the_position_of_a_supporter_does_not_jump_while_the_ball_rolls(line: float) -> None:
    for y in np.linspace(-2.8, 2.8, 15).tolist():
        side = -math.copysign(1.0, y)
        positions = [
            supporting_position(Vector2(x, y), FIELD, side, line, PARAMETERS.supporter)
            for x in np.linspace(-2.5, 4.0, 651).tolist()
        ]
        assert max(a.distance_to(b) for a, b in itertools.pairwise(positions)) < 0.2


def test_two_defenders_stay_on_different_sides_wherever_the_ball_is() -> None:
    teammates = ((3, Role.DEFENDER, pose(-2.0, -0.2)),)
    for y in (-0.1, 0.0, 0.1, 1.5):
        situation = Situation(
            here=pose(-2.0, 0.1),
            ball=Vector2(-1.0, y),
            role=Role.DEFENDER,
            number=2,
            teammates=teammates,
        )
        assert action_in(situation).name == "defend left"


def test_a_bishop_waits_near_the_goal_and_supports_while_the_ball_is_far_back() -> None:
    ahead = Situation(here=pose(0.0, 0.0), ball=Vector2(1.0, 1.0), role=Role.BISHOP)
    assert walk_in(ahead).target.x > 2.0
    assert walk_in(ahead).target.y < 0.0
    back = replace(ahead, ball=Vector2(-3.0, 1.0))
    assert action_in(back).name == "support"
    free_kick = replace(back, set_play=SetPlay.PUSHING_FREE_KICK, own_kick=True)
    assert action_in(free_kick).name == "lurk"


def test_kick_off_positions_minimize_the_total_distance() -> None:
    random = np.random.default_rng(1)
    parameters = SetParameters()
    for _ in range(5):
        positions = {n: Vector2[Field](*random.uniform(-3.0, 0.0, 2).tolist()) for n in range(1, 6)}
        found = assigned_positions(positions, 1, True, parameters)
        assert found[1] == parameters.keeper
        total = sum(positions[n].distance_to(Vector2(*found[n])) for n in range(2, 6))
        shortest = min(
            sum(positions[n].distance_to(Vector2(*point)) for n, point in enumerate(order, start=2))
            for order in itertools.permutations(parameters.own_kick)
        )
        assert total == pytest.approx(shortest)


def test_a_robot_at_its_kick_off_position_looks_around() -> None:
    x, y = SetParameters().own_kick[0]
    going = Situation(
        here=pose(x - 2.0, y), state=GameState.READY, own_kick=True, state_for=10.0, teammates=()
    )
    assert action_in(going).head is HeadAim.LOCALIZATION
    assert action_in(replace(going, here=pose(x, y))).head is HeadAim.LOOK_AROUND


def test_robots_stay_away_from_the_ball_at_a_kick_of_the_opponents() -> None:
    for role in (Role.STRIKER, Role.SUPPORTER, Role.DEFENDER):
        situation = Situation(
            here=pose(-2.0, 0.0),
            ball=Vector2(-1.0, 0.5),
            role=role,
            set_play=SetPlay.KICK_IN,
            own_kick=False,
            ball_is_free=False,
        )
        assert walk_in(situation).target.position.distance_to(Vector2(-1.0, 0.5)) >= 0.75


def test_our_free_kick_far_away_is_passed_to_a_teammate_ahead() -> None:
    situation = Situation(
        here=pose(-1.5, 0.0),
        ball=Vector2(-1.0, 0.0),
        set_play=SetPlay.PUSHING_FREE_KICK,
        own_kick=True,
        teammates=((5, Role.BISHOP, pose(1.0, 0.5)),),
    )
    assert action_in(situation).passing_to == 5


def test_a_penalty_goes_into_the_chosen_corner_slowly() -> None:
    situation = Situation(
        here=pose(2.0, 0.0), ball=Vector2(3.2, 0.0), phase=GamePhase.PENALTY_SHOOTOUT, own_kick=True
    )
    left, right = (walk_in(situation, Memory(corner=c)) for c in (1.0, -1.0))
    assert left.direction > 0.1 > -0.1 > right.direction
    assert left.speed < 1.0


def test_a_loser_walks_back() -> None:
    walk = walk_in(Situation(role=Role.LOSER, ball=None))
    assert walk.mode is WalkingMode.VELOCITY
    assert walk.velocity.x < 0.0


def test_the_head_finds_the_direction_with_most_landmarks() -> None:
    here = pose(2.0, 0.0, 0.0)
    points = landmarks(FIELD)
    assert abs(best_pan(here, points)) < 0.5
    turned = pose(2.0, 0.0, 60.0)
    assert best_pan(turned, points) == pytest.approx(-math.radians(60.0), abs=0.5)


def test_the_ball_stays_in_view_while_looking_around_it() -> None:
    for now in np.linspace(0.0, 6.0, 61):
        frame = FrameInfo(time=100.0 + float(now), dt=DT)
        situation = Situation(here=pose(0.0, 0.0), ball=Vector2(1.5, 0.8))
        world = WorldState(frame, *inputs_of(situation, frame.time))
        request = head_request(HeadAim.LOOK_AROUND_BALL, View(world=world, parameters=PARAMETERS))
        assert abs(request.pan - math.atan2(0.8, 1.5)) < math.radians(28.0)
