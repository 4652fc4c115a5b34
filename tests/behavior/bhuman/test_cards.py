"""Which card is played in which situation?"""

import math
from pathlib import Path

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

from kickabout.behavior.bhuman.root_option import RootOption
from kickabout.behavior.engines.cards import load_tactics
from kickabout.behavior.engines.cards.graph import option_as_text, tactics_as_text
from kickabout.behavior.shared.tactical.positions import FieldPose
from kickabout.framework.teams.configuration import config_names
from kickabout.geometry import Field, Vector2
from kickabout.representations import (
    FallPhase,
    GameState,
    Motion,
    Penalty,
    Role,
    SetPlay,
    WalkMode,
)


@pytest.mark.parametrize("name", config_names("tactics"))
def test_each_tactics_file_loads_and_can_be_shown(name: str) -> None:
    tactics = load_tactics(name)
    assert tactics.root in tactics_as_text(tactics)


def test_only_skills_write_requests() -> None:
    folder = Path(__file__).parents[3] / "src/kickabout/behavior/bhuman"
    writing = {
        path.parent.name
        for path in folder.glob("*/*.py")
        if "requests." in path.read_text(encoding="utf-8")
    }
    assert writing == {"skills"}


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
    played = Actor().run(changed(PLAY, state=state, here=pose(-3.0, 2.0)))
    assert played.card == card
    assert played.motion.motion is motion


@pytest.mark.parametrize("state", [GameState.READY, GameState.SET, GameState.PLAYING])
def test_a_fallen_robot_requests_to_get_up(state: GameState) -> None:
    played = Actor().run(changed(PLAY, state=state, fall=FallPhase.FALLEN))
    assert played.card == "FallenCard"
    assert played.motion.motion is Motion.GET_UP


def test_a_penalized_robot_stands_until_it_is_free() -> None:
    actor = Actor()
    assert actor.run(PLAY, cycles=2).card == "DribbleToGoalCard"
    penalized = actor.run(changed(PLAY, penalty=Penalty.PLAYER_PUSHING))
    assert (penalized.card, penalized.motion.motion) == ("", Motion.STAND_HIGH)
    assert actor.run(PLAY).card == "DribbleToGoalCard"


def test_the_chest_button_wakes_and_seats_the_robot() -> None:
    actor = Actor(awake=False)
    assert actor.run(PLAY, cycles=3).motion.motion is Motion.PLAY_DEAD
    assert actor.run(changed(PLAY, clicks=3)).motion.motion is Motion.PLAY_DEAD
    assert actor.run(changed(PLAY, clicks=1)).motion.motion is Motion.STAND
    assert actor.run(PLAY, cycles=62).card == "DribbleToGoalCard"
    actor.run(PLAY, cycles=20)
    assert actor.run(changed(PLAY, clicks=3)).motion.motion is Motion.SIT
    assert actor.run(PLAY, cycles=95).motion.motion is Motion.PLAY_DEAD


@pytest.mark.parametrize("penalty", [Penalty.NONE, Penalty.PLAYER_PUSHING])
@pytest.mark.parametrize(
    ("trouble", "state"),
    [({"battery": 0.009}, "low_battery"), ({"unchanged_images": 45}, "broken_camera")],
    ids=["battery", "camera"],
)
def test_a_robot_in_trouble_sits_down_and_rests(
    trouble: dict[str, float], state: str, penalty: Penalty
) -> None:
    actor, sound = Actor(), changed(PLAY, penalty=penalty)
    assert actor.run(sound, cycles=3).motion.motion is not Motion.SIT
    seated = actor.run(changed(sound, **trouble))
    assert (seated.motion.motion, seated.graph.options[0].state) == (Motion.SIT, state)
    assert actor.run(changed(sound, **trouble), cycles=95).motion.motion is Motion.PLAY_DEAD


def test_a_battery_and_images_within_the_limits_are_no_trouble() -> None:
    almost = changed(PLAY, battery=0.02, unchanged_images=20)
    assert Actor().run(almost, cycles=3).card == "DribbleToGoalCard"


def test_the_root_option_can_be_drawn() -> None:
    assert "penalized\n    → sitting_down: is pressed thrice" in option_as_text(RootOption)


def test_the_striker_walks_to_a_ball_it_cannot_shoot_yet() -> None:
    played = Actor().run(changed(PLAY, here=pose(-4.0, 1.0), ball=Vector2(-2.0, 1.0)), cycles=2)
    assert played.card == "DribbleToGoalCard"
    assert played.motion.walk.mode is WalkMode.TARGET
    assert played.state_of("GoToBallAndKick") == "approach"


