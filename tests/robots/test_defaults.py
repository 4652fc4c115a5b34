"""Defaults mean "nothing known" in the sizes of the robot."""

import numpy as np
import pytest
from tests.boxes.test_boxes import BOX

from kickabout.framework import Agent, OnFailure, load_team
from kickabout.framework.representation import all_representations
from kickabout.representations import JointRequest, JointState, RobotPose, SensorFrame
from kickabout.representations.defaults import Defaults
from kickabout.robots.kind import RobotKind, defaults_of, robot_kind
from kickabout.robots.nao.defaults import nao_defaults

NAO = robot_kind("nao")


@pytest.mark.parametrize("kind", [NAO, BOX], ids=lambda kind: kind.name)
def test_defaults_have_the_sizes_of_the_kind(kind: RobotKind) -> None:
    frame = kind.defaults(SensorFrame)
    assert frame.joint_angles.shape == (len(kind.joints),)
    assert len(frame.foot_forces) == (2 if kind is NAO else 0)
    assert kind.defaults(JointState).velocities.size == len(kind.joints)


def test_without_a_robot_vectors_are_empty() -> None:
    assert JointRequest().is_empty
    assert Defaults()(SensorFrame).joint_angles.size == 0


def test_a_default_is_always_the_same_object() -> None:
    for kind in all_representations():
        assert nao_defaults(kind) is nao_defaults(kind)
    assert nao_defaults(RobotPose) is NAO.defaults(RobotPose)


def test_the_sizes_of_a_nao_are_those_of_its_kind() -> None:
    assert nao_defaults.sizes == NAO.defaults.sizes


def test_a_program_without_a_body_has_joint_vectors_of_its_robot() -> None:
    team = load_team("walkers")
    agent = Agent(team, defaults=defaults_of(team), on_failure=OnFailure.FALL_BACK)
    assert agent.get(JointRequest).stiffness.size == len(NAO.joints)
    assert not np.any(agent.get(JointRequest).stiffness)
