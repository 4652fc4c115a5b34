"""Which card is played when; conditions as sentences."""

import math
from pathlib import Path

import pytest
from tests.behavior.situations import Actor, Situation, card_in, changed, pose

from kickabout.behavior.engine import load_tactics
from kickabout.behavior.engine.graph import option_as_text, tactics_as_text
from kickabout.behavior.soccer.cards.kickoff import KickoffFigures
from kickabout.behavior.soccer.robot import Robot
from kickabout.framework.configuration import config_names
from kickabout.geometry import Field, Vector2
from kickabout.representations import (
    FallPhase,
    GamePhase,
    GameState,
    Motion,
    Penalty,
    Role,
    SetPlay,
    WalkMode,
)

PLAY = Situation()
KEEPER = (1, Role.KEEPER, pose(-4.3, 0.0))
STRIKER = (5, Role.STRIKER, pose(-0.3, 0.0))


@pytest.mark.parametrize("name", config_names("tactics"))
def test_each_tactics_file_loads_and_can_be_shown(name: str) -> None:
    tactics = load_tactics(name)
    assert tactics.root in tactics_as_text(tactics)


def test_cards_ask_the_body_for_nothing_themselves() -> None:
    folder = Path(__file__).parents[2] / "src/kickabout/behavior/soccer/cards"
    for path in folder.glob("*.py"):
        assert "wishes" not in path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize(
    ("state", "card", "motion"),
    [
        (GameState.INITIAL, "InitialCard", Motion.STAND_HIGH),
        (GameState.FINISHED, "FinishedCard", Motion.STAND_HIGH),
        (GameState.SET, "SetCard", Motion.STAND),
        (GameState.READY, "StrikerAtKickoffCard", Motion.WALK),
    ],
)
def test_the_game_state_decides_first(state: GameState, card: str, motion: Motion) -> None:
    played = Actor().sees(changed(PLAY, state=state, here=pose(-3.0, 2.0)))
    assert played.card == card
    assert played.motion.motion is motion


@pytest.mark.parametrize("state", [GameState.READY, GameState.SET, GameState.PLAYING])
def test_a_fallen_robot_asks_to_get_up(state: GameState) -> None:
    played = Actor().sees(changed(PLAY, state=state, fall=FallPhase.FALLEN))
    assert played.card == "FallenCard"
    assert played.motion.motion is Motion.GET_UP


def test_a_penalized_robot_stands_until_it_is_free() -> None:
    actor = Actor()
    assert actor.sees(PLAY, cycles=2).card == "DribbleToGoalCard"
    penalized = actor.sees(changed(PLAY, penalty=Penalty.PLAYER_PUSHING))
    assert (penalized.card, penalized.motion.motion) == ("", Motion.STAND_HIGH)
    assert actor.sees(PLAY).card == "DribbleToGoalCard"


def test_the_chest_button_wakes_and_seats_the_robot() -> None:
    actor = Actor(awake=False)
    assert actor.sees(PLAY, cycles=3).motion.motion is Motion.PLAY_DEAD
    assert actor.sees(changed(PLAY, clicks=3)).motion.motion is Motion.PLAY_DEAD
    assert actor.sees(changed(PLAY, clicks=1)).motion.motion is Motion.STAND
    assert actor.sees(PLAY, cycles=62).card == "DribbleToGoalCard"
    actor.sees(PLAY, cycles=20)
    assert actor.sees(changed(PLAY, clicks=3)).motion.motion is Motion.SIT
    assert actor.sees(PLAY, cycles=95).motion.motion is Motion.PLAY_DEAD


def test_the_robot_can_be_drawn() -> None:
    assert "penalized\n    → sitting_down: is pressed thrice" in option_as_text(Robot)


def test_the_striker_walks_to_a_ball_it_cannot_shoot_yet() -> None:
    played = Actor().sees(changed(PLAY, here=pose(-4.0, 1.0), ball=Vector2(-2.0, 1.0)), cycles=2)
    assert played.card == "DribbleToGoalCard"
    assert played.motion.walk.mode is WalkMode.TARGET
    assert played.state_of("GoToBallAndKick") == "approach"