def test_aligned_behind_the_ball_an_in_walk_kick_is_requested() -> None:
    behind = changed(PLAY, here=pose(-1.3, 0.05), ball=Vector2(-1.0, 0.0))
    played = Actor().run(behind, cycles=2)
    assert played.state_of("GoToBallAndKick") == "align"
    assert played.motion.kick is not None
    assert played.tactics.shooting_to is not None
    assert played.tactics.shooting_to.x > 0.2


@pytest.mark.parametrize("position", [pose(-1.3, 0.05), pose(-0.5, 0.0, 180.0)])
def test_if_motion_goes_to_the_ball_only_the_kick_is_requested(position: FieldPose) -> None:
    situation = changed(PLAY, here=position, ball=Vector2(-1.0, 0.0))
    actor = Actor(motion_goes_to_ball=True)
    played = actor.run(situation, cycles=2)
    assert played.state_of("GoToBallAndKick") == "leave_to_motion"
    assert played.motion.walk.mode is WalkMode.BALL
    assert played.motion.kick is not None
    away = actor.run(changed(situation, ball=Vector2(0.5, 0.0)), cycles=2)
    assert away.motion.walk.mode is WalkMode.TARGET


def test_on_the_wrong_side_of_the_ball_the_robot_circles_it() -> None:
    played = Actor().run(changed(PLAY, here=pose(0.3, 0.0, 180.0)), cycles=2)
    assert played.state_of("GoToBallAndKick") == "approach"
    assert played.motion.walk.mode is WalkMode.SPEED
    assert abs(played.motion.walk.speed.y) > 0.1


def test_near_the_goal_the_striker_shoots() -> None:
    assert card_in(changed(PLAY, here=pose(2.0, 0.0), ball=Vector2(2.5, 0.0))) == "KickAtGoalCard"


def test_after_our_kick_off_no_shot_from_the_circle_is_tried() -> None:
    near = changed(PLAY, here=pose(-0.5, 0.0), ball=Vector2(0.6, 0.0), state_for=5.0)
    assert card_in(changed(near, own_kick=True)) == "KickoffStrikerCard"
    assert card_in(changed(near, own_kick=True, state_for=70.0)) == "KickAtGoalCard"


def test_the_kick_off_begins_with_looking_around_for_two_seconds() -> None:
    actor = Actor()
    begun = changed(PLAY, own_kick=True, here=pose(-0.4, 0.0))
    first = actor.run(changed(begun, state_for=0.5))
    assert first.card == "KickoffStrikerCard"
    assert (first.state_of("KickoffStrikerCard"), first.motion.motion) == ("observe", Motion.STAND)
    later = actor.run(changed(begun, state_for=2.5))
    assert later.state_of("KickoffStrikerCard") == "kick"


def test_the_first_kick_goes_into_a_free_sector_within_sixty_degrees() -> None:
    actor = Actor()
    opponents = tuple(Vector2[Field].from_polar(1.0, math.radians(a)) for a in (0.0, 25.0, 45.0))
    begun = changed(PLAY, own_kick=True, here=pose(-0.4, 0.0), opponents=opponents)
    actor.run(changed(begun, state_for=0.5))
    kick = actor.run(changed(begun, state_for=2.5))
    option = next(o for o in kick.graph.options if o.option == "GoToBallAndKick")
    direction = float(option.arguments[1].removeprefix("direction="))
    assert math.radians(-60.0) <= direction < math.radians(-10.0)


def test_an_opponent_at_the_ball_means_a_duel_until_it_is_clearly_gone() -> None:
    actor = Actor()
    duel = changed(PLAY, here=pose(-0.4, 0.0), opponents=(Vector2(0.5, 0.3),))
    assert actor.run(duel).card == "DuelCard"
    assert actor.run(changed(duel, opponents=(Vector2(0.7, 0.4),))).card == "DuelCard"
    assert card_in(changed(duel, opponents=(Vector2(0.7, 0.4),))) != "DuelCard"
    assert actor.run(changed(duel, opponents=(Vector2(1.5, 1.0),))).card != "DuelCard"


