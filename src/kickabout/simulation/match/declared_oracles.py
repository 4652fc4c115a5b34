"""The oracles, found by their files, and the raw inputs that they replace.

An oracle is a module in `simulation/oracles/`. It names in `replaces` the raw inputs that it makes
superfluous, such as CameraImage. An oracle that names none replaces estimates by the truth.
"""

from collections.abc import Mapping
from functools import cache
from pkgutil import iter_modules
from types import MappingProxyType

from kickabout.framework.registry import ModuleClass, modules_in
from kickabout.simulation import oracles

ENDING = "_oracle"


@cache
def percept_oracles() -> Mapping[str, tuple[str, ...]]:
    """Return the names of the oracles of percepts by the raw input that they replace."""
    found: dict[str, tuple[str, ...]] = {}
    for oracle in _all_oracles():
        for raw in oracle.replaces:
            found[raw] = (*found.get(raw, ()), oracle.__name__)
    return MappingProxyType(found)


@cache
def truth_oracles() -> tuple[str, ...]:
    """Return the names of the oracles that replace estimates."""
    return tuple(oracle.__name__ for oracle in _all_oracles() if not oracle.replaces)


@cache
def _all_oracles() -> tuple[ModuleClass, ...]:
    names = [entry.name for entry in iter_modules(oracles.__path__)]
    files = [f"{oracles.__name__}.{name}" for name in names if name.endswith(ENDING)]
    return tuple(module for file in files for module in modules_in(file))
