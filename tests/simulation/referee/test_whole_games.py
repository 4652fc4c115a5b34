"""Whole games with random movements of ball and robots: all states have to be legal."""

import dataclasses
import itertools
import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.simulation.referee.pitch import FORMATION, Pitch, of

from kickabout.communication.game_controller_control import decode_control_data, encode_control_data
from kickabout.geometry import Pose2, Vector2
from kickabout.representations.game import GamePhase, GameState, Penalty, SetPlay
from kickabout.simulation.referee import GoalScored, RobotId, StateChange, TeamSide, load_rules

LEGAL = {
    GameState.INITIAL: {GameState.STANDBY, GameState.READY, GameState.SET, GameState.INITIAL},
    GameState.STANDBY: {GameState.READY, GameState.INITIAL},
    GameState.READY: {GameState.SET, GameState.FINISHED, GameState.INITIAL},
    GameState.SET: {GameState.PLAYING, GameState.FINISHED, GameState.INITIAL},
    GameState.PLAYING: {
        GameState.PLAYING,  # free kicks and their end
        GameState.READY,
        GameState.FINISHED,
        GameState.INITIAL,  # a referee's timeout
    },
    GameState.FINISHED: {GameState.INITIAL},
}


def check(pitch: Pitch) -> None:
    """Check what has to be true of a game at any time."""
    truth, published = pitch.truth(), pitch.published()
    version = pitch.rules.protocol_version
    assert decode_control_data(encode_control_data(truth, version)) == truth
    assert decode_control_data(encode_control_data(published, version)) == published
    if truth.set_play not in (SetPlay.NONE, SetPlay.PENALTY_KICK):
        assert truth.state is GameState.PLAYING
    if truth.state is GameState.PLAYING and truth.game_phase is GamePhase.NORMAL:
        assert abs(pitch.ball.x) < 4.6
        assert abs(pitch.ball.y) < 3.1
    assert truth.seconds_remaining >= 0
    assert pitch.referee.score == tuple(
        team.score for team in sorted(truth.teams, key=lambda team: team.number)
    )


def check_transitions(pitch: Pitch) -> None:
    states = [GameState.INITIAL, *(change.state for change in of(pitch.decisions, StateChange))]
    for before, after in itertools.pairwise(states):
        assert after in LEGAL[before], f"{before} to {after}"


def move_randomly(pitch: Pitch, random: np.random.Generator) -> None:
    """Move everything a little, at random; a robot near the ball may kick it."""
    state = pitch.state
    for robot, moves, chance in zip(
        pitch.robots.values(), random.normal(0.0, 0.1, (10, 2)), random.random(10), strict=True
    ):
        away = pitch.penalty(*robot.id) is not Penalty.NONE
        pose = robot.robot_to_world
        still = away or state is GameState.SET
        if not still:
            goal = pitch.ball
            if state is not GameState.PLAYING:
                x, y = FORMATION[robot.id.number - 1]
                home = (robot.id.team is TeamSide.HOME) == pitch.referee.home_attacks_positive_x
                goal, moves = (Vector2(x, y) if home else Vector2(-x, -y)), 0.0 * moves
            to_goal = 0.05 * (goal - robot.position)
            pose = Pose2(pose.x + to_goal.x + moves[0], pose.y + to_goal.y + moves[1], pose.theta)
        near = robot.position.distance_to(pitch.ball) < 1.0
        touches = not away and near and chance < 0.1
        pitch.robots[robot.id] = dataclasses.replace(
            robot,
            robot_to_world=pose,
            touches_ball=touches,
            last_touch_at=pitch.time if touches else robot.last_touch_at,
            walks=not still and chance > 0.5,
            fallen_since=pitch.time if chance > 0.999 else None,
        )
    if state is GameState.PLAYING:
        step = random.normal(0.0, 0.4, 2)
        end = 1.0 if pitch.step // 50 % 2 else -1.0  # the ball is driven from end to end
        step += (0.1 * end, -0.03 * pitch.ball.y)
        pitch.ball = Vector2(pitch.ball.x + step[0], pitch.ball.y + step[1])
        pitch.velocity = Vector2(*(step / 0.1))


