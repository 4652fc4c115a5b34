"""Swaps: from a team and another provider of a representation to the changed team."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from kickabout.framework.errors import ConfigurationError
from kickabout.framework.module import declaration_of
from kickabout.framework.registry import module_named
from kickabout.framework.representation import representation_named

if TYPE_CHECKING:
    from kickabout.framework.teams.team import Team, ThreadPlan

Donors = Callable[[], Iterable["Team"]]  # all known teams, read only when needed


def swapped(team: "Team", representation: str, module: str, donors: Donors) -> "Team":
    """Replace the provider of a representation in each thread that the new module suits.

    The new module provides all its representations. For inputs that no module provides, the
    providers are added from a team that already runs the new module.
    """
    wanted = representation_named(representation)
    threads = [plan.name for plan in team.threads if wanted in _provided(team, plan)]
    if not threads:
        raise ConfigurationError(f"team {team.name} does not provide {representation}")
    usual = {plan.name for _, plan in _running(module, donors)}
    threads = [name for name in threads if name in usual] or threads
    able = [kind.__name__ for kind in declaration_of(_found(team, module)).provides]
    for thread in threads:
        for name in dict.fromkeys((representation, *able)):
            team = team.with_provider(name, module, thread)
    return _with_companions(team, module, threads[0], donors)


def _with_companions(team: "Team", module: str, thread: str, donors: Donors) -> "Team":
    for entry in declaration_of(_found(team, module)).inputs:
        kind = entry.representation
        if _is_there(team, kind):
            continue
        companion = _companion(module, kind, donors)
        if companion is not None:
            team = team.with_provider(kind.__name__, companion, thread)
            team = _with_companions(team, companion, thread, donors)
    return team


def _is_there(team: "Team", kind: type) -> bool:
    named = {*team.constants, *(n for plan in team.threads for n in (*plan.inputs, *plan.defaults))}
    return kind.__name__ in named or any(kind in _provided(team, plan) for plan in team.threads)


def _companion(module: str, kind: type, donors: Donors) -> str | None:
    """Return the module that provides this next to the given one in a thread of another team."""
    for donor, plan in _running(module, donors):
        for name in plan.module_names:
            if kind in declaration_of(_found(donor, name)).provides:
                return name
    return None


def _running(module: str, donors: Donors) -> Iterator[tuple["Team", "ThreadPlan"]]:
    """Return the teams and threads that already run a module."""
    return (
        (donor, plan) for donor in donors() for plan in donor.threads if module in plan.module_names
    )


def _provided(team: "Team", plan: "ThreadPlan") -> set[type]:
    modules = (_found(team, name) for name in plan.module_names)
    return {kind for module in modules for kind in declaration_of(module).provides}


def _found(team: "Team", module: str) -> type:
    return module_named(module, team.packages)
