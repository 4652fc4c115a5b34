"""Which card is played in set plays, kick-offs and the shoot-out?"""

import math

import pytest
from tests.behavior.situations import (
    KEEPER,
    PLAY,
    STRIKER,
    Actor,
    Situation,
    card_in,
    changed,
    keeper,
    pose,
)

from kickabout.behavior.bhuman.cards.kickoff import KickoffParameters
from kickabout.behavior.bhuman.tactical.free_kick_targets import corner_receiver_position
from kickabout.geometry import Field, Vector2
from kickabout.representations import (
    GamePhase,
    Motion,
    Role,
    SetPlay,
    load_field,
)


@pytest.mark.parametrize(
    ("kind", "ball", "card"),
    [
        (SetPlay.CORNER_KICK, Vector2(4.5, 3.0), "CornerKickToOwnRobotCard"),
        (SetPlay.KICK_IN, Vector2(-1.0, 3.0), "KickInCard"),
        (SetPlay.GOAL_KICK, Vector2(-3.2, 1.1), "GoalFreeKickCard"),
        (SetPlay.PUSHING_FREE_KICK, Vector2(-1.0, 0.0), "PushingFreeKickCard"),
        (SetPlay.PUSHING_FREE_KICK, Vector2(2.5, 0.0), "KickAtGoalCard"),
    ],
)
def test_each_of_our_free_kicks_has_its_card(
    kind: SetPlay, ball: Vector2[Field], card: str
) -> None:
    situation = changed(PLAY, set_play=kind, own_kick=True, ball=ball, here=pose(-2.0, 0.0))
    assert card_in(situation) == card


def test_a_corner_is_kicked_soon_if_a_direction_is_free_and_late_otherwise() -> None:
    corner = changed(
        PLAY,
        set_play=SetPlay.CORNER_KICK,
        own_kick=True,
        ball=Vector2(4.5, 3.0),
        here=pose(4.4, 2.4, 90.0),
        secondary_seconds=25,
    )
    actor = Actor()
    played = actor.run(corner, cycles=3)
    assert played.state_of("CornerKickToOwnRobotCard") == "kick"
    walls = tuple(Vector2[Field](4.5, 3.0) + Vector2.from_polar(0.4, -0.2 * k) for k in range(16))
    blocked = Actor().run(changed(corner, opponents=walls), cycles=3)
    assert blocked.state_of("CornerKickToOwnRobotCard") == "wait"


RECEIVER = changed(
    PLAY,
    own_kick=True,
    role=Role.SUPPORTER,
    number=4,
    here=pose(1.0, -0.5),
    teammates=(
        KEEPER,
        (2, Role.DEFENDER, pose(-3.0, 0.5)),
        (3, Role.DEFENDER, pose(0.0, 0.5)),
        (5, Role.STRIKER, pose(2.0, 2.0)),
    ),
)


@pytest.mark.parametrize(
    ("kind", "ball", "card"),
    [
        (SetPlay.CORNER_KICK, Vector2(4.5, 3.0), "WaitForCornerBallCard"),
        (SetPlay.KICK_IN, Vector2(-1.0, -3.0), "WaitForKickInBallCard"),
        (SetPlay.GOAL_KICK, Vector2(-3.2, 1.1), "WaitForGoalFreeKickCard"),
    ],
)
def test_two_supporters_wait_for_the_ball_and_one_stays_behind(
    kind: SetPlay, ball: Vector2[Field], card: str
) -> None:
    kick = changed(RECEIVER, set_play=kind, ball=ball)
    foremost = Actor().run(kick)
    keeper, rear, _, striker = RECEIVER.teammates
    second = changed(
        kick,
        number=3,
        role=Role.DEFENDER,
        here=pose(0.0, 0.5),
        teammates=(keeper, rear, (4, Role.SUPPORTER, RECEIVER.here), striker),
    )
    middle = Actor().run(second)
    last = changed(
        kick,
        number=2,
        role=Role.DEFENDER,
        here=pose(-3.0, 0.5),
        teammates=(
            keeper,
            (3, Role.DEFENDER, pose(0.0, 0.5)),
            (4, Role.SUPPORTER, RECEIVER.here),
            striker,
        ),
    )
    assert foremost.card == middle.card == card
    apart = foremost.tactics.walking_to.position.distance_to(middle.tactics.walking_to.position)
    assert apart > 0.8
    assert card_in(last) == "DefendGoalCard"


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize("angle", [-100.0, -120.0, -150.0])
def test_the_receiver_of_a_corner_waits_on_the_far_side_of_its_path(
    angle: float, side: float
) -> None:
    field = load_field("spl2019")
    ball: Vector2[Field] = Vector2(4.5, side * 3.0)
    kick = side * math.radians(angle)
    position = corner_receiver_position(ball, field, kick, room=0.4)
    post = Vector2[Field](field.goal.post_x, side * field.goal.post_y)
    assert position.distance_to(ball) == pytest.approx(post.distance_to(ball))
    direction = Vector2[Field].from_polar(1.0, kick)
    goal: Vector2[Field] = Vector2(4.5, 0.0)
    assert direction.cross(position - ball) * direction.cross(goal - ball) < 0.0
    assert abs(direction.cross(position - ball)) == pytest.approx(0.4, abs=0.05)


