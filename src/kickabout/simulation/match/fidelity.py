"""Fidelities: from a team that sees images to one that is given percepts or the truth."""

import dataclasses
from collections.abc import Iterable

from kickabout.framework import ConfigurationError, Team
from kickabout.framework.errors import did_you_mean
from kickabout.framework.module import Declaration, Input, declaration_of
from kickabout.framework.registry import module_named
from kickabout.framework.running.supply import declarations, given, missing, provided
from kickabout.framework.teams.team import ThreadPlan
from kickabout.representations import CameraInfo, FieldDimensions

FIDELITIES = ("images", "percepts", "truth")

# By the input that they make superfluous. Each oracle provides one representation, those that
# have nothing to do with images only to teams in which nobody does.
PERCEPT_ORACLES = {
    "CameraImage": (
        "TorsoOracle",
        "ViewpointOracle",
        "CameraMatrixOracle",
        "ImageCoordinateSystemOracle",
        "BallPerceptOracle",
        "FieldLinesOracle",
        "CenterCircleOracle",
        "IntersectionsOracle",
        "PenaltyMarkOracle",
        "FieldFeaturesOracle",
        "FieldBoundaryOracle",
        "RobotPerceptOracle",
    ),
    "AudioFrame": ("WhistleOracle",),
}
TRUTH_ORACLES = (
    "RobotPoseOracle",
    "BallModelOracle",
    "FieldBallOracle",
    "TeamBallOracle",
    "ObstacleOracle",
    "TeamPlayersOracle",
)

Gaps = list[tuple[str, Input]]  # which thread asks for what
Askers = dict[type, set[str]]  # the modules that ask for a representation


def with_fidelity(team: Team, fidelity: str) -> Team:
    """The same team at another fidelity; to be applied after all layers.

    `images` leaves the team as it is. `percepts` replaces perception in the threads that get
    images or sound. `truth` also replaces whatever provides a model that an oracle knows. What
    only the replaced modules asked for is left out. A team without such threads stays as it is,
    and so does what a team lists under defaults.
    """
    if fidelity not in FIDELITIES:
        hint = did_you_mean(fidelity, FIDELITIES)
        raise ConfigurationError(f"there is no fidelity '{fidelity}'.{hint}")
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
    """Inputs of a thread that an oracle makes superfluous."""
    return [name for name in plan.inputs if name in PERCEPT_ORACLES]


def _with_percepts(team: Team, senses: list[ThreadPlan]) -> Team:
    changed = _replaced(team, [_without_perception(team, plan) for plan in senses])
    lost = {
        plan.name: given(team, plan) - given(changed, changed.thread(plan.name)) for plan in senses
    }
    never_had = [
        (asking, key)
        for asking, key in missing(changed)
        if not any(key.representation in gone for gone in lost.values())
    ]
    had = {representation for plan in changed.threads for representation in provided(changed, plan)}
    seeing = []
    for plan in senses:
        wanted = lost[plan.name] | _asked_of(plan, senses, never_had)
        oracles = _oracles(name for raw in _replaceable(plan) for name in PERCEPT_ORACLES[raw])
        lacking = {kind: name for kind, name in oracles.items() if kind not in had}
        seeing.append(_with_oracles(changed, changed.thread(plan.name), _needed(lacking, wanted)))
    return _with_defaults(team, _replaced(changed, seeing), senses)


def _without_perception(team: Team, plan: ThreadPlan) -> ThreadPlan:
    """Without what takes images or belongs to perception; the truth comes instead of images."""
    kept = tuple(d.name for d in declarations(team, plan) if not _perceives(d))
    inputs = [name for name in plan.inputs if name not in PERCEPT_ORACLES]
    chosen = {name: module for name, module in plan.providers.items() if module in ("", *kept)}
    return dataclasses.replace(
        plan, inputs=(*inputs, "GroundTruth"), modules=kept, add=(), remove=(), providers=chosen
    )


def _perceives(declaration: Declaration) -> bool:
    takes_raw = any(required.__name__ in PERCEPT_ORACLES for required in declaration.requires)
    return takes_raw or "perception" in declaration.station.split(".")


def _asked_of(plan: ThreadPlan, senses: list[ThreadPlan], gaps: Gaps) -> set[type]:
    """What this thread misses itself, and what threads without senses of their own miss."""
    able = [other.name for other in senses if other.name != plan.name]
    return {
        key.representation
        for asking, key in gaps
        if key.thread == plan.name or (key.thread is None and asking not in able)
    }


