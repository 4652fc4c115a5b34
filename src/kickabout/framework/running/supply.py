"""Supply and demand in a team: from thread plans to provided and missing representations."""

from kickabout.framework.frame import FrameInfo
from kickabout.framework.module import Declaration, Input, declaration_of
from kickabout.framework.representation import representation_named
from kickabout.framework.teams.team import Team, ThreadPlan


def declarations(team: Team, plan: ThreadPlan) -> list[Declaration]:
    return [declaration_of(module) for module in team.modules_of(plan)]


def provided(team: Team, plan: ThreadPlan) -> list[type]:
    """Return the representations that the thread's modules were chosen to provide, each once."""
    found = [
        representation
        for declaration in declarations(team, plan)
        for representation in declaration.provides
        if plan.providers.get(representation.__name__, declaration.name) == declaration.name
    ]
    return list(dict.fromkeys(found))


def given(team: Team, plan: ThreadPlan) -> set[type]:
    """Return the representations available in a thread without other threads."""
    constants = {representation_named(name) for name in team.constants}
    return {FrameInfo} | constants | _offered(team, plan)


def missing(team: Team, *, optional: bool = False) -> list[tuple[str, Input]]:
    """Return the inputs of modules that nothing provides, with the module's thread.

    Optional inputs are among them only if asked for.
    """
    offers = {plan.name: _offered(team, plan) for plan in team.threads}
    found = []
    for plan in team.threads:
        own = given(team, plan)
        for key in (key for d in declarations(team, plan) for key in d.inputs):
            if key.optional and not optional:
                continue
            is_here = key.thread is None and key.representation in own
            elsewhere = [
                name
                for name, offer in offers.items()
                if name != plan.name and key.thread in (None, name) and key.representation in offer
            ]
            if not is_here and not elsewhere:
                found.append((plan.name, key))
    return found


def _offered(team: Team, plan: ThreadPlan) -> set[type]:
    """Return the representations that other threads can take from this one."""
    named = {representation_named(name) for name in (*plan.inputs, *plan.defaults)}
    return named | set(provided(team, plan))
