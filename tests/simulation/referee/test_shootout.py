"""The penalty shoot-out."""

import pytest
from tests.simulation.referee.pitch import AWAY, HOME, Pitch, of, texts

from kickabout.geometry import Vector2
from kickabout.representations.game import GamePhase, GameState, Penalty
from kickabout.simulation.referee import RobotPlacement, Whistle, load_rules

GOAL, MISS = True, False


def shootout(year: str = "2019", *, seed: int = 0) -> Pitch:
    rules = load_rules(year).with_times(half=20.0, pause=5.0)
    pitch = Pitch(year, rules=rules, play_off=True, seed=seed)
    pitch.referee.call(GameState.FINISHED)
    pitch.referee.start_half()
    pitch.referee.call(GameState.FINISHED)
    pitch.run_until(GameState.INITIAL)
    assert pitch.truth().game_phase is GamePhase.PENALTY_SHOOTOUT
    return pitch


def shoot(pitch: Pitch, scores: bool) -> None:
    pitch.run_until(GameState.PLAYING)
    attacker = pitch.kicking_team
    assert attacker is not None
    pitch.kick(attacker, 2, (4.4, 0.0 if scores else 2.0), (4.7, 0.0 if scores else 2.0))
    assert pitch.truth().state is GameState.FINISHED


def shoot_all(pitch: Pitch, shots: list[bool]) -> None:
    for index, scores in enumerate(shots):
        assert not pitch.referee.is_over, f"over after {index} shots"
        shoot(pitch, scores)
        if not pitch.referee.is_over:
            pitch.run_until(GameState.INITIAL)


def test_a_drawn_play_off_continues_with_penalty_shots() -> None:
    pitch = shootout()
    data = pitch.truth()
    assert data.kicking_team == 1
    assert not data.first_half
    assert data.seconds_remaining == 30


def test_a_drawn_round_robin_game_is_over() -> None:
    pitch = Pitch(rules=load_rules("2019").with_times(half=20.0, pause=5.0))
    pitch.referee.call(GameState.FINISHED)
    pitch.referee.start_half()
    pitch.referee.call(GameState.FINISHED)
    assert pitch.referee.is_over


@pytest.mark.parametrize(("year", "striker_x"), [("2019", 2.2), ("2021", 2.85)])
def test_striker_keeper_and_ball_are_placed_and_other_robots_removed(
    year: str, striker_x: float
) -> None:
    pitch = shootout(year)
    assert pitch.ball == Vector2(3.2, 0.0)
    assert pitch.robot(HOME, 2).position.x == pytest.approx(striker_x)
    assert pitch.robot(AWAY, 1).position == Vector2(4.5, 0.0)
    assert pitch.penalty(HOME, 2) is Penalty.NONE
    assert pitch.penalty(AWAY, 1) is Penalty.NONE
    for team, number in ((HOME, 1), (HOME, 5), (AWAY, 2)):
        assert pitch.penalty(team, number) is Penalty.SUBSTITUTE
        assert abs(pitch.robot(team, number).position.y) > 3.7


def test_all_shots_go_towards_the_same_goal() -> None:
    pitch = shootout()
    shoot(pitch, GOAL)
    placed = of(pitch.run_until(GameState.INITIAL), RobotPlacement)
    assert pitch.kicking_team is AWAY
    assert len(placed) == 10
    assert pitch.robot(AWAY, 2).position.x == pytest.approx(2.2)
    assert pitch.robot(HOME, 1).position.x == 4.5


def test_each_shot_is_whistled_and_published_later() -> None:
    pitch = shootout()
    decisions = pitch.run_until(GameState.PLAYING)
    assert len(of(decisions, Whistle)) == 1
    assert pitch.published().state is GameState.SET
    pitch.run(15.1)
    assert pitch.published().state is GameState.PLAYING
    assert pitch.published().teams[0].penalty_shot == 1


def test_goals_are_recorded_shot_by_shot() -> None:
    pitch = shootout()
    shoot_all(pitch, [MISS, MISS, GOAL, MISS])
    home = pitch.truth().team(1)
    assert home is not None
    assert (home.single_shots, home.penalty_shot) == (0b10, 2)


