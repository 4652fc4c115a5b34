"""Role assignment: from the positions of players to their roles, the same on all robots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kickabout.behavior.shared.role_assignment import Candidate
from kickabout.framework import frozen
from kickabout.representations import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Hysteresis:
    """How much better another player has to be to take over."""

    striker: float = 1.0  # s
    order: float = 0.4  # m along the field


@frozen
class Assignment:
    """The roles of all players, by number."""

    roles: Mapping[int, Role]
    striker: int = 0
    supporters: tuple[int, ...] = ()  # from the rear to the front


def assigned(
    candidates: Sequence[Candidate], previous: Assignment, *, keeper: int, hysteresis: Hysteresis
) -> Assignment:
    """Make the player that reaches the ball first the striker; others support or keep."""
    players = [c for c in candidates if c.number != keeper]
    striker = _striker(players, previous.striker, hysteresis.striker)
    others = {c.number: c.position.x for c in players if c.number != striker}
    supporters = stable_order(others, previous.supporters, hysteresis.order)
    return with_roles(striker, supporters, keeper if len(players) < len(candidates) else 0)


def by_number(numbers: Sequence[int], *, keeper: int) -> Assignment:
    """Assign roles before the first kick-off, where positions at the side lines are fixed."""
    field_players = sorted(number for number in numbers if number != keeper)
    striker = field_players[-1] if field_players else 0
    present = keeper if keeper in numbers else 0
    return with_roles(striker, tuple(field_players[:-1]), present)


def with_roles(striker: int, supporters: tuple[int, ...], keeper: int) -> Assignment:
    """Return the assignment for a striker, supporters and keeper; the rear half defends."""
    roles = dict.fromkeys(supporters, Role.SUPPORTER)
    defenders = (len(supporters) + 1) // 2
    roles |= dict.fromkeys(supporters[:defenders], Role.DEFENDER)
    if striker:
        roles[striker] = Role.STRIKER
    if keeper:
        roles[keeper] = Role.KEEPER
    return Assignment(roles=roles, striker=striker, supporters=supporters)


def stable_order(
    positions: Mapping[int, float], previous: Sequence[int], offset: float
) -> tuple[int, ...]:
    """Return numbers by position; previous neighbors swap only beyond the offset."""
    order = [number for number in previous if number in positions]
    for number in sorted(set(positions) - set(order)):
        before = [n for n in order if positions[n] <= positions[number]]
        order.insert(order.index(before[-1]) + 1 if before else 0, number)
    for end in range(len(order) - 1, 0, -1):
        for i in range(end):
            if positions[order[i]] > positions[order[i + 1]] + offset:
                order[i], order[i + 1] = order[i + 1], order[i]
    return tuple(order)


def _striker(players: Sequence[Candidate], previous: int, offset: float) -> int:
    if not players:
        return 0
    best = min(players, key=lambda c: (c.time_to_reach_ball, c.number))
    last = next((c for c in players if c.number == previous), None)
    if last is not None and last.time_to_reach_ball < best.time_to_reach_ball + offset:
        return last.number
    return best.number