def test_aligned_behind_the_ball_an_in_walk_kick_is_asked_for() -> None:
    behind = changed(PLAY, here=pose(-1.3, 0.05), ball=Vector2(-1.0, 0.0))
    played = Actor().sees(behind, cycles=2)
    assert played.state_of("GoToBallAndKick") == "align"
    assert played.motion.kick is not None
    assert played.tactics.shooting_to is not None
    assert played.tactics.shooting_to.x > 0.2


def test_before_the_ball_the_robot_circles_it() -> None:
    played = Actor().sees(changed(PLAY, here=pose(0.3, 0.0, 180.0)), cycles=2)
    assert played.state_of("GoToBallAndKick") == "approach"
    assert played.motion.walk.mode is WalkMode.SPEED
    assert abs(played.motion.walk.speed.y) > 0.1


def test_near_the_goal_the_striker_shoots() -> None:
    assert card_in(changed(PLAY, here=pose(2.0, 0.0), ball=Vector2(2.5, 0.0))) == "KickAtGoalCard"


def test_a_shot_from_the_circle_after_the_own_kick_off_does_not_count_and_is_not_tried() -> None:
    near = changed(PLAY, here=pose(-0.5, 0.0), ball=Vector2(0.6, 0.0), state_for=5.0)
    assert card_in(changed(near, own_kick=True)) == "KickoffStrikerCard"
    assert card_in(changed(near, own_kick=True, state_for=70.0)) == "KickAtGoalCard"


def test_the_kick_off_begins_with_looking_around_for_two_seconds() -> None:
    actor = Actor()
    begun = changed(PLAY, own_kick=True, here=pose(-0.4, 0.0))
    first = actor.sees(changed(begun, state_for=0.5))
    assert first.card == "KickoffStrikerCard"
    assert (first.state_of("KickoffStrikerCard"), first.motion.motion) == ("observe", Motion.STAND)
    later = actor.sees(changed(begun, state_for=2.5))
    assert later.state_of("KickoffStrikerCard") == "kick"


def test_the_first_kick_goes_into_a_free_sector_within_sixty_degrees() -> None:
    actor = Actor()
    rivals = tuple(Vector2[Field].from_polar(1.0, math.radians(a)) for a in (0.0, 25.0, 45.0))
    begun = changed(PLAY, own_kick=True, here=pose(-0.4, 0.0), rivals=rivals)
    actor.sees(changed(begun, state_for=0.5))
    kick = actor.sees(changed(begun, state_for=2.5))
    told = next(o for o in kick.graph.options if o.option == "GoToBallAndKick")
    direction = float(told.arguments[1].removeprefix("direction="))
    assert math.radians(-60.0) <= direction < math.radians(-10.0)


def test_a_rival_at_the_ball_means_a_duel_until_it_is_clearly_gone() -> None:
    actor = Actor()
    duel = changed(PLAY, here=pose(-0.4, 0.0), rivals=(Vector2(0.5, 0.3),))
    assert actor.sees(duel).card == "DuelCard"
    assert actor.sees(changed(duel, rivals=(Vector2(0.7, 0.4),))).card == "DuelCard"
    assert card_in(changed(duel, rivals=(Vector2(0.7, 0.4),))) != "DuelCard"
    assert actor.sees(changed(duel, rivals=(Vector2(1.5, 1.0),))).card != "DuelCard"


def test_a_ball_at_the_own_post_is_cleared_first_of_all() -> None:
    at_post = changed(
        PLAY, here=pose(-3.5, 1.0), ball=Vector2(-4.2, 0.9), rivals=(Vector2(-3.9, 1.2),)
    )
    assert card_in(at_post) == "HandleBallAtOwnGoalPostCard"
    assert card_in(changed(at_post, ball=Vector2(-3.9, 1.4))) != "HandleBallAtOwnGoalPostCard"


def test_a_free_mate_ahead_gets_a_pass_and_is_told() -> None:
    situation = changed(
        PLAY,
        here=pose(-2.6, 0.0),
        ball=Vector2(-2.0, 0.0),
        mates=((3, Role.SUPPORTER, pose(-0.4, 1.2)),),
    )
    played = Actor().sees(situation)
    assert played.card == "PassUpfieldCard"
    assert played.tactics.passing_to == 3


