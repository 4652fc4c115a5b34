"""Fidelities: from a team with images to one that is given percepts or the truth."""

import dataclasses
from collections.abc import Iterable

from kickabout.framework import Team
from kickabout.framework.module import Declaration, Input, declaration_of
from kickabout.framework.registry import module_named
from kickabout.framework.running.supply import declarations, given, missing, provided
from kickabout.framework.teams.team import ThreadPlan
from kickabout.representations import CameraInfo, FieldDimensions
from kickabout.simulation.match.declared_oracles import percept_oracles, truth_oracles
from kickabout.soccer.fidelity import demand_fidelity

Gaps = list[tuple[str, Input]]  # thread and missing input
Users = dict[type, set[str]]  # the modules that require a representation


def with_fidelity(team: Team, fidelity: str) -> Team:
    """Return the same team at another fidelity; apply it after all layers.

    `images` does not change the team. `percepts` replaces perception in the threads that get
    images or sound. `truth` also replaces providers of models for which there is an oracle.
    Optional inputs count as required if there is an oracle for them. Modules that only the replaced
    ones required are left out. A team without such threads is not
    changed, nor are representations that a team lists under defaults.
    """
    demand_fidelity(fidelity)
    senses = [plan for plan in team.threads if _replaceable(plan)]
    if fidelity == "images" or not senses:
        return team
    changed = _with_percepts(team, senses)
    if fidelity == "truth":
        changed = _with_truth(changed)
    if any(key.representation is FieldDimensions for _, key in missing(changed)):
        constants = (*changed.constants, FieldDimensions.__name__)
        changed = dataclasses.replace(changed, constants=constants)
    return _without_idle_threads(_without_idle_modules(changed, team), senses)


def _replaceable(plan: ThreadPlan) -> list[str]:
    """Return the inputs of a thread that oracles replace."""
    return [name for name in plan.inputs if name in percept_oracles()]


def _with_percepts(team: Team, senses: list[ThreadPlan]) -> Team:
    changed = _replaced(team, [_without_perception(team, plan) for plan in senses])
    lost = {
        plan.name: given(team, plan) - given(changed, changed.thread(plan.name)) for plan in senses
    }
    never_had = [
        (thread, key)
        for thread, key in missing(changed, optional=True)
        if not any(key.representation in gone for gone in lost.values())
    ]
    had = {representation for plan in changed.threads for representation in provided(changed, plan)}
    seeing = []
    for plan in senses:
        wanted = lost[plan.name] | _asked_of(plan, senses, never_had)
        oracles = _oracles(name for raw in _replaceable(plan) for name in percept_oracles()[raw])
        lacking = {kind: name for kind, name in oracles.items() if kind not in had}
        seeing.append(_with_oracles(changed, changed.thread(plan.name), _needed(lacking, wanted)))
    return _with_defaults(team, _replaced(changed, seeing), senses)


def _without_perception(team: Team, plan: ThreadPlan) -> ThreadPlan:
    """Remove modules that take images or belong to perception; the truth replaces images."""
    kept = tuple(d.name for d in declarations(team, plan) if not _perceives(d))
    inputs = [name for name in plan.inputs if name not in percept_oracles()]
    chosen = {name: module for name, module in plan.providers.items() if module in ("", *kept)}
    return dataclasses.replace(
        plan, inputs=(*inputs, "GroundTruth"), modules=kept, add=(), remove=(), providers=chosen
    )


def _perceives(declaration: Declaration) -> bool:
    takes_raw = any(required.__name__ in percept_oracles() for required in declaration.requires)
    return takes_raw or "perception" in declaration.station.split(".")


def _asked_of(plan: ThreadPlan, senses: list[ThreadPlan], gaps: Gaps) -> set[type]:
    """Return what this thread lacks, and what threads without own images or sound lack."""
    able = [other.name for other in senses if other.name != plan.name]
    return {
        key.representation
        for thread, key in gaps
        if key.thread == plan.name or (key.thread is None and thread not in able)
    }


def _oracles(names: Iterable[str]) -> dict[type, str]:
    """Return the oracles by the representation they provide."""
    return {declaration_of(module_named(name)).provides[0]: name for name in names}


