"""Roles: from the positions of players to a proposal of roles for all of them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kickabout.behavior.shared.role_assignment import Candidate
from kickabout.geometry import Field, Vector2
from kickabout.representations import Role

POSITION_LEAD = 0.6  # m by which another player has to be nearer to take over a role
KEEPER = 1  # number of the player that may use its hands
SUPPORT_LINE: tuple[Role, ...] = (Role.DEFENDER, Role.SUPPORTER, Role.DEFENDER, Role.BISHOP)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleRules:
    """Rules of role assignment (HULKs 2021, 5.1.1)."""

    keeper_far: float = 1.5  # m from our goal at which the keeper is replaced
    striker_lead: float = 1.0  # s by which another player has to be faster than the striker
    loser_within: float = 0.8  # m to the last known ball within which the striker steps back
    loser_for: float = 4.0  # s for which it steps back
    long_search: float = 15.0  # s without a ball after which all players search
    replaces_keeper: bool = True
    has_bishop: bool = True
    prefers_bishop: bool = False  # before the supporter, at our free kicks


@dataclass(frozen=True, slots=True, kw_only=True)
class BallKnowledge:
    """The team's knowledge of the ball."""

    known: bool
    lost_for: float = 0.0  # s; only if not known
    last_position: Vector2[Field] = Vector2()


def proposed_roles(
    players: Sequence[Candidate],
    before: Mapping[int, Role],
    ball: BallKnowledge,
    *,
    own_goal: Vector2[Field],
    rules: RoleRules,
) -> dict[int, Role]:
    """Propose a role for each player on the field."""
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
    """Return the player that reaches the ball first; the present striker gets a lead."""
    if not players:
        return 0

    def time(candidate: Candidate) -> float:
        was = before.get(candidate.number) is Role.STRIKER
        return candidate.time_to_reach_ball - (lead if was else 0.0)

    return min(players, key=lambda c: (time(c), c.number)).number


def striker_that_lost(
    players: Sequence[Candidate], before: Mapping[int, Role], ball: BallKnowledge, rules: RoleRules
) -> int:
    """Return the previous striker if the ball was near it; 0 after a while."""
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
    """Return the proposal of the lowest number, including this robot's own."""
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
    """Assign player 1 as keeper, and a replacement while it is away; not for a lone robot."""
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
    """Sort by distance to our goal; the previous holder of the role gets a lead."""

    def depth(candidate: Candidate) -> float:
        lead = POSITION_LEAD if before.get(candidate.number) is role else 0.0
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
    """Assign the first roles of the line; the players nearest to our goal become defenders."""
    wanted = [line[i % len(line)] for i in range(len(players))]
    defenders = wanted.count(Role.DEFENDER)
    others = [role for role in wanted if role is not Role.DEFENDER]
    in_order = [Role.DEFENDER] * defenders + others
    return {c.number: role for c, role in zip(players, in_order, strict=True)}


def _searching(
    left: Sequence[Candidate], ball: BallKnowledge, rules: RoleRules, *, has_loser: bool
) -> dict[int, Role]:
    """Assign a searcher unless a player steps back, then a defender, then only searchers."""
    if ball.lost_for > rules.long_search:
        return {c.number: Role.SEARCHER for c in left}
    line = [Role.DEFENDER] if has_loser else [Role.SEARCHER, Role.DEFENDER]
    line += [Role.SEARCHER] * len(left)
    return {c.number: role for c, role in zip(left, line, strict=False)}