def test_a_goal_kick_waits_only_for_teammates_that_can_arrive_in_time() -> None:
    kick = changed(
        PLAY,
        set_play=SetPlay.GOAL_KICK,
        own_kick=True,
        ball=Vector2(-3.2, 1.1),
        here=pose(-3.8, 1.1),
        number=5,
        secondary_seconds=28,
        teammates=(
            KEEPER,
            (2, Role.DEFENDER, pose(-3.0, -1.0)),
            (3, Role.DEFENDER, pose(-0.8, -0.5)),
            (4, Role.SUPPORTER, pose(-1.5, 1.5)),
        ),
    )
    name = "GoalFreeKickCard"
    assert Actor().run(kick, cycles=3).state_of(name) == "wait"
    there = (*kick.teammates[:3], (4, Role.SUPPORTER, pose(0.0, 1.4)))
    assert Actor().run(changed(kick, teammates=there), cycles=3).state_of(name) == "kick"
    too_far = (*kick.teammates[:3], (4, Role.SUPPORTER, pose(4.0, -2.5)))
    assert Actor().run(changed(kick, teammates=too_far), cycles=3).state_of(name) == "kick"
    late = changed(kick, secondary_seconds=12)
    assert Actor().run(late, cycles=3).state_of(name) == "kick"


@pytest.mark.parametrize("role", [Role.STRIKER, Role.DEFENDER, Role.SUPPORTER])
@pytest.mark.parametrize("position", [(-0.5, 0.0), (0.3, 0.3), (-1.5, 1.0)])
def test_at_a_free_kick_of_the_opponents_robots_walk_to_a_legal_distance(
    role: Role, position: tuple[float, float]
) -> None:
    situation = changed(
        PLAY,
        set_play=SetPlay.PUSHING_FREE_KICK,
        own_kick=False,
        ball_is_free=False,
        role=role,
        here=pose(*position),
        teammates=(KEEPER,),
    )
    played = Actor().run(situation)
    assert played.tactics.walking_to.position.norm >= 0.9
    assert played.motion.kick is None


def test_the_striker_builds_the_wall_and_a_full_team_marks() -> None:
    kick = changed(PLAY, set_play=SetPlay.KICK_IN, own_kick=False, ball_is_free=False)
    assert card_in(kick) == "BuildWallCard"
    marking = changed(
        kick,
        role=Role.SUPPORTER,
        teammates=(
            KEEPER,
            (2, Role.DEFENDER, pose(-3.0, 0.5)),
            (3, Role.DEFENDER, pose(-3.0, -0.5)),
            STRIKER,
        ),
        opponents=(Vector2(0.3, 0.0), Vector2(-1.5, 1.5)),
    )
    assert card_in(marking) == "MarkUpRobotCard"
    assert card_in(changed(marking, teammates=(KEEPER, STRIKER))) != "MarkUpRobotCard"


def test_near_our_goal_the_opponent_is_blocked_instead() -> None:
    kick = changed(
        PLAY,
        set_play=SetPlay.PUSHING_FREE_KICK,
        own_kick=False,
        ball_is_free=False,
        ball=Vector2(-3.2, 0.0),
        here=pose(-3.0, 1.0),
        opponents=(Vector2(-1.5, 0.5),),
    )
    assert card_in(kick) == "BlockRobotFreeKickCard"
    assert card_in(changed(kick, opponents=(Vector2(-3.0, 0.1),))) == "BuildWallCard"


def test_until_the_opponents_kick_off_is_taken_robots_stay_away_from_the_circle() -> None:
    waiting = changed(PLAY, own_kick=False, ball_is_free=False, here=pose(-0.9, 0.0))
    played = Actor().run(waiting)
    assert (played.card, played.motion.motion) == ("AwaitBallInPlayCard", Motion.STAND)
    assert card_in(changed(waiting, ball_is_free=True)) != "AwaitBallInPlayCard"


def test_positions_at_kick_offs_are_legal() -> None:
    parameters = KickoffParameters()
    own = (parameters.keeper, parameters.own_striker, *parameters.own_supporters)
    back = (parameters.keeper, parameters.back_striker, *parameters.back_supporters)
    for x, y in (*own, *back):
        assert -4.5 < x < -0.1
        assert abs(y) < 3.0
    for x, y in back:
        assert math.hypot(x, y) > 0.75 + 0.25
    for positions in (own, back):
        apart = [math.dist(a, b) for a in positions for b in positions if a is not b]
        assert min(apart) > 0.7


