"""Tactical geometry: sector wheel, goal, shots, passes, duels, free kicks, search."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kickabout.behavior.bhuman.tactical.coverage import patrol_target
from kickabout.behavior.bhuman.tactical.drop_ins import drop_in_positions
from kickabout.behavior.bhuman.tactical.duel import best_duel_kick, position_rating
from kickabout.behavior.bhuman.tactical.free_kick_targets import (
    corner_sectors,
    forward_direction,
    near_goal_direction,
)
from kickabout.behavior.bhuman.tactical.post_clearing import clearing_kick, stands_free
from kickabout.behavior.bhuman.tactical.sector_wheel import SectorKind, SectorWheel
from kickabout.behavior.bhuman.tactical.shots import ShotRules, best_shot
from kickabout.behavior.shared.tactical.goal_view import AngleRange, dribble_range, goal_range
from kickabout.behavior.shared.tactical.kicks import (
    SHOTS,
    WALK_FORWARD,
    kick_pose,
    time_to_reach,
)
from kickabout.behavior.shared.tactical.passes import PassRules, best_pass
from kickabout.behavior.shared.tactical.rolling import crossing
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import FieldDimensions, SetPlay

FIELD = FieldDimensions()
GOAL: Vector2[Field] = Vector2(4.5, 0.0)
OWN_GOAL: Vector2[Field] = Vector2(-4.5, 0.0)
balls = st.tuples(st.floats(-4.3, 4.3), st.floats(-2.8, 2.8))
rounds = st.lists(
    st.tuples(st.floats(-4.0, 4.0), st.floats(-3.0, 3.0), st.floats(0.05, 0.5)), max_size=6
)


def at(x: float, y: float) -> Vector2[Field]:
    return Vector2(x, y)


def pose(x: float, y: float, degrees: float) -> Pose2[Robot, Field]:
    return Pose2(x, y, math.radians(degrees))


@settings(max_examples=80, deadline=None)
@given(rounds)
def test_the_wheel_shows_what_a_ray_would_hit_first(
    circles: list[tuple[float, float, float]],
) -> None:
    wheel = SectorWheel(at(0.0, 0.0))
    outside = [c for c in circles if math.hypot(c[0], c[1]) > c[2] + 1e-3]
    for x, y, radius in outside:
        wheel.add_circle(at(x, y), radius, SectorKind.OBSTACLE)
    wrong = 0
    for angle in np.radians(np.arange(-180.0, 180.0, 1.0)):
        hits = [
            math.hypot(x, y)
            for x, y, r in outside
            if abs(math.remainder(math.atan2(y, x) - angle, math.tau))
            < math.asin(r / math.hypot(x, y))
        ]
        wrong += wheel.at(angle).distance != min(hits, default=math.inf)
    assert wrong <= 2 * len(outside)  # rays at the edges
    assert sum(sector.size for sector in wheel.sectors) == pytest.approx(2.0 * math.pi)


def test_an_obstacle_behind_the_goal_does_not_hide_it() -> None:
    wheel = SectorWheel(at(3.0, 0.0))
    wheel.add_range(-0.5, 0.5, distance=1.5, kind=SectorKind.GOAL)
    wheel.add_circle(at(5.0, 0.0), 0.2, SectorKind.OBSTACLE)
    assert wheel.at(0.0).kind is SectorKind.GOAL
    wheel.add_circle(at(4.0, 0.0), 0.2, SectorKind.OBSTACLE)
    assert wheel.at(0.0).kind is SectorKind.OBSTACLE


@settings(max_examples=80, deadline=None)
@given(balls)
def test_the_tangents_just_miss_the_posts(ball: tuple[float, float]) -> None:
    found = goal_range(at(*ball), FIELD)
    assert found is not None
    for angle, side in ((found.left, 1.0), (found.right, -1.0)):
        if abs(angle) >= 0.5 * math.pi:
            continue
        post = at(FIELD.goal.post_x, side * FIELD.goal.post_y) - at(*ball)
        unit: Vector2[Field] = Vector2.from_polar(1.0, angle)
        assert abs(unit.cross(post)) == pytest.approx(0.1, abs=1e-9)
        assert unit.cross(post) * side > 0.0


def test_a_ball_in_a_post_or_beside_the_goal_raises_no_error() -> None:
    assert goal_range(at(4.5, 0.79), FIELD) is None
    assert goal_range(at(4.6, 2.0), FIELD) is None
    inside = goal_range(at(4.5, 0.2), FIELD)
    assert inside is not None
    assert inside.size > 2.0


@settings(max_examples=60, deadline=None)
@given(balls, st.floats(-3.0, 3.0))
def test_dribbling_leads_forward_and_not_across_the_side_line(
    ball: tuple[float, float], heading: float
) -> None:
    allowed = dribble_range(at(*ball), FIELD, broad=0.6, min_width=0.17, broad_from=6.0, reach=1.2)
    end = at(*ball) + Vector2.from_polar(1.2, allowed.nearest(heading))
    assert allowed.size >= -1e-9
    assert abs(end.y) < max(FIELD.side_line_y - 0.29, abs(ball[1]) + 1e-9)


def test_far_away_the_dribble_range_is_broader_than_near() -> None:
    def size(x: float) -> float:
        return dribble_range(
            at(x, 0.0), FIELD, broad=0.6, min_width=0.17, broad_from=6.0, reach=1.2
        ).size

    goal = goal_range(at(2.0, 0.0), FIELD)
    assert goal is not None
    assert size(-3.0) == pytest.approx(1.2)
    assert size(2.0) == pytest.approx(goal.size)


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("kick", SHOTS)
def test_from_its_kick_pose_a_robot_has_the_ball_before_the_foot(kick: object, left: bool) -> None:
    assert isinstance(kick, type(WALK_FORWARD))
    pose = kick_pose(at(1.0, 2.0), 0.7, kick, left)
    ball = pose.inverse() @ at(1.0, 2.0)
    assert ball.x == pytest.approx(kick.ball_x)
    assert ball.y == pytest.approx(-kick.ball_y if left else kick.ball_y)
    assert pose.theta + kick.turned(left) == pytest.approx(0.7)


def test_a_robot_behind_the_ball_reaches_it_sooner_than_one_in_front_of_it() -> None:
    behind: Pose2[Robot, Field] = Pose2(-1.0, 0.0, 0.0)
    before: Pose2[Robot, Field] = Pose2(1.0, 0.0, math.pi)
    assert time_to_reach(behind, at(0.0, 0.0), GOAL) < time_to_reach(before, at(0.0, 0.0), GOAL)


def shot(
    ball: Vector2[Field], obstacles: list[Vector2[Field]], before: float = math.inf
) -> float | None:
    found = best_shot(
        ball,
        FIELD,
        obstacles=[(position, 0.15) for position in obstacles],
        robot_to_field=Pose2(ball.x - 1.0, ball.y, 0.0),
        kicks=SHOTS,
        before=before,
        rules=ShotRules(),
    )
    return None if found is None else found.direction


def test_a_shot_at_an_empty_goal_lies_between_the_tangents() -> None:
    for ball in (at(2.0, 0.0), at(2.5, 2.0), at(3.5, -1.5)):
        direction, goal = shot(ball, []), goal_range(ball, FIELD)
        assert goal is not None
        assert direction is not None
        assert goal.contains(direction)


def test_a_shot_from_the_side_avoids_the_keeper_too() -> None:
    for ball, keeper in ((at(3.5, 1.0), at(4.3, 0.3)), (at(2.5, 1.5), at(4.3, 0.2))):
        direction = shot(ball, [keeper])
        assert direction is not None
        unit = Vector2[Field].from_polar(1.0, direction)
        assert abs(unit.cross(keeper - ball)) > 0.25
    wall = [at(4.3, 0.3 * y) for y in range(-2, 3)]
    assert shot(at(3.5, 1.2), wall) is None


def test_a_shot_goes_through_the_larger_gap_beside_the_keeper() -> None:
    direction = shot(at(2.5, 0.0), [at(4.3, 0.3)])
    assert direction is not None
    assert direction < 0.0


def wall_at(x: float) -> list[Vector2[Field]]:
    return [at(x, y) for y in np.arange(-0.9, 1.0, 0.2).tolist()]


def test_a_blocked_goal_is_shot_at_from_far_but_not_from_near() -> None:
    assert shot(at(1.0, 0.0), wall_at(4.3)) is not None
    assert shot(at(3.6, 0.0), wall_at(4.2)) is None


def test_there_is_no_shot_from_beyond_the_reach_of_all_kicks() -> None:
    assert shot(at(-3.0, 0.0), []) is None


def test_two_equal_gaps_under_noise_do_not_flicker() -> None:
    random = np.random.default_rng(3)
    direction, sides = math.inf, []
    for _ in range(100):
        keeper = at(4.3, float(random.normal(0.0, 0.02)))
        found = shot(at(2.0, 0.0), [keeper], before=direction)
        assert found is not None
        direction = found
        sides.append(found > 0.0)
    assert len(set(sides)) == 1


def passing(
    teammates: dict[int, Vector2[Field]], opponents: list[Vector2[Field]], before: int = 0
) -> int:
    found = best_pass(
        at(0.0, 0.0),
        GOAL,
        teammates=teammates,
        opponents=opponents,
        before=before,
        rules=PassRules(reach=4.0),
    )
    return 0 if found is None else found.receiver


def test_a_pass_goes_to_an_unmarked_teammate_ahead_within_reach() -> None:
    assert passing({3: at(2.0, 1.0)}, []) == 3
    assert passing({3: at(-2.0, 1.0)}, []) == 0
    assert passing({3: at(4.2, 2.5)}, []) == 0
    assert passing({3: at(0.4, 0.2)}, []) == 0
    assert passing({3: at(2.0, 1.0)}, [at(1.2, 0.5)]) == 0


def test_of_two_equal_receivers_the_previous_one_gets_the_ball() -> None:
    teammates = {3: at(2.0, 1.0), 4: at(2.05, -1.0)}
    assert passing(teammates, []) == 4
    assert passing(teammates, [], before=3) == 3


def test_a_duel_plays_the_ball_past_the_opponent_ahead() -> None:
    direction = best_duel_kick(
        ball=at(0.0, 0.0),
        heading=0.0,
        width=math.radians(30.0),
        reach=1.2,
        field=FIELD,
        opponents=[at(0.5, 0.05)],
        teammates=[],
    )
    assert abs(direction) > math.radians(15.0)


@settings(max_examples=60, deadline=None)
@given(balls, st.floats(-3.1, 3.1))
def test_a_duel_never_kicks_towards_our_goal(ball: tuple[float, float], heading: float) -> None:
    direction = best_duel_kick(
        ball=at(*ball),
        heading=heading,
        width=0.5,
        reach=1.2,
        field=FIELD,
        opponents=[at(ball[0] + 0.4, ball[1])],
        teammates=[],
    )
    home = (OWN_GOAL - at(*ball)).angle
    assert math.cos(direction - home) <= 0.71


def test_positions_near_their_goal_are_better_than_near_ours_or_outside() -> None:
    assert position_rating(at(3.0, 0.0), FIELD) > position_rating(at(0.0, 0.0), FIELD)
    assert position_rating(at(-3.8, 0.0), FIELD) < position_rating(at(-2.0, 0.0), FIELD) - 1.8
    assert position_rating(at(0.0, 3.2), FIELD) < position_rating(at(0.0, 2.5), FIELD)


@pytest.mark.parametrize("angle_deg", range(-180, 180, 15))
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_balls_at_our_post_are_never_cleared_into_our_goal(angle_deg: int, side: float) -> None:
    post = at(-FIELD.goal.post_x, side * FIELD.goal.post_y)
    ball = post + Vector2.from_polar(0.3, math.radians(angle_deg))
    if ball.x < -4.45:
        return
    for here in (pose(-3.5, 0.0, 180.0), pose(-4.0, side * 1.5, -90.0), pose(-4.3, 0.0, 0.0)):
        aim = clearing_kick(ball, FIELD, here, opponents=[])
        end = ball + Vector2.from_polar(1.2, aim.direction)
        assert not (end.x < -4.4 and abs(end.y) < FIELD.goal.post_y)
        assert stands_free(aim.pose(ball).position, FIELD)


def test_a_ball_at_our_post_is_cleared_past_the_opponent() -> None:
    ball, here = at(-4.05, 1.1), pose(-4.35, 1.1, 0.0)
    straight = clearing_kick(ball, FIELD, here, opponents=[])
    assert abs(straight.direction) < math.radians(20.0)
    past = clearing_kick(ball, FIELD, here, opponents=[at(-3.55, 1.1)])
    assert past.direction > math.radians(20.0)


def test_a_rolling_ball_crosses_the_keepers_line_or_stops_before() -> None:
    found = crossing(Vector2(2.0, 0.0), Vector2(-2.0, 0.3), 0.35)
    assert found is not None
    assert found.aside == pytest.approx(0.3)
    assert 1.0 < found.after < 1.5
    assert crossing(Vector2(2.0, 0.0), Vector2(-1.0, 0.0), 0.35) is None
    assert crossing(Vector2(2.0, 0.0), Vector2(1.0, 0.0), 0.35) is None


def test_corner_kicks_go_into_the_field_past_opponents() -> None:
    sectors = corner_sectors(at(4.5, 3.0), FIELD, [(at(3.5, 1.0), 0.15)], min_width=0.2)
    blocked = (at(3.5, 1.0) - at(4.5, 3.0)).angle
    assert sectors
    for sector in sectors:
        end = at(4.5, 3.0) + Vector2.from_polar(1.0, sector.middle)
        assert end.x < 4.5
        assert end.y < 3.0
        assert not sector.contains(blocked)
    assert corner_sectors(at(4.5, 3.0), FIELD, [(at(4.3, 2.8), 0.35)], min_width=1.5) == []


def test_free_kicks_avoid_opponents() -> None:
    straight = near_goal_direction(at(0.0, 0.0), FIELD, [], [])
    assert straight == pytest.approx(0.0)
    around = near_goal_direction(at(0.0, 0.0), FIELD, [at(1.5, 0.0)], [])
    assert abs(around) > 0.1
    to_teammate = near_goal_direction(at(0.0, 2.9), FIELD, [at(1.7, 1.5)], [at(3.4, -1.2)])
    assert to_teammate == pytest.approx((at(3.5, -1.2) - at(0.0, 2.9)).angle, abs=0.2)
    forward = forward_direction(at(-3.2, 1.1), FIELD, [], [at(-0.5, 1.5)])
    assert abs(forward) < 0.5


def test_four_searchers_get_four_targets_and_old_cells_come_first() -> None:
    seen_at = np.full((12, 18), 5.0)
    seen_at[3, 4] = seen_at[9, 14] = -1e9
    positions = [at(-2.0, -1.5), at(2.0, 1.5), at(-2.0, 1.5), at(2.0, -1.5)]
    targets = [
        patrol_target(seen_at, 0.5, own, [p for p in positions if p is not own])
        for own in positions
    ]
    assert len(set(targets)) == 4
    assert targets[0].distance_to(at(-2.25, -1.25)) < 1e-9
    assert targets[1].distance_to(at(2.75, 1.75)) < 1e-9
    assert patrol_target(np.zeros((0, 0)), 0.5, positions[0], []) == at(0.0, 0.0)


@pytest.mark.parametrize(
    ("kind", "own", "position"),
    [
        (SetPlay.CORNER_KICK, True, (4.5, 3.0)),
        (SetPlay.CORNER_KICK, False, (-4.5, 3.0)),
        (SetPlay.GOAL_KICK, True, (-3.2, 1.1)),
        (SetPlay.KICK_IN, True, (0.0, 3.0)),
    ],
)
def test_the_ball_is_searched_where_the_rules_put_it(
    kind: SetPlay, own: bool, position: tuple[float, float]
) -> None:
    positions = drop_in_positions(kind, FIELD, own_kick=own)
    assert at(*position) in positions
    assert len(positions) == 2
    assert drop_in_positions(SetPlay.PUSHING_FREE_KICK, FIELD, own_kick=own) == []


def test_a_range_returns_its_nearest_direction_also_across_the_seam() -> None:
    wide = AngleRange(-0.5, 0.5)
    assert wide.nearest(2.0) == 0.5
    assert wide.nearest(-0.2) == pytest.approx(-0.2)
    assert wide.nearest(-3.0) == -0.5
    assert wide.shrunk(1.0).size == 0.0
