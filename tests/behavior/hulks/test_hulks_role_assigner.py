"""Do roles follow the lowest number, and do robots search when the ball is unknown?"""

from dataclasses import replace

from tests.behavior.situations import Situation, inputs_of, pose, role_inputs

from kickabout.behavior.hulks.hulks_role_assigner import (
    HulksRoleAssigner,
    HulksRoleAssignerParameters,
)
from kickabout.behavior.shared.role_assignment import RoleInputs
from kickabout.framework import FrameInfo
from kickabout.geometry import Vector2
from kickabout.representations import GamePhase, Role, RoleState, Teammate

NOW = 100.0
ALL = Situation(
    number=4,
    here=pose(-0.5, 0.0),
    ball=Vector2(0.0, 0.0),
    teammates=((1, Role.NONE, pose(-4.3, 0.0)), (2, Role.NONE, pose(-2.0, 1.0))),
)


def inputs_in(situation: Situation) -> RoleInputs:
    return role_inputs(inputs_of(situation, NOW))


def assigned(given: RoleInputs) -> RoleState:
    module = HulksRoleAssigner(HulksRoleAssignerParameters())
    return module.update(FrameInfo(time=NOW), given)


def with_proposal(given: RoleInputs, number: int, *roles: Role, age: float = 0.2) -> RoleInputs:
    def changed(teammate: Teammate) -> Teammate:
        if teammate.number != number:
            return teammate
        return replace(teammate, proposed_roles=roles, received_at=NOW - age)

    teammates = tuple(changed(teammate) for teammate in given.team.teammates)
    return replace(given, team=replace(given.team, teammates=teammates))


def test_without_proposals_each_robot_assigns_all_roles() -> None:
    state = assigned(inputs_in(ALL))
    assert state.roles == (Role.KEEPER, Role.DEFENDER, Role.NONE, Role.STRIKER)
    assert state.striker == 4
    assert state.role is Role.STRIKER


def test_the_proposal_of_a_lower_number_is_followed() -> None:
    given = with_proposal(inputs_in(ALL), 2, Role.KEEPER, Role.STRIKER, Role.NONE, Role.DEFENDER)
    assert assigned(given).role is Role.DEFENDER


def test_old_proposals_and_those_without_this_robot_are_ignored() -> None:
    old = with_proposal(inputs_in(ALL), 2, Role.KEEPER, Role.STRIKER, age=9.0)
    assert assigned(old).role is Role.STRIKER
    without = with_proposal(inputs_in(ALL), 2, Role.KEEPER, Role.STRIKER)
    assert assigned(without).role is Role.STRIKER


def test_there_is_no_striker_while_the_ball_is_unknown() -> None:
    state = assigned(inputs_in(replace(ALL, ball=None)))
    assert state.striker == 0
    assert Role.SEARCHER in state.roles


def test_in_a_shootout_there_is_one_striker_or_one_keeper() -> None:
    shootout = replace(ALL, phase=GamePhase.PENALTY_SHOOTOUT, teammates=())
    assert assigned(inputs_in(replace(shootout, own_kick=True))).role is Role.STRIKER
    assert assigned(inputs_in(replace(shootout, own_kick=False))).role is Role.KEEPER