def test_the_shootout_has_a_striker_and_a_keeper() -> None:
    shootout = changed(PLAY, phase=GamePhase.PENALTY_SHOOTOUT, own_kick=True)
    assert card_in(shootout) == "PenaltyStrikerCard"
    actor = Actor()
    keeps = keeper(phase=GamePhase.PENALTY_SHOOTOUT, ball=Vector2(-3.2, 0.0))
    assert actor.run(keeps).card == "PenaltyKeeperCard"
    shot = changed(keeps, ball=Vector2(-3.3, 0.1), ball_velocity=Vector2(-2.0, 0.9))
    assert actor.run(shot).motion.motion is not Motion.DIVE, "a single percept is no shot"
    assert actor.run(shot, cycles=3).motion.special == "dive_left"


def test_after_a_dive_the_shootout_keeper_may_dive_to_the_other_side() -> None:
    actor = Actor()
    keeps = keeper(phase=GamePhase.PENALTY_SHOOTOUT, ball=Vector2(-3.2, 0.0))
    left = changed(keeps, ball_velocity=Vector2(-2.0, 0.9))
    assert actor.run(left, cycles=4).motion.special == "dive_left"
    actor.run(changed(keeps, motion=Motion.DIVE), cycles=30)
    actor.run(keeps, cycles=3)
    right = changed(keeps, ball_velocity=Vector2(-2.0, -0.9))
    assert actor.run(right, cycles=4).motion.special == "dive_right"


def test_a_keeper_that_stands_aside_opens_the_other_corner() -> None:
    shootout = changed(
        PLAY,
        phase=GamePhase.PENALTY_SHOOTOUT,
        here=pose(2.7, 0.0),
        ball=Vector2(3.2, 0.0),
        opponents=(Vector2(4.4, 0.3),),
    )
    played = Actor().run(shootout, cycles=130)
    assert played.state_of("PenaltyStrikerCard") == "kick"
    assert played.tactics.shooting_to is not None
    assert played.tactics.shooting_to.y < 0.0


def passing_kick_off(**facts: object) -> Situation:
    outer = ((2, Role.SUPPORTER, pose(-0.7, 1.7)), (3, Role.SUPPORTER, pose(-0.7, -1.7)))
    return changed(PLAY, own_kick=True, here=pose(-0.4, 0.0), teammates=outer, **facts)


def test_with_two_receivers_the_kick_off_is_passed_to_the_open_side() -> None:
    actor = Actor()
    blocked_left = tuple(Vector2[Field].from_polar(0.9, math.radians(a)) for a in (35.0, 55.0))
    start = passing_kick_off(opponents=blocked_left)
    first = actor.run(changed(start, state_for=0.5))
    assert first.card == "PassingOffenseStrikerCard"
    assert first.motion.motion is Motion.STAND
    waiting = actor.run(changed(start, state_for=2.5))
    assert waiting.state_of("PassingOffenseStrikerCard") == "wait"
    assert waiting.tactics.passing_to == 3
    late = actor.run(changed(start, state_for=7.5))
    assert late.state_of("PassingOffenseStrikerCard") == "kick"
    assert late.tactics.shooting_to is not None
    assert late.tactics.shooting_to.y < -0.5


def test_with_all_passes_blocked_the_striker_kicks_off_in_time() -> None:
    actor = Actor()
    angles = (-60.0, -40.0, 40.0, 60.0)
    blocked = passing_kick_off(
        opponents=tuple(Vector2[Field].from_polar(1.2, math.radians(a)) for a in angles)
    )
    waits = actor.run(changed(blocked, state_for=5.0), cycles=3)
    assert waits.card == "PassingOffenseStrikerCard"
    assert actor.run(changed(blocked, state_for=7.5), cycles=3).card == "KickoffStrikerCard"


def test_receivers_run_into_the_other_half_after_the_whistle() -> None:
    receiver = changed(
        passing_kick_off(),
        role=Role.SUPPORTER,
        here=pose(-0.7, 1.7),
        teammates=(STRIKER,),
        state_for=1.0,
    )
    played = Actor().run(receiver)
    assert played.card == "PassingOffenseTargetCard"
    assert played.tactics.walking_to.x > 0.5
    assert played.tactics.walking_to.y > 0.5


def test_with_too_few_teammates_the_striker_kicks_off_alone() -> None:
    alone = changed(passing_kick_off(), teammates=(STRIKER,), number=4, state_for=0.5)
    assert card_in(alone) == "KickoffStrikerCard"