def random_game(year: str, seed: int, *, play_off: bool) -> Pitch:
    rules = load_rules(year).with_times(half=60.0, pause=5.0)
    pitch = Pitch(year, rules=rules, play_off=play_off, seed=seed)
    random = np.random.default_rng(seed)
    for count in range(20_000):
        if pitch.referee.is_over:
            return pitch
        move_randomly(pitch, random)
        pitch.run()
        if count % 10 == 0:
            check(pitch)
    raise AssertionError("the game did not end")


@pytest.mark.parametrize(
    ("year", "seed", "play_off"),
    [("2019", 1, False), ("2019", 2, True), ("2021", 3, True), ("2025", 4, False)],
)
def test_a_random_game_is_played_to_its_end_with_legal_states_only(
    year: str, seed: int, play_off: bool
) -> None:
    pitch = random_game(year, seed, play_off=play_off)
    check_transitions(pitch)
    restarts = [c for c in of(pitch.decisions, StateChange) if c.set_play is not SetPlay.NONE]
    assert len(of(pitch.decisions, GoalScored)) + len(restarts) >= 4
    assert not pitch.truth().first_half


def test_the_same_seed_gives_the_same_decisions() -> None:
    assert (
        random_game("2019", 7, play_off=True).decisions
        == random_game("2019", 7, play_off=True).decisions
    )


robots = st.builds(RobotId, st.sampled_from(TeamSide), st.integers(1, 5))
coordinates = st.floats(-5.5, 5.5)


class AnyGame(RuleBasedStateMachine):
    """A game with any actions of robots and people, which must stay valid."""

    @initialize(year=st.sampled_from(["2019", "2021", "2025"]), play_off=st.booleans())
    def start(self, year: str, play_off: bool) -> None:
        rules = load_rules(year).with_times(half=60.0, pause=5.0)
        self.pitch = Pitch(year, rules=rules, play_off=play_off)

    @rule(seconds=st.sampled_from([0.1, 1.0, 5.0, 20.0]))
    def time_passes(self, seconds: float) -> None:
        self.pitch.run(seconds)

    @rule(robot=robots, x=coordinates, y=coordinates)
    def robot_walks(self, robot: RobotId, x: float, y: float) -> None:
        self.pitch.put(*robot, x, y)
        self.pitch.run()

    @rule(robot=robots, x=coordinates, y=coordinates)
    def robot_kicks(self, robot: RobotId, x: float, y: float) -> None:
        self.pitch.kick(*robot, (x, y))

    @rule(
        robot=robots,
        other=robots,
        fallen=st.booleans(),
        active=st.booleans(),
        walks=st.booleans(),
        arm=st.booleans(),
    )
    def robot_misbehaves(
        self,
        robot: RobotId,
        other: RobotId,
        fallen: bool,
        active: bool,
        walks: bool,
        arm: bool,
    ) -> None:
        self.pitch.change(
            *robot,
            fallen_since=self.pitch.time if fallen else None,
            is_active=active,
            walks=walks,
            touches_ball_with_arm=arm,
            pushed_by=other,
        )
        self.pitch.run()

    @rule(robot=robots, remove=st.booleans())
    def person_penalizes(self, robot: RobotId, remove: bool) -> None:
        reason = Penalty.PLAYER_PUSHING if remove else Penalty.NONE
        self.pitch.referee.penalize(*robot, reason)

    @rule(team=st.sampled_from(TeamSide))
    @precondition(lambda self: self.pitch.truth().game_phase is GamePhase.NORMAL)
    @precondition(lambda self: self.pitch.truth().state is not GameState.FINISHED)
    def person_calls_goal(self, team: TeamSide) -> None:
        self.pitch.referee.goal(team)
        self.pitch.run()

    @rule()
    @precondition(lambda self: self.pitch.truth().game_phase is GamePhase.NORMAL)
    @precondition(lambda self: self.pitch.truth().state is GameState.READY)
    def referee_calls_timeout(self) -> None:
        self.pitch.referee.timeout(None)
        self.pitch.run()

    @rule(team=st.sampled_from(TeamSide), size=st.integers(0, 200))
    def message_is_sent(self, team: TeamSide, size: int) -> None:
        self.pitch.referee.count_message(team, size)

    @invariant()
    def data_are_sound(self) -> None:
        if hasattr(self, "pitch"):
            check(self.pitch)
            assert all(math.isfinite(robot.position.norm) for robot in self.pitch.robots.values())


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    max_examples=15, stateful_step_count=25, deadline=None, derandomize=True
)