def test_a_ball_at_our_post_is_cleared_first_of_all() -> None:
    at_post = changed(
        PLAY, here=pose(-3.5, 1.0), ball=Vector2(-4.2, 0.9), opponents=(Vector2(-3.9, 1.2),)
    )
    assert card_in(at_post) == "HandleBallAtOwnGoalPostCard"
    assert card_in(changed(at_post, ball=Vector2(-3.9, 1.4))) != "HandleBallAtOwnGoalPostCard"


def test_a_pass_to_a_free_teammate_ahead_is_announced() -> None:
    situation = changed(
        PLAY,
        here=pose(-2.6, 0.0),
        ball=Vector2(-2.0, 0.0),
        teammates=((3, Role.SUPPORTER, pose(-0.4, 1.2)),),
    )
    played = Actor().run(situation)
    assert played.card == "PassUpfieldCard"
    assert played.tactics.passing_to == 3


def test_the_receiver_of_a_pass_waits_behind_its_end_for_the_rolling_ball() -> None:
    end: Vector2[Field] = Vector2(1.5, 1.0)
    announced = changed(
        PLAY, role=Role.SUPPORTER, here=pose(0.5, 1.5), teammates=(KEEPER, STRIKER), pass_to_me=end
    )
    actor = Actor()
    played = actor.run(announced)
    assert played.card == "ReceivePassCard"
    position = played.tactics.walking_to
    assert position.position.distance_to(end) == pytest.approx(0.4)
    assert position.theta == pytest.approx((Vector2[Field](4.5, 0.0) - end).angle)
    rolling = changed(
        announced, pass_to_me=None, ball=Vector2(1.0, 0.5), ball_velocity=Vector2(0.5, 0)
    )
    assert actor.run(rolling).card == "ReceivePassCard"
    assert actor.run(rolling, cycles=130).card != "ReceivePassCard"


def test_the_keeper_guards_by_default_and_returns_from_far() -> None:
    assert card_in(keeper()) == "GuardGoalCard"
    assert card_in(changed(keeper(), here=pose(0.0, 2.0))) == "ReturnToGoalCard"


def test_the_keeper_clears_a_ball_that_it_reaches_before_the_striker() -> None:
    close = keeper(ball=Vector2(-3.6, 0.3))
    assert card_in(close) == "KeeperClearBallCard"
    assert card_in(changed(close, teammates_time=2.0)) == "GuardGoalCard"


@pytest.mark.parametrize(
    ("aside", "special"), [(0.0, "genuflect"), (0.45, "dive_left"), (-0.45, "dive_right")]
)
def test_the_keeper_dives_to_the_side_where_the_ball_will_pass(aside: float, special: str) -> None:
    actor = Actor()
    shot = keeper(ball=Vector2(-3.0, aside), ball_velocity=Vector2(-1.5, 0.0))
    assert actor.run(shot, cycles=2).motion.motion is Motion.STAND
    caught = actor.run(shot, cycles=3)
    assert caught.card == "KeeperCatchBallCard"
    assert (caught.motion.motion, caught.motion.special) == (Motion.DIVE, special)


def test_a_single_wrong_velocity_does_not_make_the_keeper_dive() -> None:
    actor = Actor()
    shot = keeper(ball=Vector2(-3.0, 0.4), ball_velocity=Vector2(-1.5, 0.0))
    calm = keeper(ball=Vector2(-3.0, 0.4))
    for situation in (shot, calm, shot, calm, shot):
        assert actor.run(situation).motion.motion is not Motion.DIVE


def test_the_keeper_does_not_dive_into_a_post() -> None:
    actor = Actor()
    shot = keeper(ball=Vector2(-3.0, 1.0), ball_velocity=Vector2(-1.5, 0.0))
    caught = actor.run(changed(shot, here=pose(-4.4, 0.5)), cycles=5)
    assert caught.motion.special == "genuflect"


def test_a_keeper_without_ball_steps_away_from_the_goal_first() -> None:
    played = Actor().run(keeper(ball=None))
    assert played.card == "KeeperSearchForBallCard"
    assert played.state_of("KeeperSearchForBallCard") == "steps_away"
    assert played.motion.walk.speed.x > 0.0


def supporter(role: Role, **facts: object) -> Situation:
    return changed(PLAY, role=role, number=3, teammates=(KEEPER, STRIKER), **facts)


def test_supporters_have_their_cards() -> None:
    assert card_in(supporter(Role.DEFENDER)) == "DefendGoalCard"
    assert card_in(supporter(Role.SUPPORTER, ball=Vector2(-1.0, 0.0))) == "WaitUpfieldCard"
    assert card_in(supporter(Role.SUPPORTER, ball=Vector2(3.0, 0.0))) == "WalkNextToStrikerCard"


