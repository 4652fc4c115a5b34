"""Roles: from who is where to a role for each player, as each robot proposes them for all."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kickabout.behavior.shared.role_assignment import Candidate
from kickabout.geometry import Field, Vector2
from kickabout.representations import Role

KEEPER = 1  # the number that may use its hands
SUPPORT_LINE: tuple[Role, ...] = (Role.DEFENDER, Role.SUPPORTER, Role.DEFENDER, Role.BISHOP)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleRules:
    """What the role provider may do (HULKs 2021, 5.1.1)."""

    keeper_far: float = 1.5  # m from the own goal: somebody else has to keep it
    striker_lead: float = 1.0  # s by which somebody else has to be faster than the striker
    position_lead: float = 0.6  # m by which somebody else has to be nearer to take over a place
    loser_within: float = 0.8  # m to the last known ball: the striker that lost it steps back
    loser_for: float = 4.0  # s
    long_search: float = 15.0  # s without a ball, then nobody defends
    replaces_keeper: bool = True
    has_bishop: bool = True
    prefers_bishop: bool = False  # before the supporter, at own free kicks


@dataclass(frozen=True, slots=True, kw_only=True)
class BallKnowledge:
    """What the team knows of the ball."""

    known: bool
    lost_for: float = 0.0  # s; only while not known
    last_position: Vector2[Field] = Vector2()


def proposed_roles(
    players: Sequence[Candidate],
    before: Mapping[int, Role],
    ball: BallKnowledge,
    *,
    own_goal: Vector2[Field],
    rules: RoleRules,
) -> dict[int, Role]:
    """A role for each player on the field."""
    roles: dict[int, Role] = {}
    if ball.known:
        _take(roles, Role.STRIKER, fastest(players, before, rules.striker_lead))
    else:
        _take(roles, Role.LOSER, striker_that_lost(players, before, ball, rules))
    left = [c for c in players if c.number not in roles]
    _keepers(roles, left, before, own_goal, rules, alone=len(players) == 1)
    left = [c for c in left if c.number not in roles]
    if ball.known:
        ordered = _from_the_rear(left, before, Role.DEFENDER, own_goal, rules)
        roles |= _lined_up(ordered, _support_line(rules))
    else:
        roles |= _searching(left, ball, rules, has_loser=Role.LOSER in roles.values())
    return roles


def fastest(players: Sequence[Candidate], before: Mapping[int, Role], lead: float) -> int:
    """Who reaches the ball first; the striker of before only gives way to who leads by more."""
    if not players:
        return 0

    def time(candidate: Candidate) -> float:
        was = before.get(candidate.number) is Role.STRIKER
        return candidate.time_to_reach_ball - (lead if was else 0.0)

    return min(players, key=lambda c: (time(c), c.number)).number


def striker_that_lost(
    players: Sequence[Candidate], before: Mapping[int, Role], ball: BallKnowledge, rules: RoleRules
) -> int:
    """The striker of before, if the ball was at its feet; only for a while."""
    if ball.lost_for > rules.loser_for:
        return 0
    for candidate in players:
        was = before.get(candidate.number) in (Role.STRIKER, Role.LOSER)
        if was and candidate.position.distance_to(ball.last_position) < rules.loser_within:
            return candidate.number
    return 0


def winning_proposal(
    own: int, own_roles: Mapping[int, Role], received: Mapping[int, Sequence[Role]]
) -> dict[int, Role]:
    """That of the lowest number of those who are on the field and told one."""
    lowest = min((number for number, roles in received.items() if roles), default=math.inf)
    if own < lowest:
        return dict(own_roles)
    roles = received[int(lowest)]
    return {n: role for n, role in enumerate(roles, start=1) if role is not Role.NONE}


def _take(roles: dict[int, Role], role: Role, number: int) -> None:
    if number:
        roles[number] = role


def _keepers(
    roles: dict[int, Role],
    left: Sequence[Candidate],
    before: Mapping[int, Role],
    own_goal: Vector2[Field],
    rules: RoleRules,
    *,
    alone: bool,
) -> None:
    """Player 1, and somebody else while that one is not there; a robot alone keeps no goal."""
    keeper = next((c for c in left if c.number == KEEPER), None)
    if keeper is not None and not alone:
        roles[KEEPER] = Role.KEEPER
    is_away = keeper is None or keeper.position.distance_to(own_goal) > rules.keeper_far
    others = [c for c in left if c.number not in roles]
    if rules.replaces_keeper and is_away and others and not alone:
        role = Role.REPLACEMENT_KEEPER
        roles[_from_the_rear(others, before, role, own_goal, rules)[0].number] = role


def _from_the_rear(
    players: Sequence[Candidate],
    before: Mapping[int, Role],
    role: Role,
    own_goal: Vector2[Field],
    rules: RoleRules,
) -> list[Candidate]:
    """Nearest to the own goal first; who had the role before only gives way to clearly nearer."""

    def depth(candidate: Candidate) -> float:
        lead = rules.position_lead if before.get(candidate.number) is role else 0.0
        return candidate.position.distance_to(own_goal) - lead

    return sorted(players, key=lambda c: (depth(c), c.number))


def _support_line(rules: RoleRules) -> tuple[Role, ...]:
    line = SUPPORT_LINE
    if rules.prefers_bishop and rules.has_bishop:
        line = (Role.DEFENDER, Role.BISHOP, Role.DEFENDER, Role.SUPPORTER)
    if not rules.has_bishop:
        line = tuple(Role.SUPPORTER if role is Role.BISHOP else role for role in line)
    return line


def _lined_up(players: Sequence[Candidate], line: Sequence[Role]) -> dict[int, Role]:
    """The line's first roles; among these, defenders are who are nearest to the own goal."""
    wanted = [line[i % len(line)] for i in range(len(players))]
    defenders = wanted.count(Role.DEFENDER)
    others = [role for role in wanted if role is not Role.DEFENDER]
    in_order = [Role.DEFENDER] * defenders + others
    return {c.number: role for c, role in zip(players, in_order, strict=True)}


def _searching(
    left: Sequence[Candidate], ball: BallKnowledge, rules: RoleRules, *, has_loser: bool
) -> dict[int, Role]:
    """First a searcher unless somebody steps back, then a defender, then only searchers."""
    if ball.lost_for > rules.long_search:
        return {c.number: Role.SEARCHER for c in left}
    line = [Role.DEFENDER] if has_loser else [Role.SEARCHER, Role.DEFENDER]
    line += [Role.SEARCHER] * len(left)
    return {c.number: role for c, role in zip(left, line, strict=False)}