def _oracles(names: Iterable[str]) -> dict[type, str]:
    """Which oracle provides what."""
    return {declaration_of(module_named(name)).provides[0]: name for name in names}


def _needed(oracles: dict[type, str], wanted: set[type]) -> list[str]:
    """The oracles for what is wanted, and those that these need themselves."""
    chosen = [name for representation, name in oracles.items() if representation in wanted]
    for name in chosen:  # which grows meanwhile
        required = declaration_of(module_named(name)).requires
        chosen += [oracles[r] for r in required if r in oracles and oracles[r] not in chosen]
    return chosen


def _with_oracles(team: Team, plan: ThreadPlan, oracles: list[str]) -> ThreadPlan:
    inputs = plan.inputs
    if "ViewpointOracle" in oracles and CameraInfo not in given(team, plan):
        inputs = (*inputs, CameraInfo.__name__)
    return dataclasses.replace(plan, inputs=inputs, modules=(*plan.modules, *oracles))


def _with_defaults(team: Team, changed: Team, senses: list[ThreadPlan]) -> Team:
    """What no oracle knows stays at "nothing known" where perception used to provide it."""
    gaps = missing(changed)
    resting = []
    for plan in senses:
        now = changed.thread(plan.name)
        lost = given(team, plan) & _asked_of(plan, senses, gaps)
        names = sorted(representation.__name__ for representation in lost)
        resting.append(dataclasses.replace(now, defaults=(*now.defaults, *names)))
    return _replaced(changed, resting)


def _with_truth(team: Team) -> Team:
    oracles = _oracles(TRUTH_ORACLES)
    for plan in team.threads:
        replaced = [r for r in provided(team, plan) if r in oracles]
        for representation in replaced:
            name = representation.__name__
            team = team.with_provider(name, oracles[representation], plan.name)
        if replaced:
            team = _with_truth_input(team, plan)
    return team


def _with_truth_input(team: Team, plan: ThreadPlan) -> Team:
    """The truth comes with the threads that this one runs after, or else directly."""
    now = team.thread(plan.name)
    if any("GroundTruth" in team.thread(name).inputs for name in (plan.name, *plan.after)):
        return team
    return _replaced(team, [dataclasses.replace(now, inputs=(*now.inputs, "GroundTruth"))])


def _without_idle_modules(team: Team, before: Team) -> Team:
    """Without oracles and models that only those asked for who were replaced."""
    had = _askers(before)
    while True:
        have = _askers(team)
        smaller = _replaced(team, [_without_idle(team, plan, had, have) for plan in team.threads])
        if smaller == team:
            return team
        team = smaller


def _without_idle(team: Team, plan: ThreadPlan, had: Askers, have: Askers) -> ThreadPlan:
    kept = tuple(d.name for d in declarations(team, plan) if not _is_idle(team, d, had, have))
    if len(kept) == len(plan.module_names):
        return plan
    chosen = {name: module for name, module in plan.providers.items() if module in ("", *kept)}
    return dataclasses.replace(plan, modules=kept, add=(), remove=(), providers=chosen)


def _is_idle(team: Team, declaration: Declaration, had: Askers, have: Askers) -> bool:
    known = {name for names in PERCEPT_ORACLES.values() for name in names}
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


def _askers(team: Team) -> Askers:
    found: Askers = {}
    for plan in team.threads:
        for declaration in declarations(team, plan):
            for key in declaration.inputs:
                found.setdefault(key.representation, set()).add(declaration.name)
    return found


def _without_idle_threads(team: Team, senses: list[ThreadPlan]) -> Team:
    """Without threads that did nothing but perceive what nobody asks for."""
    for plan in senses:
        rest = tuple(other for other in team.threads if other.name != plan.name)
        smaller = dataclasses.replace(team, threads=rest)
        is_followed = any(plan.name in other.after for other in rest)
        is_busy = bool(team.thread(plan.name).module_names)
        if not is_busy and not is_followed and not missing(smaller):
            team = smaller
    return team


def _replaced(team: Team, plans: Iterable[ThreadPlan]) -> Team:
    """The same team with these threads instead of those of the same names."""
    new = {plan.name: plan for plan in plans}
    threads = tuple(new.get(plan.name, plan) for plan in team.threads)
    return dataclasses.replace(team, threads=threads)
