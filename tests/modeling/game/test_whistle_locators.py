"""Positions of whistles from the bearings of several players."""

import math
from dataclasses import replace

import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.game.hulks_whistle_locator import (
    HulksWhistleLocator,
    HulksWhistleLocatorParameters,
)
from kickabout.modeling.game.whistle_bearings import WhistleInputs
from kickabout.modeling.game.whistle_locator import WhistleLocator, WhistleLocatorParameters
from kickabout.representations import (
    FieldDimensions,
    PlayerInfo,
    RobotPose,
    SoundDirectionPercept,
    TeamData,
    Teammate,
    WhistlePercept,
)

NOW = 50.0
NOISE = math.radians(10.0)
POSES: list[Pose2[Robot, Field]] = [
    Pose2(-4.2, 0.0, 0.0),
    Pose2(-2.0, 1.0, 0.5),
    Pose2(-2.0, -1.2, -0.3),
    Pose2(-0.5, 0.0, 0.1),
    Pose2(-0.8, 2.0, -1.0),
]

Locator = WhistleLocator | HulksWhistleLocator


def locators() -> list[Locator]:
    return [
        WhistleLocator(WhistleLocatorParameters()),
        HulksWhistleLocator(HulksWhistleLocatorParameters()),
    ]


def heard(
    source: Vector2[Field],
    *,
    noise: float,
    deviation: float = NOISE,
    seed: int = 0,
    listeners: int = 5,
) -> WhistleInputs:
    """Return the inputs of player 1 after all players heard a whistle from the source."""
    random = np.random.default_rng(seed)
    angles = []
    for pose in POSES[:listeners]:
        offset = pose.inverse() @ source
        angles.append(offset.angle + noise * float(random.standard_normal()))
    teammates = tuple(
        Teammate(
            number=number,
            robot_to_field=pose,
            whistle_heard_at=NOW - 0.3,
            whistle_direction=angle,
            whistle_deviation=deviation,
            sent_at=NOW - 0.2,
        )
        for number, (pose, angle) in enumerate(zip(POSES[1:], angles[1:], strict=False), start=2)
    )
    return WhistleInputs(
        player=PlayerInfo(number=1),
        pose=RobotPose(robot_to_field=POSES[0]),
        whistle=WhistlePercept(last_detected_at=NOW - 0.1),
        sound=SoundDirectionPercept(valid=True, angle_in_robot=angles[0], deviation=deviation),
        team=TeamData(teammates=teammates),
        field=FieldDimensions(),
    )


@pytest.mark.parametrize("index", [0, 1])
def test_five_players_find_a_whistle_at_the_side_line(index: int) -> None:
    source: Vector2[Field] = Vector2(0.0, -3.0)
    errors, mistaken = [], 0
    for seed in range(20):
        position = locators()[index].update(
            FrameInfo(time=NOW), heard(source, noise=NOISE, seed=seed)
        )
        assert position.known
        assert position.listeners == 5
        mistaken += position.is_elsewhere
        errors.append(position.position_in_field.distance_to(source))
    assert float(np.median(errors)) < 1.0
    assert mistaken <= 1 - index  # never by HULKs', whose result a team uses


@pytest.mark.parametrize("index", [0, 1])
def test_a_whistle_on_the_next_field_is_detected(index: int) -> None:
    locator = locators()[index]
    position = locator.update(
        FrameInfo(time=NOW), heard(Vector2(0.0, 9.0), noise=0.03, deviation=0.05)
    )
    assert position.is_elsewhere
    assert position.rules_out(NOW - 0.3)
    assert not position.rules_out(NOW + 10.0)


@pytest.mark.parametrize("index", [0, 1])
def test_one_bearing_gives_no_position_and_old_ones_are_ignored(index: int) -> None:
    locator = locators()[index]
    alone = heard(Vector2(0.0, 3.0), noise=0.0, listeners=1)
    assert not locator.update(FrameInfo(time=NOW), alone).known
    late = heard(Vector2(0.0, 3.0), noise=0.0)
    assert not locator.update(FrameInfo(time=NOW + 5.0), late).known


@pytest.mark.parametrize("index", [0, 1])
def test_one_false_bearing_has_little_effect(index: int) -> None:
    given = heard(Vector2(0.3, 3.2), noise=0.03, deviation=0.05)
    wrong = replace(given.team.teammates[0], whistle_direction=3.0)
    team = replace(given.team, teammates=(wrong, *given.team.teammates[1:]))
    position = locators()[index].update(FrameInfo(time=NOW), replace(given, team=team))
    assert position.position_in_field.distance_to(Vector2(0.3, 3.2)) < 1.0