def test_waiting_upfield_has_hysteresis() -> None:
    actor = Actor()
    assert actor.run(supporter(Role.SUPPORTER, ball=Vector2(0.9, 0.0))).card == "WaitUpfieldCard"
    assert actor.run(supporter(Role.SUPPORTER, ball=Vector2(1.3, 0.0))).card == "WaitUpfieldCard"
    assert card_in(supporter(Role.SUPPORTER, ball=Vector2(1.3, 0.0))) != "WaitUpfieldCard"


def test_a_robot_that_lost_a_duel_blocks_the_opponent() -> None:
    lost = supporter(
        Role.SUPPORTER, here=pose(0.0, 0.0), ball=Vector2(-0.8, 0.0), opponents=(Vector2(0.5, 0.0),)
    )
    assert card_in(lost) == "BlockAfterBallLostCard"


def test_the_striker_gives_way_to_its_keeper() -> None:
    situation = changed(
        PLAY,
        here=pose(-3.0, 1.0),
        ball=Vector2(-4.1, 0.3),
        teammates=(KEEPER,),
        teammates_time=1.0,
        time_to_reach_ball=6.0,
    )
    played = Actor().run(situation)
    assert played.card == "WalkNextToKeeperCard"
    assert played.tactics.walking_to.x > -3.9


@pytest.mark.parametrize("ball", [(-3.0, 0.0), (-1.5, 0.3), (-2.5, -0.5)])
def test_two_defenders_that_chose_the_same_side_separate(ball: tuple[float, float]) -> None:
    def defender(number: int, target: FieldPose | None = None) -> Situation:
        other = (5 - number, Role.DEFENDER, pose(-2.8, 0.5 - 0.1 * number))
        teammates = (KEEPER, STRIKER) if target is None else (KEEPER, STRIKER, other)
        facts = changed(PLAY, number=number, role=Role.DEFENDER, ball=Vector2(*ball))
        here = pose(-2.8, 0.1 * number)
        return changed(facts, here=here, teammates=teammates, teammates_walk_to=target or here)

    actors = {2: Actor(), 3: Actor()}
    targets = {n: actor.run(defender(n)).tactics.walking_to for n, actor in actors.items()}
    assert targets[2].position.distance_to(targets[3].position) < 0.1
    for _ in range(5):  # each receives the other's target a cycle later
        received = {5 - number: target for number, target in targets.items()}
        for number, actor in actors.items():
            targets[number] = actor.run(defender(number, received[number])).tactics.walking_to
    assert targets[2].position.distance_to(targets[3].position) > 0.45


def test_striker_and_defender_make_room_for_a_keeper_that_goes_to_the_ball() -> None:
    ball: Vector2[Field] = Vector2(-3.1, 0.9)
    goes = changed(
        PLAY,
        here=pose(-2.0, 1.2),
        ball=ball,
        teammates=(KEEPER,),
        teammates_walk_to=pose(-3.25, 0.8),
        teammates_time=1.0,
        time_to_reach_ball=6.0,
    )
    assert card_in(goes) == "WalkNextToKeeperCard"
    assert card_in(changed(goes, teammates_walk_to=KEEPER[2])) != "WalkNextToKeeperCard"
    defends = changed(goes, here=pose(-3.4, 0.6), role=Role.DEFENDER)
    assert Actor().run(defends).tactics.walking_to.position.distance_to(ball) > 0.75


def test_searching_begins_only_when_the_whole_team_lost_the_ball() -> None:
    assert card_in(changed(PLAY, ball_age=3.0, ball=Vector2(2.0, 0.0))) == "KickAtGoalCard"
    far = changed(PLAY, ball_age=9.0, ball=Vector2(2.0, 0.0))
    assert card_in(far) == "SearchForBallAtBallPositionCard"
    assert card_in(changed(PLAY, ball=None)) == "SearchForBallFieldCoverageCard"
    near = changed(PLAY, ball_age=2.0, here=pose(-0.4, 0.0))
    assert card_in(near) == "NearFieldSearchForBallCard"
    kick_in = changed(PLAY, ball=None, set_play=SetPlay.KICK_IN, own_kick=True)
    assert card_in(kick_in) == "SearchForBallAtDropInPositionCard"
