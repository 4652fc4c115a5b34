"""Penalty kicks in a game: all but kicker and keeper stay out of the area."""

import itertools

import pytest
from tests.behavior.situations import Actor, Situation, changed, pose

from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import GameState, Motion, Role, SetPlay, load_field

FIELD = load_field("spl2020")
ROLES = {1: Role.KEEPER, 2: Role.DEFENDER, 3: Role.DEFENDER, 4: Role.SUPPORTER, 5: Role.STRIKER}


def situation(number: int, *, own_kick: bool, state: GameState = GameState.READY) -> Situation:
    poses = {n: pose(-3.0 + 0.3 * n, 0.3 * n) for n in ROLES}
    teammates = tuple((n, role, poses[n]) for n, role in ROLES.items() if n != number)
    return Situation(
        field=FIELD,
        set_play=SetPlay.PENALTY_KICK,
        own_kick=own_kick,
        ball_is_free=False,
        state=state,
        number=number,
        role=ROLES[number],
        here=poses[number],
        ball=None if state is GameState.READY else mark(own_kick),
        teammates=teammates,
    )


def mark(own_kick: bool) -> Vector2[Field]:
    return Vector2(FIELD.penalty_mark_x if own_kick else -FIELD.penalty_mark_x, 0.0)


def positions(*, own_kick: bool, state: GameState) -> dict[int, Pose2[Robot, Field]]:
    return {
        number: Actor()
        .run(situation(number, own_kick=own_kick, state=state), cycles=3)
        .tactics.walking_to
        for number in ROLES
    }


@pytest.mark.parametrize("state", [GameState.READY, GameState.PLAYING])
@pytest.mark.parametrize("own_kick", [True, False])
def test_all_but_kicker_and_keeper_stay_apart_and_out_of_the_area(
    own_kick: bool, state: GameState
) -> None:
    found = positions(own_kick=own_kick, state=state)
    others = [found[n] for n in ROLES if n != 1 and not (own_kick and n == 5)]
    for position in others:
        toward = position.x if own_kick else -position.x
        assert toward < FIELD.penalty_area_x - 0.3 or abs(position.y) > FIELD.penalty_area_y + 0.3
    for one, other in itertools.combinations(others, 2):
        assert one.position.distance_to(other.position) > 0.7


def test_the_keeper_waits_on_its_line_and_dives() -> None:
    position = positions(own_kick=False, state=GameState.READY)[1]
    assert position.x == pytest.approx(-FIELD.goal_line_x, abs=0.1)
    actor = Actor()
    keeps = changed(situation(1, own_kick=False, state=GameState.PLAYING), here=pose(-4.45, 0.0))
    assert actor.run(keeps).motion.motion is Motion.STAND
    shot = changed(keeps, ball_velocity=Vector2(-2.0, 0.7))
    assert actor.run(shot, cycles=4).motion.special == "dive_left"


def test_the_kicker_waits_behind_the_mark_and_kicks_after_the_whistle() -> None:
    position = positions(own_kick=True, state=GameState.READY)[5]
    assert position.position.distance_to(mark(own_kick=True)) == pytest.approx(1.0)
    kicks = changed(
        situation(5, own_kick=True, state=GameState.PLAYING),
        here=position,
        ball_is_free=True,
    )
    played = Actor().run(kicks, cycles=3)
    assert played.card == "PenaltyStrikerCard"