def keeper(**facts: object) -> Situation:
    return changed(
        PLAY, role=Role.KEEPER, number=1, here=pose(-4.3, 0.0), mates=(STRIKER,), **facts
    )


def test_the_keeper_guards_by_default_and_returns_from_far() -> None:
    assert card_in(keeper()) == "GuardGoalCard"
    assert card_in(changed(keeper(), here=pose(0.0, 2.0))) == "ReturnToGoalCard"


def test_the_keeper_clears_a_ball_that_it_reaches_before_the_striker() -> None:
    close = keeper(ball=Vector2(-3.6, 0.3))
    assert card_in(close) == "KeeperClearBallCard"
    assert card_in(changed(close, mate_times=2.0)) == "GuardGoalCard"


@pytest.mark.parametrize(
    ("aside", "special"), [(0.0, "genuflect"), (0.45, "dive_left"), (-0.45, "dive_right")]
)
def test_the_keeper_dives_to_the_side_where_the_ball_will_pass(aside: float, special: str) -> None:
    actor = Actor()
    shot = keeper(ball=Vector2(-3.0, aside), ball_velocity=Vector2(-1.5, 0.0))
    assert actor.sees(shot, cycles=2).motion.motion is Motion.STAND
    caught = actor.sees(shot, cycles=3)
    assert caught.card == "KeeperCatchBallCard"
    assert (caught.motion.motion, caught.motion.special) == (Motion.DIVE, special)


def test_a_single_wrong_velocity_makes_no_keeper_dive() -> None:
    actor = Actor()
    shot = keeper(ball=Vector2(-3.0, 0.4), ball_velocity=Vector2(-1.5, 0.0))
    calm = keeper(ball=Vector2(-3.0, 0.4))
    for situation in (shot, calm, shot, calm, shot):
        assert actor.sees(situation).motion.motion is not Motion.DIVE


def test_no_dive_into_a_post() -> None:
    actor = Actor()
    shot = keeper(ball=Vector2(-3.0, 1.0), ball_velocity=Vector2(-1.5, 0.0))
    caught = actor.sees(changed(shot, here=pose(-4.4, 0.5)), cycles=5)
    assert caught.motion.special == "genuflect"


def test_a_keeper_without_ball_steps_away_from_the_goal_first() -> None:
    played = Actor().sees(keeper(ball=None))
    assert played.card == "KeeperSearchForBallCard"
    assert played.state_of("KeeperSearchForBallCard") == "steps_away"
    assert played.motion.walk.speed.x > 0.0


def supporter(role: Role, **facts: object) -> Situation:
    return changed(PLAY, role=role, number=3, mates=(KEEPER, STRIKER), **facts)


def test_supporters_have_their_cards() -> None:
    assert card_in(supporter(Role.DEFENDER)) == "DefendGoalCard"
    assert card_in(supporter(Role.SUPPORTER, ball=Vector2(-1.0, 0.0))) == "WaitUpfieldCard"
    assert card_in(supporter(Role.SUPPORTER, ball=Vector2(3.0, 0.0))) == "WalkNextToStrikerCard"


def test_waiting_upfield_has_hysteresis() -> None:
    actor = Actor()
    assert actor.sees(supporter(Role.SUPPORTER, ball=Vector2(0.9, 0.0))).card == "WaitUpfieldCard"
    assert actor.sees(supporter(Role.SUPPORTER, ball=Vector2(1.3, 0.0))).card == "WaitUpfieldCard"
    assert card_in(supporter(Role.SUPPORTER, ball=Vector2(1.3, 0.0))) != "WaitUpfieldCard"


def test_who_lost_a_duel_stands_in_the_rivals_way() -> None:
    lost = supporter(
        Role.SUPPORTER, here=pose(0.0, 0.0), ball=Vector2(-0.8, 0.0), rivals=(Vector2(0.5, 0.0),)
    )
    assert card_in(lost) == "BlockAfterBallLostCard"


def test_the_striker_gives_way_to_its_keeper() -> None:
    situation = changed(
        PLAY,
        here=pose(-3.0, 1.0),
        ball=Vector2(-4.1, 0.3),
        mates=(KEEPER,),
        mate_times=1.0,
        time_to_reach_ball=6.0,
    )
    played = Actor().sees(situation)
    assert played.card == "WalkNextToKeeperCard"
    assert played.tactics.walking_to.x > -3.9


