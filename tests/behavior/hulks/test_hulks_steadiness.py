"""Do HULKs without the ball keep their positions while only noise moves the ball?"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from tests.behavior.situations import DT, Situation, inputs_of, pose

from kickabout.behavior.hulks.hulks_behavior_control import (
    HulksBehaviorControl,
    HulksBehaviorControlParameters,
)
from kickabout.behavior.hulks.parameters import DefenderParameters
from kickabout.behavior.hulks.positions import defending_line
from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Vector2
from kickabout.representations import BallSearchMap, Navigator, Role

NOISE = 0.03  # m, standard deviation of the percepts
CYCLES = 90
JUMP = 0.3  # m, more than the noise can explain


class Player:
    """A robot that does not move and sees the ball at given positions."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.module = HulksBehaviorControl(HulksBehaviorControlParameters())
        self.time = 100.0
        self.random = np.random.default_rng(3)

    def target(self, ball: Vector2[Field]) -> Vector2[Field]:
        """Return the target of its walk with the ball at this position."""
        self.time += DT
        inputs = inputs_of(replace(self.situation, ball=ball), self.time)
        frame = FrameInfo(time=self.time, dt=DT)
        tactics = self.module.update(frame, *inputs, Navigator(), BallSearchMap())[4]
        return tactics.walking_to.position

    def noisy_targets(self, ball: Vector2[Field]) -> Iterator[Vector2[Field]]:
        for _ in range(CYCLES):
            yield self.target(ball + Vector2(*self.random.normal(0.0, NOISE, 2).tolist()))

    def jumps(self, ball: Vector2[Field]) -> int:
        """Count how often the target jumps from one cycle to the next."""
        return sum(a.distance_to(b) > JUMP for a, b in itertools.pairwise(self.noisy_targets(ball)))


def keeper_with_striker(y: float = 0.0) -> Player:
    striker = (5, Role.STRIKER, pose(-3.2, 0.8, 180.0))
    return Player(
        Situation(here=pose(-4.15, y), role=Role.KEEPER, number=1, teammates=(striker,), ball=None)
    )


@pytest.mark.parametrize("y", [0.5, -0.5])
def test_a_keeper_makes_room_on_the_side_away_from_the_ball(y: float) -> None:
    ball: Vector2[Field] = Vector2(-3.8, y)
    target = keeper_with_striker().target(ball)
    assert target.y * y < 0.0
    assert target.distance_to(ball) > 0.75


@pytest.mark.parametrize("y", [0.0, 0.2, -0.2])
def test_a_keeper_makes_room_on_one_side_of_a_ball_straight_ahead(y: float) -> None:
    assert keeper_with_striker(y).jumps(Vector2(-3.7, 0.0)) == 0


@pytest.mark.parametrize("y", [0.35, -0.35])
def test_a_keeper_changes_the_side_once_where_the_ball_leaves_the_middle(y: float) -> None:
    assert keeper_with_striker(0.4 * y).jumps(Vector2(-3.7, y)) <= 1


@pytest.mark.parametrize("y", [0.2, -0.2])
def test_a_keeper_makes_room_on_its_side_of_a_ball_straight_ahead(y: float) -> None:
    assert keeper_with_striker(y).target(Vector2(-3.7, 0.0)).y * y > 0.0


def test_a_keeper_changes_the_side_if_the_ball_clearly_does() -> None:
    player = keeper_with_striker()
    assert player.target(Vector2(-3.7, 0.5)).y < 0.0
    assert player.target(Vector2(-3.7, 0.1)).y < 0.0
    assert player.target(Vector2(-3.7, -0.5)).y > 0.0


def test_a_keeper_does_not_alternate_between_blocking_and_making_room() -> None:
    assert keeper_with_striker().jumps(Vector2(-3.2, 0.45)) <= 1


def defender(y: float = 0.8) -> Player:
    return Player(Situation(here=pose(-2.4, y), role=Role.DEFENDER, number=2))


def supporter(y: float = 0.8) -> Player:
    return Player(Situation(here=pose(-0.5, y), role=Role.SUPPORTER))


def bishop(y: float = 0.8) -> Player:
    return Player(Situation(here=pose(2.4, y), role=Role.BISHOP))


@pytest.mark.parametrize("x", [-1.5, 1.0])
@pytest.mark.parametrize("make", [defender, supporter])
def test_the_line_stays_while_the_ball_is_near_its_boundary(
    make: Callable[[], Player], x: float
) -> None:
    assert make().jumps(Vector2(x, 1.0)) == 0


@pytest.mark.parametrize("y", [-0.4, 0.0, 0.4])
@pytest.mark.parametrize("make", [defender, supporter])
def test_the_side_stays_while_the_ball_is_near_its_boundary(
    make: Callable[[float], Player], y: float
) -> None:
    for own in (-0.8, y, 0.8):
        assert make(own).jumps(Vector2(0.0, y)) == 0


@pytest.mark.parametrize("x", [1.0, -1.0])
def test_a_bishop_stays_while_the_ball_is_near_a_boundary(x: float) -> None:
    assert bishop().jumps(Vector2(x, 0.0)) <= (0 if x > 0.0 else 1)


def test_the_line_follows_a_ball_clearly_beyond_a_boundary() -> None:
    line, lines = None, []
    for x in (-2.0, -1.3, -1.1, 1.2, 1.4, 0.8, 0.6, -1.7, -1.9):
        line = defending_line(Vector2(x, 0.0), DefenderParameters(), line)
        lines.append(line)
    assert lines == [-3.0, -3.0, -2.2, -2.2, -1.2, -1.2, -2.2, -2.2, -3.0]


def test_a_defender_follows_the_line() -> None:
    player = defender()
    assert [player.target(Vector2(x, 2.0)).x for x in (0.5, 1.2, 1.4)] == [-2.2, -2.2, -1.2]


def test_a_defender_changes_the_side_for_a_ball_clearly_on_the_other_one() -> None:
    player = defender()
    middle = [player.target(Vector2(2.0, y)).y - 0.5 * y for y in (1.0, -0.6, -0.8, 0.6, 0.8)]
    assert [y > 0.0 for y in middle] == [True, True, False, False, True]


def test_a_bishop_changes_the_side_for_a_ball_clearly_on_the_other_one() -> None:
    player = bishop()
    sides = [player.target(Vector2(1.0, y)).y for y in (0.5, -0.2, -0.4, 0.2, 0.4)]
    assert [y > 0.0 for y in sides] == [False, False, True, True, False]


def test_a_robot_with_a_new_role_chooses_its_side_again() -> None:
    player = defender(y=-0.8)
    left = player.target(Vector2(2.0, 1.0)).y
    player.situation = replace(player.situation, role=Role.STRIKER)
    player.target(Vector2(2.0, 0.0))
    player.situation = replace(player.situation, role=Role.DEFENDER)
    assert left > 0.0 > player.target(Vector2(2.0, 0.0)).y
