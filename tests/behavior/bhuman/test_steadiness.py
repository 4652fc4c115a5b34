"""Noise of the ball percepts does not make robots change their targets."""

import itertools

import numpy as np
import pytest
from tests.behavior.situations import KEEPER, PLAY, Actor, Situation, changed, pose

from kickabout.geometry import Field, Vector2
from kickabout.representations import Role, load_field

NOISE = 0.03  # m
STRIKER = (5, Role.STRIKER, pose(2.9, 0.0))
DEFENDERS = ((2, Role.DEFENDER, pose(-3.0, -0.5)), (3, Role.SUPPORTER, pose(1.0, -0.5)))


def noisy(situation: Situation, *, cycles: int = 60) -> list[Situation]:
    random = np.random.default_rng(1)
    assert situation.ball is not None
    return [
        changed(situation, ball=situation.ball + Vector2[Field](*random.normal(0.0, NOISE, 2)))
        for _ in range(cycles)
    ]


def jumps(situation: Situation) -> int:
    """Count how often the target moves by more than the ball."""
    actor = Actor()
    targets = [actor.run(seen).tactics.walking_to.position for seen in noisy(situation)]
    return sum(a.distance_to(b) > 0.6 for a, b in itertools.pairwise(targets))


@pytest.mark.parametrize("x", [-0.5, 0.0, 0.5])
def test_the_second_defender_stays_forward_or_back(x: float) -> None:
    situation = changed(
        PLAY,
        role=Role.DEFENDER,
        ball=Vector2(x, 0.5),
        here=pose(-2.9, 0.6),
        teammates=(KEEPER, STRIKER, *DEFENDERS),
    )
    assert jumps(situation) <= 1


def test_one_of_two_defenders_goes_forward_when_the_ball_is_up() -> None:
    def target(number: int, partner: int, y: float, x: float) -> float:
        other = (partner, Role.DEFENDER, pose(-2.9, -y))
        situation = changed(
            PLAY,
            number=number,
            role=Role.DEFENDER,
            ball=Vector2(x, 1.0),
            here=pose(-2.9, y),
            teammates=(KEEPER, STRIKER, other),
        )
        return Actor().run(situation, cycles=2).tactics.walking_to.x

    up = (target(2, 3, 0.5, 2.0), target(3, 2, -0.5, 2.0))
    assert up[0] > up[1] + 1.0, "the defender on the side of the ball goes forward"
    down = (target(2, 3, 0.5, -1.0), target(3, 2, -0.5, -1.0))
    assert abs(down[0] - down[1]) < 0.3


def test_a_supporter_near_the_opponents_goal_keeps_its_side() -> None:
    situation = changed(
        PLAY,
        role=Role.SUPPORTER,
        ball=Vector2(3.2, 0.0),
        here=pose(2.0, 0.6),
        teammates=(KEEPER, STRIKER, (2, Role.DEFENDER, pose(-3.0, 0.5))),
    )
    assert jumps(situation) <= 1


@pytest.mark.parametrize("distance", [1.0, 1.2])
def test_an_opponent_at_the_limit_of_pressure_does_not_change_the_kick(distance: float) -> None:
    teammates = (KEEPER, (3, Role.SUPPORTER, pose(2.5, 1.0)))
    situation = changed(
        PLAY, ball=Vector2(0.5, 0.0), here=pose(0.1, 0.0), opponents=(Vector2(0.5, distance),)
    )
    situation = changed(situation, teammates=teammates)
    actor = Actor()
    cards = [actor.run(seen).card for seen in noisy(situation)]
    assert sum(a != b for a, b in itertools.pairwise(cards)) <= 1


def test_at_most_three_robots_of_a_full_team_walk_into_our_penalty_area() -> None:
    field = load_field("spl2020")
    poses = {1: pose(-4.3, 0.0), 2: pose(-3.0, 0.5), 3: pose(-3.0, -0.5), 5: pose(-3.0, 1.0)}
    roles = {1: Role.KEEPER, 2: Role.DEFENDER, 3: Role.DEFENDER, 5: Role.STRIKER}
    for ball in ((-3.4, 0.8), (-3.2, 0.0), (-3.6, 1.5)):
        inside = 0
        for number, role in roles.items():
            teammates = tuple((n, roles[n], poses[n]) for n in roles if n != number)
            situation = changed(
                PLAY, number=number, role=role, here=poses[number], teammates=teammates, field=field
            )
            situation = changed(situation, ball=Vector2(*ball))
            target = Actor().run(situation, cycles=2).tactics.walking_to
            inside += target.x < -field.penalty_area_x and abs(target.y) < field.penalty_area_y
        assert inside <= 3


def test_a_robot_near_the_ball_kicks_with_the_nearer_foot() -> None:
    near = changed(PLAY, here=pose(-0.2, -0.05), ball=Vector2(0.0, 0.0), teammates=(KEEPER,))
    played = Actor().run(near, cycles=2)
    assert played.state_of("GoToBallAndKick") == "align"
    assert played.motion.walk.target_in_robot.y == pytest.approx(0.0, abs=0.06)