def test_searching_begins_only_when_the_whole_team_lost_the_ball() -> None:
    assert card_in(changed(PLAY, ball_age=3.0, ball=Vector2(2.0, 0.0))) == "KickAtGoalCard"
    far = changed(PLAY, ball_age=9.0, ball=Vector2(2.0, 0.0))
    assert card_in(far) == "SearchForBallAtBallPositionCard"
    assert card_in(changed(PLAY, ball=None)) == "SearchForBallFieldCoverageCard"
    near = changed(PLAY, ball_age=2.0, here=pose(-0.4, 0.0))
    assert card_in(near) == "NearFieldSearchForBallCard"
    kick_in = changed(PLAY, ball=None, set_play=SetPlay.KICK_IN, own_kick=True)
    assert card_in(kick_in) == "SearchForBallAtDropInPositionCard"


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
def test_each_own_free_kick_has_its_card(kind: SetPlay, ball: Vector2[Field], card: str) -> None:
    situation = changed(PLAY, set_play=kind, own_kick=True, ball=ball, here=pose(-2.0, 0.0))
    assert card_in(situation) == card


def test_a_corner_is_kicked_soon_if_nobody_moves_and_late_if_all_is_blocked() -> None:
    corner = changed(
        PLAY,
        set_play=SetPlay.CORNER_KICK,
        own_kick=True,
        ball=Vector2(4.5, 3.0),
        here=pose(4.4, 2.4, 90.0),
        secondary_seconds=25,
    )
    actor = Actor()
    played = actor.sees(corner, cycles=3)
    assert played.state_of("CornerKickToOwnRobotCard") == "kick"
    walls = tuple(Vector2[Field](4.5, 3.0) + Vector2.from_polar(0.4, -0.2 * k) for k in range(16))
    blocked = Actor().sees(changed(corner, rivals=walls), cycles=3)
    assert blocked.state_of("CornerKickToOwnRobotCard") == "wait"


@pytest.mark.parametrize("role", [Role.STRIKER, Role.DEFENDER, Role.SUPPORTER])
@pytest.mark.parametrize("place", [(-0.5, 0.0), (0.3, 0.3), (-1.5, 1.0)])
def test_at_a_free_kick_of_the_others_everybody_walks_to_a_legal_distance(
    role: Role, place: tuple[float, float]
) -> None:
    situation = changed(
        PLAY,
        set_play=SetPlay.PUSHING_FREE_KICK,
        own_kick=False,
        ball_is_free=False,
        role=role,
        here=pose(*place),
        mates=(KEEPER,),
    )
    played = Actor().sees(situation)
    assert played.tactics.walking_to.position.norm >= 0.9
    assert played.motion.kick is None


def test_the_striker_builds_the_wall_and_a_full_team_marks() -> None:
    kick = changed(PLAY, set_play=SetPlay.KICK_IN, own_kick=False, ball_is_free=False)
    assert card_in(kick) == "BuildWallCard"
    marking = changed(
        kick,
        role=Role.SUPPORTER,
        mates=(
            KEEPER,
            (2, Role.DEFENDER, pose(-3.0, 0.5)),
            (3, Role.DEFENDER, pose(-3.0, -0.5)),
            STRIKER,
        ),
        rivals=(Vector2(0.3, 0.0), Vector2(-1.5, 1.5)),
    )
    assert card_in(marking) == "MarkUpRobotCard"
    assert card_in(changed(marking, mates=(KEEPER, STRIKER))) != "MarkUpRobotCard"


def test_right_before_the_own_goal_the_rival_is_blocked_instead() -> None:
    kick = changed(
        PLAY,
        set_play=SetPlay.PUSHING_FREE_KICK,
        own_kick=False,
        ball_is_free=False,
        ball=Vector2(-3.2, 0.0),
        here=pose(-3.0, 1.0),
        rivals=(Vector2(-1.5, 0.5),),
    )
    assert card_in(kick) == "BlockRobotFreeKickCard"
    assert card_in(changed(kick, rivals=(Vector2(-3.0, 0.1),))) == "BuildWallCard"