@pytest.mark.parametrize(
    ("shots", "winner"),
    [
        ([GOAL, MISS, GOAL, MISS], HOME),  # two ahead with one to go
        ([MISS, GOAL, MISS, GOAL], AWAY),
        ([GOAL, GOAL, MISS, MISS, GOAL, MISS], HOME),
        ([GOAL, GOAL, MISS, GOAL, MISS], AWAY),
        ([MISS] * 6 + [GOAL, MISS], HOME),  # sudden death
        ([GOAL] * 6 + [MISS, GOAL], AWAY),
    ],
)
def test_the_shootout_ends_when_a_lead_is_decisive(shots: list[bool], winner: object) -> None:
    pitch = shootout()
    shoot_all(pitch, shots)
    assert pitch.referee.is_over
    assert pitch.referee.shootout_winner is winner


def test_after_sudden_death_a_coin_toss_decides() -> None:
    winners = set()
    for seed in range(4):
        pitch = shootout(seed=seed)
        shoot_all(pitch, [MISS] * 12)
        assert pitch.referee.is_over
        assert any(text.startswith("coin toss") for text in texts(pitch.decisions))
        winners.add(pitch.referee.shootout_winner)
    assert winners == {HOME, AWAY}


def test_a_shot_ends_after_thirty_seconds() -> None:
    pitch = shootout()
    pitch.run_until(GameState.PLAYING)
    pitch.run(29.8)
    assert pitch.truth().state is GameState.PLAYING
    pitch.run(0.3)
    assert pitch.truth().state is GameState.FINISHED


def test_a_shot_ends_when_the_ball_has_stopped() -> None:
    pitch = shootout()
    pitch.run_until(GameState.PLAYING)
    pitch.velocity = Vector2(1.0, 0.0)
    pitch.kick(HOME, 2, (3.8, 0.0))
    pitch.run(2.0)
    assert pitch.truth().state is GameState.PLAYING
    pitch.velocity = Vector2(0.0, 0.0)
    pitch.run()
    assert pitch.truth().state is GameState.FINISHED
    assert pitch.referee.score == (0, 0)


def test_the_striker_may_touch_the_ball_only_once() -> None:
    pitch = shootout()
    pitch.run_until(GameState.PLAYING)
    pitch.velocity = Vector2(1.0, 0.0)
    pitch.kick(HOME, 2, (3.8, 0.0))
    pitch.run(1.0)
    pitch.kick(HOME, 2)
    assert pitch.truth().state is GameState.FINISHED
    assert pitch.referee.score == (0, 0)


@pytest.mark.parametrize(("year", "x"), [("2019", 3.5), ("2021", 4.2)])
def test_a_keeper_that_leaves_its_line_too_early_concedes_a_goal(year: str, x: float) -> None:
    pitch = shootout(year)
    pitch.run_until(GameState.PLAYING)
    pitch.put(AWAY, 1, x, 0.0)
    pitch.run()
    assert pitch.referee.score == (1, 0)


def test_a_striker_with_the_keepers_number_is_not_the_keeper() -> None:
    rules = load_rules("2021").with_times(half=20.0, pause=5.0)
    pitch = Pitch("2021", rules=rules, play_off=True, strikers={HOME: 1, AWAY: 2})
    pitch.referee.start_shootout()
    pitch.run()
    home = pitch.truth().team(1)
    assert home is not None
    assert home.player(1).penalty is Penalty.NONE
    assert home.player(home.goalkeeper).penalty is Penalty.SUBSTITUTE


def test_a_shootout_that_begins_before_the_first_view_places_all_robots() -> None:
    pitch = Pitch("2019", rules=load_rules("2019").with_times(half=20.0, pause=5.0))
    pitch.referee.start_shootout()
    placed = of([*pitch.run(), *pitch.run()], RobotPlacement)
    assert {placement.robot.team for placement in placed} == {HOME, AWAY}


def test_a_person_can_call_the_states_of_a_shot() -> None:
    pitch = shootout()
    pitch.referee.call(GameState.SET)
    pitch.referee.call(GameState.PLAYING)
    pitch.referee.call(GameState.FINISHED)
    assert pitch.truth().teams[0].penalty_shot == 1
    with pytest.raises(ValueError, match="no 'ready' in a shoot-out"):
        pitch.referee.call(GameState.READY)
