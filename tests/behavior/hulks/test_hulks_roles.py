"""Does each robot get the right role, and does the lowest number decide?"""

import pytest

from kickabout.behavior.hulks.roles import (
    BallKnowledge,
    RoleRules,
    proposed_roles,
    winning_proposal,
)
from kickabout.behavior.shared.role_assignment import Candidate
from kickabout.geometry import Field, Vector2
from kickabout.representations import Role

OWN_GOAL: Vector2[Field] = Vector2(-4.5, 0.0)
KNOWN = BallKnowledge(known=True)
RULES = RoleRules()


def player(number: int, x: float, time: float) -> Candidate:
    return Candidate(number=number, position=Vector2(x, 0.0), time_to_reach_ball=time)


FIVE = (
    player(1, -4.3, 20.0),
    player(2, -3.0, 12.0),
    player(3, -1.0, 6.0),
    player(4, 0.5, 2.0),
    player(5, 2.0, 8.0),
)


def roles_of(
    *players: Candidate,
    ball: BallKnowledge = KNOWN,
    before: dict[int, Role] | None = None,
    rules: RoleRules = RULES,
) -> dict[int, Role]:
    return proposed_roles(players, before or {}, ball, own_goal=OWN_GOAL, rules=rules)


def test_each_of_five_players_gets_a_role() -> None:
    assert roles_of(*FIVE) == {
        1: Role.KEEPER,
        2: Role.DEFENDER,
        3: Role.DEFENDER,
        4: Role.STRIKER,
        5: Role.SUPPORTER,
    }


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_there_is_exactly_one_striker_while_the_ball_is_known(count: int) -> None:
    roles = roles_of(*FIVE[:count])
    assert list(roles.values()).count(Role.STRIKER) == 1
    assert len(roles) == count


def test_number_one_may_play_the_ball_and_is_then_replaced() -> None:
    roles = roles_of(player(1, -4.0, 1.0), player(2, -3.0, 9.0), player(3, 0.0, 9.0))
    assert roles[1] is Role.STRIKER
    assert roles[2] is Role.REPLACEMENT_KEEPER


def test_a_keeper_far_from_its_goal_is_replaced_as_well() -> None:
    roles = roles_of(player(1, 0.0, 9.0), player(2, -3.0, 9.0), player(3, 0.0, 1.0))
    assert roles[1] is Role.KEEPER
    assert roles[2] is Role.REPLACEMENT_KEEPER


def test_replacement_and_bishop_can_be_switched_off() -> None:
    off = RoleRules(replaces_keeper=False, has_bishop=False)
    six = (*FIVE, player(6, 1.0, 9.0))
    roles = roles_of(*six[1:], rules=off)
    assert Role.REPLACEMENT_KEEPER not in roles.values()
    assert Role.BISHOP not in roles.values()


def test_the_striker_keeps_its_role_unless_a_teammate_is_clearly_faster() -> None:
    nearly = (player(2, 0.0, 3.0), player(3, 0.0, 2.5))
    assert roles_of(*nearly, before={2: Role.STRIKER})[2] is Role.STRIKER
    clearly = (player(2, 0.0, 3.0), player(3, 0.0, 1.0))
    assert roles_of(*clearly, before={2: Role.STRIKER})[3] is Role.STRIKER


def test_a_striker_that_lost_the_ball_at_its_feet_steps_back_for_a_while() -> None:
    before = {4: Role.STRIKER}
    lost = BallKnowledge(known=False, lost_for=1.0, last_position=Vector2(0.6, 0.0))
    roles = roles_of(*FIVE, ball=lost, before=before)
    assert roles[4] is Role.LOSER
    assert roles[2] is Role.DEFENDER
    later = BallKnowledge(known=False, lost_for=6.0, last_position=Vector2(0.6, 0.0))
    assert Role.LOSER not in roles_of(*FIVE, ball=later, before=before).values()


def test_at_first_one_robot_defends_and_later_all_search() -> None:
    away = BallKnowledge(known=False, lost_for=6.0, last_position=Vector2(3.0, 2.0))
    roles = roles_of(*FIVE, ball=away)
    assert [roles[n] for n in (2, 3, 4)] == [Role.SEARCHER, Role.DEFENDER, Role.SEARCHER]
    long = BallKnowledge(known=False, lost_for=30.0)
    roles = roles_of(*FIVE, ball=long)
    assert roles[1] is Role.KEEPER
    assert {roles[n] for n in (2, 3, 4, 5)} == {Role.SEARCHER}


def test_a_robot_alone_is_the_striker() -> None:
    assert roles_of(player(1, -4.4, 20.0)) == {1: Role.STRIKER}


def test_the_proposal_of_the_lowest_number_counts() -> None:
    own = {3: Role.STRIKER}
    received = {2: (Role.NONE, Role.STRIKER, Role.DEFENDER), 4: (Role.STRIKER,)}
    assert winning_proposal(3, own, received) == {2: Role.STRIKER, 3: Role.DEFENDER}
    assert winning_proposal(1, own, received) == own
    assert winning_proposal(3, own, {2: ()}) == own


def test_a_defender_is_replaced_only_by_a_robot_clearly_nearer_to_the_goal() -> None:
    """Otherwise two robots at the same depth would swap roles in each cycle."""
    players = (*FIVE[:2], player(3, -1.2, 6.0), FIVE[3], player(5, -1.5, 8.0))
    before = {3: Role.DEFENDER, 5: Role.SUPPORTER}
    assert roles_of(*players, before=before)[3] is Role.DEFENDER
    assert roles_of(*players)[5] is Role.DEFENDER
    nearer = (*players[:4], player(5, -2.5, 8.0))
    assert roles_of(*nearer, before=before)[5] is Role.DEFENDER