def test_until_the_others_kick_off_is_taken_nobody_comes_near_the_circle() -> None:
    waiting = changed(PLAY, own_kick=False, ball_is_free=False, here=pose(-0.9, 0.0))
    played = Actor().sees(waiting)
    assert (played.card, played.motion.motion) == ("AwaitBallInPlayCard", Motion.STAND)
    assert card_in(changed(waiting, ball_is_free=True)) != "AwaitBallInPlayCard"


def test_places_at_kick_offs_are_legal() -> None:
    figures = KickoffFigures()
    own = (figures.keeper, figures.own_striker, *figures.own_supporters)
    back = (figures.keeper, figures.back_striker, *figures.back_supporters)
    for x, y in (*own, *back):
        assert -4.5 < x < -0.1
        assert abs(y) < 3.0
    for x, y in back:
        assert math.hypot(x, y) > 0.75 + 0.25
    for places in (own, back):
        apart = [math.dist(a, b) for a in places for b in places if a is not b]
        assert min(apart) > 0.7


def test_the_shootout_has_a_striker_and_a_keeper() -> None:
    shootout = changed(PLAY, phase=GamePhase.PENALTY_SHOOTOUT, own_kick=True)
    assert card_in(shootout) == "PenaltyStrikerCard"
    actor = Actor()
    keeps = keeper(phase=GamePhase.PENALTY_SHOOTOUT, ball=Vector2(-3.2, 0.0))
    assert actor.sees(keeps).card == "PenaltyKeeperCard"
    shot = changed(keeps, ball=Vector2(-3.3, 0.1), ball_velocity=Vector2(-2.0, 0.9))
    assert actor.sees(shot).motion.special == "dive_left"


def test_a_keeper_that_stands_aside_opens_the_other_corner() -> None:
    shootout = changed(
        PLAY,
        phase=GamePhase.PENALTY_SHOOTOUT,
        here=pose(2.7, 0.0),
        ball=Vector2(3.2, 0.0),
        rivals=(Vector2(4.4, 0.3),),
    )
    played = Actor().sees(shootout, cycles=130)
    assert played.state_of("PenaltyStrikerCard") == "kick"
    assert played.tactics.shooting_to is not None
    assert played.tactics.shooting_to.y < 0.0


def passing_kick_off(**facts: object) -> Situation:
    outer = ((2, Role.SUPPORTER, pose(-0.7, 1.7)), (3, Role.SUPPORTER, pose(-0.7, -1.7)))
    return changed(PLAY, own_kick=True, here=pose(-0.4, 0.0), mates=outer, **facts)


def test_with_two_receivers_the_kick_off_is_passed_to_the_open_side() -> None:
    actor = Actor()
    blocked_left = tuple(Vector2[Field].from_polar(0.9, math.radians(a)) for a in (35.0, 55.0))
    start = passing_kick_off(rivals=blocked_left)
    first = actor.sees(changed(start, state_for=0.5))
    assert first.card == "PassingOffenseStrikerCard"
    assert first.motion.motion is Motion.STAND
    waiting = actor.sees(changed(start, state_for=2.5))
    assert waiting.state_of("PassingOffenseStrikerCard") == "wait"
    assert waiting.tactics.passing_to == 3
    late = actor.sees(changed(start, state_for=7.5))
    assert late.state_of("PassingOffenseStrikerCard") == "kick"
    assert late.tactics.shooting_to is not None
    assert late.tactics.shooting_to.y < -0.5


def test_receivers_run_into_the_other_half_after_the_whistle() -> None:
    receiver = changed(
        passing_kick_off(),
        role=Role.SUPPORTER,
        here=pose(-0.7, 1.7),
        mates=(STRIKER,),
        state_for=1.0,
    )
    played = Actor().sees(receiver)
    assert played.card == "PassingOffenseTargetCard"
    assert played.tactics.walking_to.x > 0.5
    assert played.tactics.walking_to.y > 0.5


def test_with_too_few_mates_the_striker_kicks_off_alone() -> None:
    alone = changed(passing_kick_off(), mates=(STRIKER,), number=4, state_for=0.5)
    assert card_in(alone) == "KickoffStrikerCard"