def _needed(oracles: dict[type, str], wanted: set[type]) -> list[str]:
    """Return the oracles for what is wanted, and those that these require."""
    chosen = [name for representation, name in oracles.items() if representation in wanted]
    for name in chosen:  # grows during the loop
        required = declaration_of(module_named(name)).requires
        chosen += [oracles[r] for r in required if r in oracles and oracles[r] not in chosen]
    return chosen


def _with_oracles(team: Team, plan: ThreadPlan, oracles: list[str]) -> ThreadPlan:
    inputs = plan.inputs
    if "ViewpointOracle" in oracles and CameraInfo not in given(team, plan):
        inputs = (*inputs, CameraInfo.__name__)
    return dataclasses.replace(plan, inputs=inputs, modules=(*plan.modules, *oracles))


def _with_defaults(team: Team, changed: Team, senses: list[ThreadPlan]) -> Team:
    """Leave what no oracle provides at "nothing known" where perception provided it."""
    gaps = missing(changed)
    completed = []
    for plan in senses:
        now = changed.thread(plan.name)
        lost = given(team, plan) & _asked_of(plan, senses, gaps)
        names = sorted(representation.__name__ for representation in lost)
        completed.append(dataclasses.replace(now, defaults=(*now.defaults, *names)))
    return _replaced(changed, completed)


def _with_truth(team: Team) -> Team:
    oracles = _oracles(truth_oracles())
    for plan in team.threads:
        replaced = [r for r in provided(team, plan) if r in oracles]
        for representation in replaced:
            name = representation.__name__
            team = team.with_provider(name, oracles[representation], plan.name)
        if replaced:
            team = _with_truth_input(team, plan)
    return team


def _with_truth_input(team: Team, plan: ThreadPlan) -> Team:
    """Add the truth as an input, unless a thread that this one runs after has it."""
    now = team.thread(plan.name)
    if any("GroundTruth" in team.thread(name).inputs for name in (plan.name, *plan.after)):
        return team
    return _replaced(team, [dataclasses.replace(now, inputs=(*now.inputs, "GroundTruth"))])


def _without_idle_modules(team: Team, before: Team) -> Team:
    """Remove oracles and models that only replaced modules required."""
    had = _users(before)
    while True:
        have = _users(team)
        smaller = _replaced(team, [_without_idle(team, plan, had, have) for plan in team.threads])
        if smaller == team:
            return team
        team = smaller


def _without_idle(team: Team, plan: ThreadPlan, had: Users, have: Users) -> ThreadPlan:
    kept = tuple(d.name for d in declarations(team, plan) if not _is_idle(team, d, had, have))
    if len(kept) == len(plan.module_names):
        return plan
    chosen = {name: module for name, module in plan.providers.items() if module in ("", *kept)}
    return dataclasses.replace(plan, modules=kept, add=(), remove=(), providers=chosen)


def _is_idle(team: Team, declaration: Declaration, had: Users, have: Users) -> bool:
    known = {name for names in percept_oracles().values() for name in names}
    if declaration.name not in known and "modeling" not in declaration.station.split("."):
        return False
    replaced = {
        name
        for plan in team.threads
        for name, module in plan.providers.items()
        if module != declaration.name
    }
    itself = {declaration.name}
    had_use = any(had.get(kind, itself) - itself for kind in declaration.provides)
    offered = (kind for kind in declaration.provides if kind.__name__ not in replaced)
    return had_use and not any(have.get(kind, itself) - itself for kind in offered)


def _users(team: Team) -> Users:
    found: Users = {}
    for plan in team.threads:
        for declaration in declarations(team, plan):
            for key in declaration.inputs:
                found.setdefault(key.representation, set()).add(declaration.name)
    return found


def _without_idle_threads(team: Team, senses: list[ThreadPlan]) -> Team:
    """Remove threads that only provided percepts which no module requires."""
    for plan in senses:
        rest = tuple(other for other in team.threads if other.name != plan.name)
        smaller = dataclasses.replace(team, threads=rest)
        is_followed = any(plan.name in other.after for other in rest)
        is_busy = bool(team.thread(plan.name).module_names)
        if not is_busy and not is_followed and not missing(smaller):
            team = smaller
    return team


def _replaced(team: Team, plans: Iterable[ThreadPlan]) -> Team:
    """Return the same team with these threads instead of those of the same names."""
    new = {plan.name: plan for plan in plans}
    threads = tuple(new.get(plan.name, plan) for plan in team.threads)
    return dataclasses.replace(team, threads=threads)
