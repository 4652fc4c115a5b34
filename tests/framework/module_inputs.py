"""Arguments of modules: from known representations to what `update` takes."""

from collections.abc import Mapping
from typing import Any

from kickabout.framework.module import Declaration
from kickabout.framework.paths import field_names
from kickabout.framework.representation import DefaultOf, default_of

NOTHING: Mapping[type, Any] = {}


def arguments_of(
    declaration: Declaration,
    known: Mapping[type, Any] = NOTHING,
    defaults: DefaultOf = default_of,
) -> list[object]:
    """Return the arguments of a cycle; representations that are not known are defaults."""
    values = iter(
        known.get(entry.representation, defaults(entry.representation))
        for entry in declaration.inputs
    )
    arguments: list[object] = []
    for bundle in declaration.arguments:
        if bundle is None:
            arguments.append(next(values))
        else:
            names = field_names(bundle)
            arguments.append(bundle(**{name: next(values) for name in names}))
    return arguments
