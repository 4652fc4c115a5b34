"""HULKs' team ball, search map and game state."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from tests.modeling.team.test_team_ball_locator import NOW, context, own_ball, teammate
from tests.modules import made
from tests.simulation.oracles.scenes import FIELD

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.ball.hulks_ball_search_mapper import HulksBallSearchMapper, SearchInputs
from kickabout.modeling.ball.hulks_search_grid import spread_probabilities
from kickabout.modeling.game.hulks_game_state_filter import GameInputs, HulksGameStateFilter
from kickabout.modeling.game.hulks_referee_mistakes import CarryDetector, is_mistaken
from kickabout.modeling.team.hulks_team_ball_locator import HulksTeamBallLocator
from kickabout.modeling.team.team_ball_locator import OwnBall
from kickabout.representations import (
    BallSearchMap,
    BallSource,
    GameControllerData,
    GameInfo,
    GamePhase,
    GameState,
    GroundContactState,
    HeadState,
    PlayerInfo,
    PoseQuality,
    RobotPose,
    SetPlay,
    TeamBall,
    TeamData,
    Teammate,
    TeamWhistle,
    WhistlePosition,
)

PLAYING = GameControllerData(state=GameState.PLAYING)


def sure(own: OwnBall) -> OwnBall:
    return replace(own, model=replace(own.model, seen_fraction=1.0))


def selected(
    own: tuple[float, float] | None, *teammates: Teammate, data: GameControllerData = PLAYING
) -> TeamBall:
    ball: TeamBall = made(HulksTeamBallLocator).update(
        FrameInfo(time=NOW, dt=0.1), sure(own_ball(own)), context(*teammates), GameInfo(data=data)
    )
    return ball


def test_two_teammates_that_agree_outvote_an_own_outlier() -> None:
    ball = selected((3.0, 2.0), teammate(2, (0.0, 0.0)), teammate(3, (0.3, 0.0)))
    assert ball.source is BallSource.TEAM
    assert ball.position_in_field.norm < 0.4


def test_the_own_ball_in_the_largest_cluster_is_not_averaged() -> None:
    ball = selected((0.2, 0.0), teammate(2, (0.0, 0.0)), teammate(3, (3.0, 2.0)))
    assert ball.source is BallSource.SELF
    assert ball.position_in_field == Vector2(0.2, 0.0)


def test_without_an_own_ball_the_nearest_observer_is_used() -> None:
    near = replace(teammate(4, (0.2, 0.0)), robot_to_field=Pose2(0.0, 0.0, 0.0))
    ball = selected(None, teammate(2, (0.0, 0.0)), near)
    assert ball.contributors == (4,)


def test_old_balls_are_ignored() -> None:
    assert not selected(None, teammate(2, (0.0, 0.0), age=9.0)).valid


def test_of_equal_clusters_the_one_with_the_longer_history_is_used() -> None:
    module = made(HulksTeamBallLocator)
    game = GameInfo(data=PLAYING)
    for time, teammates in ((90.0, (teammate(2, (2.0, 0.0), age=10.2),)), (NOW, ())):
        senders = teammates or (
            replace(teammate(2, (2.0, 0.0)), ball_last_seen_at=93.0),
            teammate(3, (-2.0, 0.0)),
        )
        ball = module.update(
            FrameInfo(time=time, dt=0.1), sure(own_ball(None)), context(*senders), game
        )
    assert ball.contributors == (3,)  # the ball of number 2 is too old by then


def test_the_rules_give_the_ball_in_set() -> None:
    ball = selected(None, data=GameControllerData(state=GameState.SET))
    assert ball.source is BallSource.RULE
    assert ball.position_in_field == Vector2()
    shootout = GameControllerData(
        state=GameState.SET, game_phase=GamePhase.PENALTY_SHOOTOUT, kicking_team=1
    )
    assert selected(None, data=shootout).position_in_field.x == FIELD.penalty_mark_x
    assert not selected(None).valid


def test_a_penalty_kick_of_an_unknown_team_has_no_ball() -> None:
    data = GameControllerData(state=GameState.SET, set_play=SetPlay.PENALTY_KICK)
    assert not selected(None, data=data).valid
    assert selected(None, data=replace(data, kicking_team=1)).position_in_field.x > 0.0


def search_inputs(
    pose: Pose2[Robot, Field] | None = None,
    *teammates: Teammate,
    data: GameControllerData = PLAYING,
) -> SearchInputs:
    own = pose or Pose2(-4.0, 0.0, 0.0)
    return SearchInputs(
        player=PlayerInfo(team=1, number=1),
        pose=RobotPose(robot_to_field=own, quality=PoseQuality.SUPERB, validity=1.0),
        head=HeadState(),
        team=TeamData(teammates=teammates),
        game=GameInfo(data=data, received=True),
    )


class Search:
    """A search map over time."""

    def __init__(self) -> None:
        self.module = made(HulksBallSearchMapper)
        self.now = 0.0

    def run(
        self, seconds: float, given: SearchInputs, ball: Vector2[Field] | None = None
    ) -> BallSearchMap:
        for _ in range(round(seconds * 30.0)):
            self.now += 1.0 / 30.0
            seen = TeamBall()
            if ball is not None:
                seen = TeamBall(position_in_field=ball, valid=True, last_seen_at=self.now)
            found: BallSearchMap = self.module.update(
                FrameInfo(time=self.now, dt=1.0 / 30.0), seen, given, FIELD
            )
            assert found.probabilities.sum() == pytest.approx(1.0)
        return found


def peak(where: BallSearchMap) -> Vector2[Field]:
    row, column = np.unravel_index(int(where.probabilities.argmax()), where.probabilities.shape)
    return where.center_in_field(int(row), int(column))


def test_the_peak_of_the_map_is_at_the_seen_ball() -> None:
    where = Search().run(1.0, search_inputs(), Vector2(2.1, 1.2))
    assert peak(where).distance_to(Vector2(2.1, 1.2)) < 0.5


def test_a_lost_ball_spreads_to_cells_that_no_robot_sees() -> None:
    search = Search()
    before = search.run(1.0, search_inputs(), Vector2(2.1, 1.2))
    after = search.run(4.0, search_inputs())
    assert after.probabilities.max() < before.probabilities.max()
    ahead, behind = after.probabilities[6, 3], after.probabilities[6, 16]
    assert ahead < behind


def test_ages_of_unseen_cells_grow() -> None:
    where = Search().run(2.0, search_inputs(Pose2(0.0, 0.0, 0.0)))
    assert where.ages[6, 11] == 0.0
    assert where.ages[6, 2] == pytest.approx(2.0, abs=0.05)


def test_the_views_of_teammates_follow_their_heads() -> None:
    teammate = Teammate(
        number=3, robot_to_field=Pose2(0.0, 0.0, 0.0), pose_validity=1.0, head_yaw=math.pi / 2.0
    )
    where = Search().run(2.0, search_inputs(Pose2(-4.0, 0.0, math.pi), teammate))
    assert where.ages[9, 10] == 0.0  # to its left
    assert where.ages[6, 13] > 1.0  # ahead of its feet


def test_before_a_kick_off_the_ball_is_expected_at_the_center() -> None:
    data = GameControllerData(state=GameState.READY)
    where = Search().run(0.2, search_inputs(data=data), Vector2(3.0, 2.0))
    assert peak(where).norm < 0.5


def test_a_goal_kick_may_be_taken_at_two_positions() -> None:
    data = GameControllerData(state=GameState.PLAYING, set_play=SetPlay.GOAL_KICK, kicking_team=2)
    where = Search().run(0.2, search_inputs(data=data))
    order = np.argsort(where.probabilities.ravel())[::-1][:2]
    positions = [where.center_in_field(int(i) // 18, int(i) % 18) for i in order]
    assert {position.y > 0.0 for position in positions} == {True, False}
    assert all(position.x > 3.0 for position in positions)


def test_spreading_never_lowers_a_cell() -> None:
    weights = np.random.default_rng(1).uniform(0.0, 1.0, (6, 8))
    assert (spread_probabilities(weights, 20.0) >= weights).all()


@pytest.mark.parametrize(
    ("kind", "own_kick", "x"),
    list(itertools.product((SetPlay.GOAL_KICK, SetPlay.CORNER_KICK), (True, False), (-3.0, 3.0))),
)
def test_each_free_kick_is_taken_in_one_half(kind: SetPlay, own_kick: bool, x: float) -> None:
    in_own_half = x < 0.0
    is_right = in_own_half == own_kick if kind is SetPlay.GOAL_KICK else in_own_half != own_kick
    assert is_mistaken(kind, own_kick=own_kick, ball=Vector2(x, 0.0)) is not is_right


def test_other_free_kicks_and_unseen_balls_are_never_mistakes() -> None:
    assert not is_mistaken(SetPlay.KICK_IN, own_kick=True, ball=Vector2(3.0, 0.0))
    assert not is_mistaken(SetPlay.GOAL_KICK, own_kick=True, ball=None)


def game_inputs(kind: SetPlay, kicking: int, x: float) -> GameInputs:
    data = GameControllerData(state=GameState.PLAYING, set_play=kind, kicking_team=kicking)
    return GameInputs(
        player=PlayerInfo(team=1),
        game=GameInfo(data=data, received=True),
        whistle=TeamWhistle(),
        whistle_position=WhistlePosition(),
        ball=TeamBall(position_in_field=Vector2(x, 0.0), valid=True, last_seen_at=1.0),
        ground=GroundContactState(),
        field=FIELD,
    )


def test_a_mistaken_free_kick_is_ignored_or_not_taken() -> None:
    frame = FrameInfo(time=1.0, dt=0.1)
    theirs = made(HulksGameStateFilter).update(frame, game_inputs(SetPlay.GOAL_KICK, 2, -2.0))
    assert theirs.ball_is_free
    assert theirs.set_play is SetPlay.NONE
    ours = made(HulksGameStateFilter).update(frame, game_inputs(SetPlay.GOAL_KICK, 1, 2.0))
    assert not ours.ball_is_free
    right = made(HulksGameStateFilter).update(frame, game_inputs(SetPlay.GOAL_KICK, 2, 2.0))
    assert not right.ball_is_free
    assert right.set_play is SetPlay.GOAL_KICK


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_whistle_of_another_field_does_not_start_the_game(elsewhere: bool) -> None:
    waiting = replace(
        game_inputs(SetPlay.NONE, 1, 0.0),
        game=GameInfo(data=GameControllerData(state=GameState.SET), received=True),
    )
    whistled = replace(
        waiting,
        whistle=TeamWhistle(whistled_at=2.0, confidence=1.0),
        whistle_position=WhistlePosition(known=True, is_elsewhere=elsewhere, heard_at=2.5),
    )
    module = made(HulksGameStateFilter)
    module.update(FrameInfo(time=1.0, dt=0.1), waiting)
    state = module.update(FrameInfo(time=2.6, dt=0.1), whistled).state
    assert state is (GameState.SET if elsewhere else GameState.PLAYING)


def test_a_robot_unpenalized_in_the_air_is_held_until_it_stands() -> None:
    detector, held = CarryDetector(), []
    for time, penalized, contact in (
        (0.0, True, False),
        (1.0, False, False),
        (2.0, False, False),
        (3.0, False, True),
        (3.6, False, True),
        (4.0, False, False),
    ):
        held.append(detector.update(time, penalized=penalized, contact=contact, stand_for=0.5))
    assert held == [False, True, True, True, False, False]
